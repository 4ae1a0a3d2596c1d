package rule

import "unsafe"

// A Once is a value that actions compute from a position between two questions, such as the units
// that could fire back. An engine plays an action repeatedly from one position, and the Once keeps
// the values for equal keys. The key must contain everything that the computation reads, except the
// house rules. The computation asks no questions and notes nothing.
//
// A Once is a variable of the ruleset. The result of Of must not be written.
type Once[K comparable, T any] struct {
	Work func(*Umpire, *K) T
}

// mostOnce is the number of keys for which an umpire keeps the values of a Once. An action has few
// recurring positions between its questions.
const mostOnce = 8

// once is the umpire's cache of one Once, identified by its address.
type once struct{ by, kept unsafe.Pointer }

// keptOnce has the values for the last keys. A new one replaces the oldest.
type keptOnce[K comparable, T any] struct {
	keys [mostOnce]K
	of   [mostOnce]*T
	next int
	by   *HouseRules
}

// Of returns the value for a key.
func (o *Once[K, T]) Of(u *Umpire, k *K) *T {
	kept := o.kept(u)
	for i := range kept.keys {
		if kept.of[i] != nil && kept.keys[i] == *k {
			return kept.of[i]
		}
	}
	src, pools, path := u.src, u.pools, u.path
	u.src, u.pools, u.path = noDice{}, nil, nil
	v := o.Work(u, k)
	u.src, u.pools, u.path = src, pools, path
	if u.rec == nil { // With a record, each use of a fact is noted.
		kept.keys[kept.next], kept.of[kept.next] = *k, &v
		kept.next = (kept.next + 1) % mostOnce
	}
	return &v
}

// kept returns the umpire's cache of the Once.
func (o *Once[K, T]) kept(u *Umpire) *keptOnce[K, T] {
	for i := range u.onces {
		if u.onces[i].by == unsafe.Pointer(o) {
			kept := (*keptOnce[K, T])(u.onces[i].kept)
			if kept.by != u.house {
				*kept = keptOnce[K, T]{by: u.house}
			}
			return kept
		}
	}
	kept := &keptOnce[K, T]{by: u.house}
	u.onces = append(u.onces, once{unsafe.Pointer(o), unsafe.Pointer(kept)})
	return kept
}

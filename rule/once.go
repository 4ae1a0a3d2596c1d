package rule

import "unsafe"

// A Once is something that actions work out from a position, such as who could fire
// back, between one question and the next. An engine plays an action again and again
// from one position; what was worked out for equal keys is then found again. A key has
// in it all that the work looks at, besides the house. The work asks nobody and notes
// nothing.
//
// A Once is a variable of the rulebook. What Of returns must not be written.
type Once[K comparable, T any] struct {
	Work func(*Umpire, *K) T
}

// mostOnce is for how many keys an umpire keeps the work of a Once: an action has few
// positions between its questions that are met again.
const mostOnce = 8

// once is what an umpire keeps of one Once, known by its address.
type once struct{ by, kept unsafe.Pointer }

// keptOnce is the work for the last keys, the oldest of which gives way.
type keptOnce[K comparable, T any] struct {
	keys [mostOnce]K
	of   [mostOnce]*T
	next int
	by   *HouseRules
}

// Of returns what the Once works out for a key.
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
	if u.rec == nil { // Else each use of a fact is told.
		kept.keys[kept.next], kept.of[kept.next] = *k, &v
		kept.next = (kept.next + 1) % mostOnce
	}
	return &v
}

// kept is where an umpire keeps the work of the Once.
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

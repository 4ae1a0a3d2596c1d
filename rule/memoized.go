package rule

import "unsafe"

// A Memoized is a value that actions compute from a position between two questions, such as the units
// that could fire back. An engine plays an action repeatedly from one position, and the Memoized keeps
// the values for equal keys. The key must contain everything that the computation reads, except the
// house rules. The computation asks no questions and notes nothing.
//
// A Memoized is a variable of the ruleset. The result of Of must not be written.
type Memoized[K comparable, T any] struct {
	Compute func(*Umpire, *K) T
}

// maxMemoized is the number of keys for which an umpire keeps the values of a Memoized. An action has few
// recurring positions between its questions.
const maxMemoized = 8

// memo is the umpire's cache of one Memoized, identified by its address.
type memo struct{ by, kept unsafe.Pointer }

// memoOf has the values for the last keys, under one set of house rules. A new value replaces the oldest.
type memoOf[K comparable, T any] struct {
	keys   [maxMemoized]K
	values [maxMemoized]*T
	next   int // the index of the oldest
	house  *HouseRules
}

// Of returns the value for a key.
func (m *Memoized[K, T]) Of(u *Umpire, k *K) *T {
	kept := m.kept(u)
	for i := range kept.keys {
		if kept.values[i] != nil && kept.keys[i] == *k {
			return kept.values[i]
		}
	}
	src, pools, path := u.src, u.pools, u.path
	u.src, u.pools, u.path = noDice{}, nil, nil
	v := m.Compute(u, k)
	u.src, u.pools, u.path = src, pools, path
	if u.rec == nil { // With a record, each use of a fact is noted.
		kept.keys[kept.next], kept.values[kept.next] = *k, &v
		kept.next = (kept.next + 1) % maxMemoized
	}
	return &v
}

// kept returns the umpire's cache of the Memoized.
func (m *Memoized[K, T]) kept(u *Umpire) *memoOf[K, T] {
	for i := range u.memos {
		if u.memos[i].by == unsafe.Pointer(m) {
			kept := (*memoOf[K, T])(u.memos[i].kept)
			if kept.house != u.house {
				*kept = memoOf[K, T]{house: u.house}
			}
			return kept
		}
	}
	kept := &memoOf[K, T]{house: u.house}
	u.memos = append(u.memos, memo{unsafe.Pointer(m), unsafe.Pointer(kept)})
	return kept
}

package game

import "sync/atomic"

// A Memo remembers what was last worked out for some keys, where the same few are asked for
// again and again. Goroutines share it: what one forgets, another works out again.
type Memo[K comparable, V any] struct {
	kept [256]atomic.Pointer[known[K, V]]
}

// known is what a key has come to.
type known[K comparable, V any] struct {
	key K
	of  V
}

// Of returns what some work comes to for a key, as it is remembered. Of keys with the same
// number one is remembered, so that different keys should mostly have different numbers.
func (m *Memo[K, V]) Of(key K, number uint8, work func() V) V {
	slot := &m.kept[number]
	if k := slot.Load(); k != nil && k.key == key {
		return k.of
	}
	v := work()
	slot.Store(&known[K, V]{key, v})
	return v
}

package oldworld

import "sync/atomic"

// A memo caches the latest values of keys of which the same few recur. Goroutines may share it.
type memo[K comparable, V any] struct {
	entries [256]atomic.Pointer[memoEntry[K, V]]
}

// memoEntry is a key with its value.
type memoEntry[K comparable, V any] struct {
	key   K
	value V
}

// value returns the value of a key, and computes it if it is not cached. Only one of the keys with
// the same number is cached, so different keys should mostly have different numbers.
func (m *memo[K, V]) value(key K, number uint8, compute func() V) V {
	slot := &m.entries[number]
	if entry := slot.Load(); entry != nil && entry.key == key {
		return entry.value
	}
	v := compute()
	slot.Store(&memoEntry[K, V]{key, v})
	return v
}

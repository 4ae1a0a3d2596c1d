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

// A locationPair is the key of cached values.
type locationPair struct{ a, b location }

// hash is mostly different for different pairs.
func (pair locationPair) hash() uint8 {
	n := uint32(pair.a.point.X) + 31*uint32(pair.a.point.Y) + 961*uint32(pair.b.point.X) + 29791*uint32(pair.b.point.Y) + uint32(pair.a.site) + 7*uint32(pair.b.site)
	return uint8(n * 0x9E3779B1 >> 24)
}

// cached returns the cached value for two locations that the tables do not contain, and computes it
// if it is not cached.
func cached[T any](m *memo[locationPair, T], f *Battlefield, from, to location, compute func(f *Battlefield, from, to location) T) T {
	pair := locationPair{from, to}
	return m.value(pair, pair.hash(), func() T { return compute(f, from, to) })
}

package game

import "sync/atomic"

// A Cache keeps the latest values of keys of which the same few recur, such as distances between points. A battlefield may
// have one, because a value depends on its key only. Any number of goroutines may share it. The zero Cache is empty.
type Cache[K comparable, V any] struct {
	entries [256]atomic.Pointer[cacheEntry[K, V]]
}

// cacheEntry is a key with its value.
type cacheEntry[K comparable, V any] struct {
	key   K
	value V
}

// Value returns the value of a key, and computes it if it is not cached. Only the latest of the keys with the same hash
// is cached, so different keys should mostly have different hashes.
func (c *Cache[K, V]) Value(key K, hash uint8, compute func() V) V {
	slot := &c.entries[hash]
	if entry := slot.Load(); entry != nil && entry.key == key {
		return entry.value
	}
	v := compute()
	slot.Store(&cacheEntry[K, V]{key, v})
	return v
}

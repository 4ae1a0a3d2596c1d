package game_test

import (
	"sync"
	"testing"

	"loophole/game"
)

// TestCache: a cache returns the computed values, also for keys that share a hash and for goroutines
// that share the cache.
func TestCache(t *testing.T) {
	var c game.Cache[int, int]
	computed := 0
	square := func(k int) int {
		return c.Value(k, uint8(k%3), func() int { computed++; return k * k })
	}
	for _, k := range []int{2, 2, 5, 5, 2} { // 5 takes the place of 2.
		if got := square(k); got != k*k {
			t.Errorf("the square of %d is %d", k, got)
		}
	}
	if computed != 3 {
		t.Errorf("%d values were computed, want 3", computed)
	}
	var all sync.WaitGroup
	for first := range 4 {
		all.Go(func() {
			for k := range 1000 {
				if got := c.Value(k+first, uint8(k), func() int { return (k + first) * (k + first) }); got != (k+first)*(k+first) {
					t.Errorf("the square of %d is %d", k+first, got)
				}
			}
		})
	}
	all.Wait()
}

package store_test

import (
	"slices"
	"testing"

	"loophole/internal/store"
)

// TestBatch gathers what waits, in its order, up to the bound, and ends at a closed channel.
func TestBatch(t *testing.T) {
	waiting := make(chan int, 2*store.MaxBatch)
	if got := store.Batch(7, waiting); !slices.Equal(got, []int{7}) {
		t.Errorf("nothing waits: %v", got)
	}
	for i := range store.MaxBatch + 5 {
		waiting <- i
	}
	if got := store.Batch(-1, waiting); len(got) != store.MaxBatch || got[0] != -1 || got[store.MaxBatch-1] != store.MaxBatch-2 {
		t.Errorf("%d changes, from %d to %d", len(got), got[0], got[len(got)-1])
	}
	close(waiting)
	if got := store.Batch(0, waiting); !slices.Equal(got, []int{0, 255, 256, 257, 258, 259, 260}) {
		t.Errorf("before the end: %v", got)
	}
}

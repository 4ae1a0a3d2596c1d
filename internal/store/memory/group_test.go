package memory_test

import (
	"testing"

	"loophole/internal/store"
	"loophole/internal/store/memory"
	"loophole/internal/store/storetest"
)

// TestGroup: a group of tests keeps the contract of a shared store.
func TestGroup(t *testing.T) {
	storetest.Test(t, func(*testing.T) store.Store { return storetest.NewGroup(memory.New(nil)).Join("http://127.0.0.1:1") })
	storetest.TestShared(t, func(*testing.T) func() store.Shared {
		g := storetest.NewGroup(memory.New(nil))
		return func() store.Shared { return g.Join("http://127.0.0.1:1") }
	})
}

package memory_test

import (
	"errors"
	"testing"

	"loophole/internal/store"
	"loophole/internal/store/memory"
	"loophole/internal/store/storetest"
)

// TestStore checks the contract of a store.
func TestStore(t *testing.T) {
	storetest.Test(t, func(*testing.T) store.Store { return memory.New(nil) })
}

// TestChanged undoes a change that cannot be kept elsewhere.
func TestChanged(t *testing.T) {
	var told []string
	var fault error
	s := memory.New(func(id string, _ *store.Copy) error {
		told = append(told, id)
		return fault
	})
	if err := s.Create(&store.Match{ID: "one", Lines: [][]byte{[]byte("header\n")}}); err != nil {
		t.Fatal(err)
	}
	fault = errors.New("the disk is full")
	if err := s.Add(store.Append{Match: "one", From: 1, Lines: [][]byte{[]byte("x\n")}}); !errors.Is(err, fault) {
		t.Error(err)
	}
	if err := s.Delete("one"); !errors.Is(err, fault) {
		t.Error(err)
	}
	if err := s.Create(&store.Match{ID: "two"}); !errors.Is(err, fault) {
		t.Error(err)
	}
	fault = nil
	if m, err := s.Load(t.Context(), "one"); err != nil || len(m.Lines) != 1 {
		t.Error(m, err)
	}
	if n, err := s.Count(t.Context()); err != nil || n != 1 {
		t.Error(n, err)
	}
	if err := s.Delete("one"); err != nil || len(told) != 5 {
		t.Error(err, told)
	}
}

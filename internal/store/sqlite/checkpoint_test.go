package sqlite

import (
	"os"
	"path/filepath"
	"testing"

	"loophole/internal/store"
)

// The database of a closed store is one file: a copy of it has every match.
func TestClosedIsOneFile(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	m := &store.Match{ID: "a", Lines: [][]byte{[]byte("{}\n")}}
	if err := s.Create(m); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if x, err := os.Stat(filepath.Join(dir, "loophole.db-wal")); err == nil && x.Size() > 0 {
		t.Errorf("%d bytes are left in the log", x.Size())
	}
	alone := t.TempDir()
	b, err := os.ReadFile(filepath.Join(dir, "loophole.db"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(alone, "loophole.db"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(alone); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if ids, err := s.IDs(t.Context()); err != nil || len(ids) != 1 || ids[0] != "a" {
		t.Errorf("%v, %v", ids, err)
	}
}

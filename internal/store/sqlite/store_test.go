package sqlite

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"loophole/internal/store"
	"loophole/internal/store/storetest"
)

func opened(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestReopen: a reopened file has the stored matches.
func TestReopen(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	s := opened(t, dir)
	m := created(t, s, "one")
	for i := range 3 {
		if err := s.Add(store.Append{Match: "one", From: 1 + 2*i, Lines: [][]byte{fmt.Appendf(nil, "line %d\n", 2*i), fmt.Appendf(nil, "line %d\n", 2*i+1)}, StateJSON: fmt.Appendf(nil, `{"n":%d}`, i), Over: i == 2}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	x, err := s.Load(ctx, "one")
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Lines) != 7 || string(x.Lines[6]) != "line 5\n" || string(x.StateJSON) != `{"n":2}` || !x.Over || len(x.Seats) != 2 || string(x.InfoJSON) != string(m.InfoJSON) || !x.Created.Equal(m.Created) {
		t.Errorf("%+v", x)
	}
	if _, err := s.Load(ctx, "two"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if n, err := s.Count(ctx); n != 1 || err != nil {
		t.Error(n, err)
	}
}

// A line whose number exists is rejected with the rest of its addition. Other additions of the
// same commit are kept.
func TestTaken(t *testing.T) {
	s := opened(t, t.TempDir())
	created(t, s, "one")
	created(t, s, "two")
	add := func(match string, from int) error {
		return s.Add(store.Append{Match: match, From: from, Lines: [][]byte{[]byte("x\n"), []byte("y\n")}, StateJSON: []byte(`{"new":1}`), Answer: &store.Reply{Key: "k", Body: []byte("b")}})
	}
	jobs := []*job{}
	for _, x := range []struct {
		match string
		from  int
	}{{"one", 1}, {"two", 0}, {"two", 1}} {
		jobs = append(jobs, &job{done: make(chan error, 1), do: func(t *tx) error { return t.lines(ofRecord, x.match, x.from, [][]byte{[]byte("z\n")}) }})
	}
	s.commit(jobs)
	if a, b, c := <-jobs[0].done, <-jobs[1].done, <-jobs[2].done; a != nil || !errors.Is(b, store.ErrConflict) || c != nil {
		t.Error(a, b, c)
	}
	if err := add("one", 1); !errors.Is(err, store.ErrConflict) {
		t.Error(err)
	}
	x, _ := s.Load(context.Background(), "one")
	if len(x.Lines) != 2 || string(x.StateJSON) != "{}" {
		t.Errorf("something of what was refused was kept: %q %s", x.Lines, x.StateJSON)
	}
	if a, err := s.Reply(context.Background(), "one", "k"); a != nil || err != nil {
		t.Error(a, err)
	}
	if err := add("nowhere", 1); err == nil {
		t.Error("lines of no match are kept")
	}
}

// TestLaterFormat: a file of a later program stays unchanged.
func TestLaterFormat(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	if err := s.write(func(x *tx) error { return x.exec("PRAGMA user_version=99") }); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := Open(dir); err == nil {
		t.Error("a later format is opened")
	}
}

// Checkpoints keep the log from growing without limit, and nothing that waits for one is lost.
func TestCarried(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	dir := t.TempDir()
	s := opened(t, dir)
	created(t, s, "one")
	body := make([]byte, 8<<10)
	const steps = 16 * checkpointJobs // two hundred megabytes
	for i := range steps {
		if err := s.Add(store.Append{Match: "one", From: 1 + i, Lines: [][]byte{[]byte("x\n")}, Answer: &store.Reply{Key: fmt.Sprint(i), Body: body, Forget: []string{fmt.Sprint(i - 2)}}}); err != nil {
			t.Fatal(err)
		}
	}
	log, err := os.Stat(filepath.Join(dir, "loophole.db-wal"))
	if err != nil || log.Size() > 100<<20 {
		t.Errorf("after %d changes the log has %d bytes: %v", steps, log.Size(), err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	x, err := opened(t, dir).Load(context.Background(), "one")
	if err != nil || len(x.Lines) != steps+1 || len(x.Keys) != 2 {
		t.Error(err, len(x.Lines), x.Keys)
	}
}

func created(t testing.TB, s *Store, id string) *store.Match {
	t.Helper()
	m := &store.Match{ID: id, Created: time.Unix(1_700_000_000, 0), InfoJSON: []byte(`{"title":"x"}`), StateJSON: []byte(`{}`), Lines: [][]byte{[]byte("header\n")},
		Seats: map[store.Hash]string{sha256.Sum256([]byte("a")): "0", sha256.Sum256([]byte("b")): "1"}}
	if err := s.Create(m); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestStore checks the contract of a store.
func TestStore(t *testing.T) {
	storetest.Test(t, func(t *testing.T) store.Store { return opened(t, t.TempDir()) })
}

// TestLook reads beside the program that has the database open, and writes nothing.
func TestLook(t *testing.T) {
	dir := t.TempDir()
	created(t, opened(t, dir), "one")
	look, err := Look(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer look.Close()
	if x, err := look.Copy(t.Context(), "one"); err != nil || len(x.Lines) != 1 {
		t.Fatal(x, err)
	}
	if err := look.Delete("one"); !errors.Is(err, store.ErrClosed) {
		t.Error("a read-only store is written: ", err)
	}
}

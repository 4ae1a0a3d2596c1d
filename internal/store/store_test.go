package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
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

func created(t testing.TB, s *Store, id string) *Match {
	t.Helper()
	m := &Match{ID: id, Created: time.Unix(1_700_000_000, 0), InfoJSON: []byte(`{"title":"x"}`), StateJSON: []byte(`{}`), Lines: [][]byte{[]byte("header\n")},
		Seats: map[Hash]string{sha256.Sum256([]byte("a")): "0", sha256.Sum256([]byte("b")): "1"}}
	if err := s.Create(m); err != nil {
		t.Fatal(err)
	}
	return m
}

// A reopened file has the matches that were kept.
func TestReopen(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	s := opened(t, dir)
	m := created(t, s, "one")
	for i := range 3 {
		if err := s.Add(Append{Match: "one", From: 1 + 2*i, Lines: [][]byte{fmt.Appendf(nil, "line %d\n", 2*i), fmt.Appendf(nil, "line %d\n", 2*i+1)}, Standing: fmt.Appendf(nil, `{"n":%d}`, i), Over: i == 2}); err != nil {
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
	if _, err := s.Load(ctx, "two"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if n, err := s.Count(ctx); n != 1 || err != nil {
		t.Error(n, err)
	}
}

// Lines of two-hands dice are kept with those of the record, all or none, and are deleted with
// their match.
func TestHands(t *testing.T) {
	s, ctx := opened(t, t.TempDir()), context.Background()
	created(t, s, "one")
	step := func(from, hands int) Append {
		return Append{Match: "one", From: from, Lines: [][]byte{[]byte("x\n")}, Hands: Hands{hands, [][]byte{[]byte("h\n"), fmt.Appendf(nil, "h%d\n", hands)}}}
	}
	if err := s.Add(step(1, 0)); err != nil {
		t.Fatal(err)
	}
	for _, x := range []Append{step(2, 1), step(1, 2)} {
		if err := s.Add(x); !errors.Is(err, ErrConflict) {
			t.Error(err)
		}
	}
	if err := s.Add(step(2, 2)); err != nil {
		t.Fatal(err)
	}
	x, err := s.Load(ctx, "one")
	if err != nil || len(x.Lines) != 3 || len(x.Hands) != 4 || string(x.Hands[3]) != "h2\n" {
		t.Errorf("%q %q %v", x.Lines, x.Hands, err)
	}
	if lines, err := s.HandLines(ctx, "one", 1, 2); err != nil || len(lines) != 2 || string(lines[0]) != "h0\n" {
		t.Errorf("%q %v", lines, err)
	}
	if err := s.Delete("one"); err != nil {
		t.Fatal(err)
	}
	if lines, err := s.HandLines(ctx, "one", 0, 9); err != nil || len(lines) > 0 {
		t.Errorf("%q %v", lines, err)
	}
}

// A line whose number exists is rejected with the rest of its addition. Other additions of the
// same commit are kept.
func TestTaken(t *testing.T) {
	s := opened(t, t.TempDir())
	created(t, s, "one")
	created(t, s, "two")
	add := func(match string, from int) error {
		return s.Add(Append{Match: match, From: from, Lines: [][]byte{[]byte("x\n"), []byte("y\n")}, Standing: []byte(`{"new":1}`), Answer: &Reply{Key: "k", Body: []byte("b")}})
	}
	jobs := []*job{}
	for _, x := range []struct {
		match string
		from  int
	}{{"one", 1}, {"two", 0}, {"two", 1}} {
		jobs = append(jobs, &job{done: make(chan error, 1), do: func(t *tx) error { return t.lines(ofRecord, x.match, x.from, [][]byte{[]byte("z\n")}) }})
	}
	s.commit(jobs)
	if a, b, c := <-jobs[0].done, <-jobs[1].done, <-jobs[2].done; a != nil || !errors.Is(b, ErrConflict) || c != nil {
		t.Error(a, b, c)
	}
	if err := add("one", 1); !errors.Is(err, ErrConflict) {
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

// Many goroutines write at once. Each keeps its order, and no line is lost.
func TestTogether(t *testing.T) {
	s := opened(t, t.TempDir())
	const matches, lines = 40, 30
	var all sync.WaitGroup
	began := time.Now()
	for i := range matches {
		id := fmt.Sprint("match", i)
		created(t, s, id)
		all.Go(func() {
			for k := range lines {
				if err := s.Add(Append{Match: id, From: 1 + k, Lines: [][]byte{fmt.Appendf(nil, "%d\n", k)}, Standing: []byte("{}")}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	t.Logf("%d commits of %d writers in %v", matches*lines, matches, time.Since(began))
	for i := range matches {
		x, err := s.Load(context.Background(), fmt.Sprint("match", i))
		if err != nil || len(x.Lines) != lines+1 {
			t.Fatal(err, len(x.Lines))
		}
		for k, line := range x.Lines[1:] {
			if string(line) != fmt.Sprintf("%d\n", k) {
				t.Fatalf("line %d is %q", k, line)
			}
		}
	}
}

// Answers are kept under their keys until they are to be forgotten.
func TestAnswers(t *testing.T) {
	s := opened(t, t.TempDir())
	created(t, s, "one")
	for i := range 10 {
		a := &Reply{Key: fmt.Sprint("k", i), Asked: sha256.Sum256([]byte{byte(i)}), Body: []byte{byte(i)}}
		if i == 9 {
			a.Forget = []string{"k3", "k0", "none"}
		}
		if err := s.Add(Append{Match: "one", From: 1 + i, Lines: [][]byte{[]byte("x\n")}, Answer: a}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 10 {
		a, err := s.Reply(context.Background(), "one", fmt.Sprint("k", i))
		if err != nil || (a != nil) != (i != 0 && i != 3) {
			t.Error(i, a, err)
		}
		if a != nil && (a.Body[0] != byte(i) || a.Asked != sha256.Sum256([]byte{byte(i)})) {
			t.Error(i, a)
		}
	}
	x, err := s.Load(context.Background(), "one")
	if want := "[k1 k2 k4 k5 k6 k7 k8 k9]"; err != nil || fmt.Sprint(x.Keys) != want {
		t.Error(x.Keys, err)
	}
}

// A file of a later program is left alone.
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
		if err := s.Add(Append{Match: "one", From: 1 + i, Lines: [][]byte{[]byte("x\n")}, Answer: &Reply{Key: fmt.Sprint(i), Body: body, Forget: []string{fmt.Sprint(i - 2)}}}); err != nil {
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

// Package storetest checks that an implementation of [store.Store] keeps its contract.
package storetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"loophole/internal/store"
)

// Test checks an implementation. Open returns an empty store, which the test closes.
func Test(t *testing.T, open func(t *testing.T) store.Store) {
	opened := func(t *testing.T) store.Store {
		s := open(t)
		t.Cleanup(func() { s.Close() })
		return s
	}
	for _, x := range []struct {
		name string
		test func(t *testing.T, opened func(t *testing.T) store.Store)
	}{
		{"create", testCreate}, {"add", testAdd}, {"add nowhere", testAddNowhere}, {"conflict", testConflict}, {"hands", testHands}, {"together", testTogether}, {"answers", testAnswers},
		{"seats", testSeats}, {"copy", testCopy}, {"insert", testInsertWholeOrNot}, {"list", testList}, {"expire", testExpire}, {"closed", testClosed},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			x.test(t, opened)
		})
	}
}

// created keeps a match with a header and two seats.
func created(t testing.TB, s store.Store, id string) *store.Match {
	t.Helper()
	m := &store.Match{ID: id, Created: time.Unix(1_700_000_000, 0), InfoJSON: []byte(`{"title":"x"}`), StateJSON: []byte(`{}`), Lines: [][]byte{[]byte("header\n")},
		Seats: map[store.Hash]string{sha256.Sum256([]byte("a")): "0", sha256.Sum256([]byte("b")): "1"}}
	if err := s.Create(m); err != nil {
		t.Fatal(err)
	}
	return m
}

// copied returns a copy with everything that a match can have.
func copied(t *testing.T, s store.Store) *store.Copy {
	t.Helper()
	created(t, s, "one")
	err := s.Add(store.Append{Match: "one", From: 1, Lines: [][]byte{[]byte("a\n"), []byte("b\n")}, Hands: store.Hands{0, [][]byte{[]byte("h\n")}}, StateJSON: []byte(`{"n":1}`), Over: true,
		Answer: &store.Reply{Key: "k", Asked: store.Hash{7}, Body: []byte("{\"x\":1}")}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Copy(context.Background(), "one")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A copy that is written, read and inserted equals the match, except for the time of its last
// change. A match that exists already stays as it is.
func testCopy(t *testing.T, opened func(t *testing.T) store.Store) {
	ctx := t.Context()
	c := copied(t, opened(t))
	if len(c.Lines) != 3 || len(c.Hands) != 1 || len(c.Answers) != 1 || c.Answers[0].Seq != 3 || len(c.Seats) != 2 || !c.Over {
		t.Fatalf("%+v", c)
	}
	var text bytes.Buffer
	if err := c.Write(&text); err != nil {
		t.Fatal(err)
	}
	read, err := store.ReadCopy(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	other := opened(t)
	before := time.Now().Truncate(time.Second)
	if err := other.Insert(read); err != nil {
		t.Fatal(err)
	}
	if err := other.Insert(read); !errors.Is(err, store.ErrExists) {
		t.Error(err)
	}
	x, err := other.Copy(ctx, "one")
	if err != nil || x.Touched.Before(before) {
		t.Fatal(x, err)
	}
	if x.Touched = c.Touched; !reflect.DeepEqual(x, c) {
		t.Errorf("%+v\nis not\n%+v", x.Match, c.Match)
	}
	if _, err := other.Copy(ctx, "two"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	a, err := other.Reply(ctx, "one", "k")
	if err != nil || a == nil || string(a.Body) != `{"x":1}` || a.Asked != (store.Hash{7}) {
		t.Error(a, err)
	}
}

// Lines of two-hands dice are kept with those of the record, all or none, and are deleted with
// their match.
func testHands(t *testing.T, opened func(t *testing.T) store.Store) {
	s, ctx := opened(t), context.Background()
	created(t, s, "one")
	step := func(from, hands int) store.Append {
		return store.Append{Match: "one", From: from, Lines: [][]byte{[]byte("x\n")}, Hands: store.Hands{hands, [][]byte{[]byte("h\n"), fmt.Appendf(nil, "h%d\n", hands)}}}
	}
	if err := s.Add(step(1, 0)); err != nil {
		t.Fatal(err)
	}
	for _, x := range []store.Append{step(2, 1), step(1, 2)} {
		if err := s.Add(x); !errors.Is(err, store.ErrConflict) {
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

// Many goroutines write at once. Each keeps its order, and no line is lost.
func testTogether(t *testing.T, opened func(t *testing.T) store.Store) {
	s := opened(t)
	const matches, lines = 40, 30
	var all sync.WaitGroup
	for i := range matches {
		id := fmt.Sprint("match", i)
		created(t, s, id)
		all.Go(func() {
			for k := range lines {
				if err := s.Add(store.Append{Match: id, From: 1 + k, Lines: [][]byte{fmt.Appendf(nil, "%d\n", k)}, StateJSON: []byte("{}")}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
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
func testAnswers(t *testing.T, opened func(t *testing.T) store.Store) {
	s := opened(t)
	created(t, s, "one")
	for i := range 10 {
		a := &store.Reply{Key: fmt.Sprint("k", i), Asked: sha256.Sum256([]byte{byte(i)}), Body: []byte{byte(i)}}
		if i == 9 {
			a.Forget = []string{"k3", "k0", "none"}
		}
		if err := s.Add(store.Append{Match: "one", From: 1 + i, Lines: [][]byte{[]byte("x\n")}, Answer: a}); err != nil {
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

// An insertion that fails midway leaves nothing.
func testInsertWholeOrNot(t *testing.T, opened func(t *testing.T) store.Store) {
	s := opened(t)
	c := copied(t, opened(t))
	c.Answers = append(c.Answers, c.Answers[0]) // a key twice: the last statement fails
	if err := s.Insert(c); err == nil {
		t.Fatal("a key is there twice")
	}
	if n, err := s.Count(context.Background()); n != 0 || err != nil {
		t.Error(n, err)
	}
	c.Answers = c.Answers[:1]
	if err := s.Insert(c); err != nil {
		t.Error("something was left: ", err)
	}
}

// A new match is read as it was given. Its ID cannot be used again.
func testCreate(t *testing.T, opened func(t *testing.T) store.Store) {
	s, ctx := opened(t), t.Context()
	before := time.Unix(time.Now().Unix(), 0)
	m := created(t, s, "one")
	x, err := s.Load(ctx, "one")
	if err != nil {
		t.Fatal(err)
	}
	if x.Touched.Before(before) {
		t.Errorf("it was changed at %v", x.Touched)
	}
	if x.Touched = m.Touched; !reflect.DeepEqual(x, m) {
		t.Errorf("%+v\nis not\n%+v", x, m)
	}
	if err := s.Create(m); !errors.Is(err, store.ErrExists) {
		t.Error(err)
	}
	if _, err := s.Load(ctx, "two"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if err := s.Ping(ctx); err != nil {
		t.Error(err)
	}
}

// Additions are kept in order, and a caller may write into its bytes again.
func testAdd(t *testing.T, opened func(t *testing.T) store.Store) {
	s := opened(t)
	created(t, s, "one")
	line := []byte("line 0\n")
	for i := range 3 {
		line[5] = byte('0' + i)
		if err := s.Add(store.Append{Match: "one", From: 1 + i, Lines: [][]byte{line}, StateJSON: fmt.Appendf(nil, `{"n":%d}`, i), Over: i == 2}); err != nil {
			t.Fatal(err)
		}
	}
	x, err := s.Load(t.Context(), "one")
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Lines) != 4 || string(x.Lines[1]) != "line 0\n" || string(x.Lines[3]) != "line 2\n" || string(x.StateJSON) != `{"n":2}` || !x.Over {
		t.Errorf("%q %s %v", x.Lines, x.StateJSON, x.Over)
	}
}

// No part of an addition to a match that does not exist is kept, whatever the addition has.
func testAddNowhere(t *testing.T, opened func(t *testing.T) store.Store) {
	s := opened(t)
	created(t, s, "one")
	for name, x := range map[string]store.Append{
		"nothing": {},
		"a line":  {From: 1, Lines: [][]byte{[]byte("x\n")}},
		"dice":    {Hands: store.Hands{From: 0, Lines: [][]byte{[]byte("h\n")}}},
		"a state": {From: 1, StateJSON: []byte(`{"n":1}`)},
		"answer":  {From: 1, Answer: &store.Reply{Key: "k", Body: []byte("b")}},
		"a seat":  {From: 1, Reseat: &store.Reseat{Seat: "0", Hash: store.Hash{1}, Was: []store.Hash{sha256.Sum256([]byte("a"))}}},
	} {
		x.Match = "nowhere"
		if err := s.Add(x); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Lines whose numbers exist are rejected with the rest of their addition.
func testConflict(t *testing.T, opened func(t *testing.T) store.Store) {
	s, ctx := opened(t), t.Context()
	created(t, s, "one")
	add := func(match string, from int) error {
		return s.Add(store.Append{Match: match, From: from, Lines: [][]byte{[]byte("x\n"), []byte("y\n")}, StateJSON: []byte(`{"new":1}`), Answer: &store.Reply{Key: "k", Body: []byte("b")}})
	}
	if err := add("one", 0); !errors.Is(err, store.ErrConflict) {
		t.Error(err)
	}
	x, err := s.Load(ctx, "one")
	if err != nil || len(x.Lines) != 1 || string(x.StateJSON) != "{}" {
		t.Errorf("%q %s %v", x.Lines, x.StateJSON, err)
	}
	if a, err := s.Reply(ctx, "one", "k"); a != nil || err != nil {
		t.Error(a, err)
	}
	if err := add("nowhere", 1); !errors.Is(err, store.ErrNotFound) {
		t.Error("lines of no match:", err)
	}
	if err := add("one", 1); err != nil {
		t.Error(err)
	}
}

// A seat gets a new token once: the second of two programs that give it away fails.
func testSeats(t *testing.T, opened func(t *testing.T) store.Store) {
	s := opened(t)
	created(t, s, "one")
	was, now := store.Hash(sha256.Sum256([]byte("a"))), store.Hash(sha256.Sum256([]byte("c")))
	reseat := func(now store.Hash) error {
		return s.Add(store.Append{Match: "one", From: 1, Reseat: &store.Reseat{Seat: "0", Hash: now, Was: []store.Hash{was}}})
	}
	if err := reseat(now); err != nil {
		t.Fatal(err)
	}
	if err := reseat(store.Hash{1}); !errors.Is(err, store.ErrConflict) {
		t.Error(err)
	}
	x, err := s.Load(t.Context(), "one")
	if err != nil || len(x.Seats) != 2 || x.Seats[now] != "0" {
		t.Errorf("%v %v", x.Seats, err)
	}
}

// A list begins with the oldest match and stops at the first error.
func testList(t *testing.T, opened func(t *testing.T) store.Store) {
	s, ctx := opened(t), t.Context()
	for i, id := range []string{"b", "c", "a"} {
		if err := s.Create(&store.Match{ID: id, Created: time.Unix(int64(5-i), 0), InfoJSON: []byte("{}"), StateJSON: []byte("{}"), Lines: [][]byte{[]byte(id + "\n")}}); err != nil {
			t.Fatal(err)
		}
	}
	if ids, err := s.IDs(ctx); err != nil || fmt.Sprint(ids) != "[a c b]" {
		t.Error(ids, err)
	}
	if n, err := s.Count(ctx); n != 3 || err != nil {
		t.Error(n, err)
	}
	var seen []string
	enough := errors.New("enough")
	err := s.List(ctx, func(x store.Listed) error {
		if seen = append(seen, x.ID); x.Lines != 1 || string(x.Header) != x.ID+"\n" || x.Over {
			t.Errorf("%+v", x)
		}
		if len(seen) == 2 {
			return enough
		}
		return nil
	})
	if err != enough || fmt.Sprint(seen) != "[a c]" {
		t.Error(seen, err)
	}
}

// Expire deletes expired matches completely, some hundreds at a time, and no others.
func testExpire(t *testing.T, opened func(t *testing.T) store.Store) {
	s, ctx := opened(t), t.Context()
	for i := range store.MostExpired + 5 {
		created(t, s, fmt.Sprint("m", i))
	}
	far := time.Now().Add(time.Hour)
	if ids, err := s.Expire(time.Time{}, time.Now().Add(-time.Hour)); err != nil || len(ids) != 0 {
		t.Fatal(ids, err)
	}
	if ids, err := s.Expire(time.Time{}, far); err != nil || len(ids) != store.MostExpired {
		t.Fatal(len(ids), err)
	}
	if ids, err := s.Expire(far, time.Time{}); err != nil || len(ids) != 5 {
		t.Fatal(ids, err)
	}
	if n, err := s.Count(ctx); n != 0 || err != nil {
		t.Error(n, err)
	}
	if err := s.Delete("m1"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
}

// A closed store keeps nothing more.
func testClosed(t *testing.T, opened func(t *testing.T) store.Store) {
	s := opened(t)
	m := created(t, s, "one")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	m.ID = "two"
	if err := s.Create(m); !errors.Is(err, store.ErrClosed) {
		t.Error(err)
	}
	if err := s.Ping(t.Context()); err == nil {
		t.Error("a closed store answers")
	}
	if err := s.Close(); err != nil {
		t.Error("the second time: ", err)
	}
}

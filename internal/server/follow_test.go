package server

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"loophole/hands"
	"loophole/internal/store/memory"
)

// TestFollow: a program that has only the lines of a match comes to the state and the entries of the
// server, line by line. It names a question that the rules do not ask, and faces that do not follow.
func TestFollow(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	a, b := paired(t, weakened, "two hands")
	for range 12 {
		for b.moves() {
		}
		a.takes(b.gives())
		a, b = b, a
	}
	var x HandLines
	a.asks(200, &x, "GET", "/hands", nil)
	s := NewLocal(memory.New(nil), Options{})
	defer s.Close()
	follow := func(r FollowRequest) (*Followed, error) {
		text, err := json.Marshal(r)
		must(t, err)
		if text, err = s.Follow(text); err != nil {
			return nil, err
		}
		f := &Followed{}
		must(t, json.Unmarshal(text, f))
		return f, nil
	}
	var last *Followed
	asked := 0
	for i, line := range x.Lines {
		f, err := follow(FollowRequest{Match: a.id, From: i, Lines: []string{line}, Entries: 1})
		if must(t, err); f.Fault != "" || f.Lines != i+1 {
			t.Fatalf("line %d: %+v", i+1, f)
		}
		if last = f; strings.Contains(line, `"kind":"ask"`) {
			asked = i
		}
	}
	want := a.state()
	var entries struct{ Entries json.RawMessage }
	a.asks(200, &entries, "GET", "/record?from=1", nil)
	got, err := json.Marshal(last.Entries)
	must(t, err)
	if last.State.Position != want.Position || !reflect.DeepEqual(last.State.Scene, want.Scene) || last.State.Words != want.Words || string(got) != string(entries.Entries) {
		t.Error("the followed match is not that of the server")
	}
	if asked == 0 {
		t.Fatal("nothing was asked")
	}
	if _, err := follow(FollowRequest{Match: a.id, From: 3, Lines: x.Lines[3:]}); err == nil {
		t.Error("lines out of order are followed")
	}
	var e handLine
	must(t, json.Unmarshal([]byte(x.Lines[asked]), &e))
	var before handLine
	must(t, json.Unmarshal([]byte(x.Lines[asked-1]), &before))
	for _, change := range []func(*hands.Entry){
		func(e *hands.Entry) { e.N++ }, func(e *hands.Entry) { e.Reading = "count 2+" }, func(e *hands.Entry) { e.By = "Soviet" + e.By }, func(e *hands.Entry) { e.At = "x" },
	} {
		forged := e.Entry
		change(&forged)
		f, err := follow(FollowRequest{Match: a.id, Lines: append(append([]string{}, x.Lines[:asked]...), string(hands.Seal(before.Sum, forged)))})
		if must(t, err); f.Fault == "" || f.State != nil {
			t.Errorf("%+v is followed: %+v", forged, f)
		}
	}
}

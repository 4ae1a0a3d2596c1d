package server

import (
	"net/http"
	"sync"
	"testing"
	"time"
)

// TestRegistryDropsIdle: unused matches leave memory, used ones stay, and the next request loads a match
// in the same state.
func TestRegistryDropsIdle(t *testing.T) {
	srv := served(t, Options{})
	p := began(t, srv, row())
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	before, old := p.state(p.seats[0]), liveMatchOf(t, srv, p)
	drop := func() {
		srv.registry.mu.Lock()
		old.used = time.Now().Add(-2 * idle)
		srv.registry.dropIdle(false)
		srv.registry.mu.Unlock()
	}
	drop()
	if srv.registry.loaded() != 1 {
		t.Fatal("a match in use is dropped")
	}
	srv.registry.release(old)
	waited(t, "an idle match is dropped", func() bool { drop(); return srv.registry.loaded() == 0 })
	after := p.state(p.seats[0])
	if liveMatchOf(t, srv, p) == old || string(jsonOf(after.Scene)) != string(jsonOf(before.Scene)) || after.Sequence != before.Sequence || after.Undo != before.Undo {
		t.Errorf("%+v\nbefore: %+v", after, before)
	}
}

// TestRegistryLoadsOnce: many simultaneous requests for a match load it once.
func TestRegistryLoadsOnce(t *testing.T) {
	srv := served(t, Options{})
	p := began(t, srv, row())
	srv.registry.forget(liveMatchOf(t, srv, p))
	var all sync.WaitGroup
	loaded := make([]*liveMatch, 50)
	for i := range loaded {
		all.Go(func() { loaded[i] = liveMatchOf(t, srv, p) })
	}
	all.Wait()
	for _, x := range loaded {
		if x != loaded[0] {
			t.Fatal("a match was loaded twice")
		}
	}
}

// TestTwoAtOnce: of two simultaneous actions, one gets a conflict.
func TestTwoAtOnce(t *testing.T) {
	srv := served(t, Options{})
	w := row()
	w.HotSeat = true
	p := began(t, srv, w)
	at := p.state(p.both).Position
	var all sync.WaitGroup
	codes := make([]int, 20)
	for i := range codes {
		all.Go(func() {
			codes[i] = p.both.ask("POST", p.path+"/actions", map[string]string{"action": "rest sig-33b", "position": at}).Code
		})
	}
	all.Wait()
	count := map[int]int{}
	for _, c := range codes {
		count[c]++
	}
	if count[http.StatusOK] != 1 || count[http.StatusConflict] != len(codes)-1 {
		t.Error(count)
	}
}

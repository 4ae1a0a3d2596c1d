package server

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"loophole/internal/store"
	"loophole/internal/store/memory"
)

// A countedStore counts how often its matches are counted.
type countedStore struct {
	store.Store
	counts atomic.Int64
}

func (s *countedStore) Count(ctx context.Context) (int, error) {
	s.counts.Add(1)
	return s.Store.Count(ctx)
}

// The server does not count the stored matches at each new one, and still keeps the limit exactly.
func TestKeptCount(t *testing.T) {
	// Far from the limit, the server counts once. At less than 100 from it, which is from the fifth
	// match on under a limit of 104, it counts for each match.
	for _, x := range []struct{ most, begun, counts int }{{1000, 5, 1}, {104, 10, 7}} {
		st := &countedStore{Store: memory.New(nil)}
		s := New(st, Options{MaxMatches: x.most})
		for range x.begun {
			began(t, s, block)
		}
		if n := st.counts.Load(); int(n) != x.counts {
			t.Errorf("limit %d: %d counts for %d matches", x.most, n, x.begun)
		}
		if n, err := s.keptMatches(t.Context()); n != x.begun || err != nil {
			t.Error(n, err)
		}
		s.keptCount.until = time.Time{}
		if _, err := s.keptMatches(t.Context()); err != nil || st.counts.Load() < int64(x.counts)+1 {
			t.Error("an expired count was used again: ", err)
		}
		s.Close()
	}
	s := served(t, Options{MaxMatches: 3})
	for range 3 {
		began(t, s, block)
	}
	c := &client{t: t, s: s}
	c.want(http.StatusServiceUnavailable, nil, "POST", "/matches", block)
}

// TestMaxLoaded: unused matches beyond the limit leave the memory after a second, and come back.
func TestMaxLoaded(t *testing.T) {
	s := served(t, Options{MaxLoaded: 2})
	first := began(t, s, block)
	for range 3 {
		began(t, s, block)
	}
	if n := s.registry.loaded(); n != 4 {
		t.Error(n)
	}
	s.registry.mu.Lock()
	for _, p := range s.registry.matches {
		p.live.used = p.live.used.Add(-2 * shortestIdle)
	}
	s.registry.mu.Unlock()
	began(t, s, block)
	if n := s.registry.loaded(); n != 1 {
		t.Error(n)
	}
	c := &client{t: t, s: s, token: first.Tokens[roleSpectator]}
	c.want(http.StatusOK, nil, "GET", first.path, nil)
	if n := s.registry.loaded(); n != 2 {
		t.Error(n)
	}
}

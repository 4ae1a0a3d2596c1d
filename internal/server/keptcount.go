package server

import (
	"context"
	"sync"
	"time"
)

// A keptCount estimates the number of stored matches, because counting them takes time in
// proportion to their number. Near the limit it counts each time.
type keptCount struct {
	mu    sync.Mutex
	n     int // the last count, and the matches that have begun here since
	until time.Time
}

const (
	// countEvery is the least time between two counts far from the limit. countShare is the share of the
	// time that they may take.
	countEvery = 5 * time.Second
	countShare = 100
	// leastMargin is the distance from the limit below which the store is counted for each new
	// match. It is a hundredth of a large limit, for matches that begin at other servers in
	// between.
	leastMargin = 100
)

// keptMatches returns the number of matches that the store keeps.
func (s *Server) keptMatches(ctx context.Context) (int, error) {
	k, most := &s.keptCount, s.options.MaxMatches
	k.mu.Lock()
	defer k.mu.Unlock()
	began := time.Now()
	if k.n < most-max(leastMargin, most/100) && began.Before(k.until) {
		return k.n, nil
	}
	n, err := s.store.Count(ctx)
	if err != nil {
		return 0, err
	}
	now := time.Now()
	k.n, k.until = n, now.Add(max(countEvery, countShare*now.Sub(began)))
	return n, nil
}

// oneMore notes that a match began.
func (s *Server) oneMore() {
	s.keptCount.mu.Lock()
	s.keptCount.n++
	s.keptCount.mu.Unlock()
}

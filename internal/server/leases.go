package server

import (
	"context"
	"errors"
	"time"

	"loophole/internal/status"
	"loophole/internal/store"
)

// Several servers may share a store. Each match then has one owner, and only the owner has it in
// memory.

// sharedStore returns the store as a shared one, or nil if only this server uses it.
func sharedStore(st store.Store) store.Shared {
	if x, ok := st.(store.Shared); ok && x.Self() != nil {
		return x
	}
	return nil
}

// elsewhereError is the error for a match that another server owns.
type elsewhereError struct{ owner *store.Peer }

// Error names the owner of the match.
func (e *elsewhereError) Error() string { return "server: the match is at " + e.owner.Address }

// movedProblem returns the problem of a match that has another owner. The client's next request goes
// there.
func movedProblem() *Problem {
	return problem(status.ServiceUnavailable, "moved", "another server has taken the match over: try again").after(1)
}

// hasMoved reports whether the only reason for an error is that another server owns the match.
func hasMoved(err error) bool {
	var at *elsewhereError
	return errors.As(err, &at) || errors.Is(err, store.ErrLease)
}

// fetch claims a match and loads it. The error is an [elsewhereError] if another server owns it.
func (s *Server) fetch(ctx context.Context, id string) (*store.Match, error) {
	epoch := 0
	if s.cluster != nil {
		e, owner, err := s.cluster.Claim(ctx, id)
		if err != nil {
			return nil, err
		}
		if owner != nil {
			return nil, &elsewhereError{owner}
		}
		epoch = e
	}
	x, err := s.store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	x.Epoch = epoch
	return x, nil
}

// leaveTime is the interval at which a server that ends releases unused matches, and the time for
// which a match must be unused.
const leaveTime = 50 * time.Millisecond

// releaseUnused releases the matches that no request and no policy uses, until done is closed. One
// long request to a server that ends then keeps only its own match from the other servers.
func (s *Server) releaseUnused(done <-chan struct{}) {
	if s.cluster == nil {
		return
	}
	tick := time.NewTicker(leaveTime)
	defer tick.Stop()
	for first := true; ; first = false {
		select {
		case <-done: // Without a long request, the store soon ends all leases at once.
			return
		case <-tick.C:
		}
		var err error
		switch dropped, used := s.registry.dropUnused(leaveTime); {
		case first:
			err = s.cluster.ReleaseExcept(used)
		case len(dropped) > 0:
			err = s.cluster.Release(dropped)
		}
		if err != nil && !errors.Is(err, store.ErrClosed) {
			s.log.Warn("leases are not released", "error", err)
		}
	}
}

// releaseDropped releases matches that this server has dropped from memory, given by ID with their
// epochs, so that the next server that is asked for one owns it.
func (s *Server) releaseDropped(epochs map[string]int) {
	if s.cluster == nil || len(epochs) == 0 {
		return
	}
	s.work(func() {
		if err := s.cluster.Release(epochs); err != nil && !errors.Is(err, store.ErrClosed) {
			s.log.Warn("leases are not released", "matches", len(epochs), "error", err)
		}
	})
}

package server

import (
	"context"
	"errors"
	"sync"
	"time"

	"loophole/internal/status"
	"loophole/internal/store"
	"loophole/internal/usertext"
)

// idle is the time for which an unused match stays in memory.
const idle = 10 * time.Minute

// A registry has the matches in memory. One goroutine loads a match from the store while others
// wait.
type registry struct {
	server  *Server
	mu      sync.Mutex
	matches map[string]*registrySlot
}

// A registrySlot is a match, or one that is being loaded.
type registrySlot struct {
	ready chan struct{}
	live  *liveMatch
	err   error
}

func newRegistry(s *Server) *registry {
	return &registry{server: s, matches: map[string]*registrySlot{}}
}

// match returns a match, which the caller must release.
func (r *registry) match(ctx context.Context, id string) (*liveMatch, error) {
	for {
		r.mu.Lock()
		slot, found := r.matches[id]
		if !found {
			r.dropIdle(len(r.matches) > r.server.options.MaxLoaded)
			slot = &registrySlot{ready: make(chan struct{})}
			r.matches[id] = slot
			go r.load(id, slot)
		}
		r.mu.Unlock()
		select {
		case <-slot.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if slot.err != nil {
			return nil, slot.err
		}
		r.mu.Lock()
		if r.matches[id] == slot {
			slot.live.refs++
			r.mu.Unlock()
			return slot.live, nil
		}
		r.mu.Unlock() // It was dropped in between.
	}
}

// load fills a slot. It is independent of the first request's context.
func (r *registry) load(id string, slot *registrySlot) {
	var t *liveMatch
	x, err := r.server.fetch(context.Background(), id)
	if err == nil {
		t, err = r.server.newLiveMatch(x)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = problem(status.NotFound, "no-match", "there is no match %q", usertext.Truncate(id))
	}
	r.mu.Lock()
	if slot.err = err; err != nil {
		delete(r.matches, id)
	} else {
		slot.live, t.used = t, time.Now()
	}
	r.mu.Unlock()
	close(slot.ready)
	if err == nil {
		t.drive()
	}
}

// add adds a loaded match.
func (r *registry) add(t *liveMatch) {
	slot := &registrySlot{ready: make(chan struct{}), live: t}
	close(slot.ready)
	r.mu.Lock()
	t.used = time.Now()
	r.dropIdle(len(r.matches) > r.server.options.MaxLoaded)
	r.matches[t.id] = slot
	r.mu.Unlock()
}

// hold keeps a match in memory.
func (r *registry) hold(t *liveMatch) {
	r.mu.Lock()
	t.refs++
	r.mu.Unlock()
}

// release ends a hold.
func (r *registry) release(t *liveMatch) {
	r.mu.Lock()
	t.refs--
	t.used = time.Now()
	r.mu.Unlock()
}

// forget removes a match, so that the next request loads it from the store.
func (r *registry) forget(t *liveMatch) {
	r.mu.Lock()
	if slot := r.matches[t.id]; slot != nil && slot.live == t {
		delete(r.matches, t.id)
	}
	r.mu.Unlock()
}

// shortestIdle is the least time for which an unused match stays in memory.
const shortestIdle = time.Second

// dropIdle drops unused matches, sooner if there are too many. The caller holds the lock.
func (r *registry) dropIdle(many bool) {
	after := idle
	if many {
		after = shortestIdle
	}
	dropped := map[string]int{}
	for id, slot := range r.matches {
		if slot.live != nil && slot.live.refs == 0 && time.Since(slot.live.used) > after {
			delete(r.matches, id)
			if !many { // This server will probably be asked for it again.
				dropped[id] = slot.live.epoch
			}
		}
	}
	r.server.releaseDropped(dropped)
}

// dropUnused drops the matches that nothing has used for a time, and returns their epochs by ID and the
// IDs of the others.
func (r *registry) dropUnused(after time.Duration) (dropped map[string]int, used []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	dropped = map[string]int{}
	for id, slot := range r.matches {
		if slot.live == nil || slot.live.refs > 0 || time.Since(slot.live.used) < after {
			used = append(used, id)
			continue
		}
		delete(r.matches, id)
		dropped[id] = slot.live.epoch
	}
	return dropped, used
}

// loaded returns the number of matches in memory.
func (r *registry) loaded() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.matches)
}

// evictIdle drops unused matches every minute until done is closed.
func (r *registry) evictIdle(done <-chan struct{}) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			r.mu.Lock()
			r.dropIdle(false)
			r.mu.Unlock()
		}
	}
}

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
	server *Server
	mu     sync.Mutex
	tables map[string]*registrySlot
}

// A registrySlot is a match, or one that is being loaded.
type registrySlot struct {
	ready chan struct{}
	table *liveMatch
	err   error
}

func newRegistry(s *Server) *registry {
	return &registry{server: s, tables: map[string]*registrySlot{}}
}

// table returns a match, which the caller must release.
func (h *registry) table(ctx context.Context, id string) (*liveMatch, error) {
	for {
		h.mu.Lock()
		p, found := h.tables[id]
		if !found {
			h.clear(len(h.tables) > h.server.options.MaxLoaded)
			p = &registrySlot{ready: make(chan struct{})}
			h.tables[id] = p
			go h.load(id, p)
		}
		h.mu.Unlock()
		select {
		case <-p.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if p.err != nil {
			return nil, p.err
		}
		h.mu.Lock()
		if h.tables[id] == p {
			p.table.refs++
			h.mu.Unlock()
			return p.table, nil
		}
		h.mu.Unlock() // It was dropped in between.
	}
}

// load fills a slot. It is independent of the first request's context.
func (h *registry) load(id string, p *registrySlot) {
	var t *liveMatch
	x, err := h.server.fetch(context.Background(), id)
	if err == nil {
		t, err = h.server.newLiveMatch(x)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = problem(status.NotFound, "no-match", "there is no match %q", usertext.Truncate(id))
	}
	h.mu.Lock()
	if p.err = err; err != nil {
		delete(h.tables, id)
	} else {
		p.table, t.used = t, time.Now()
	}
	h.mu.Unlock()
	close(p.ready)
	if err == nil {
		t.drive()
	}
}

// add adds a loaded match.
func (h *registry) add(t *liveMatch) {
	p := &registrySlot{ready: make(chan struct{}), table: t}
	close(p.ready)
	h.mu.Lock()
	t.used = time.Now()
	h.clear(len(h.tables) > h.server.options.MaxLoaded)
	h.tables[t.id] = p
	h.mu.Unlock()
}

// hold keeps a match in memory.
func (h *registry) hold(t *liveMatch) {
	h.mu.Lock()
	t.refs++
	h.mu.Unlock()
}

// release ends a hold.
func (h *registry) release(t *liveMatch) {
	h.mu.Lock()
	t.refs--
	t.used = time.Now()
	h.mu.Unlock()
}

// forget removes a match, so that the next request loads it from the store.
func (h *registry) forget(t *liveMatch) {
	h.mu.Lock()
	if p := h.tables[t.id]; p != nil && p.table == t {
		delete(h.tables, t.id)
	}
	h.mu.Unlock()
}

// shortestIdle is the least time for which an unused match stays in memory.
const shortestIdle = time.Second

// clear drops unused matches, sooner if there are too many. The caller holds the lock.
func (h *registry) clear(many bool) {
	after := idle
	if many {
		after = shortestIdle
	}
	dropped := map[string]int{}
	for id, p := range h.tables {
		if p.table != nil && p.table.refs == 0 && time.Since(p.table.used) > after {
			delete(h.tables, id)
			if !many { // This server will probably be asked for it again.
				dropped[id] = p.table.epoch
			}
		}
	}
	h.server.releaseDropped(dropped)
}

// dropUnused drops the matches that nothing has used for a time, and returns their epochs by ID and the
// IDs of the others.
func (h *registry) dropUnused(after time.Duration) (dropped map[string]int, used []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	dropped = map[string]int{}
	for id, p := range h.tables {
		if p.table == nil || p.table.refs > 0 || time.Since(p.table.used) < after {
			used = append(used, id)
			continue
		}
		delete(h.tables, id)
		dropped[id] = p.table.epoch
	}
	return dropped, used
}

// loaded returns the number of matches in memory.
func (h *registry) loaded() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tables)
}

// evictIdle drops unused matches every minute until done is closed.
func (h *registry) evictIdle(done <-chan struct{}) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			h.mu.Lock()
			h.clear(false)
			h.mu.Unlock()
		}
	}
}

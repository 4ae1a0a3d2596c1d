package tabletop

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"loophole/internal/store"
	"loophole/internal/usertext"
)

// idle is how long a table stays laid that nobody uses.
const idle = 10 * time.Minute

// mostLaid is how many tables may be laid before idle ones are cleared early.
const mostLaid = 512

// A registry holds the tables that are laid. A match that is asked for is laid
// from the store, by one goroutine while the others wait.
type registry struct {
	server *Server
	mu     sync.Mutex
	tables map[string]*registrySlot
}

// A registrySlot is a table, or one that is being laid.
type registrySlot struct {
	ready chan struct{}
	table *liveMatch
	err   error
}

func newHall(s *Server) *registry { return &registry{server: s, tables: map[string]*registrySlot{}} }

// table returns the table of a match. It is to be released.
func (h *registry) table(ctx context.Context, id string) (*liveMatch, error) {
	for {
		h.mu.Lock()
		p, found := h.tables[id]
		if !found {
			h.clear(len(h.tables) > mostLaid)
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
		h.mu.Unlock() // It was cleared in between.
	}
}

// load fills a place. It does not depend on who asked first.
func (h *registry) load(id string, p *registrySlot) {
	var t *liveMatch
	x, err := h.server.store.Load(context.Background(), id)
	if err == nil {
		t, err = h.server.lay(x)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = problem(http.StatusNotFound, "no-match", "there is no match %q", usertext.Truncate(id))
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

// add puts a table that was just laid into the hall.
func (h *registry) add(t *liveMatch) {
	p := &registrySlot{ready: make(chan struct{}), table: t}
	close(p.ready)
	h.mu.Lock()
	t.used = time.Now()
	h.clear(len(h.tables) > mostLaid)
	h.tables[t.id] = p
	h.mu.Unlock()
}

// hold keeps a table from being cleared.
func (h *registry) hold(t *liveMatch) {
	h.mu.Lock()
	t.refs++
	h.mu.Unlock()
}

// release lets a table go.
func (h *registry) release(t *liveMatch) {
	h.mu.Lock()
	t.refs--
	t.used = time.Now()
	h.mu.Unlock()
}

// forget takes a table out of the hall, so that the next who asks has it laid
// from the store.
func (h *registry) forget(t *liveMatch) {
	h.mu.Lock()
	if p := h.tables[t.id]; p != nil && p.table == t {
		delete(h.tables, t.id)
	}
	h.mu.Unlock()
}

// haste is how long a table stays laid at least, when there are too many.
const haste = time.Second

// clear takes away tables that nobody has used for a while; sooner where there
// are too many. The lock is held.
func (h *registry) clear(many bool) {
	after := idle
	if many {
		after = haste
	}
	for id, p := range h.tables {
		if p.table != nil && p.table.refs == 0 && time.Since(p.table.used) > after {
			delete(h.tables, id)
		}
	}
}

// laid counts the tables that are laid.
func (h *registry) laid() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tables)
}

// evictIdle clears the hall now and then until the server is done.
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

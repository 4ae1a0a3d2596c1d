package tabletop

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"loophole/rule"
	"loophole/store"
)

// idle is how long a table stays laid that nobody uses.
const idle = 10 * time.Minute

// mostLaid is how many tables may be laid before idle ones are cleared early.
const mostLaid = 512

// A hall holds the tables that are laid. A match that is asked for is laid
// from the store, by one goroutine while the others wait.
type hall struct {
	server *Server
	mu     sync.Mutex
	tables map[string]*place
}

// A place is a table, or one that is being laid.
type place struct {
	ready chan struct{}
	table *table
	err   error
}

func newHall(s *Server) *hall { return &hall{server: s, tables: map[string]*place{}} }

// table returns the table of a match. It is to be released.
func (h *hall) table(ctx context.Context, id string) (*table, error) {
	for {
		h.mu.Lock()
		p, found := h.tables[id]
		if !found {
			h.clear(len(h.tables) > mostLaid)
			p = &place{ready: make(chan struct{})}
			h.tables[id] = p
			go h.lay(id, p)
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

// lay fills a place. It does not depend on who asked first.
func (h *hall) lay(id string, p *place) {
	var t *table
	x, err := h.server.store.Load(context.Background(), id)
	if err == nil {
		t, err = h.server.lay(x)
	}
	if errors.Is(err, store.ErrUnknown) {
		err = problem(http.StatusNotFound, "no-match", "there is no match %q", rule.Clip(id))
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
func (h *hall) add(t *table) {
	p := &place{ready: make(chan struct{}), table: t}
	close(p.ready)
	h.mu.Lock()
	t.used = time.Now()
	h.clear(len(h.tables) > mostLaid)
	h.tables[t.id] = p
	h.mu.Unlock()
}

// hold keeps a table from being cleared.
func (h *hall) hold(t *table) {
	h.mu.Lock()
	t.refs++
	h.mu.Unlock()
}

// release lets a table go.
func (h *hall) release(t *table) {
	h.mu.Lock()
	t.refs--
	t.used = time.Now()
	h.mu.Unlock()
}

// forget takes a table out of the hall, so that the next who asks has it laid
// from the store.
func (h *hall) forget(t *table) {
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
func (h *hall) clear(many bool) {
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
func (h *hall) laid() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.tables)
}

// sweep clears the hall now and then until the server is done.
func (h *hall) sweep(done <-chan struct{}) {
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

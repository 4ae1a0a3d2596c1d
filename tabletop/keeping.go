package tabletop

import (
	"context"
	"errors"
	"time"

	"loophole/internal/store"
)

// How long matches are kept, and who may have one deleted.

// errGone is why the table of a match that was deleted is used no more.
var errGone = errors.New("tabletop: the match was deleted")

// sweepEvery is how often matches that have expired are taken away.
const sweepEvery = time.Minute

// expires is when a match is taken away if nobody acts before, or the zero time.
func (s *Server) expires(created, touched time.Time) (at time.Time) {
	if s.options.Keep > 0 {
		at = created.Add(s.options.Keep)
	}
	if idle := touched.Add(s.options.Idle); s.options.Idle > 0 && (at.IsZero() || idle.Before(at)) {
		at = idle
	}
	return at
}

// expire takes away what has expired by now.
func (s *Server) expire(now time.Time) {
	var created, touched time.Time
	if s.options.Keep > 0 {
		created = now.Add(-s.options.Keep)
	}
	if s.options.Idle > 0 {
		touched = now.Add(-s.options.Idle)
	}
	if created.IsZero() && touched.IsZero() {
		return
	}
	for !s.ends() {
		ids, err := s.store.Expire(created, touched)
		if err != nil {
			if !errors.Is(err, store.ErrClosed) {
				s.log.Error("what has expired cannot be deleted", "error", err)
			}
			return
		}
		for _, id := range ids {
			s.hall.gone(id)
		}
		if len(ids) == 0 {
			return
		}
		s.log.Info("expired matches were deleted", "matches", len(ids))
	}
}

// sweep takes away what has expired, now and every minute.
func (s *Server) sweep() {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		s.expire(time.Now())
		select {
		case <-s.closing:
			return
		case <-tick.C:
		}
	}
}

// gone clears the table of a match that is kept no longer.
func (h *registry) gone(id string) {
	h.mu.Lock()
	p := h.tables[id]
	delete(h.tables, id)
	h.mu.Unlock()
	if p == nil {
		return
	}
	if <-p.ready; p.table != nil {
		p.table.writeLocked(p.table.gone)
	}
}

// gone sends away whoever is at a table. The lock is held.
func (t *liveMatch) gone() {
	t.broken = errGone
	t.wake()
}

type deleteOutput struct {
	Body struct {
		Deleted bool   `json:"deleted" doc:"it is gone, with its record and all keys"`
		Waits   string `json:"waits,omitempty" doc:"the side that is to delete it as well; until then, and until something is played, the request stands"`
	}
}

// remove deletes a match. Of two people who do not sit at one screen both are to ask
// for it, so that nobody takes from the other a game that he loses, or its record.
func (s *Server) remove(ctx context.Context, in *MatchInput) (*deleteOutput, error) {
	out := &deleteOutput{}
	err := s.at(ctx, in, func(t *liveMatch, who seat) error {
		if who.looksOn() {
			return spectatorProblem()
		}
		if other := 1 - who.side; who.role == roleSeat && !t.alone(other) && !t.standing.Deletes[other] {
			out.Body.Waits = t.side(other)
			if t.standing.Deletes[who.side] {
				return nil
			}
			t.standing.Deletes[who.side] = true
			if err := t.commit(nil); err != nil {
				return notKept(err)
			}
			return nil
		}
		if err := s.store.Delete(t.id); err != nil {
			return notKept(err)
		}
		out.Body.Deleted = true
		s.hall.forget(t)
		t.gone()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// alone reports whether nobody sits at a side whose consent could be missed: a policy
// plays it, or its invitation was never opened.
func (t *liveMatch) alone(side int) bool {
	held := t.held(side)
	return held == heldPolicy || held == heldInvited
}

// until says when a match expires, as its states tell it.
func (t *liveMatch) until() string {
	at := t.server.expires(t.created, t.touched)
	if at.IsZero() {
		return ""
	}
	return at.UTC().Truncate(time.Minute).Format(time.RFC3339)
}

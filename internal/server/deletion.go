package server

import (
	"context"
	"errors"
	"time"

	"loophole/internal/store"
)

// This file defines how long matches are kept, and how they are deleted.

// errDeleted marks the liveMatch of a deleted match.
var errDeleted = errors.New("server: the match was deleted")

// expireEvery is the interval between two deletions of expired matches.
const expireEvery = time.Minute

// expires returns the time at which a match without further actions is deleted, or the zero time
// for never.
func (s *Server) expires(created, touched time.Time) (at time.Time) {
	if s.options.Keep > 0 {
		at = created.Add(s.options.Keep)
	}
	if idle := touched.Add(s.options.Idle); s.options.Idle > 0 && (at.IsZero() || idle.Before(at)) {
		at = idle
	}
	return at
}

// expire deletes the matches that have expired.
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
	for !s.isClosing() {
		ids, err := s.store.Expire(created, touched)
		if err != nil {
			if !errors.Is(err, store.ErrClosed) {
				s.log.Error("expired matches cannot be deleted", "error", err)
			}
			return
		}
		for _, id := range ids {
			s.registry.remove(id)
		}
		if len(ids) == 0 {
			return
		}
		s.log.Info("expired matches were deleted", "matches", len(ids))
	}
}

// expireRegularly deletes expired matches, now and every minute.
func (s *Server) expireRegularly() {
	tick := time.NewTicker(expireEvery)
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

// remove removes a deleted match from the registry.
func (r *registry) remove(id string) {
	r.mu.Lock()
	slot := r.matches[id]
	delete(r.matches, id)
	r.mu.Unlock()
	if slot == nil {
		return
	}
	if <-slot.ready; slot.live != nil {
		slot.live.writeLocked(slot.live.disconnect)
	}
}

// disconnect disconnects everybody from a deleted match. The caller holds the lock.
func (t *liveMatch) disconnect() {
	t.broken = errDeleted
	t.wake()
}

type deleteOutput struct {
	Body struct {
		Deleted bool   `json:"deleted" doc:"the match, its record and all tokens are deleted"`
		Waits   string `json:"waits,omitempty" doc:"the side that must also delete it; the next action cancels the request"`
	}
}

// deleteMatch deletes a match. Two people at different screens must both ask for it, so that neither
// can delete a game that they are losing, or its record.
func (s *Server) deleteMatch(ctx context.Context, in *MatchInput) (*deleteOutput, error) {
	out := &deleteOutput{}
	err := s.withWriteLock(ctx, in, func(t *liveMatch, who seat) error {
		if who.spectates() {
			return spectatorProblem()
		}
		if other := 1 - who.side; who.role == roleSeat && !t.unplayed(other) && !t.session.Deletes[other] {
			out.Body.Waits = t.side(other)
			if t.session.Deletes[who.side] {
				return nil
			}
			t.session.Deletes[who.side] = true
			if err := t.commit(nil); err != nil {
				return notKept(err)
			}
			return nil
		}
		if err := s.store.Delete(t.id); err != nil {
			return notKept(err)
		}
		out.Body.Deleted = true
		s.registry.forget(t)
		t.disconnect()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// unplayed reports whether nobody plays a side from another screen: a policy plays it, its invitation was
// never opened, or it is played on another device without a server.
func (t *liveMatch) unplayed(side int) bool {
	held := t.keyHolder(side)
	return held == heldPolicy || held == heldInvited || t.byPhones()
}

// expiryTime returns the expiry time for the state.
func (t *liveMatch) expiryTime() string {
	at := t.server.expires(t.created, t.touched)
	if at.IsZero() {
		return ""
	}
	return at.UTC().Truncate(time.Minute).Format(time.RFC3339)
}

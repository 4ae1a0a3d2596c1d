package server

import (
	"context"
	"time"

	"loophole/hands"
)

// This file is about owed values in a match with two-hands dice, and the consequences if they are
// not given.

// owedValue is a value that a side owes.
type owedValue struct {
	Side  string    `json:"side"`
	Since time.Time `json:"since"`
}

// leastWait is the shortest wait after a restart of the server, because no player could give a value
// while it was away.
const leastWait = 2 * time.Minute

// noteOwed notes which side owes a value after a line of a kind, and since when. Other kinds of lines
// leave the time unchanged.
func (t *liveMatch) noteOwed(kind string) {
	switch kind {
	case hands.Ask, hands.Reveal, hands.Away, hands.Roll, hands.Again, hands.Forfeited:
		t.session.Owed = nil
		if side := t.hands.game.Hands.Owes(); side != "" && !t.hands.game.Hands.Closed() {
			t.session.Owed = &owedValue{side, time.Now().UTC().Truncate(time.Millisecond)}
		}
	}
}

// dueTime returns the time at which the consequence follows, rounded up to a whole second, as clients
// receive it.
func (t *liveMatch) dueTime() time.Time {
	wait := time.Duration(t.hands.terms.Wait) * time.Second
	due := t.session.Owed.Since.Add(wait)
	if least := t.server.since.Add(min(wait, leastWait)); due.Before(least) {
		due = least
	}
	return due.Add(time.Second - 1).Truncate(time.Second)
}

// thenNothing is the consequence if a policy waits for the value, which it does for ever. It also
// applies after the server has replaced the value of the other hand, because the server never makes
// dice alone.
const thenNothing = "nothing"

// consequence returns the consequence of the owed value, or "" if none is owed.
func (t *liveMatch) consequence() string {
	if t.session.Owed == nil {
		return ""
	}
	side, _ := t.sideNamed(t.session.Owed.Side)
	if t.policy[1-side] != "" || t.hands.game.Hands.Absent() != "" {
		return thenNothing
	}
	return t.hands.terms.Away
}

// startTimer starts a timer after which the server gives its value instead, if the terms allow that.
func (t *liveMatch) startTimer() {
	x := t.hands
	if x == nil || x.game == nil {
		return
	}
	if x.timer != nil {
		x.timer.Stop()
	}
	if t.consequence() != hands.Server {
		return
	}
	s, id := t.server, t.id
	x.timer = time.AfterFunc(time.Until(t.dueTime()), func() { s.work(func() { s.replaceOwedValue(id) }) })
}

// replaceOwedValue gives the server's value for the owed one, if the time has come. The match may have
// been loaded again since.
func (s *Server) replaceOwedValue(id string) {
	t, err := s.registry.match(context.Background(), id)
	if err != nil {
		return // It was deleted, or the next request gets the same error.
	}
	defer s.registry.release(t)
	t.writeLocked(func() {
		if t.broken != nil || t.consequence() != hands.Server || time.Now().Before(t.dueTime()) {
			return
		}
		e, err := t.hands.game.Hands.Value(t.hands.own[hands.Server])
		if err == nil {
			_, err = t.try(func() error {
				if err := t.addLine(e); err != nil {
					return err
				}
				return t.addRequiredLines()
			})
		}
		if err == nil {
			err = t.commit(nil)
		}
		if err != nil && !hasMoved(err) {
			s.log.Error("the server cannot stand in", "match", id, "error", err)
		}
	})
	t.drive()
}

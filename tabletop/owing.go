package tabletop

import (
	"context"
	"time"

	"loophole/hands"
)

// What is owed in a match of two hands, and what follows.

// owing is a value that somebody owes.
type owing struct {
	Side  string    `json:"side"`
	Since time.Time `json:"since"`
}

// grace is how long a server that was away waits at least before anything follows: nobody
// could give what he owed while it was not there.
const grace = 2 * time.Minute

// owed notes who owes a value after a line of a kind, and since when. What does not give
// a value leaves the time as it is.
func (t *liveMatch) owed(kind string) {
	switch kind {
	case hands.Ask, hands.Reveal, hands.Away, hands.Roll, hands.Again, hands.Lost:
		t.standing.Owed = nil
		if side := t.hands.game.Hands.Owes(); side != "" && !t.hands.game.Hands.Closed() {
			t.standing.Owed = &owing{side, time.Now().UTC().Truncate(time.Millisecond)}
		}
	}
}

// due is when it follows that a value is owed: a whole second, as clients are told of it.
func (t *liveMatch) due() time.Time {
	wait := time.Duration(t.hands.terms.Wait) * time.Second
	due := t.standing.Owed.Since.Add(wait)
	if least := t.server.since.Add(min(wait, grace)); due.Before(least) {
		due = least
	}
	return due.Add(time.Second - 1).Truncate(time.Second)
}

// thenNothing is what follows a value that is owed to a policy, which waits for ever, or
// after the server has stood in for the other hand of the roll: it makes no dice alone.
const thenNothing = "nothing"

// then is what follows a value that is owed, or empty where none is.
func (t *liveMatch) then() string {
	if t.standing.Owed == nil {
		return ""
	}
	side, _ := t.sideNamed(t.standing.Owed.Side)
	if t.policy[1-side] != "" || t.hands.game.Hands.Absent() != "" {
		return thenNothing
	}
	return t.hands.terms.Away
}

// await has the server stand in when it is time, where the terms say so.
func (t *liveMatch) await() {
	x := t.hands
	if x == nil || x.game == nil {
		return
	}
	if x.timer != nil {
		x.timer.Stop()
	}
	if t.then() != hands.Server {
		return
	}
	s, id := t.server, t.id
	x.timer = time.AfterFunc(time.Until(t.due()), func() { s.work(func() { s.standIn(id) }) })
}

// standIn gives the server's value for the one that is owed in a match, if it is time.
// The table may be another by now.
func (s *Server) standIn(id string) {
	t, err := s.hall.table(context.Background(), id)
	if err != nil {
		return // It was deleted, or whoever comes next finds the same.
	}
	defer s.hall.release(t)
	t.writeLocked(func() {
		if t.broken != nil || t.then() != hands.Server || time.Now().Before(t.due()) {
			return
		}
		e, err := t.hands.game.Hands.Value(t.hands.own[hands.Server])
		if err == nil {
			_, err = t.try(func() error {
				if err := t.line(e); err != nil {
					return err
				}
				return t.follow()
			})
		}
		if err == nil {
			err = t.commit(nil)
		}
		if err != nil {
			s.log.Error("the server cannot stand in", "match", id, "error", err)
		}
	})
	t.drive()
}

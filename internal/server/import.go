package server

import (
	"context"
	"errors"
	"fmt"

	"loophole/internal/store"
)

// Brought describes an imported match, with a new token for each of its seats. Earlier tokens stay
// valid.
type Brought struct {
	ID       string            `json:"id"`
	Ruleset  string            `json:"ruleset"`
	Scenario string            `json:"scenario"`
	Sides    []string          `json:"sides"`
	Tokens   map[string]string `json:"tokens"` // by the name of the side, or "spectator" or "table"
}

// errReplaced marks the liveMatch of a match that has come back from elsewhere.
var errReplaced = errors.New("server: a newer copy of the match was brought")

// Bring imports a match. Its caller owns the device that keeps the matches, and may play every seat. A
// copy replaces the match that it continues, if the store can do that: a match that was moved to another
// device comes back in this way. Otherwise the error wraps [store.ErrExists], [store.ErrOlder] or
// [store.ErrDiverged].
func (s *Server) Bring(c *store.Copy) (*Brought, error) {
	t, f, err := resumeMatch(c.Match)
	if err != nil {
		return nil, fmt.Errorf("the match cannot be continued: %s", InWords(err))
	}
	x := &Brought{ID: c.ID, Ruleset: f.Header.Ruleset, Scenario: f.Header.Scenario, Tokens: map[string]string{}}
	for _, side := range t.match.Instance.Sides {
		x.Sides = append(x.Sides, string(side))
	}
	words := map[string]bool{}
	for _, word := range c.Seats {
		words[word] = true
	}
	for word := range words {
		name := seatWords[word].role
		if who := seatWords[word]; who.role == roleSeat || who.role == roleInvited {
			name = x.Sides[who.side]
		}
		token, hash := newToken()
		c.Seats[hash], x.Tokens[name] = word, token
	}
	if err = s.store.Insert(c); errors.Is(err, store.ErrExists) {
		err = s.replace(c)
	}
	return x, err
}

// replace replaces a match with a copy that continues it. Clients that have the match open get the copy.
func (s *Server) replace(c *store.Copy) error {
	r, ok := s.store.(interface{ Replace(*store.Copy) error })
	if !ok {
		return fmt.Errorf("server: %q: %w", c.ID, store.ErrExists)
	}
	t, err := s.registry.match(context.Background(), c.ID)
	if err != nil {
		return err
	}
	defer s.registry.release(t)
	t.writeLocked(func() {
		if err = r.Replace(c); err == nil {
			t.broken = errReplaced
			s.registry.forget(t)
			t.wake()
		}
	})
	return err
}

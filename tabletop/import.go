package tabletop

import (
	"fmt"

	"loophole/internal/store"
)

// Brought is a match from elsewhere that is kept now, with a new token for each of its seats. Earlier
// tokens stay valid.
type Brought struct {
	ID       string            `json:"id"`
	Ruleset  string            `json:"ruleset"`
	Scenario string            `json:"scenario"`
	Sides    []string          `json:"sides"`
	Tokens   map[string]string `json:"tokens"` // by the name of the side, or "spectator" or "table"
}

// Bring keeps a match from elsewhere. Its caller owns the device on which the matches are, and may
// play every seat.
func (s *Server) Bring(c *store.Copy) (*Brought, error) {
	t, f, err := resumeMatch(c.Match)
	if err != nil {
		return nil, fmt.Errorf("the match cannot be continued: %s", InWords(err))
	}
	x := &Brought{ID: c.ID, Ruleset: f.Header.Ruleset, Scenario: f.Header.Scenario, Tokens: map[string]string{}}
	for _, side := range t.match.Fight.Sides {
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
	return x, s.store.Insert(c)
}

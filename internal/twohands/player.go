package twohands

import (
	"errors"
	"fmt"

	"loophole/hands"
	"loophole/match"
)

// A Player is the client of one side. It plays the lines with its own copy of the rules, and gives
// its value only for a question that these rules ask.
type Player struct {
	*Game
	player *hands.Player
	seat   string
}

// NewPlayer returns a client that starts, or that returns with its memory. The game uses the
// rulesets of find, and rejects a header made with other rules.
func NewPlayer(find match.FindGame, s *hands.Secret, m hands.Memory) *Player {
	g := New(find, nil)
	p := hands.NewPlayer(s, g.Derive, m)
	g.Hands = p.Table
	return &Player{g, p, s.Hand().Seat}
}

// Follow takes the next line. The error is a [*hands.Fault]: the line breaks the protocol or the
// rules, or differs from a line seen before. The player must not give a value after an error.
func (p *Player) Follow(line []byte) error {
	if err := p.player.Follow(line); err != nil {
		return err
	}
	return p.Taken()
}

// Behind reports whether the lines so far are fewer than those that the player has seen once.
func (p *Player) Behind() bool { return p.player.Behind() }

// Memory returns the state that the client must keep before it sends a value.
func (p *Player) Memory() hands.Memory { return p.player.Memory() }

// Owes reports whether this player owes a value.
func (p *Player) Owes() bool { return p.Hands.Owes() == p.seat }

// Reveal returns the value that this player owes. The client must keep [Player.Memory] before it
// sends it.
func (p *Player) Reveal() (hands.Entry, error) { return p.player.Reveal() }

// Left returns the number of rolls for which this player's chain still has values.
func (p *Player) Left() int { return p.player.Left() }

// Renew signs this player's change to its next chain.
func (p *Player) Renew() (hands.Entry, error) {
	if _, asked := p.Hands.Asked(); asked {
		return hands.Entry{}, errors.New("twohands: a chain can be renewed only while no question is open")
	}
	return p.Sign(p.player.Renewal())
}

// Mine reports whether key and chain of the seat in the lines are this player's. If not, another
// client plays the seat.
func (p *Player) Mine() bool {
	h, ok := p.Hands.Hand(p.seat)
	return ok && h == p.player.Secret.Hand()
}

// Sign signs an entry of this player after the last line. It fails if the rules forbid the entry,
// or if lines seen once are missing.
func (p *Player) Sign(e hands.Entry) (hands.Entry, error) {
	if p.Behind() {
		return e, fmt.Errorf("twohands: the lines end at %d, but this client has seen line %d", p.Hands.Lines, p.Memory().Lines)
	}
	e.By = p.seat
	if err := p.CheckEntry(e); err != nil {
		return e, err
	}
	return p.player.Secret.Sign(p.Hands.Sum, e), nil
}

// Act signs an act of this player.
func (p *Player) Act(text string) (hands.Entry, error) {
	return p.Sign(hands.Entry{Kind: hands.Act, Text: text})
}

// Consent signs the player's consent to an entry of the other side.
func (p *Player) Consent(e hands.Entry) string {
	return p.player.Secret.Consent(p.Hands.Sum, e)
}

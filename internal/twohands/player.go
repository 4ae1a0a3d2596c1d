package twohands

import (
	"errors"
	"fmt"

	"loophole/hands"
	"loophole/match"
)

// A Player is what the client of one side has to do: it follows the lines and plays them
// by rules of its own, and gives its value for a question that they ask, and for no other.
type Player struct {
	*Game
	player *hands.Player
	seat   string
}

// NewPlayer is a client that begins, or that comes back with what it remembers. The game
// is set up by the rulebooks that find has: if they are not those of the match, the
// header is refused.
func NewPlayer(find match.FindGame, s *hands.Secret, m hands.Memory) *Player {
	g := New(find, nil)
	p := hands.NewPlayer(s, g.Derive, m)
	g.Hands = p.Table
	return &Player{g, p, s.Hand().Seat}
}

// Follow takes the next line. The error is a [*hands.Fault]: the line is not one that
// follows, by the protocol, by the rules, or by what was seen before. Nothing is to be
// given after it.
func (p *Player) Follow(line []byte) error {
	if err := p.player.Follow(line); err != nil {
		return err
	}
	return p.Taken()
}

// Behind reports whether the lines so far end before what was seen once.
func (p *Player) Behind() bool { return p.player.Behind() }

// Memory is what is to be kept before a value is sent.
func (p *Player) Memory() hands.Memory { return p.player.Memory() }

// Owes reports whether this player owes a value.
func (p *Player) Owes() bool { return p.Hands.Owes() == p.seat }

// Reveal is the value that this player owes. Its memory is to be kept before it is sent.
func (p *Player) Reveal() (hands.Entry, error) { return p.player.Reveal() }

// Left is how many rolls the chain of this player is good for.
func (p *Player) Left() int { return p.player.Left() }

// Renew signs that this player goes on with the chain that follows its own.
func (p *Player) Renew() (hands.Entry, error) {
	if _, asked := p.Hands.Asked(); asked {
		return hands.Entry{}, errors.New("twohands: a chain is renewed while nothing is asked")
	}
	return p.Sign(p.player.Renewal())
}

// Mine reports whether the key and the chain of this player's seat are its own, as the
// lines have them. Else somebody else plays it.
func (p *Player) Mine() bool {
	h, ok := p.Hands.Hand(p.seat)
	return ok && h == p.player.Secret.Hand()
}

// Sign signs an entry of this player after the last line. It is refused where the rules
// forbid it, or where lines that were seen once are not there.
func (p *Player) Sign(e hands.Entry) (hands.Entry, error) {
	if p.Behind() {
		return e, fmt.Errorf("twohands: the lines end at %d; I have seen line %d", p.Hands.Lines, p.Memory().Lines)
	}
	e.By = p.seat
	if err := p.Lawful(e); err != nil {
		return e, err
	}
	return p.player.Secret.Sign(p.Hands.Sum, e), nil
}

// Act signs what this player does.
func (p *Player) Act(text string) (hands.Entry, error) {
	return p.Sign(hands.Entry{Kind: hands.Act, Text: text})
}

// Consent signs an entry of the other side that needs it.
func (p *Player) Consent(e hands.Entry) string {
	return p.player.Secret.Consent(p.Hands.Sum, e)
}

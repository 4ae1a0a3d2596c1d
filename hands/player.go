package hands

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
)

// A Player is what one client has to do. It follows every line, and gives a value only
// for the question that its own engine asks, and each value for one question alone.
type Player struct {
	Table  *Table
	Secret *Secret
	// Derive is the question that the rules ask after the lines so far.
	Derive func(*Table) (Entry, error)

	memory Memory
}

// A Memory is what a client keeps where it survives: the last line that it has seen,
// and for which question it has given each value.
type Memory struct {
	Lines int               `json:"lines"`
	Sum   string            `json:"sum"`
	Given map[string]string `json:"given"` // by the value: the sum of the question
}

// NewPlayer is a player who begins, or who comes back with what he remembers.
func NewPlayer(s *Secret, derive func(*Table) (Entry, error), m Memory) *Player {
	m.Given = maps.Clone(m.Given)
	if m.Given == nil {
		m.Given = map[string]string{}
	}
	return &Player{&Table{}, s, derive, m}
}

// Memory is what is to be kept before a value is sent.
func (p *Player) Memory() Memory { return p.memory }

// Follow takes the next line. A line that breaks the rules of the protocol, a question
// that the rules of the game do not ask, and a history that is not the one that was
// seen before are refused.
func (p *Player) Follow(line []byte) error {
	if err := p.Table.Take(line); err != nil {
		return err
	}
	t := p.Table
	if t.Lines == 1 && t.match != p.Secret.match {
		return &Fault{1, "it is another match than mine"}
	}
	if t.Lines == p.memory.Lines && t.Sum != p.memory.Sum {
		return &Fault{t.Lines, "this is not the history that I have seen: I was shown another line here"}
	}
	if ask, open := t.Asked(); open && t.asked == t.Sum {
		want, err := p.Derive(t)
		if err != nil {
			return &Fault{t.Lines, fmt.Sprintf("the rules ask nothing here: %v", err)}
		}
		want.Kind = Ask
		if !bytes.Equal(want.object(), ask.object()) {
			return &Fault{t.Lines, fmt.Sprintf("found the question %s; by my own engine the rules ask %s", ask.object(), want.object())}
		}
	}
	if e := t.Last; e.Kind == Rekey && e.By == p.Secret.seat {
		// Another client with the same root may have renewed the chain.
		p.Secret = t.Current(p.Secret)
	}
	if t.Lines > p.memory.Lines {
		p.memory.Lines, p.memory.Sum = t.Lines, t.Sum
	}
	return nil
}

// Behind reports whether the lines so far end before what was seen once: then the tail
// was cut off, and nothing is to be given.
func (p *Player) Behind() bool { return p.Table.Lines < p.memory.Lines }

// Low is when a chain is to be renewed: when so few of its values are left.
const Low = 64

// Left is how many rolls the chain of this player is good for.
func (p *Player) Left() int { return p.Table.Left(p.Secret.seat) }

// Renewal is the entry, unsigned, by which this player goes on with the chain that
// follows its own. It needs nobody's consent while nothing is asked.
func (p *Player) Renewal() Entry { return p.Secret.Renewal() }

// Reveal is the value that this player owes. Its memory is to be kept before it is sent.
func (p *Player) Reveal() (Entry, error) {
	t, seat := p.Table, p.Secret.seat
	if p.Behind() {
		return Entry{}, fmt.Errorf("hands: the history ends at line %d; I have seen line %d", t.Lines, p.memory.Lines)
	}
	if t.Owes() != seat {
		return Entry{}, errors.New("hands: no value of mine is owed")
	}
	e, err := t.Value(p.Secret)
	if err != nil {
		return Entry{}, err
	}
	if was, given := p.memory.Given[e.Value]; given && was != t.asked {
		return Entry{}, errors.New("hands: this value was given for another question: I was shown two histories")
	}
	p.memory.Given[e.Value] = t.asked
	return e, nil
}

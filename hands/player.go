package hands

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
)

// A Player does the work of one client. It follows every line. It reveals a value only for the
// question that its own engine asks, and each value for one question only.
type Player struct {
	Table  *Table
	Secret *Secret
	// Derive returns the question that the rules ask after the lines so far.
	Derive func(*Table) (Entry, error)

	memory Memory
}

// A Memory must survive a crash of the client: the last line that it has seen, and the question for
// which it revealed each value.
type Memory struct {
	Lines int               `json:"lines"`
	Sum   string            `json:"sum"`
	Given map[string]string `json:"given"` // by value: the checksum of the question
}

// NewPlayer returns a player who begins, or who continues with a memory.
func NewPlayer(s *Secret, derive func(*Table) (Entry, error), m Memory) *Player {
	m.Given = maps.Clone(m.Given)
	if m.Given == nil {
		m.Given = map[string]string{}
	}
	return &Player{&Table{}, s, derive, m}
}

// Memory returns the memory. The client must keep it before it sends a value.
func (p *Player) Memory() Memory { return p.memory }

// Follow takes the next line. It rejects a line that breaks the protocol, a question that the rules
// do not ask, and a history that differs from the one seen before.
func (p *Player) Follow(line []byte) error {
	if err := p.Table.Take(line); err != nil {
		return err
	}
	t := p.Table
	if t.Lines == 1 && t.match != p.Secret.match {
		return &Fault{1, "it is another match than that of this client"}
	}
	if t.Lines == p.memory.Lines && t.Sum != p.memory.Sum {
		return &Fault{t.Lines, "this is not the history that this client has seen: another line stood here"}
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

// Behind reports whether the lines so far end before the last line that was seen. Then the tail is
// missing, and the player must not reveal anything.
func (p *Player) Behind() bool { return p.Table.Lines < p.memory.Lines }

// RenewBelow is the number of values left at which a chain should be renewed.
const RenewBelow = 64

// Left returns the number of rolls that the player's chain has values for.
func (p *Player) Left() int { return p.Table.Left(p.Secret.seat) }

// Renewal returns the unsigned entry by which this player changes to its next chain. It needs no
// consent while no question is open.
func (p *Player) Renewal() Entry { return p.Secret.Renewal() }

// Reveal returns the signed entry with the value that this player owes. The client must keep the player's
// memory before it sends the entry.
func (p *Player) Reveal() (Entry, error) {
	t, seat := p.Table, p.Secret.seat
	if p.Behind() {
		return Entry{}, fmt.Errorf("hands: the history ends at line %d, but this client has seen line %d", t.Lines, p.memory.Lines)
	}
	if t.Owes() != seat {
		return Entry{}, errors.New("hands: this seat owes no value")
	}
	e, err := t.Value(p.Secret)
	if err != nil {
		return Entry{}, err
	}
	if was, given := p.memory.Given[e.Value]; given && was != t.asked {
		return Entry{}, errors.New("hands: this seat gave this value for another question: somebody shows two histories")
	}
	p.memory.Given[e.Value] = t.asked
	return e, nil
}

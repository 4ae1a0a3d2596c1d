package match

import (
	"errors"
	"fmt"
	"slices"

	"loophole/dice"
	"loophole/game"
	"loophole/record"
	"loophole/rule"
)

// Terms say whose dice may be typed in a match between people who sit apart: to the
// others typed dice are a player's word. Of every other side the program rolls the
// dice, until both agree: see [Match.Agree]. [Verify] holds every roll against them.
// Where the dice are of two hands, nobody types any.
type Terms struct {
	Typed []rule.Side `json:"typed"`           // the sides that may from the beginning
	Hands *Hands      `json:"hands,omitempty"` // the dice are of two hands
}

// Hands are the terms of dice of two hands, as package hands has them. The faces are
// for its lines to prove: a record tells them, and [Verify] checks that every roll is
// one of theirs by name.
type Hands struct {
	Match string `json:"match"` // a name that no other match has, so that no value fits into another
	Away  string `json:"away"`  // what follows when a value is owed too long: "forfeit" or "server"
	Wait  int    `json:"wait"`  // how long that is, in seconds
}

// HandDice are the dice of a header whose terms have two hands: no seed is there.
func HandDice() record.DiceOrigin { return record.DiceOrigin{Kind: dice.FromHands} }

// ofHands reports whether the dice are of two hands by the terms.
func (t *Terms) ofHands() bool { return t != nil && t.Hands != nil }

// random are the program's dice, or nil if the header names no seed.
func (h Header) random() (*dice.Random, error) {
	if h.Dice == HandDice() {
		return nil, nil
	}
	return h.Dice.Random()
}

// lawful reports what is wrong with terms for a fight.
func (t *Terms) lawful(f *game.Instance, d record.DiceOrigin) error {
	if t.ofHands() != (d.Kind == dice.FromHands) {
		return errors.New("the dice are of two hands by the terms, and by the header not, or the other way round")
	}
	if t == nil {
		return nil
	}
	if t.ofHands() && len(t.Typed) > 0 {
		return errors.New("where the dice are of two hands nobody types any")
	}
	for i, s := range t.Typed {
		if !slices.Contains(f.Sides[:], s) || slices.Contains(t.Typed[:i], s) {
			return fmt.Errorf("%q is no side, or is named twice", s)
		}
	}
	return nil
}

// MayType reports whether the dice of a side, 0 or 1, may be typed now.
func (m *Match) MayType(side int) bool {
	t := m.Header.Terms
	return t == nil || m.agreed[side] || slices.Contains(t.Typed, m.Fight.Sides[side])
}

// Agree lets the dice of a side, 0 or 1, be typed from now on, as the other side
// agrees. It is refused while an action is begun, whose questions were put under the
// terms before, where the side may type already, and where the dice are of two hands.
func (m *Match) Agree(side int) error {
	switch {
	case m.err != nil:
		return m.err
	case m.begun != nil:
		return fmt.Errorf("match: %q is pending: finish it, or undo it", m.Fight.FormatAction(m.begun.action))
	case m.Header.Terms.ofHands():
		return errors.New("match: the dice are of two hands, and nobody types any")
	case m.MayType(side):
		return fmt.Errorf("match: the dice of %s may be typed already", m.Fight.Sides[side])
	}
	m.agreed[side] = true
	m.add(Entry{Kind: Agreed, By: m.Fight.Sides[side], Consent: m.Fight.Sides[1-side], Position: m.Position().Hash()})
	return m.err
}

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

// Terms state which sides may type their dice in a match between people at a distance, who cannot
// check typed dice. The program rolls the dice of every other side until both sides agree: see
// [Match.Agree]. [Verify] checks every roll against them. With dice of two hands, nobody types
// dice.
type Terms struct {
	Typed []rule.Side `json:"typed"`           // the sides that may type from the beginning
	Hands *Hands      `json:"hands,omitempty"` // the terms of two-hands dice
}

// Hands are the terms of two-hands dice of package hands. The lines of that package prove the
// faces. A record repeats the faces, and [Verify] checks that every roll has this origin.
type Hands struct {
	Match string `json:"match"` // a unique name, so that no value fits another match
	Away  string `json:"away"`  // the consequence of a value that is too late: "forfeit" or "server"
	Wait  int    `json:"wait"`  // seconds until a value is too late
	// Values is the use of a value: "" for one roll, "act" for all dice of an act, or "typed" if
	// the players type their dice and sign them.
	Values string `json:"values,omitempty"`
}

// origin returns the origin that every roll of these terms has.
func (h *Hands) origin() string {
	if h.Values == "typed" {
		return dice.FromTyped
	}
	return dice.FromHands
}

// HandDice returns the origin of dice for a header with two-hands terms. It has no seed.
func HandDice() record.DiceOrigin { return record.DiceOrigin{Kind: dice.FromHands} }

// ofHands reports whether the terms demand two-hands dice.
func (t *Terms) ofHands() bool { return t != nil && t.Hands != nil }

// random returns the program's dice, or nil if the header has no seed.
func (h Header) random() (*dice.Random, error) {
	if h.Dice == HandDice() {
		return nil, nil
	}
	return h.Dice.Random()
}

// validate returns an error if the terms do not fit a game.
func (t *Terms) validate(f *game.Instance, d record.DiceOrigin) error {
	if t.ofHands() != (d.Kind == dice.FromHands) {
		return errors.New("the terms and the header disagree on whether the dice are of two hands")
	}
	if t == nil {
		return nil
	}
	if t.ofHands() && len(t.Typed) > 0 {
		return errors.New("with dice of two hands, no side types dice")
	}
	for i, s := range t.Typed {
		if !slices.Contains(f.Sides[:], s) || slices.Contains(t.Typed[:i], s) {
			return fmt.Errorf("%q is not a side, or is named twice", s)
		}
	}
	return nil
}

// MayType reports whether the dice of a side, 0 or 1, may be typed now.
func (m *Match) MayType(side int) bool {
	t := m.Header.Terms
	return t == nil || m.agreed[side] || slices.Contains(t.Typed, m.Instance.Sides[side])
}

// Agree lets the dice of a side, 0 or 1, be typed from now on, with the consent of the other side.
// It fails while an action is pending, because its questions were asked under the former terms. It
// also fails if the side may type already, and with two-hands dice.
func (m *Match) Agree(side int) error {
	switch {
	case m.err != nil:
		return m.err
	case m.resigned != "":
		return m.resignedError()
	case m.pending != nil:
		return fmt.Errorf("match: %q is pending: finish it, or undo it", m.Instance.FormatAction(m.pending.action))
	case m.Header.Terms.ofHands():
		return errors.New("match: the dice are of two hands, so no side types dice")
	case m.MayType(side):
		return fmt.Errorf("match: %s may already type its dice", m.Instance.Sides[side])
	}
	m.agreed[side] = true
	m.add(Entry{Kind: Agreed, By: m.Instance.Sides[side], Consent: m.Instance.Sides[1-side], Position: m.Position().Hash()})
	return m.err
}

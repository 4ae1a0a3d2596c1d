package match

import (
	"fmt"
	"slices"

	"loophole/game"
	"loophole/rule"
)

// Terms say whose dice may be typed in a match between people who sit apart: to the
// others typed dice are a player's word. Of every other side the program rolls the
// dice, until both agree: see [Match.Agree]. [Verify] holds every roll against them.
type Terms struct {
	Typed []rule.Side `json:"typed"` // the sides that may from the beginning
}

// lawful reports what is wrong with terms for a fight.
func (t *Terms) lawful(f *game.Fight) error {
	if t == nil {
		return nil
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
// terms before, and where the side may type already.
func (m *Match) Agree(side int) error {
	switch {
	case m.err != nil:
		return m.err
	case m.begun != nil:
		return fmt.Errorf("match: %q is begun: finish it, or take it back", m.Fight.Print(m.begun.action))
	case m.MayType(side):
		return fmt.Errorf("match: the dice of %s may be typed already", m.Fight.Sides[side])
	}
	m.agreed[side] = true
	m.add(Entry{Kind: Agreed, By: m.Fight.Sides[side], Consent: m.Fight.Sides[1-side], Position: m.Position().Hash()})
	return m.err
}

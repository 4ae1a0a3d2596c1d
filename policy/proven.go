package policy

import (
	"loophole/game"
	"loophole/solve"
)

// A Proof says what is proven of a chance to win.
type Proof uint8

// The proofs. The chance of an action with AtLeast or AtMost is the bound: other estimates of it are impossible.
const (
	Unproven Proof = iota
	AtLeast
	AtMost
	Exactly
)

// Proven returns what the solved part of the rest of the game proves of the chance. If the rest of the game is solved as
// a whole, see [Weighing].
func (x *Weighed) Proven() Proof {
	switch {
	case x.Low == x.High && x.Chance == x.Low:
		return Exactly
	case x.Low > 0 && x.Chance == x.Low:
		return AtLeast
	case x.High < 1 && x.Chance == x.High:
		return AtMost
	}
	return Unproven
}

// bound moves chances within the bounds that a solution of a part of the rest of the game proves.
func (w *Weighing) bound(s *solve.Solution, p game.Position) error {
	list, err := s.Actions(p)
	if err != nil {
		return err
	}
	for _, a := range list {
		i := w.Find(a.Action)
		if i < 0 {
			continue
		}
		y, v := &w.Actions[i], a.Value.For(w.Side)
		if v.Solved() {
			v.High = v.Low
		}
		y.Low, y.High = v.Low, v.High
		if within := max(y.Low, min(y.High, y.Chance)); within != y.Chance {
			y.Chance, y.Error, y.Doubt = within, 0, 0
		}
	}
	return nil
}

// isCompared reports whether the chance is more than that of the search.
func (x *Weighed) isCompared() bool {
	return x.Games > 0 || x.Proven() == AtLeast || x.Proven() == Exactly
}

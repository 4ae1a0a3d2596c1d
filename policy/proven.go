package policy

import (
	"math"

	"loophole/game"
	"loophole/solve"
)

// A Proof says what is proven of a chance to win.
type Proof uint8

// The proofs. The chance of an action with AtLeast or AtMost is the bound: estimates beyond it are impossible.
const (
	Unproven Proof = iota
	AtLeast
	AtMost
	Exactly
)

// Proven returns what the solved part of the rest of the game proves of the chance. If all of the rest is solved,
// Weighing.Solved is set instead.
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

// isCompared reports whether the chance rests on more than the search.
func (x *Weighed) isCompared() bool {
	return x.Games > 0 || x.Proven() == AtLeast || x.Proven() == Exactly
}

// rounding is the largest difference of a bound from 0 or 1 that is due to rounding.
const rounding = 1e-9

// bound moves chances within the bounds that a solution of a part of the rest of the game proves, and sorts the actions
// again.
func (w *Weighing) bound(s *solve.Solution, p game.Position) error {
	list, err := s.Actions(p)
	if err != nil {
		return err
	}
	before, moved := w.Actions[0].Action, map[game.Action]bool{}
	for _, a := range list {
		i := w.Find(a.Action)
		if i < 0 {
			continue
		}
		y, v := &w.Actions[i], a.Value.For(w.Side)
		if y.Low = max(0, v.Low); y.Low < rounding {
			y.Low = 0
		}
		if y.High = min(1, v.High); y.High > 1-rounding {
			y.High = 1
		}
		if v.Solved() {
			y.High = y.Low
		}
		if within := max(y.Low, min(y.High, y.Chance)); within != y.Chance {
			y.Chance, y.Error, moved[y.Action] = within, 0, true
		}
	}
	w.settle()
	best := &w.Actions[0]
	for i := range w.Actions { // Rollouts compared with another best chance: the errors are independent now.
		if y := &w.Actions[i]; best.Action != before || moved[before] || moved[y.Action] {
			y.Doubt = math.Hypot(y.Error, best.Error)
		}
	}
	best.Doubt = 0
	return nil
}

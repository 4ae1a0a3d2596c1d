package policy

import (
	"math"

	"loophole/winprob"
)

// anchor moves the chances that players see as [winprob.Model.Anchored] moves those of the model. Rollouts are games of
// quick players too, so their results move by as much. Exact chances stay, and no action changes its place.
func (w *Weighing) anchor(m *winprob.Model, round int) {
	if w.Solved || len(w.Actions) == 0 {
		return
	}
	best := w.Actions[0].Chance
	for i := range w.Actions {
		x := &w.Actions[i]
		x.Error *= stretch(m, x.Chance, x.Chance, w.Side, round)
		x.Doubt *= stretch(m, x.Chance, best, w.Side, round)
		for _, chance := range []*float64{&x.Chance, &x.AtOnce, &x.Search} {
			*chance = m.Move(*chance, w.Side, round)
		}
		if x.Reason != nil {
			x.Reason.Settle(x.Chance)
		}
	}
}

// anchor does the same to the chances of options.
func (w *OptionWeighing) anchor(m *winprob.Model, side, round int) {
	if w.Solved {
		return
	}
	for i, chance := range w.Chances {
		if w.Chances[i] = m.Move(chance, side, round); w.Errors != nil {
			w.Errors[i] *= stretch(m, chance, chance, side, round)
		}
	}
}

// stretch returns the factor by which the difference between two chances grows when both move. For nearly equal ones it
// is the derivative.
func stretch(m *winprob.Model, a, b float64, side, round int) float64 {
	const near = 1e-6
	if math.Abs(a-b) < near {
		a, b = max(0, a-near), min(1, a+near)
	}
	return (m.Move(b, side, round) - m.Move(a, side, round)) / (b - a)
}

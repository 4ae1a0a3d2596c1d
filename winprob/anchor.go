package winprob

import (
	"math"

	"loophole/game"
)

// Anchored returns a copy of the model by which the first side has the chance start to win from the start of an instance,
// such as the measured score of strong players: the games of a fit are those of quick ones, who may fare otherwise. The
// logits of all chances move by the same amount, so no two positions change places. The end of a game is still worth its
// result. Quality remains that of the model as it was fitted.
//
// start must be more than 0 and less than 1; for any other number Anchored returns the model itself.
func (m *Model) Anchored(f *game.Instance, start float64) *Model {
	if !(start > 0 && start < 1) {
		return m
	}
	x := *m
	x.Weights = append([][2]float32(nil), m.Weights...)
	by := logit(start) - logit(m.startChance(f))
	rounded := float32(math.Round(by*unit) / unit) // so that every processor gets the same
	for i := range x.Weights[0] {                  // of the constant
		x.Weights[0][i] += rounded
	}
	return &x
}

// startChance returns the chance of the first side to win from the start of an instance.
func (m *Model) startChance(f *game.Instance) float64 {
	var view *game.Runner
	if f.HasHiddenInfo() {
		view = f.Runner()
	}
	return m.Evaluator().ForBoth(f.Runner(), view)
}

// logit is the inverse of the logistic function, within the range that [Reason.Settle] uses.
func logit(p float64) float64 {
	return max(-settleMost, min(settleMost, math.Log(p/(1-p))))
}

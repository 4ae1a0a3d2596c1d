package winprob

import "loophole/game"

// ByInputs values a position as the fit does: it encodes all fields, and sums the weighted inputs.
func (m *Model) ByInputs(r *game.Runner, viewer int) float64 {
	var x game.Features
	var v vector
	r.Features(&x)
	m.encode(&x, sign(viewer), &v)
	return m.chance(&v)
}

package winprob

import (
	"math"

	"loophole/game"
)

// A Model estimates the chance of the first side to win from a position of one scenario. It is a
// logistic model in which each input has two weights: one at the start of the game, and one at its
// end. It never changes after the fit, so several goroutines may use it.
type Model struct {
	encoding
	Weights [][2]float32 // of each input, at the start and at the end
	// Quality measures the model on games that it was not fitted to.
	Quality Quality
}

// Quality measures how good a model is, on positions of games that it was not fitted to.
type Quality struct {
	Games     int     // games in the fit
	Tested    int     // games in the test
	Brier     float64 // the mean square of the error, 0 to 1
	Constant  float64 // the Brier score of the mean result, for comparison
	Positions int     // of the games in the test
}

// An Evaluator evaluates positions by a model. It serves one goroutine.
type Evaluator struct {
	model    *Model
	features game.Features
	inputs   vector // the summaries
	tables   []table
}

// Evaluator returns a new evaluator.
func (m *Model) Evaluator() *Evaluator {
	e := &Evaluator{model: m}
	e.features.Chosen = make([]int32, len(m.Fields))
	e.tables = make([]table, len(m.Fields))
	for i := range m.Fields {
		e.features.Chosen[i] = m.Fields[i].Field
		e.tables[i] = m.table(&m.Fields[i])
	}
	return e
}

// Everybody is the viewer of a position in which both sides know everything.
const Everybody = -1

// At returns the chance of the first side to win from a runner's position, as viewer knows it: side
// 0, side 1 or [Everybody]. A draw counts as half a win.
func (e *Evaluator) At(r *game.Runner, viewer int) float64 {
	r.Features(&e.features)
	return e.value(viewer)
}

// ForBoth returns the chance of the first side to win from a runner's position: the mean of what the two sides would
// estimate by what they know, or what everybody knows if view is nil. View is a runner of the same instance, which
// ForBoth sets to views of the position.
func (e *Evaluator) ForBoth(r, view *game.Runner) float64 {
	if view == nil {
		return e.At(r, Everybody)
	}
	return (e.At(view.View(r, 0), 0) + e.At(view.View(r, 1), 1)) / 2
}

// After returns the chance of the first side to win from a position that an action led to; see
// [Evaluator.At].
func (e *Evaluator) After(x *game.ActionRunner, position, viewer int) float64 {
	x.Features(position, &e.features)
	return e.value(viewer)
}

func (e *Evaluator) value(viewer int) float64 {
	if s := &e.features.Status; s.Over {
		return Result(s)
	}
	v := &e.inputs
	v.index, v.value = v.index[:0], v.value[:0]
	e.model.summary(&e.features, sign(viewer), v)
	z := e.model.sums(v)
	for i, y := range e.features.Fields {
		w := e.tables[i].at(y)
		z[0] += w[0]
		z[1] += w[1]
	}
	return logistic(v.mix(z))
}

// A table holds the weights of a field of a position by its value: those of low and all lower values
// first, those of all higher values last.
type table struct {
	low     float32
	weights [][2]float32
	code    *fieldCode // for a field with too many values, of which weights has the levels
}

// A field has a table if it has at most mostValues values between -largestValue and largestValue.
// There the distance between two floats is below 1.
const (
	mostValues   = 256
	largestValue = 1 << 20
)

// table returns the weights of a field as a table, or with its code if its values do not fit one.
func (m *Model) table(f *fieldCode) table {
	levels := m.Weights[f.First:][:len(f.Levels)]
	if len(levels) < 2 {
		return table{weights: levels}
	}
	low, high := f.Levels[0], f.Levels[len(levels)-2]
	if low < -largestValue || high > largestValue || high-low > mostValues-2 || low != float32(int32(low)) || high != float32(int32(high)) {
		return table{weights: levels, code: f}
	}
	t := table{low: low}
	for y := low; y <= high+1; y++ {
		t.weights = append(t.weights, levels[f.level(y)])
	}
	return t
}

// at returns the weights of a value at the start and at the end of the game.
func (t *table) at(y float32) [2]float32 {
	if t.code != nil {
		return t.weights[t.code.level(y)]
	}
	last, above := len(t.weights)-1, y-t.low
	switch {
	case above <= 0:
		return t.weights[0]
	case above >= float32(last):
		return t.weights[last]
	}
	return t.weights[int(above)]
}

// Result returns the value of the end of a game to the first side: 1, 0, or ½ for a draw.
func Result(s *game.Status) float64 {
	switch s.Winner {
	case 0:
		return 1
	case 1:
		return 0
	}
	return 0.5
}

// sign returns 1 for the first side, -1 for the second, and 0 for everybody.
func sign(viewer int) int {
	switch viewer {
	case 0:
		return 1
	case 1:
		return -1
	}
	return 0
}

func (m *Model) chance(v *vector) float64 { return logistic(m.score(v)) }

// score returns the logit of the chance.
func (m *Model) score(v *vector) float32 { return v.mix(m.sums(v)) }

// sums returns the sums of the weighted inputs at the start and at the end of the game. It rounds
// products before adding them, so that every processor gets the same result.
func (m *Model) sums(v *vector) (z [2]float32) {
	for k, i := range v.index {
		for j, w := range m.Weights[i] {
			z[j] += float32(w * v.value[k])
		}
	}
	return z
}

// mix weighs the sums for the start and for the end of the game by the time that is left.
func (v *vector) mix(z [2]float32) float32 { return float32(z[0]*v.left) + float32(z[1]*(1-v.left)) }

func logistic(z float32) float64 { return 1 / (1 + math.Exp(-float64(z))) }

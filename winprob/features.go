package winprob

import (
	"math"
	"slices"

	"loophole/game"
)

// A vector is a sparse list of inputs.
type vector struct {
	index []int32
	value []float32
	left  float32 // the share of the game that is left: 1 in the first round, 0 in the last
}

func (v *vector) add(i int32, x float32) {
	if x != 0 {
		v.index, v.value = append(v.index, i), append(v.value, x)
	}
}

// summaries is the number of inputs from the numbers that every game states; see
// [encoding.summary].
const summaries = 16

// mostLevels is the largest number of different values for which a field of a position gets one
// input each. A field with more values gets an input for each of at most mostLevels ranges.
const mostLevels = 12

// leastSeen is the number of positions of a fit in which a value must occur to get an input of its own. Rarer
// values share the input of the next higher one.
const leastSeen = 20

// An encoding turns the features of a position into inputs.
type encoding struct {
	Rounds     int        // the last round
	StartValue [2]float32 // [game.Evaluation.Own] of each side at the start, at least 1
	Models     [2]float32 // of each side at the start, at least 1
	Fields     []fieldCode
	Inputs     int
}

// A fieldCode assigns inputs to a field of the position: one for each level. A level ends at the
// highest value that belongs to it.
type fieldCode struct {
	Field  int32
	First  int32 // the input of the first level
	Levels []float32
}

// newEncoding makes inputs for the fields that differ among some positions.
func newEncoding(start *game.Features, all []sample) encoding {
	e := encoding{Rounds: 1, Inputs: summaries}
	for side := range e.StartValue {
		e.StartValue[side] = float32(max(1, start.Evaluations[side].Own))
		e.Models[side] = float32(max(1, start.Here[side]))
	}
	for i := range all {
		e.Rounds = max(e.Rounds, all[i].features.Status.Round)
	}
	counts := map[float32]int{}
	for f := range start.Fields {
		clear(counts)
		for i := range all {
			counts[all[i].features.Fields[f]]++
		}
		levels := levelsOf(counts)
		if len(levels) < 2 {
			continue
		}
		e.Fields = append(e.Fields, fieldCode{int32(f), int32(e.Inputs), levels})
		e.Inputs += len(levels)
	}
	return e
}

// levelsOf returns the upper ends of the levels, given the number of positions with each value.
func levelsOf(counts map[float32]int) []float32 {
	var values []float32
	total := 0
	for v, n := range counts {
		values = append(values, v)
		total += n
	}
	slices.Sort(values)
	each := leastSeen
	if len(values) > mostLevels {
		each = max(each, total/mostLevels)
	}
	var levels []float32
	seen := 0
	for _, v := range values {
		if seen += counts[v]; seen >= each {
			levels = append(levels, v)
			seen = 0
		}
	}
	if len(levels) > 0 { // Rare values at the end belong to the last level.
		levels[len(levels)-1] = math.MaxFloat32
	}
	return levels
}

// encode writes the inputs of a position as a side knows it: see [sign] for viewerSign.
func (e *encoding) encode(x *game.Features, viewerSign int, v *vector) {
	v.index, v.value = v.index[:0], v.value[:0]
	e.summary(x, viewerSign, v)
	for i := range e.Fields {
		f := &e.Fields[i]
		k := f.level(x.Fields[f.Field])
		v.index, v.value = append(v.index, f.First+int32(k)), append(v.value, 1)
	}
}

// level returns the number of the level to which a value belongs.
func (f *fieldCode) level(y float32) int {
	k := 0
	for k < len(f.Levels)-1 && y > f.Levels[k] {
		k++
	}
	return k
}

// summary writes the numbers that every game states: models, worth and objectives of both sides,
// the time that is left, whose turn it is and who views it. It also sets v.left, by which
// [vector.mix] weighs all inputs.
func (e *encoding) summary(x *game.Features, viewerSign int, v *vector) {
	v.left = 1 - float32(x.Status.Round-1)/float32(max(1, e.Rounds-1))
	v.left = max(0, v.left)
	turn := float32(1 - 2*x.Status.Side)
	own, here := [2]float32{}, [2]float32{}
	for side := range own {
		own[side] = float32(x.Evaluations[side].Own) / e.StartValue[side]
		here[side] = float32(x.Here[side]) / e.Models[side]
	}
	goal := [2]float32{squash(x.Evaluations[0].Objectives), squash(x.Evaluations[1].Objectives)}
	ratio := (own[0] - own[1]) / max(0.01, own[0]+own[1])
	held := goal[0] - goal[1]
	for i, y := range [summaries]float32{
		1, v.left, turn, own[0], own[1], here[0], here[1], ratio, goal[0], goal[1], held, float32(held * turn), float32(ratio * turn),
		float32(viewerSign), float32(float32(viewerSign) * ratio), float32(float32(viewerSign) * held),
	} {
		v.add(int32(i), y)
	}
}

// squash maps the value of objectives, which each game counts in units of its own, to the range
// from -1 to 1.
func squash(n int) float32 { return float32(math.Tanh(float64(n) / 40)) }

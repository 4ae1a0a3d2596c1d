package winprob

import (
	"math"

	"loophole/game"
)

// A sample is a position of a played game, with the value that it turned out to have for the first
// side.
type sample struct {
	features game.Features
	viewer   int
	game     int
	target   float32
	result   float32
}

// epochs is the number of passes of a fit over all samples.
const epochs = 4

// shrink returns the share by which each step reduces a weight that it uses. Positions have many
// fields, and each occurs in few games, so their weights need more of it.
func shrink(input int32) float32 {
	if input < summaries {
		return 0.002
	}
	return 0.05
}

// A trainer fits the weights of a model by stochastic gradient descent with Adagrad steps.
type trainer struct {
	*Model
	squares [][2]float32 // of gradients, for each weight
	random  uint64
}

func newTrainer(e encoding) *trainer {
	t := &trainer{&Model{encoding: e, Weights: make([][2]float32, e.Inputs)}, make([][2]float32, e.Inputs), 1}
	for i := range t.squares {
		t.squares[i] = [2]float32{0.01, 0.01}
	}
	return t
}

// fit makes some passes over the samples in random order.
func (t *trainer) fit(inputs []vector, targets []float32, epochs int) {
	order := make([]int32, len(inputs))
	for i := range order {
		order[i] = int32(i)
	}
	for e := range epochs {
		for i := len(order) - 1; i > 0; i-- {
			k := int(nextRandom(&t.random) % uint64(i+1))
			order[i], order[k] = order[k], order[i]
		}
		for _, i := range order {
			t.step(&inputs[i], targets[i], 0.08/float32(1+e))
		}
	}
}

// step moves the weights against the gradient of the cross entropy.
func (t *trainer) step(v *vector, target, rate float32) {
	err := float32(logistic(t.score(v))) - target
	parts := [2]float32{float32(err * v.left), float32(err * (1 - v.left))}
	for k, i := range v.index {
		for j, part := range parts {
			w, s := &t.Weights[i][j], &t.squares[i][j]
			g := float32(part*v.value[k]) + float32(shrink(i)**w)
			*s += float32(g * g)
			*w -= float32(rate*g) / float32(math.Sqrt(float64(*s)))
		}
	}
}

// nextRandom returns the next of a sequence of random numbers.
func nextRandom(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

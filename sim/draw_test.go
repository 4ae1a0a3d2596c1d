package sim

import (
	"math"
	"math/bits"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

var drawPools = []rule.Pool{
	rule.DrawPool(1, rule.AnyDie(7)), rule.DrawPool(4, rule.AnyDie(6)), rule.DrawPool(3, rule.WeightedDie(3, 0, 5)), rule.DrawPool(2, rule.BagOf(5, 4)),
	rule.DrawPool(6, rule.BagOf(2, 0, 1, 4)), rule.DrawPool(1, rule.BagOf(0, 1)), rule.DrawPool(5, rule.BagOf(4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4)),
}

// TestSamplerDraws: a draw equals the pieces of the same words, one by one.
func TestSamplerDraws(t *testing.T) {
	s := NewSampler(7, 3, nil)
	var w xoshiro256
	w.start(7, 3)
	below := func(n uint64) uint64 {
		for {
			if high, low := bits.Mul64(w.next(), n); low >= -n%n {
				return high
			}
		}
	}
	for i := range 500 {
		p := drawPools[i*5%len(drawPools)]
		faces := p.RollFaces(below)
		if got := mustRoll(t, s, p); got != p.Evaluate(faces) || p.CheckFaces(faces) != nil {
			t.Fatalf("%v is %s, the words say %v", p, p.Describe(got), faces)
		}
	}
}

// TestDrawsAreFair: the frequencies of draws, one by one and from tables, are within five standard
// errors of their probabilities.
func TestDrawsAreFair(t *testing.T) {
	const many = 50_000
	for _, p := range drawPools {
		want, err := odds.DistOf(t.Context(), func(u *rule.Umpire) int {
			return p.Evaluate(facesOf(u.Draw(p.N(), p.Bag(), "", "")))
		}, odds.Options{Floats: true})
		if err != nil {
			t.Fatal(err)
		}
		likely := map[int]float64{}
		for i, v := range want.Outcomes {
			likely[v] = want.Chance(i).Float
		}
		one := NewSampler(1, 0, nil)
		bulk, _ := NewAliasSampler(1, 0, nil)
		for name, s := range map[string]rule.Source{"sampler": one, "bulk": bulk} {
			count := map[int]float64{}
			for range many {
				v, _, err := s.Roll(rule.Roll{Pool: p})
				if err != nil {
					t.Fatal(err)
				}
				count[v]++
			}
			for v, n := range count {
				x := likely[v]
				if x == 0 || math.Abs(n-many*x) > 5*math.Sqrt(many*x*(1-x))+5 {
					t.Errorf("%s, %v: %s came %v times of %d; its chance is %v", name, p, p.Describe(v), n, many, x)
				}
			}
		}
	}
}

func facesOf(d rule.Drawn) (faces []uint8) {
	for f, many := range d.All() {
		for range many {
			faces = append(faces, uint8(f))
		}
	}
	return faces
}

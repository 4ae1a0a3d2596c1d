package sim_test

import (
	"testing"

	"loophole/rule"
	"loophole/sim"
)

// struck are dice that hit, and sixes among them: a result that is its own number. manyStruck are the same in more bytes
// than a number has.
type (
	struck     struct{ all, sixes int8 }
	manyStruck struct{ all, sixes int }
)

func rollStruck(u *rule.Umpire, n int) struck {
	hits := u.Count(n, rule.D6, rule.AtLeast(4), "x", "to hit")
	return struck{int8(hits), int8(u.Count(hits, rule.Die(3), rule.AtLeast(3), "x", "which of them are sixes"))}
}

var (
	struckRoll     = rule.NewResultSubroll("hits", rollStruck)
	manyStruckRoll = rule.NewResultSubroll("hits", func(u *rule.Umpire, n int) manyStruck {
		s := struckRoll.Roll(u, n)
		return manyStruck{int(s.all), int(s.sixes)}
	})
)

// TestResultSubroll: a sampler rolls the same with a subroll of several parts and without it.
func TestResultSubroll(t *testing.T) {
	some := 0
	for seed := range uint64(50) {
		one := struckRoll.Roll(rule.NewUmpire(sim.NewSampler(seed, 0, nil), nil), 5)
		other := rollStruck(rule.NewUmpire(sim.NewSampler(seed, 0, nil), nil), 5)
		if one != other {
			t.Errorf("seed %d: %v, and without a subroll %v", seed, one, other)
		}
		if one.sixes > 0 {
			some++
		}
	}
	if some == 0 {
		t.Error("no roll has a six")
	}
}

// TestDrawnResultSubroll: results drawn in bulk have the means of the dice: of five dice 5/2 hit, and a third of
// those are sixes. The limits are five standard deviations.
func TestDrawnResultSubroll(t *testing.T) {
	const trials = 40_000
	_, u := sim.NewAliasSampler(7, 0, nil)
	var small, wide [2]int
	for range trials {
		one, two := struckRoll.Roll(u, 5), manyStruckRoll.Roll(u, 5)
		if one.sixes > one.all || two.sixes > two.all || one.all > 5 || two.all > 5 {
			t.Fatalf("drawn: %v, %v", one, two)
		}
		small[0], small[1] = small[0]+int(one.all), small[1]+int(one.sixes)
		wide[0], wide[1] = wide[0]+two.all, wide[1]+two.sixes
	}
	// The variances of a roll are 5/4 and 5 · 1/6 · 5/6: 40,000 rolls deviate by 224 and 167.
	for _, sum := range [][2]int{small, wide} {
		if hits, sixes := sum[0]-trials*5/2, sum[1]-trials*5/6; max(hits, -hits) > 5*224 || max(sixes, -sixes) > 5*167 {
			t.Errorf("%d hits and %d sixes, expected 100,000 and 33,333", sum[0], sum[1])
		}
	}
}

package sim_test

import (
	"testing"

	"loophole/rule"
	"loophole/sim"
)

// struck are dice that hit, and sixes among them.
type struck struct{ all, sixes int8 }

func (s struck) Pack() int             { return int(s.all)<<8 | int(s.sixes) }
func (struck) Unpack(n int) (s struck) { return struck{int8(n >> 8), int8(n & 0xff)} }

// TestResultSubroll: a sampler rolls the same with a subroll of several parts and without it.
func TestResultSubroll(t *testing.T) {
	roll := func(u *rule.Umpire, n int) struck {
		hits := u.Count(n, rule.D6, rule.AtLeast(4), "x", "to hit")
		return struck{int8(hits), int8(u.Count(hits, rule.Die(3), rule.AtLeast(3), "x", "which of them are sixes"))}
	}
	sub, some := rule.NewResultSubroll("hits", roll), 0
	for seed := range uint64(50) {
		one := sub.Roll(rule.NewUmpire(sim.NewSampler(seed, 0, nil), nil), 5)
		other := roll(rule.NewUmpire(sim.NewSampler(seed, 0, nil), nil), 5)
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

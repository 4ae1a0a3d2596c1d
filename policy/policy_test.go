package policy_test

import (
	"context"
	"testing"

	"loophole/game"
	"loophole/policy"
	"loophole/rulesets/tideofiron"
)

func block(t testing.TB) *game.Fight {
	f, err := tideofiron.Game.Begin("block", nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func maker(t testing.TB, name string) func() policy.Policy {
	if _, err := policy.New(name); err != nil {
		t.Fatal(err)
	}
	return func() policy.Policy {
		p, _ := policy.New(name)
		return p
	}
}

func fight(t testing.TB, a, b string, o policy.Options) *policy.Battle {
	t.Helper()
	x, err := policy.Fight(context.Background(), block(t), [2]func() policy.Policy{maker(t, a), maker(t, b)}, o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// BenchmarkGames is one complete game with random policies.
func BenchmarkGames(b *testing.B) {
	b.ReportAllocs()
	fight(b, "random", "random", policy.Options{Games: b.N, Workers: 1})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

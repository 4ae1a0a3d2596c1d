package rulesets_test

import (
	"context"
	"testing"

	"loophole/internal/testgame"
	"loophole/policy"
	"loophole/scenario"
)

// BenchmarkGame plays games of every scenario with the random policy for both sides, on one core.
// An iteration is a game.
func BenchmarkGame(b *testing.B) {
	random := func() policy.Policy { return &policy.Random{} }
	for _, s := range scenario.Bundled() {
		f := testgame.New(b, s)
		b.Run(s.Ruleset+"/"+s.Name, func(b *testing.B) {
			o := policy.Options{Games: b.N, Seed: 1, Workers: 1}
			x, err := policy.PlaySeries(context.Background(), f, [2]func() policy.Policy{random, random}, o)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(x.Actions.Mean(), "actions")
		})
	}
}

package oldworld_test

import (
	"context"
	"testing"

	"loophole/policy"
	"loophole/rulesets/oldworld"
	"loophole/scenario"
)

// BenchmarkGames plays one complete game of each scenario with random policies. It logs the winner.
func BenchmarkGames(b *testing.B) {
	for _, s := range scenario.ForRuleset("oldworld") {
		b.Run(s.Name, func(b *testing.B) {
			f, err := scenario.Open(oldworld.Game, s.Name, nil)
			if err != nil {
				b.Fatal(err)
			}
			random := func() policy.Policy { return &policy.Random{} }
			x, err := policy.PlaySeries(context.Background(), f, [2]func() policy.Policy{random, random}, policy.Options{Games: b.N, Workers: 1})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(x.Actions.Mean(), "actions")
			b.Logf("won %v lost %.1f %.1f metrics %.2f", x.Won, x.Lost[0].Mean(), x.Lost[1].Mean(), x.Metrics[0].Mean())
		})
	}
}

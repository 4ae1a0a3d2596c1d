package rulesets_test

import (
	"context"
	"testing"

	"loophole/game"
	"loophole/internal/testgame"
	"loophole/policy"
)

// benchmarkScenarios are the scenarios, one of each ruleset, of the benchmarks of policies.
var benchmarkScenarios = [][2]string{{"konflikt47", "farmhouse"}, {"lasergrenadiers", "farm"}, {"d20skirmish", "arnhem"}, {"oldworld", "farmhouse"}, {"tideofiron", "block"}}

// benchmarkPolicies runs a benchmark for each scenario and each policy that evaluates actions.
func benchmarkPolicies(b *testing.B, run func(b *testing.B, f *game.Instance, name string)) {
	for _, s := range benchmarkScenarios {
		f := testgame.Bundled(b, s[0], s[1])
		for _, name := range []string{"cautious", "aggressive", "search"} {
			b.Run(s[0]+"/"+s[1]+"/"+name, func(b *testing.B) { run(b, f, name) })
		}
	}
}

// BenchmarkBattle plays ten games with one policy for both sides, on one core: without a table,
// and with one that is empty at first. An iteration is a series.
func BenchmarkBattle(b *testing.B) {
	const games = 10
	benchmarkPolicies(b, func(b *testing.B, f *game.Instance, name string) {
		for _, way := range []struct {
			name   string
			memory func() *policy.TranspositionTable
		}{
			{"nothing", func() *policy.TranspositionTable { return nil }},
			{"kept", func() *policy.TranspositionTable { return policy.NewTranspositionTable(0) }},
		} {
			b.Run(way.name, func(b *testing.B) {
				for b.Loop() {
					m := way.memory()
					side := func() policy.Policy { x, _ := m.New(name); return x }
					o := policy.Options{Games: games, Seed: 1, Workers: 1}
					if _, err := policy.PlaySeries(context.Background(), f, [2]func() policy.Policy{side, side}, o); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(games*float64(b.N)/b.Elapsed().Seconds(), "games/s")
			})
		}
	})
}

// BenchmarkDecision measures the first decision of a game, by a policy that has not met the
// position, and by one that has.
func BenchmarkDecision(b *testing.B) {
	benchmarkPolicies(b, func(b *testing.B, f *game.Instance, name string) {
		kept := policy.NewTranspositionTable(0)
		for _, way := range []struct {
			name   string
			memory func() *policy.TranspositionTable
		}{
			{"new", func() *policy.TranspositionTable { return policy.NewTranspositionTable(0) }},
			{"met", func() *policy.TranspositionTable { return kept }},
		} {
			b.Run(way.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					x, err := way.memory().New(name)
					if err == nil {
						_, err = policy.NextAction(x, f, f.Start, policy.NewRand(1, 0, 0))
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	})
}

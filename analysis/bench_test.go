package analysis_test

import (
	"context"
	"testing"

	"loophole/analysis"
	"loophole/internal/testgame"
	"loophole/policy"
)

// BenchmarkLuck measures luck alone in a game of each rulebook, which the page shows first.
func BenchmarkLuck(b *testing.B) {
	measure(b, analysis.Options{Models: &policy.Models, LuckOnly: true, SolvePositions: -1})
}

// BenchmarkAnalyse measures the whole analysis of a game of each rulebook.
func BenchmarkAnalyse(b *testing.B) {
	measure(b, analysis.Options{Models: &policy.Models})
}

func measure(b *testing.B, o analysis.Options) {
	for _, g := range [][2]string{
		{"d20skirmish", "la-fiere"}, {"konflikt47", "farmhouse"}, {"lasergrenadiers", "farm"}, {"oldworld", "farmhouse"}, {"tideofiron", "block"},
	} {
		b.Run(g[0], func(b *testing.B) {
			f := testgame.Bundled(b, g[0], g[1])
			if _, err := policy.Models.Model(context.Background(), f); err != nil {
				b.Fatal(err)
			}
			m := play(b, f, [2]string{"cautious", "random"}, 1)
			for b.Loop() {
				if _, err := analysis.Analyse(context.Background(), m, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(m.ActionCount()), "actions")
		})
	}
}

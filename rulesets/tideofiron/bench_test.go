package tideofiron_test

import (
	"context"
	"testing"

	"loophole/odds"
	"loophole/rule"
	"loophole/sim"
)

// BenchmarkWorkedExact answers the worked example exactly: the chance that the building falls.
func BenchmarkWorkedExact(b *testing.B) { benchmarkOdds(b, odds.Options{}) }

// BenchmarkWorkedFloat is the same with float weights.
func BenchmarkWorkedFloat(b *testing.B) { benchmarkOdds(b, odds.Options{Floats: true}) }

func benchmarkOdds(b *testing.B, o odds.Options) {
	q := ask(b, "attack", worked)
	destroyed := 0
	b.ReportAllocs()
	for b.Loop() {
		c, err := odds.Chances(context.Background(), q, o, destroyed)
		if err != nil || c[0].Float < 0.0777 || c[0].Float > 0.0778 {
			b.Fatal(c, err)
		}
	}
}

// BenchmarkWorkedTrial is one sampled attack, with no record.
func BenchmarkWorkedTrial(b *testing.B) {
	w := ask(b, "attack", worked).EventRunner(0)
	u := rule.NewUmpire(sim.NewSampler(1, 0, nil), nil)
	b.ReportAllocs()
	for b.Loop() {
		w.Play(u)
	}
}

// BenchmarkWorkedOutcome is one sampled attack whose whole outcome is counted.
func BenchmarkWorkedOutcome(b *testing.B) {
	p := ask(b, "attack", worked).OutcomeRunner()
	u := rule.NewUmpire(sim.NewSampler(1, 0, nil), nil)
	b.ReportAllocs()
	for b.Loop() {
		p.Play(u)
	}
}

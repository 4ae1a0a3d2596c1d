package bench_test

import (
	"context"
	"math"
	"testing"

	"loophole/internal/bench"
	"loophole/odds"
	"loophole/rule"
)

func of[R comparable](t testing.TB, p func(*rule.Umpire) R, o odds.Options) *odds.Dist[R] {
	t.Helper()
	d, err := odds.DistOf(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 2e-14*max(1, math.Abs(want)) {
		t.Errorf("%s: %.15g, want %.15g", what, got, want)
	}
}

// TestAnswers compares the answers with the known ones: problems 1 to 5 in fractions and in floats,
// problem 6 in floats.
func TestAnswers(t *testing.T) {
	for _, o := range []odds.Options{{}, {Floats: true}} {
		near(t, "P1", of(t, bench.Net, o).P(func(n int) bool { return n >= 9 }).Float, 0.0777143917823785)
		for _, forty := range []func(*rule.Umpire) int{bench.Forty.Unsaved, bench.Forty.Staged} {
			p2 := of(t, forty, o).Numbers(func(n int) int { return n })
			near(t, "P2, mean", p2.Mean().Float, 80.0/9)
			near(t, "P2", p2.AtLeast(10).Float, 0.395292761721308)
		}
		p3 := of(t, bench.Shell, o)
		near(t, "P3, collapse", p3.P(func(b bench.Burst) bool { return b.Collapse }).Float, 0.375)
		near(t, "P3, mean", p3.Numbers(func(b bench.Burst) int { return int(b.Lost) }).Mean().Float, 11.3274303583149)
		p4 := of(t, bench.Fight{A: 10, B: 10}.Melee, o)
		near(t, "P4, A", p4.P(func(f bench.Fight) bool { return f.A > 0 }).Float, 0.494029689287846)
		near(t, "P4, B", p4.P(func(f bench.Fight) bool { return f.B > 0 }).Float, 0.494029689287846)
		near(t, "P4, draw", p4.P(func(f bench.Fight) bool { return f.A+f.B == 0 }).Float, 0.0119406214243099)
		near(t, "P4, rounds", p4.Visits("round").Float, 4.33351024153879)
		p5 := breach(t, o)
		near(t, "P5, turn 12", p5[12].Float, 0.606870856806072)
		near(t, "P5, turn 6", p5[6].Float, 0.0795070515397295)
	}
	sum := volleys(t)
	if math.Abs(sum-2257.74564552) > 1e-8 {
		t.Errorf("P6: %.8f, want 2257.74564552", sum)
	}
}

func BenchmarkP1Float(b *testing.B) { exact(b, bench.Net, odds.Options{Floats: true}) }
func BenchmarkP2Float(b *testing.B) { exact(b, bench.Forty.Unsaved, odds.Options{Floats: true}) }
func BenchmarkP2StagedFloat(b *testing.B) {
	exact(b, bench.Forty.Staged, odds.Options{Floats: true})
}
func BenchmarkP2StagedExact(b *testing.B) { exact(b, bench.Forty.Staged, odds.Options{}) }
func BenchmarkP3Float(b *testing.B)       { exact(b, bench.Shell, odds.Options{Floats: true}) }
func BenchmarkP4Float(b *testing.B) {
	exact(b, bench.Fight{A: 10, B: 10}.Melee, odds.Options{Floats: true})
}
func BenchmarkP5Float(b *testing.B) { breaches(b, odds.Options{Floats: true}) }
func BenchmarkP1Exact(b *testing.B) { exact(b, bench.Net, odds.Options{}) }
func BenchmarkP2Exact(b *testing.B) { exact(b, bench.Forty.Unsaved, odds.Options{}) }
func BenchmarkP3Exact(b *testing.B) { exact(b, bench.Shell, odds.Options{}) }
func BenchmarkP4Exact(b *testing.B) { exact(b, bench.Fight{A: 10, B: 10}.Melee, odds.Options{}) }
func BenchmarkP5Exact(b *testing.B) { breaches(b, odds.Options{}) }

func BenchmarkP6Float(b *testing.B) {
	for b.Loop() {
		volleys(b)
	}
}

// volleys is problem 6.
func volleys(t testing.TB) (sum float64) {
	bench.Volleys(func(v bench.Volley) {
		d, err := odds.DistOf(context.Background(), v.Unsaved, odds.Options{Floats: true})
		if err != nil {
			t.Fatal(err)
		}
		sum += d.P(func(n int) bool { return n >= (int(v.Dice)+3)/4 }).Float
	})
	return sum
}

// breach is the chance that the building of problem 5 has fallen, turn by turn.
func breach(t testing.TB, o odds.Options) []odds.Chance {
	fallen, err := odds.Within(context.Background(), bench.Breach, "turn", 12, isTrue, o)
	if err != nil {
		t.Fatal(err)
	}
	return fallen
}

func isTrue(x bool) bool { return x }

func breaches(b *testing.B, o odds.Options) {
	b.ReportAllocs()
	for b.Loop() {
		breach(b, o)
	}
}

func exact[R comparable](b *testing.B, p func(*rule.Umpire) R, o odds.Options) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := odds.DistOf(context.Background(), p, o); err != nil {
			b.Fatal(err)
		}
	}
}

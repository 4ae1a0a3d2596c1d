package bench_test

import (
	"context"
	"maps"
	"math"
	"testing"

	"loophole/internal/bench"
	"loophole/odds"
	"loophole/rule"
	"loophole/sim"
)

// These benchmarks measure the second answer of a compiled chain, which plays nothing.

func BenchmarkP2Again(b *testing.B) { again(b, bench.Forty.Unsaved) }
func BenchmarkP4Again(b *testing.B) { again(b, bench.Fight{A: 10, B: 10}.Melee) }

func again[R comparable](b *testing.B, p func(*rule.Umpire) R) {
	c, err := odds.Compile(context.Background(), p, odds.Options{Floats: true})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Dist(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkP5Again(b *testing.B) {
	c, err := odds.Compile(context.Background(), bench.Breach, odds.Options{Floats: true})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Within("turn", 12, func(fallen bool) bool { return fallen }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkP1Trial(b *testing.B) { trial(b, bench.Net) }
func BenchmarkP2Trial(b *testing.B) { trial(b, bench.Forty.Unsaved) }
func BenchmarkP3Trial(b *testing.B) { trial(b, bench.Shell) }
func BenchmarkP4Trial(b *testing.B) { trial(b, bench.Fight{A: 10, B: 10}.Melee) }
func BenchmarkP5Trial(b *testing.B) { trial(b, turns(12)) }

// turns is problem 5 for some turns, as it is sampled.
func turns(most int) func(*rule.Umpire) int {
	return func(u *rule.Umpire) int {
		damage := 0
		for turn := 1; turn <= most; turn++ {
			damage += u.Sum(u.Count(3, rule.D6, rule.AtLeast(5), "p5.hit", "guns that hit"), rule.D6, "p5.damage", "damage")
			if damage >= 60 || damage >= 20 && u.Sum(2, rule.D6, "p5.collapse", "does it stand?") <= damage/8 {
				return turn
			}
		}
		return 0
	}
}

func trial[R comparable](b *testing.B, p func(*rule.Umpire) R) {
	u := rule.NewUmpire(sim.NewSampler(1, 0, nil), nil)
	p(u)
	b.ReportAllocs()
	for b.Loop() {
		p(u)
	}
}

func BenchmarkP1Bulk(b *testing.B) { inBulk(b, bench.Net) }
func BenchmarkP2Bulk(b *testing.B) { inBulk(b, bench.Forty.Unsaved) }
func BenchmarkP3Bulk(b *testing.B) { inBulk(b, bench.Shell) }
func BenchmarkP4Bulk(b *testing.B) { inBulk(b, bench.Fight{A: 10, B: 10}.Melee) }
func BenchmarkP5Bulk(b *testing.B) { inBulk(b, turns(12)) }

func inBulk[R comparable](b *testing.B, p func(*rule.Umpire) R) {
	_, u := sim.NewAliasSampler(1, 0, nil)
	for range 1000 {
		p(u) // tables are made when first needed
	}
	b.ReportAllocs()
	for b.Loop() {
		p(u)
	}
}

// TestBulk compares trials with alias tables with the exact answers, within five standard errors, and with the
// same trials on three workers.
func TestBulk(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	checkBulk(t, "P1", bench.Net)
	checkBulk(t, "P2", bench.Forty.Unsaved)
	checkBulk(t, "P2, staged", bench.Forty.Staged)
	checkBulk(t, "P3", bench.Shell)
	checkBulk(t, "P4", bench.Fight{A: 10, B: 10}.Melee)
	checkBulk(t, "P5", bench.Breach)
}

func checkBulk[R comparable](t *testing.T, name string, p func(*rule.Umpire) R) {
	exact := of(t, p, odds.Options{Floats: true})
	run := func(workers int) map[R]int {
		s, err := sim.Sample(t.Context(), p, sim.Options{Trials: 200_000, Seed: 7, Workers: workers, UseAliasTables: true})
		if err != nil {
			t.Fatal(err)
		}
		counts := map[R]int{}
		for _, o := range s.Outcomes {
			counts[o.Outcome] = o.Count
		}
		return counts
	}
	one, two := run(1), run(3)
	if !maps.Equal(one, two) {
		t.Errorf("%s: three workers count other outcomes than one", name)
	}
	for _, x := range exact.Outcomes {
		p := exact.P(func(y R) bool { return y == x }).Float
		if got := float64(one[x]) / 200_000; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/200_000)+1e-5 {
			t.Errorf("%s: %v in %v of the trials, exactly %v", name, x, got, p)
		}
		delete(one, x)
	}
	if len(one) > 0 {
		t.Errorf("%s: impossible outcomes: %v", name, one)
	}
}

// TestTrialsAllocateNothing checks that the inner loop of trials allocates nothing.
func TestTrialsAllocateNothing(t *testing.T) {
	_, bulk := sim.NewAliasSampler(1, 0, nil)
	allocatesNothing(t, "a trial", rule.NewUmpire(sim.NewSampler(1, 0, nil), nil))
	allocatesNothing(t, "a trial in bulk", bulk)
}

func allocatesNothing(t *testing.T, what string, u *rule.Umpire) {
	for name, play := range map[string]func(){
		"P1": func() { bench.Net(u) }, "P2": func() { bench.Forty.Unsaved(u) }, "P3": func() { bench.Shell(u) },
		"P4": func() { bench.Fight{A: 10, B: 10}.Melee(u) }, "P5": func() { bench.Breach(u) },
	} {
		for range 1000 {
			play() // tables of readings are built when first needed
		}
		if n := testing.AllocsPerRun(2000, play); n != 0 {
			t.Errorf("%s: %s allocates %v times", name, what, n)
		}
	}
}

// BenchmarkCores plays the same trials in one goroutine and in two.
func BenchmarkCores(b *testing.B) {
	for workers, name := range []string{1: "one", 2: "two"} {
		if workers == 0 {
			continue
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				o := sim.Options{Trials: 1_000_000, Seed: 1, Workers: workers}
				if _, err := sim.Sample(context.Background(), bench.Forty.Unsaved, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package bench_test

import (
	"context"
	"testing"

	"loophole/bench"
	"loophole/odds"
	"loophole/rule"
	"loophole/sim"
)

// A chain that was compiled once answers again without playing anything.

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

// TestTrialsAllocateNothing holds the inner loop of trials to no allocation.
func TestTrialsAllocateNothing(t *testing.T) {
	u := rule.NewUmpire(sim.NewSampler(1, 0, nil), nil)
	for name, play := range map[string]func(){
		"P1": func() { bench.Net(u) }, "P2": func() { bench.Forty.Unsaved(u) }, "P3": func() { bench.Shell(u) },
		"P4": func() { bench.Fight{A: 10, B: 10}.Melee(u) }, "P5": func() { bench.Breach(u) },
	} {
		for range 1000 {
			play() // tables of readings are built when first needed
		}
		if n := testing.AllocsPerRun(2000, play); n != 0 {
			t.Errorf("%s allocates %v times a trial", name, n)
		}
	}
}

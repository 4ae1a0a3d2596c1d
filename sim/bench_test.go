package sim

import (
	"context"
	"testing"

	"loophole/rule"
)

// Each iteration of a BenchmarkTrial is one trial.

func benchmark(b *testing.B, play func(*rule.Umpire) int) {
	s := NewSampler(1, 0, nil)
	u := rule.NewUmpire(s, nil)
	play(u)
	b.ReportAllocs()
	for b.Loop() {
		s.begin()
		play(u)
	}
}

func BenchmarkTrialAttack(b *testing.B) { benchmark(b, attack) }

// BenchmarkTrialStages: forty attackers, hit on 3+, wound on 4+, saved on 5+.
func BenchmarkTrialStages(b *testing.B) {
	benchmark(b, func(u *rule.Umpire) int {
		hits := u.Count(40, rule.D6, rule.AtLeast(3), "t.hit", "to hit")
		wounds := u.Count(hits, rule.D6, rule.AtLeast(4), "t.hit", "to wound")
		return wounds - u.Count(wounds, rule.D6, rule.AtLeast(5), "t.save", "saved")
	})
}

// BenchmarkTrialShell: a shell that falls through four floors.
func BenchmarkTrialShell(b *testing.B) {
	benchmark(b, func(u *rule.Umpire) int {
		floor := 4
		for floor > 0 && !u.Test(rule.D6, rule.AtLeast(4), "t.hit", "bursts?") {
			floor--
		}
		hits := u.Sum(3, rule.D6, "t.hit", "hits")
		if hits >= 12 {
			return 28
		}
		return min(floor, u.Count(hits, rule.D6, rule.AtLeast(6), "t.hit", "killed"))
	})
}

// BenchmarkTrialMelee: ten against ten to the end.
func BenchmarkTrialMelee(b *testing.B) {
	benchmark(b, func(u *rule.Umpire) int {
		x, y := 10, 10
		for x > 0 && y > 0 {
			struck := u.Count(x, rule.D6, rule.AtLeast(5), "t.hit", "to hit")
			hits := u.Count(y, rule.D6, rule.AtLeast(4), "t.hit", "to hit")
			x, y = x-(hits-u.Count(hits, rule.D6, rule.AtLeast(5), "t.save", "saved")), y-struck
		}
		return x
	})
}

func BenchmarkTrialTally(b *testing.B) {
	benchmark(b, func(u *rule.Umpire) int { return u.Tally(12, rule.D6, rule.Cuts(1, 5), "t.hit", "").In(2) })
}

func BenchmarkTrialHighest(b *testing.B) {
	benchmark(b, func(u *rule.Umpire) int { return u.Highest(4, 3, rule.D6, "t.hit", "") })
}

func BenchmarkTrialHighestOfMany(b *testing.B) {
	benchmark(b, func(u *rule.Umpire) int { return u.Highest(8, 2, rule.D20, "t.hit", "") })
}

// BenchmarkTrialPerFace rolls face by face, for comparison.
func BenchmarkTrialPerFace(b *testing.B) {
	var w xoshiro256
	w.start(1, 0)
	u := rule.NewUmpire(faceByFace{&w}, nil)
	for b.Loop() {
		attack(u)
	}
}

type faceByFace struct{ w *xoshiro256 }

func (s faceByFace) Roll(r rule.Roll) (int, []uint8, error) {
	v, l, one := 0, &layouts[r.Pool.Die()], [mostWord]uint8{}
	for range r.Pool.N() {
		v += r.Pool.Evaluate(l.draw(s.w, 1, &one))
	}
	return v, nil, nil
}

func (faceByFace) Choose(rule.Choice) (int, error) { return 0, nil }

func BenchmarkTrialRunOneWorker(b *testing.B) {
	q := ask(b, volleys)
	b.ReportAllocs()
	if _, err := Run(context.Background(), q, Options{Trials: b.N, Workers: 1}); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkTrialRunAllCores(b *testing.B) {
	q := ask(b, volleys)
	if _, err := Run(context.Background(), q, Options{Trials: b.N}); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkTrialSample(b *testing.B) {
	if _, err := Sample(context.Background(), attack, Options{Trials: b.N, Workers: 1}); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkFirstRoll includes building the tables of a sampler.
func BenchmarkFirstRoll(b *testing.B) {
	for b.Loop() {
		attack(rule.NewUmpire(NewSampler(1, 0, nil), nil))
	}
}

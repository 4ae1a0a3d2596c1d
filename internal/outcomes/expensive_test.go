package outcomes

import (
	"math"
	"testing"

	"loophole/game"
	"loophole/rule"
)

// played plays all paths of a function.
func played(t *testing.T, x *Finder, paths int, play func(u *rule.Umpire) int) (*Node, error) {
	t.Helper()
	r := &game.ActionRunner{Play: func(u *rule.Umpire) int { x.Plays++; return play(u) }}
	return x.playAll(t.Context(), r, &enumeration{Finder: x}, Limits{Paths: paths})
}

func number(i int) float64 { return float64(i) }

// TestSubrollAtItsLimit plays a subroll that is too expensive for the solver.
func TestSubrollAtItsLimit(t *testing.T) {
	toss := func(u *rule.Umpire, n int) int {
		heads := 0
		for range n {
			heads += u.Count(1, rule.D6, rule.AtLeast(4), "", "a coin")
		}
		if heads == n {
			return 1
		}
		return 0
	}
	all := rule.Subroll[int]{Name: "all", Play: toss}
	const n = 17 // 2¹⁷ runs, of which a solver plays 2¹⁶
	x := NewFinder(&game.Instance{})
	x.Subrolls = true
	root, err := played(t, x, 1<<18, func(u *rule.Umpire) int { return all.Roll(u, n) })
	if err != nil {
		t.Fatal(err)
	}
	if got, want := root.Value(number), math.Pow(2, -n); got != want {
		t.Errorf("all coins: %v, want %v", got, want)
	}
	if x.Plays < 1<<n {
		t.Errorf("%d plays: it was not played roll by roll", x.Plays)
	}
}

// TestExpensiveWithin compares an expensive subroll between a roll and a decision, and within another subroll, with the
// same rolls played one by one.
func TestExpensiveWithin(t *testing.T) {
	few := rule.Subroll[int]{Name: "few", Play: func(u *rule.Umpire, n int) int {
		return u.Count(n, rule.D6, rule.AtLeast(4), "", "a few coins")
	}}
	// Its 3 · 2¹⁵ runs are too many for the solver, which plays 2¹⁶, and those of the coins within it are not.
	long := rule.Subroll[int]{Name: "long", Play: func(u *rule.Umpire, n int) int {
		for range n {
			few.Roll(u, 1)
		}
		return few.Roll(u, 2)
	}}
	outer := rule.Subroll[int]{Name: "outer", Play: func(u *rule.Umpire, n int) int { return long.Roll(u, n) + few.Roll(u, 1) }}
	const coins = 15
	play := func(u *rule.Umpire) int {
		before := few.Roll(u, 1)
		within := outer.Roll(u, coins)
		return 100*u.Choose("", "", "which", "one", "another") + 10*before + within
	}
	var values [2]float64
	for i := range values {
		x := NewFinder(&game.Instance{})
		x.Subrolls = i == 1
		root, err := played(t, x, 1<<22, play)
		if err != nil {
			t.Fatal(err)
		}
		values[i] = root.Value(number)
		if x.Plays < 3<<coins {
			t.Errorf("%d plays: the expensive subroll was not played roll by roll", x.Plays)
		}
	}
	// One coin before, two and one within, and the option that is better for the second side.
	if want := 10*0.5 + 1.5; math.Abs(values[0]-want) > 1e-9 || math.Abs(values[1]-want) > 1e-9 {
		t.Errorf("%v roll by roll, %v with subrolls, want %v", values[0], values[1], want)
	}
}

// TestProbe: a probe finds decisions behind the greatest results, and ends where these never do.
func TestProbe(t *testing.T) {
	for _, c := range []struct {
		name           string
		play           func(u *rule.Umpire) int
		rolls, decides bool
		end            int
	}{
		{"nothing", func(*rule.Umpire) int { return 7 }, false, false, 7},
		{"a roll", func(u *rule.Umpire) int { return u.Sum(1, rule.D6, "", "a die") }, true, false, 6},
		{"a decision", func(u *rule.Umpire) int { return u.Choose("", "", "which", "one", "another") }, false, true, 0},
		{"a decision behind a six", func(u *rule.Umpire) int {
			if u.Sum(1, rule.D6, "", "a die") == 6 {
				u.Choose("", "", "which", "one", "another")
			}
			return 0
		}, true, true, 0},
		{"a decision behind a one", func(u *rule.Umpire) int {
			if u.Sum(1, rule.D6, "", "a die") == 1 {
				u.Choose("", "", "which", "one", "another")
			}
			return 0
		}, true, false, 0},
		{"rolls until a one", func(u *rule.Umpire) int {
			for u.Sum(1, rule.D6, "", "a die") > 1 {
			}
			return 1
		}, true, false, 0},
	} {
		end, rolls, decides, err := NewFinder(&game.Instance{}).probe(&game.ActionRunner{Play: c.play})
		if end != c.end || rolls != c.rolls || decides != c.decides || err != nil {
			t.Errorf("%s: end %d, rolls %v, decides %v, %v", c.name, end, rolls, decides, err)
		}
	}
}

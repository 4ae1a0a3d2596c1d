package odds_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"loophole/odds"
	"loophole/rule"
)

// number lists the exact distribution of a number.
func number(t *rapid.T, p func(*rule.Umpire) int) map[int]string {
	d, err := odds.DistOf(t.Context(), p, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := map[int]string{}
	for _, x := range d.Outcomes {
		all[x] = d.P(func(y int) bool { return y == x }).String()
	}
	return all
}

func alike(t *rapid.T, what string, a, b func(*rule.Umpire) int) {
	x, y := number(t, a), number(t, b)
	for v := range x {
		if x[v] != y[v] {
			t.Errorf("%s: the chance of %d is %s and %s", what, v, x[v], y[v])
		}
	}
	if len(x) != len(y) {
		t.Errorf("%s: %d readings and %d", what, len(x), len(y))
	}
}

var anyDie = rapid.SampledFrom([]rule.Die{rule.D3, rule.D6, rule.D10, rule.D20})

// TestSplit: rolling a pool in two parts gives the same sum.
func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		die := anyDie.Draw(t, "die")
		n, m := rapid.IntRange(1, 8).Draw(t, "dice"), rapid.IntRange(1, 8).Draw(t, "more dice")
		need := rule.AtLeast(rapid.IntRange(1, int(die)).Draw(t, "target number"))
		alike(t, "a count", func(u *rule.Umpire) int { return u.Count(n+m, die, need, "x", "all") },
			func(u *rule.Umpire) int {
				return u.Count(n, die, need, "x", "some") + u.Count(m, die, need, "x", "the rest")
			})
		alike(t, "a sum", func(u *rule.Umpire) int { return u.Sum(n+m, die, "x", "all") },
			func(u *rule.Umpire) int { return u.Sum(n, die, "x", "some") + u.Sum(m, die, "x", "the rest") })
	})
}

// TestMerged: a checkpoint does not change the chances.
func TestMerged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "dice")
		hit, save := rapid.IntRange(2, 6).Draw(t, "to hit"), rapid.IntRange(2, 6).Draw(t, "to save")
		volley := func(withCheckpoint bool) func(*rule.Umpire) int {
			return func(u *rule.Umpire) int {
				hits := u.Count(n, rule.D6, rule.AtLeast(hit), "x", "hits")
				if withCheckpoint && !rule.Checkpoint(u, "saves", &hits) {
					return 0
				}
				return hits - u.Count(hits, rule.D6, rule.AtLeast(save), "x", "saves")
			}
		}
		alike(t, "hit, then save", volley(false), volley(true))
	})
}

// TestMonotone: with a higher target number no number of hits, or more, is likelier.
func TestMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		die := anyDie.Draw(t, "die")
		n := rapid.IntRange(1, 30).Draw(t, "dice")
		need := rapid.IntRange(1, int(die)-1).Draw(t, "target number")
		tail := func(need int) *odds.IntDist {
			d, err := odds.DistOf(t.Context(), func(u *rule.Umpire) int { return u.Count(n, die, rule.AtLeast(need), "x", "hits") }, odds.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return d.Numbers(func(n int) int { return n })
		}
		easy, hard := tail(need), tail(need+1)
		for k := range n + 1 {
			if hard.AtLeast(k).Exact.Cmp(easy.AtLeast(k).Exact) > 0 {
				t.Errorf("at least %d hits are likelier on %d+ than on %d+", k, need+1, need)
			}
		}
	})
}

// TestTurned: a die shows a face as often as seven less that face. One die and ten against three
// dice therefore equals four dice against twelve.
func TestTurned(t *testing.T) {
	race := of(t, func(u *rule.Umpire) bool {
		return u.Sum(1, rule.D6, "x", "chaser")+10 > u.Sum(3, rule.D6, "x", "chased")
	}, odds.Options{})
	four := of(t, func(u *rule.Umpire) int { return u.Sum(4, rule.D6, "x", "four dice") }, odds.Options{})
	won, twelve := race.P(func(w bool) bool { return w }), four.P(func(n int) bool { return n >= 12 })
	count := int64(0)
	for i := range 1296 {
		if i%6+i/6%6+i/36%6+i/216+4 >= 12 {
			count++
		}
	}
	if want := big.NewRat(count, 1296); won.Exact.Cmp(want) != 0 || twelve.Exact.Cmp(want) != 0 {
		t.Errorf("%v and %v, counted %v", won, twelve, want)
	}
}

// TestMirrored: two equal sides have equal chances, and exchanging two unequal sides exchanges
// their chances.
func TestMirrored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := int8(rapid.IntRange(1, 5).Draw(t, "one side")), int8(rapid.IntRange(1, 5).Draw(t, "the other"))
		x, y := rapid.IntRange(2, 6).Draw(t, "one hits on"), rapid.IntRange(2, 6).Draw(t, "the other hits on")
		duel := func(a, b int8, x, y int) (first, second *big.Rat) {
			d, err := odds.DistOf(t.Context(), func(u *rule.Umpire) fight {
				f := fight{a, b}
				for f.A > 0 && f.B > 0 {
					if !rule.Checkpoint(u, "round", &f) {
						return fight{}
					}
					hurt := fight{int8(u.Count(int(f.B), rule.D6, rule.AtLeast(y), "x", "B hits")), int8(u.Count(int(f.A), rule.D6, rule.AtLeast(x), "x", "A hits"))}
					f = fight{max(0, f.A-hurt.A), max(0, f.B-hurt.B)}
				}
				return f
			}, odds.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return d.P(func(f fight) bool { return f.A > 0 }).Exact, d.P(func(f fight) bool { return f.B > 0 }).Exact
		}
		first, second := duel(a, b, x, y)
		mirrored, image := duel(b, a, y, x)
		if first.Cmp(image) != 0 || second.Cmp(mirrored) != 0 {
			t.Errorf("%v and %v, exchanged %v and %v", first, second, mirrored, image)
		}
	})
}

// fate is the sequence of rolls for a die of TestEach.
type fate struct{ hit, again, wound, save int }

var fares = rule.IndependentSubroll[fate]{Name: "hit, wound, save", Play: func(u *rule.Umpire, n int, f fate) int {
	hits := u.Count(n, rule.D6, rule.AtLeast(f.hit), "x", "to hit")
	hits += u.Count(n-hits, rule.D6, rule.AtLeast(f.again), "x", "again")
	t := u.Tally(hits, rule.D6, rule.Cuts(f.wound-1, 5), "x", "to wound, sixes twice")
	return u.Count(t.In(1)+2*t.In(2), rule.D6, rule.AtMost(f.save), "x", "not saved")
}}

// TestEach: one independent die that is raised to their number gives the same chances as dice that
// are rolled together.
func TestEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "dice")
		roll := rapid.IntRange(2, 6)
		f := fate{roll.Draw(t, "to hit"), roll.Draw(t, "again"), roll.Draw(t, "to wound"), roll.Draw(t, "to save")}
		together := func(u *rule.Umpire) int { return fares.Play(u, n, f) }
		alone := func(u *rule.Umpire) int { return fares.Roll(u, n, f) }
		alike(t, "like dice", alone, together)
		floats, err := odds.DistOf(t.Context(), alone, odds.Options{Floats: true})
		if err != nil {
			t.Fatal(err)
		}
		exact, err := odds.DistOf(t.Context(), alone, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range exact.Outcomes {
			is := func(x int) bool { return x == v }
			if a, b := floats.P(is).Float, exact.P(is).Float; math.Abs(a-b) > 1e-14 {
				t.Errorf("the chance of %d is %v with floats and %v", v, a, b)
			}
		}
	})
}

// TestForget: cached results do not change an answer.
func TestForget(t *testing.T) {
	ask := func() string {
		d, err := odds.DistOf(t.Context(), func(u *rule.Umpire) int { return fares.Roll(u, 9, fate{3, 5, 4, 2}) }, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return d.P(func(n int) bool { return n > 3 }).String()
	}
	first := ask()
	again := ask()
	odds.ClearCaches()
	if after := ask(); again != first || after != first {
		t.Errorf("%s first, %s again, %s with empty caches", first, again, after)
	}
}

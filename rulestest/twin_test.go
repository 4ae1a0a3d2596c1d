package rulestest

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

var pools = []rule.Pool{
	rule.CountPool(5, rule.D6, rule.AtLeast(5)), rule.CountPool(3, rule.D10, rule.Target{}), rule.CountPool(2, rule.D3, rule.AtLeast(1)),
	rule.SumPool(4, rule.D6), rule.SumPool(1, rule.D100), rule.TestPool(rule.D20, rule.AtMost(12)),
	rule.TallyPool(4, rule.D6, rule.Cuts(1, 5)), rule.TallyPool(2, rule.D20, rule.Bands{}),
	rule.KeepPool(rule.Highest, 4, 2, rule.D6), rule.KeepPool(rule.Lowest, 3, 1, rule.D8), rule.KeepPool(rule.Highest, 3, 3, rule.D4),
	rule.DrawPool(3, rule.AnyDie(5)), rule.DrawPool(1, rule.AnyDie(7)),
}

// TestSpread compares the twin's distribution of a pool with every fall of its dice, and with the
// engine.
func TestSpread(t *testing.T) {
	for _, p := range pools {
		s := spreadOf(p)
		sum := new(big.Rat)
		for _, c := range s.exact {
			sum.Add(sum, c)
		}
		if sum.RatString() != "1" || !slices.IsSorted(s.values) {
			t.Errorf("%v: %v adds up to %v", p, s.values, sum)
		}
		faces := map[int]int64{}
		all := int64(0)
		for hand := make([]uint8, p.N()); next(hand, uint8(p.Die())); all++ {
			faces[p.Evaluate(plusOne(hand))]++
		}
		faces[p.Evaluate(plusOne(make([]uint8, p.N())))]++
		all++
		d, err := odds.DistOf(context.Background(), func(u *rule.Umpire) int { return roll(u, p) }, odds.Options{})
		if err != nil {
			t.Fatal(p, err)
		}
		for i, v := range s.values {
			want := big.NewRat(faces[v], all)
			engine := d.P(func(x int) bool { return x == v })
			if s.exact[i].Cmp(want) != 0 || engine.Exact.Cmp(want) != 0 || s.ways[i] != float64(faces[v]) {
				t.Errorf("%v reads %d: by the twin %v, by the engine %v, by faces %v", p, v, s.exact[i], engine, want)
			}
		}
	}
}

// TestSpreadOfDraws compares the twin's distribution of draws with the engine, in both modes.
func TestSpreadOfDraws(t *testing.T) {
	for _, p := range []rule.Pool{rule.DrawPool(3, rule.WeightedDie(1, 0, 4)), rule.DrawPool(3, rule.BagOf(2, 3, 1)), rule.DrawPool(1, rule.BagOf(0, 2))} {
		d, err := odds.DistOf(t.Context(), func(u *rule.Umpire) int { return roll(u, p) }, odds.Options{})
		if err != nil {
			t.Fatal(p, err)
		}
		s := spreadOf(p)
		for i, v := range s.values {
			if got := d.P(func(x int) bool { return x == v }); got.Exact.Cmp(s.exact[i]) != 0 {
				t.Errorf("%v reads %s: by the twin %v, by the engine %v", p, p.Describe(v), s.exact[i], got)
			}
		}
		byDie, sum := &twin{byDie: true}, new(big.Rat)
		found := map[int]*big.Rat{}
		for more := true; more; more = byDie.turn() {
			byDie.at = 0
			v, _, err := byDie.Roll(rule.Roll{Pool: p})
			if err != nil {
				t.Fatal(p, err)
			}
			if found[v] == nil {
				found[v] = new(big.Rat)
			}
			x := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).SetUint64(byDie.last().den))
			found[v].Add(found[v], x)
			sum.Add(sum, x)
		}
		for i, v := range s.values {
			if found[v] == nil || found[v].Cmp(s.exact[i]) != 0 {
				t.Errorf("%v reads %s: die by die %v, by the twin %v", p, p.Describe(v), found[v], s.exact[i])
			}
		}
		if sum.RatString() != "1" || len(found) != len(s.values) {
			t.Errorf("%v: die by die %v", p, found)
		}
	}
}

// next advances a hand of dice with faces numbered from 0. It returns false when it is back at
// the start.
func next(hand []uint8, faces uint8) bool {
	for i := range hand {
		if hand[i]++; hand[i] < faces {
			return true
		}
		hand[i] = 0
	}
	return false
}

func plusOne(hand []uint8) []uint8 {
	out := slices.Clone(hand)
	for i := range out {
		out[i]++
	}
	return out
}

// roll asks for a pool as a procedure would.
func roll(u *rule.Umpire, p rule.Pool) int {
	switch p.Kind() {
	case rule.Sum:
		return u.Sum(p.N(), p.Die(), "x", "y")
	case rule.Draw:
		return p.Evaluate(facesOf(u.Draw(p.N(), p.Bag(), "", "")))
	case rule.Tally:
		return int(u.Tally(p.N(), p.Die(), p.Bands(), "x", "y"))
	case rule.Highest:
		return u.Highest(p.N(), p.Keep(), p.Die(), "x", "y")
	case rule.Lowest:
		return u.Lowest(p.N(), p.Keep(), p.Die(), "x", "y")
	}
	return u.Count(p.N(), p.Die(), p.Target(), "x", "y")
}

// TestTwins plays a volley both ways and counts by hand: two dice on 4+, and a unit that is hit
// runs on 1 or 2.
func TestTwins(t *testing.T) {
	k, err := opened(t, newMini())
	if err != nil {
		t.Fatal(err)
	}
	q := k.explore()[0].question
	for _, byDie := range []bool{false, true} {
		s, err := (&twin{byDie: byDie}).pathSumOf(q, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for outcome, want := range map[struck]string{{0, false}: "1/4", {1, true}: "1/6", {1, false}: "1/3", {2, true}: "1/12", {2, false}: "1/6"} {
			if c := s.chance[outcome]; c == nil || c.RatString() != want {
				t.Errorf("die by die %v: %v has %v, want %s", byDie, outcome, c, want)
			}
		}
		// Nine hands of dice miss and end there; the others roll one more die.
		if paths := map[bool]int{false: 5, true: 9 + 27*6}[byDie]; s.paths != paths || s.rest.Sign() != 0 || s.deepest != 3 {
			t.Errorf("die by die %v: %d paths, want %d; rest %v, deepest %d", byDie, s.paths, paths, s.rest, s.deepest)
		}
	}
	if _, err := (&twin{byDie: true}).pathSumOf(q, 100); !errors.Is(err, errLarge) {
		t.Error("the limit on paths is not kept:", err)
	}
	duel := k.explore()[2].question
	if _, err := (&twin{}).pathSumOf(duel, 1000); !errors.Is(err, errLarge) {
		t.Error("a fight without end came to an end:", err)
	}
	s, err := (&twin{floor: 1e-4}).pathSumOf(duel, 1000)
	if err != nil || s.rest.Sign() <= 0 || s.rest.Cmp(big.NewRat(1, 100)) > 0 {
		t.Error("a fight without end is not cut off:", s, err)
	}
}

// TestDoctored changes exact answers, as a faulty engine would.
func TestDoctored(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, c := range []struct {
		check, says string
		doctor      func(*odds.Answer)
	}{
		{"mass", "the outcomes add up to", func(a *odds.Answer) { a.Outcomes[0].Chance.Exact = big.NewRat(1, 3) }},
		{"mass", "with floats", func(a *odds.Answer) { a.Outcomes[0].Chance.Float += 1e-11 }},
		{"mass", "with fractions and", func(a *odds.Answer) { a.Events[0].Float -= 1e-11 }},
		{"mass", "floats know", func(a *odds.Answer) { a.Outcomes = a.Outcomes[1:] }},
		{"die-by-die", "counted by results it has", func(a *odds.Answer) { a.Outcomes[0].Chance.Exact = big.NewRat(1, 1000) }},
		{"die-by-die", "counted by results it has 0", func(a *odds.Answer) {
			a.Outcomes = append(a.Outcomes, odds.Outcome{Value: struck{99, true}, Chance: odds.Chance{Exact: big.NewRat(1, 1000)}})
		}},
		{"trials", "but came in", func(a *odds.Answer) { a.Events[0].Float *= 0.97 }},
		{"trials", "has the mean", func(a *odds.Answer) {
			for i := range a.Measures[0].Values {
				a.Measures[0].Values[i] += 1
			}
		}},
	} {
		k, err := opened(t, newMini())
		if err != nil {
			t.Fatal(err)
		}
		c.doctor(k.explore()[0].answers[0])
		if found := strings.Join(listen(k, c.check).faults, "\n"); !strings.Contains(found, c.says) {
			t.Errorf("%s said %q, want %q", c.check, found, c.says)
		}
	}
}

// TestTooLarge has a situation that is too large for exact odds. The kit checks the part that it
// can reach, and continues.
func TestTooLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	m := newMini()
	m.volley.MaxQuestions = 20
	m.volley.Examples = append(m.volley.Examples, rule.Example{Name: "flood", Settings: "dice=20 walls=1,1", Gist: "too much"})
	m.playing(func(u *rule.Umpire, s *volley, r struck) struck {
		if s.Walls[1].Height > 0 {
			for range 12 {
				r.Hits = r.Hits*7 + uint8(u.Sum(1, rule.D100, "shoot.dice", "a flood"))
			}
		}
		return r
	})
	k, err := opened(t, m)
	if err != nil {
		t.Fatal(err)
	}
	if e := k.explore()[2]; e.fault != nil || len(e.answers) != 2 || e.answers[0] != nil || !e.rolls() {
		t.Fatal(e.fault, e.answers)
	}
	for _, c := range checks {
		if c.name == "odds" || c.name == "playthroughs" || c.name == "evidence" {
			continue
		}
		if h := listen(k, c.name); len(h.faults) > 0 {
			t.Errorf("%s: %v", c.name, h.faults)
		}
	}
	if s := pinned(nil); s != "too large for exact odds\n" {
		t.Error(s)
	}
}

// FuzzMini is a fuzz target like that of a ruleset.
func FuzzMini(f *testing.F) { Fuzz(f, newMini().rules()) }

func facesOf(d rule.Drawn) (faces []uint8) {
	for f, many := range d.All() {
		faces = append(faces, slices.Repeat([]uint8{uint8(f)}, many)...)
	}
	return faces
}

package odds_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"loophole/odds"
	"loophole/rule"
)

// toTheFinish is a melee without saves, from any start.
func (f fight) toTheFinish(u *rule.Umpire) fight {
	for f.A > 0 && f.B > 0 {
		if !rule.Checkpoint(u, "round", &f) {
			return fight{}
		}
		a, b := u.Count(int(f.A), rule.D6, rule.AtLeast(5), "x", "A hits"), u.Count(int(f.B), rule.D6, rule.AtLeast(4), "x", "B hits")
		f.B, f.A = f.B-min(f.B, int8(a)), f.A-min(f.A, int8(b))
	}
	return f
}

// TestCompiledStarts: from another start, a compiled fight gives the same answers as a fight that
// begins there.
func TestCompiledStarts(t *testing.T) {
	for _, o := range []odds.Options{{}, {Floats: true}} {
		whole, err := odds.Compile(context.Background(), fight{6, 6}.toTheFinish, o)
		if err != nil {
			t.Fatal(err)
		}
		for a := int8(1); a <= 6; a++ {
			for b := int8(1); b <= 6; b++ {
				here, err := odds.From(whole, "round", fight{a, b})
				if err != nil {
					t.Fatal(err)
				}
				won := func(f fight) bool { return f.A > 0 }
				got, want := here.P(won), of(t, fight{a, b}.toTheFinish, o).P(won)
				if o.Floats {
					near(t, "A wins", got.Float, want.Float)
				} else if got.Exact.Cmp(want.Exact) != 0 {
					t.Errorf("%d against %d: %v, want %v", a, b, got, want)
				}
			}
		}
	}
	whole, err := odds.Compile(context.Background(), fight{2, 2}.toTheFinish, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for what, ask := range map[string]func() error{
		"another checkpoint":       func() error { _, err := odds.From(whole, "turn", fight{1, 1}); return err },
		"another state":            func() error { _, err := odds.From(whole, "round", fight{3, 1}); return err },
		"another kind":             func() error { _, err := odds.From(whole, "round", 7); return err },
		"another checkpoint again": func() error { _, err := whole.Within("turn", 3, func(fight) bool { return true }); return err },
	} {
		if err := ask(); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// limited is the fight with a limit on its rounds.
func (f fight) limited(rounds int) func(*rule.Umpire) fight {
	type state struct {
		fight
		round int8
	}
	return func(u *rule.Umpire) fight {
		s := state{fight: f}
		for s.A > 0 && s.B > 0 {
			if int(s.round) == rounds {
				return fight{-1, -1}
			}
			if !rule.Checkpoint(u, "round", &s) {
				return fight{}
			}
			s.round++
			a, b := u.Count(int(s.A), rule.D6, rule.AtLeast(5), "x", "A hits"), u.Count(int(s.B), rule.D6, rule.AtLeast(4), "x", "B hits")
			s.B, s.A = s.B-min(s.B, int8(a)), s.A-min(s.A, int8(b))
		}
		return s.fight
	}
}

// TestWithin: the chance to win within some rounds equals that of a fight that ends after these
// rounds.
func TestWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := fight{int8(rapid.IntRange(1, 4).Draw(t, "A")), int8(rapid.IntRange(1, 4).Draw(t, "B"))}
		won := func(f fight) bool { return f.A > 0 }
		c, err := odds.Compile(t.Context(), start.toTheFinish, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		exact, err := c.Within("round", 5, won)
		if err != nil {
			t.Fatal(err)
		}
		f, err := odds.Compile(t.Context(), start.toTheFinish, odds.Options{Floats: true})
		if err != nil {
			t.Fatal(err)
		}
		floats, err := f.Within("round", 5, won)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 6 {
			d, err := odds.DistOf(t.Context(), start.limited(k), odds.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if want := d.P(won); exact[k].Exact.Cmp(want.Exact) != 0 || floats[k].Float-want.Float > 1e-14 || want.Float-floats[k].Float > 1e-14 {
				t.Errorf("within %d rounds %v or %v, want %v", k, exact[k], floats[k], want)
			}
		}
	})
}

package odds_test

import (
	"strings"
	"testing"

	"loophole/dice"
	"loophole/odds"
	"loophole/rule"
)

// A dated fight holds whose turn it is and the number of the turn. The outcome depends on neither.
type dated struct {
	fight
	Turn   uint8
	Theirs bool
}

// toTheFinish plays [fight.toTheFinish]. canonical is nil, or returns the canonical state.
func (f dated) toTheFinish(canonical func(dated) dated) func(u *rule.Umpire) fight {
	return func(u *rule.Umpire) fight {
		f := f
		for f.A > 0 && f.B > 0 {
			if canonical == nil && !rule.Checkpoint(u, "round", &f) || canonical != nil && !rule.CheckpointCanonical(u, "round", &f, canonical) {
				return fight{}
			}
			a, b := u.Count(int(f.A), rule.D6, rule.AtLeast(5), "x", "A hits"), u.Count(int(f.B), rule.D6, rule.AtLeast(4), "x", "B hits")
			f.B, f.A = f.B-min(f.B, int8(a)), f.A-min(f.A, int8(b))
			f.Turn, f.Theirs = (f.Turn+1)%7, !f.Theirs
		}
		return f.fight
	}
}

// TestCanonicalStates: canonical states are fewer than the states, and the chances are exactly the
// same. A game never asks for a canonical state.
func TestCanonicalStates(t *testing.T) {
	won := func(f fight) bool { return f.A > 0 }
	calls := 0
	undated := func(f dated) dated {
		calls++
		return dated{fight: f.fight}
	}
	for a := int8(1); a <= 4; a++ {
		for b := int8(1); b <= 4; b++ {
			from := dated{fight: fight{a, b}}
			merged, apart := of(t, from.toTheFinish(undated), odds.Options{}), of(t, from.toTheFinish(nil), odds.Options{})
			if got, want := merged.P(won).Exact, apart.P(won).Exact; got.Cmp(want) != 0 {
				t.Errorf("%d against %d: %v, want %v", a, b, got, want)
			}
			if got, want := merged.States, of(t, from.fight.toTheFinish, odds.Options{}).States; got != want || got >= apart.States {
				t.Errorf("%d against %d: %d states, want %d; %d without canonical states", a, b, got, want, apart.States)
			}
		}
	}
	calls = 0
	for range 100 {
		if _, err := rule.Play(dated{fight: fight{4, 4}}.toTheFinish(undated), dice.NewRandom(1), nil); err != nil {
			t.Fatal(err)
		}
	}
	if calls > 0 {
		t.Errorf("games asked %d times for a canonical state", calls)
	}
}

// TestCheckFindsWrongCanonicalStates: Check compares with states that are not replaced.
func TestCheckFindsWrongCanonicalStates(t *testing.T) {
	start := dated{fight: fight{2, 2}}
	weakened := func(f dated) dated {
		f.B = min(f.B, 1)
		return f
	}
	if _, err := odds.Check(t.Context(), start.toTheFinish(weakened), odds.Options{}); err == nil || !strings.Contains(err.Error(), "leaves something out") {
		t.Errorf("error %v", err)
	}
}

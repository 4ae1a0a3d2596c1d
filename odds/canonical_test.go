package odds_test

import (
	"testing"

	"loophole/dice"
	"loophole/odds"
	"loophole/rule"
)

// A dated fight knows whose turn it is, and how often it was anybody's: neither matters.
type dated struct {
	fight
	Turn   uint8
	Theirs bool
}

// An undater merges the turns of fights. It counts how often it is asked.
type undater struct{ asked int }

func (m *undater) Merge(f dated) (dated, bool) {
	m.asked++
	return dated{fight: f.fight}, true
}

// toTheFinish plays [fight.toTheFinish] with a merger, or without one.
func (f dated) toTheFinish(m *undater) func(u *rule.Umpire) fight {
	return func(u *rule.Umpire) fight {
		f := f
		for f.A > 0 && f.B > 0 {
			if m == nil && !rule.Checkpoint(u, "round", &f) || m != nil && !rule.CheckpointMerging(u, "round", &f, m) {
				return fight{}
			}
			a, b := u.Count(int(f.A), rule.D6, rule.AtLeast(5), "x", "A hits"), u.Count(int(f.B), rule.D6, rule.AtLeast(4), "x", "B hits")
			f.B, f.A = f.B-min(f.B, int8(a)), f.A-min(f.A, int8(b))
			f.Turn, f.Theirs = (f.Turn+1)%7, !f.Theirs
		}
		return f.fight
	}
}

// TestMergers: states that a merger takes for one another are fewer, and the chances are
// those without it, exactly; whoever rolls dice does not ask it.
func TestMergers(t *testing.T) {
	won := func(f fight) bool { return f.A > 0 }
	m := &undater{}
	for a := int8(1); a <= 4; a++ {
		for b := int8(1); b <= 4; b++ {
			from := dated{fight: fight{a, b}}
			merged, apart := of(t, from.toTheFinish(m), odds.Options{}), of(t, from.toTheFinish(nil), odds.Options{})
			if got, want := merged.P(won).Exact, apart.P(won).Exact; got.Cmp(want) != 0 {
				t.Errorf("%d against %d: %v, want %v", a, b, got, want)
			}
			if got, want := merged.States, of(t, from.fight.toTheFinish, odds.Options{}).States; got != want || got >= apart.States {
				t.Errorf("%d against %d: %d states, want %d; %d apart", a, b, got, want, apart.States)
			}
		}
	}
	m.asked = 0
	for range 100 {
		if _, err := rule.Play(dated{fight: fight{4, 4}}.toTheFinish(m), dice.NewRandom(1), nil); err != nil {
			t.Fatal(err)
		}
	}
	if m.asked > 0 {
		t.Errorf("a merger was asked %d times in games", m.asked)
	}
}

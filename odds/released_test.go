package odds_test

import (
	"slices"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// TestSolverAfterQuestion: a SubrollSolver begins without a path, even if it gets the engine of a question that ended
// in a row with given answers.
func TestSolverAfterQuestion(t *testing.T) {
	question := func(u *rule.Umpire) int {
		before := u.Sum(2, rule.D6, "", "before")
		for s := 0; ; s++ {
			if !rule.Checkpoint(u, "step", &s) {
				return 0
			}
			if s >= 3 {
				return before + s
			}
			s += u.Sum(1, rule.D6, "", "within")
		}
	}
	for range 4 {
		if _, err := odds.DistOf(t.Context(), question, odds.Options{Floats: true}); err != nil {
			t.Fatal(err)
		}
		solver := odds.NewSubrollSolver()
		u := rule.NewUmpire(solved{solver}, nil)
		d, err := solver.Subroll("a die and a die", func() int { return u.Sum(1, rule.D6, "", "one") + u.Sum(1, rule.D6, "", "two") })
		if err != nil {
			t.Fatal(err)
		}
		if values, _ := d.All(); !slices.Equal(values, []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}) {
			t.Errorf("two dice: %v", values)
		}
	}
}

// solved is a source that only the solver answers.
type solved struct{ *odds.SubrollSolver }

func (solved) Choose(rule.Choice) (int, error) { return 0, nil }

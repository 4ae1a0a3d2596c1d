package odds_test

import (
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// TestCertainQuestions: questions with one reading change neither the chances nor the number of
// runs, wherever they are on a path. The path here becomes longer than any before while the readings
// of its first question are still being played.
func TestCertainQuestions(t *testing.T) {
	rolls := func(certain int) func(u *rule.Umpire) int {
		return func(u *rule.Umpire) int {
			ask := func(n int) {
				for range n {
					if !u.Test(rule.D6, rule.AtLeast(1), "x", "any face") {
						t.Error("a certain test has failed")
					}
				}
			}
			ask(min(certain, 1))
			sum := u.Sum(1, rule.D6, "x", "first")
			ask(certain * sum)
			if sum == 3 || sum == 5 {
				sum += u.Sum(1, rule.D6, "x", "second")
				ask(certain)
			}
			return sum
		}
	}
	for _, floats := range []bool{false, true} {
		want := of(t, rolls(0), odds.Options{Floats: floats})
		for _, certain := range []int{1, 2, 20} {
			got := of(t, rolls(certain), odds.Options{Floats: floats})
			if got.Runs != want.Runs || got.Runs != 4+2*6 {
				t.Errorf("%d certain questions: %d runs, want %d", certain, got.Runs, want.Runs)
			}
			for v := 1; v <= 11; v++ {
				is := func(sum int) bool { return sum == v }
				g, w := got.P(is), want.P(is)
				if g.Float != w.Float || !floats && g.Exact.Cmp(w.Exact) != 0 {
					t.Errorf("%d certain questions: the chance of %d is %v, want %v", certain, v, g, w)
				}
			}
		}
	}
}

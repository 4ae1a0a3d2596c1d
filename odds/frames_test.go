package odds_test

import (
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// TestLongPathsAfterAnEstimate: in the middle of a long list of readings, an estimate descends into
// longer paths than any before. No path is then run twice.
func TestLongPathsAfterAnEstimate(t *testing.T) {
	one := rule.Subroll[int]{Name: "one", Play: func(*rule.Umpire, int) int { return 1 }}
	p := func(u *rule.Umpire) int {
		a := u.Sum(1, rule.D20, "x", "first")
		u.Sum(500, rule.D20, "x", "many readings")
		if a == 20 {
			for i := range 60 {
				one.Roll(u, i)
			}
		}
		return a
	}
	odds.ClearCaches()
	d, err := odds.DistOf(t.Context(), p, odds.Options{Floats: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(20*(500*19+1) + 60); d.Runs != want {
		t.Errorf("%d runs, want %d", d.Runs, want)
	}
}

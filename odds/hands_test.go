package odds_test

import (
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// TestExplanationKnowsHands: an explanation runs the procedure repeatedly. The side of the first roll
// of a subroll stays the same, and the roll after a cached subroll has no side.
func TestExplanationKnowsHands(t *testing.T) {
	pair := &rule.Subroll[int]{Name: "pair", Play: func(u *rule.Umpire, n int) int { return u.Sum(n, rule.D6, "x", "a pair") }}
	play := func(u *rule.Umpire) int {
		first := pair.Roll(u.By("Blue"), 2)
		again := pair.Roll(u.By("Blue"), 2)
		return first + again + u.Sum(1, rule.D6, "x", "after")
	}
	if _, err := odds.ExplainFunc(t.Context(), play, nil); err != nil {
		t.Error(err)
	}
	if _, err := odds.DistOf(t.Context(), play, odds.Options{}); err != nil {
		t.Error(err)
	}
}

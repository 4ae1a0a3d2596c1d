package odds_test

import (
	"context"
	"errors"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// TestUnsized: Unsized changes no answer and no refusal. It only leaves out the estimate of the
// size.
func TestUnsized(t *testing.T) {
	tens := func(n int) func(*rule.Umpire) int {
		return func(u *rule.Umpire) (sum int) {
			for range n {
				sum += u.Sum(1, rule.D10, "a", "a die")
			}
			return sum
		}
	}
	refused := func(n int, unsized bool) float64 {
		_, err := odds.DistOf(context.Background(), tens(n), odds.Options{Budget: 500, Unsized: unsized})
		var large *odds.TooLargeError
		if !errors.As(err, &large) {
			return 0
		}
		return large.Runs
	}
	if a, b := refused(2, false), refused(2, true); a != 0 || b != 0 {
		t.Errorf("errors for a hundred runs: %v, %v", a, b)
	}
	if a, b := refused(5, false), refused(5, true); a < 90_000 || b < 501 || b > 1000 {
		t.Errorf("of 100,000 runs: about %v, unsized %v", a, b)
	}
}

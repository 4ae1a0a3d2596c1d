package odds_test

import (
	"context"
	"errors"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// tossing is a sub-roll that takes 2^n runs to find.
var tossing = rule.Sub[int]{Name: "tosses", Play: func(u *rule.Umpire, n int) int {
	heads := 0
	for range n {
		if u.Test(rule.D2, rule.AtLeast(2), "x", "heads") {
			heads++
		}
	}
	return heads
}}

// TestBudgetsApart: with budgets apart a question is refused or answered whatever is
// remembered of its sub-rolls, by whomever they were found.
func TestBudgetsApart(t *testing.T) {
	tosses := func(sizes ...int) func(*rule.Umpire) int {
		return func(u *rule.Umpire) int {
			sum := 0
			for _, n := range sizes {
				sum += tossing.Roll(u, n)
			}
			return sum
		}
	}
	apart := odds.Options{Floats: true, Budget: 5000, Apart: true}
	for _, c := range []struct {
		name    string
		sizes   []int
		refused bool
	}{
		{"no sub-roll is too dear by itself", []int{10, 11, 12}, false},
		{"one is", []int{10, 13}, true},
		{"the question is, without them", []int{11, 11, 11, 11}, true}, // 12^4 sums
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := func(when string) {
				t.Helper()
				_, err := odds.Of(context.Background(), tosses(c.sizes...), apart)
				var large *odds.TooLarge
				if refused := errors.As(err, &large); refused != c.refused || err != nil && !refused {
					t.Errorf("%s: %v", when, err)
				}
			}
			odds.Forget()
			asked("with nothing remembered")
			asked("again")
			odds.Forget()
			for _, n := range c.sizes {
				if _, err := odds.Of(context.Background(), tosses(n), odds.Options{Floats: true}); err != nil {
					t.Fatal(err)
				}
			}
			asked("after others found its sub-rolls")
			for _, n := range c.sizes {
				odds.Of(context.Background(), tosses(n), apart)
			}
			asked("after they were found apart")
		})
	}
}

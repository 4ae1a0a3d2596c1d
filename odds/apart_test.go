package odds_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// tossing is a subroll that takes 2^n runs to compute.
var tossing = rule.Subroll[int]{Name: "tosses", Play: func(u *rule.Umpire, n int) int {
	heads := 0
	for range n {
		if u.Test(rule.D2, rule.AtLeast(2), "x", "heads") {
			heads++
		}
	}
	return heads
}}

// heap adds up many large dice. The sum of its independent dice is expensive by itself.
var heap = rule.IndependentSubroll[int]{Name: "heap", Play: func(u *rule.Umpire, n, size int) int {
	return u.Sum(n, rule.D20, "x", "a heap")
}}

// inTurn does something in each of some steps, with a checkpoint before each.
func inTurn(steps int, do func(u *rule.Umpire, step int) int) func(*rule.Umpire) int {
	return func(u *rule.Umpire) int {
		var s struct{ step, sum int16 }
		for int(s.step) < steps {
			if !rule.Checkpoint(u, "step", &s) {
				return 0
			}
			s.step, s.sum = s.step+1, s.sum+int16(do(u, int(s.step))%2)
		}
		return int(s.sum)
	}
}

// TestBudgetsApart: with separate budgets, the caches of subrolls do not decide whether a question
// is too large.
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
	apart := odds.Options{Floats: true, Budget: 5000, SubrollBudget: true}
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
				_, err := odds.DistOf(context.Background(), tosses(c.sizes...), apart)
				var large *odds.TooLargeError
				if refused := errors.As(err, &large); refused != c.refused || err != nil && !refused {
					t.Errorf("%s: %v", when, err)
				}
			}
			odds.ClearCaches()
			asked("with nothing remembered")
			asked("again")
			odds.ClearCaches()
			for _, n := range c.sizes {
				if _, err := odds.DistOf(context.Background(), tosses(n), odds.Options{Floats: true}); err != nil {
					t.Fatal(err)
				}
			}
			asked("after others found its sub-rolls")
			for _, n := range c.sizes {
				odds.DistOf(context.Background(), tosses(n), apart)
			}
			asked("after they were found apart")
		})
	}
}

// TestRefusedAlike: with separate budgets, earlier questions do not decide whether a question is
// too large. Neither sums of independent subrolls nor subrolls that run while states wait change
// that.
func TestRefusedAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	const budget = 1_000_000
	heaps := inTurn(10, func(u *rule.Umpire, step int) int { return heap.Roll(u, 300+step, 0) })
	waiting := func(u *rule.Umpire) int {
		s := struct{ at, heads int32 }{at: -1}
		for s.at < 0 {
			if !rule.Checkpoint(u, "begin", &s) {
				return 0
			}
			s.at = int32(u.Count(399, rule.D2, rule.AtLeast(2), "x", "so many states wait"))
		}
		if !rule.Checkpoint(u, "each", &s) {
			return 0
		}
		return tossing.Roll(u, 17) % 2
	}
	for _, c := range []struct {
		name string
		ask  func(*rule.Umpire) int
		find func() // what is found before
	}{
		{"like rolls", heaps, func() {
			for i := range 10 {
				answered(t, func(u *rule.Umpire) int { return heap.Roll(u, 300+i, 0) }, budget)
			}
		}},
		{"states wait", waiting, func() { answered(t, func(u *rule.Umpire) int { return tossing.Roll(u, 17) }, budget) }},
	} {
		odds.ClearCaches()
		fresh := answered(t, c.ask, budget)
		odds.ClearCaches()
		c.find()
		if !fresh {
			t.Errorf("%s: refused", c.name)
		}
		if found := answered(t, c.ask, budget); fresh != found {
			t.Errorf("%s: answered with empty caches: %v, with full ones: %v", c.name, fresh, found)
		}
	}
	odds.ClearCaches()
}

// TestMemoryApart: separate budgets bound the memory of subrolls too.
func TestMemoryApart(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	wide := inTurn(60, func(u *rule.Umpire, step int) int { return 0 * spread.Roll(u, step) })
	_, err := odds.DistOf(t.Context(), wide, odds.Options{Floats: true, Budget: 100_000_000, SubrollBudget: true})
	var large *odds.TooLargeError
	if !errors.As(err, &large) || !strings.Contains(err.Error(), "MiB") {
		t.Errorf("sixty subrolls of half a million values: %v", err)
	}
	odds.ClearCaches()
}

// spread is a subroll with some hundred thousand values.
var spread = rule.Subroll[int]{Name: "spread", Play: func(u *rule.Umpire, i int) int {
	return 900*u.Sum(40, rule.D20, "x", "a heap") + u.Sum(40, rule.D20, "x", "another") + i
}}

// answered answers a question with separate budgets. It reports whether the question was small
// enough.
func answered(t *testing.T, ask func(*rule.Umpire) int, budget int64) bool {
	t.Helper()
	_, err := odds.DistOf(t.Context(), ask, odds.Options{Floats: true, Budget: budget, SubrollBudget: true})
	var large *odds.TooLargeError
	if err != nil && !errors.As(err, &large) {
		t.Fatal(err)
	}
	return err == nil
}

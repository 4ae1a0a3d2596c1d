package odds_test

import (
	"errors"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
)

// TestExamplesAreAnswered: every example of every procedure has an answer and an explanation, or is
// too large. None is reported as impure.
func TestExamplesAreAnswered(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, rules := range rulesets.All {
		for _, p := range rules.Procedures {
			for _, x := range p.Examples {
				settings, err := rule.ParseWords(strings.Fields(x.Settings))
				if err != nil {
					t.Fatal(err)
				}
				q, err := p.NewQuestion(nil, settings)
				if err != nil {
					t.Fatal(err)
				}
				var large *odds.TooLargeError
				a, err := odds.Solve(t.Context(), q, odds.Options{Floats: true, Budget: 200_000})
				if err != nil {
					if !errors.As(err, &large) {
						t.Errorf("%s, %s: %v", q, x.Name, err)
					}
					continue
				}
				for i, e := range p.Events {
					if c, ok := a.Event(e.Name); !ok || c != a.Events[i] {
						t.Errorf("%s, %s: %s is %v, want %v", q, x.Name, e.Name, c, a.Events[i])
					}
				}
				if _, ok := a.Event("no such event"); ok {
					t.Errorf("%s answers an event that its procedure lacks", q)
				}
			}
		}
	}
}

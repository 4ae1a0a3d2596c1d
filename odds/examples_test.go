package odds_test

import (
	"errors"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
)

// TestExamplesAreAnswered: every example of every procedure is answered, with its
// account, or is too large: none is taken for impure.
func TestExamplesAreAnswered(t *testing.T) {
	for _, rules := range rulesets.All {
		for _, p := range rules.Procedures {
			for _, x := range p.Examples {
				settings, err := rule.ParseWords(strings.Fields(x.Words))
				if err != nil {
					t.Fatal(err)
				}
				q, err := p.Ask(nil, settings)
				if err != nil {
					t.Fatal(err)
				}
				var large *odds.TooLarge
				if _, err := odds.Ask(t.Context(), q, odds.Options{Floats: true, Budget: 200_000}); err != nil && !errors.As(err, &large) {
					t.Errorf("%s, %s: %v", q, x.Name, err)
				}
			}
		}
	}
}

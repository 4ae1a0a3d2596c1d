package rule_test

import (
	"testing"

	"loophole/rule"
)

// TestClause: verbs agree with the name of a side.
func TestClause(t *testing.T) {
	for side, want := range map[rule.Side]string{
		"Besiegers": "the Besiegers win", "German": "the German side wins", "attacker": "the attacker wins",
	} {
		if got := side.WithVerb("win"); got != want {
			t.Errorf("%s: %q, want %q", side, got, want)
		}
	}
	if got, want := rule.Side("German").WithVerb("undo"), "the German side undoes"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

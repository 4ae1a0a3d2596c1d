package cli

import (
	"strings"
	"testing"

	"loophole/game"
	"loophole/rule"
)

// TestNoCases: a program that has no case of a rulebook does not say that all pass.
func TestNoCases(t *testing.T) {
	g := &game.Game{Rules: rule.MustRuleset(rule.Ruleset{ID: "bare"}, "")}
	_, _, err := (&console{}).casesOf(g, nil)
	if err == nil || !strings.Contains(err.Error(), "no case of bare: write cases into rulesets/bare/casebook and run go generate -run tools/pack ./...") {
		t.Errorf("%v", err)
	}
}

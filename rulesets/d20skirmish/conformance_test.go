package d20skirmish_test

import (
	"testing"

	"loophole/rulesets/d20skirmish"
	"loophole/rulestest"
)

// TestConformance runs the conformance kit.
func TestConformance(t *testing.T) {
	rulestest.Run(t, d20skirmish.Rules, rulestest.Options{Game: d20skirmish.Game})
}

// FuzzPrefix plays random situations under random house rules, with random dice.
func FuzzPrefix(f *testing.F) { rulestest.Fuzz(f, d20skirmish.Rules) }

package konflikt47_test

import (
	"testing"

	"loophole/rulesets/konflikt47"
	"loophole/rulestest"
)

// TestConformance runs the conformance kit.
func TestConformance(t *testing.T) {
	rulestest.Run(t, konflikt47.Rules, rulestest.Options{Game: konflikt47.Game})
}

// FuzzPrefix plays random situations under random house rules, with random dice.
func FuzzPrefix(f *testing.F) { rulestest.Fuzz(f, konflikt47.Rules) }

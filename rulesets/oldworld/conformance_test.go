package oldworld_test

import (
	"testing"

	"loophole/rulesets/oldworld"
	"loophole/rulestest"
)

// TestConformance runs the conformance kit.
func TestConformance(t *testing.T) {
	rulestest.Run(t, oldworld.Rules, rulestest.Options{Game: oldworld.Game})
}

// FuzzPrefix plays random situations under random house rules, with random dice.
func FuzzPrefix(f *testing.F) { rulestest.Fuzz(f, oldworld.Rules) }

package tideofiron_test

import (
	"testing"

	"loophole/rulesets/tideofiron"
	"loophole/rulestest"
)

// TestConformance runs the conformance kit.
func TestConformance(t *testing.T) {
	rulestest.Run(t, tideofiron.Rules, rulestest.Options{Game: tideofiron.Game})
}

// FuzzPrefix plays random situations under random house rules, with random dice.
func FuzzPrefix(f *testing.F) { rulestest.Fuzz(f, tideofiron.Rules) }

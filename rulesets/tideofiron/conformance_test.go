package tideofiron_test

import (
	"testing"

	"loophole/rulesets/tideofiron"
	"loophole/rulestest"
)

// TestConformance puts the rulebook through the kit.
func TestConformance(t *testing.T) {
	rulestest.Run(t, tideofiron.Rules, rulestest.Options{Game: tideofiron.Game})
}

// FuzzPrefix makes up situations, houses and dice.
func FuzzPrefix(f *testing.F) { rulestest.Fuzz(f, tideofiron.Rules) }

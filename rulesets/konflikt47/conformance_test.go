package konflikt47_test

import (
	"testing"

	"loophole/rulesets/konflikt47"
	"loophole/rulestest"
)

// TestConformance puts the rulebook through the kit.
func TestConformance(t *testing.T) {
	rulestest.Run(t, konflikt47.Rules, rulestest.Options{Game: konflikt47.Game})
}

// FuzzPrefix makes up situations, houses and dice.
func FuzzPrefix(f *testing.F) { rulestest.Fuzz(f, konflikt47.Rules) }

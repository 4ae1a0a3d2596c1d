package oldworld_test

import (
	"testing"

	"loophole/rulesets/oldworld"
	"loophole/rulestest"
)

// TestConformance puts the rulebook through the kit.
func TestConformance(t *testing.T) {
	rulestest.Run(t, oldworld.Rules, rulestest.Options{Game: oldworld.Game})
}

// FuzzPrefix makes up situations, houses and dice.
func FuzzPrefix(f *testing.F) { rulestest.Fuzz(f, oldworld.Rules) }

package d20skirmish_test

import (
	"testing"

	"loophole/rulesets/d20skirmish"
	"loophole/rulestest"
)

// TestConformance puts the rulebook through the kit.
func TestConformance(t *testing.T) {
	rulestest.Run(t, d20skirmish.Rules, rulestest.Options{Game: d20skirmish.Game})
}

// FuzzPrefix makes up situations, houses and dice.
func FuzzPrefix(f *testing.F) { rulestest.Fuzz(f, d20skirmish.Rules) }

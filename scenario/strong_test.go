package scenario_test

import (
	"math"
	"testing"

	"loophole/internal/testgame"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// TestStrongOf: an instance of a bundled scenario has the result of its card, unless its set-up or its house rules are
// others.
func TestStrongOf(t *testing.T) {
	b, err := scenario.Find("tideofiron", "row")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := scenario.StrongOf(testgame.New(t, b)), b.Measured().Strong; want == nil || got != want {
		t.Errorf("the bundled scenario: %v, want %v", got, want)
	}
	changed, err := b.With([]rule.Setting{{Path: "rounds", Value: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := scenario.StrongOf(testgame.New(t, changed)); got != nil {
		t.Errorf("with fewer rounds: %v", got)
	}
	house := rule.Setting{Path: "facts.collapse.dice", Value: "5"}
	if got := scenario.StrongOf(testgame.New(t, b, house)); got != nil {
		t.Errorf("under house rules: %v", got)
	}
}

// TestStartChance: bundled scenarios have the score of their card, less the certainty that few games cannot give.
func TestStartChance(t *testing.T) {
	for _, g := range rulesets.Games {
		for _, b := range scenario.ForRuleset(g.Rules.ID) {
			f := testgame.New(t, b)
			s, v := scenario.StrongOf(f), scenario.StartChance(f)
			if s == nil || v <= 0 || v >= 1 || math.Abs(v-s.Score) > 1/float64(s.Games)+1e-9 {
				t.Errorf("%s/%s: %v of %+v", b.Ruleset, b.Name, v, s)
			}
			f.Scenario = "another"
			if v := scenario.StartChance(f); v != 0 {
				t.Errorf("a scenario of one's own has %v", v)
			}
		}
	}
}

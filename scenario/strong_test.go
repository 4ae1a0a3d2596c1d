package scenario_test

import (
	"testing"

	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// TestStrongOf: an instance of a bundled scenario has the result of its card, unless its set-up or its house rules are
// others.
func TestStrongOf(t *testing.T) {
	g, err := rulesets.Game("tideofiron")
	if err != nil {
		t.Fatal(err)
	}
	b, err := scenario.Find("tideofiron", "row")
	if err != nil {
		t.Fatal(err)
	}
	f, err := scenario.NewInstance(g, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := scenario.StrongOf(f), b.Measured().Strong; want == nil || got != want {
		t.Errorf("the bundled scenario: %v, want %v", got, want)
	}
	changed, err := b.With([]rule.Setting{{Path: "rounds", Value: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	if f, err = scenario.NewInstance(g, changed, nil); err != nil {
		t.Fatal(err)
	}
	if got := scenario.StrongOf(f); got != nil {
		t.Errorf("with fewer rounds: %v", got)
	}
	house, err := g.Rules.House([]rule.Setting{{Path: "facts.collapse.dice", Value: "5"}})
	if err != nil {
		t.Fatal(err)
	}
	if f, err = scenario.NewInstance(g, b, house); err != nil {
		t.Fatal(err)
	}
	if got := scenario.StrongOf(f); got != nil {
		t.Errorf("under house rules: %v", got)
	}
}

package policy_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets/tideofiron"
	"loophole/scenario"
)

// TestSurvey: FindDefaults lists what strict house rules lack for setting up and for playing.
// With these facts given, strict house rules set the game up and play it, and FindDefaults lists
// nothing more.
func TestSurvey(t *testing.T) {
	g := tideofiron.Game
	b := scenario.ForRuleset("tideofiron")[slices.IndexFunc(scenario.ForRuleset("tideofiron"), func(b *scenario.Scenario) bool { return b.Name == "block" })]
	begin := func(h *rule.HouseRules) (*game.Instance, error) { return scenario.NewInstance(g, b, h) }
	survey := func(given []rule.Setting) (*rule.HouseRules, []*rule.MissingFactError) {
		h, err := g.Rules.House(given)
		if err != nil {
			t.Fatal(err)
		}
		list, err := policy.FindDefaults(context.Background(), h, begin)
		if err != nil {
			t.Fatal(err)
		}
		if h.Strict {
			t.Error("the survey changed the house")
		}
		return h, list
	}
	_, list := survey(nil)
	var given []rule.Setting
	names := map[string]bool{}
	for _, m := range list {
		if names[m.Name] || m.Cite == "" {
			t.Errorf("%s stands twice, or has no clause", m.Name)
		}
		names[m.Name] = true
		given = append(given, rule.Setting{Path: m.Name, Value: fmt.Sprint(m.Default)})
	}
	// One of setting up and one of play: the squads that a hex holds, and the number that a die
	// hits on.
	if !names["facts.stack.limit"] || !names["facts.hit.close"] {
		t.Errorf("the survey found %v", names)
	}
	h, list := survey(given)
	if len(list) > 0 {
		t.Errorf("with everything given a survey still finds %v", list)
	}
	h.Strict = true
	f, err := begin(h)
	if err != nil {
		t.Fatal(err)
	}
	random := func() policy.Policy { return &policy.Random{} }
	if _, err := policy.PlaySeries(context.Background(), f, [2]func() policy.Policy{random, random}, policy.Options{Games: 50}); err != nil {
		t.Error(err)
	}
}

package konflikt47_test

import (
	"strings"
	"testing"

	"loophole/rule"
	"loophole/rulesets/konflikt47"
	"loophole/scenario"
)

// TestHouseMoves: the map knows moves of two floors or sections, and refuses house rules with longer ones.
func TestHouseMoves(t *testing.T) {
	for _, fact := range []string{"facts.advance.steps", "facts.run.steps"} {
		house, err := konflikt47.Rules.House([]rule.Setting{{Path: fact, Value: "3"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := scenario.Open(konflikt47.Game, "farmhouse", house); err == nil || !strings.Contains(err.Error(), "at most 2 floors or sections") {
			t.Errorf("%s: %v", fact, err)
		}
	}
}

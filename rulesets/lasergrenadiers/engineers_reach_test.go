package lasergrenadiers_test

import (
	"strings"
	"testing"

	"loophole/rule"
	"loophole/rulesets/lasergrenadiers"
	"loophole/scenario"
)

// TestToolReach: every wall that engineers may work on is listed, however far house rules let them reach. The
// digger at 16,18 stands 2 inches from the shop's west wall at x = 18, and 10 from the tower's at x = 26.
func TestToolReach(t *testing.T) {
	for inches, want := range map[string]int{"1": 0, "6": 1, "9": 1, "10": 2} {
		house, err := lasergrenadiers.Rules.House([]rule.Setting{{Path: "facts.tool.reach", Value: inches}})
		if err != nil {
			t.Fatal(err)
		}
		f, err := scenario.Open(lasergrenadiers.Game, "works", house)
		if err != nil {
			t.Fatal(err)
		}
		list, err := f.Legal(f.Start)
		if err != nil {
			t.Fatal(err)
		}
		listed := 0
		for _, a := range list {
			if strings.HasPrefix(f.FormatAction(a), "breach digger ") {
				listed++
			}
		}
		if listed != want {
			t.Errorf("within %s inches %d walls are listed, want %d", inches, listed, want)
		}
	}
}

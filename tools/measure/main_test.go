package main

import (
	"slices"
	"testing"

	_ "loophole/internal/lazygc"
	"loophole/scenario"
)

// replayed are quick scenarios in which strong play is checked.
var replayed = []string{"worked", "bastion"}

// What was measured is of the scenarios as they are, and their first games end as
// they did when it was measured: otherwise the rules have changed since.
func TestMeasuredStands(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, b := range scenario.Bundled() {
		m := b.Measured()
		if m == nil {
			t.Errorf("%v is not measured as it is: run go generate ./scenario", b)
			continue
		}
		if m.Games != games || m.Seed != seed || m.Policy != by || m.Won[0]+m.Won[1]+m.Won[2] != games {
			t.Errorf("%v: %+v", b, m)
		}
		if x := m.Strong; !isCurrent(x) || !isEnough(x) && !isSlow(x) || x.Error <= 0 || x.Won[0]+x.Won[1]+x.Won[2] != x.Games || x.Ending.Why == "" {
			t.Errorf("%v: strong play is not measured: %+v", b, x)
		} else if slices.Contains(replayed, b.Name) {
			if got, err := strongOpening(b, x.Policy); err != nil || got != x.First {
				t.Errorf("%v: the first games of strong play end %s, and ended %s when they were measured: delete its line in scenario/strong.tsv, and run go generate ./scenario: %v", b, got, x.First, err)
			}
		}
		got, err := opening(b)
		if err != nil {
			t.Fatal(err)
		}
		if got != m.First {
			t.Errorf("%v: the first games end %s, and ended %s when it was measured: run go generate ./scenario", b, got, m.First)
		}
	}
}

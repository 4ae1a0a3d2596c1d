package tideofiron_test

import (
	"strings"
	"testing"

	"loophole/rulesets/tideofiron"
	"loophole/scenario"
)

// TestLines: a building blocks sight from the ground, and two hexes on both sides of a line block
// it together. Upper floors see over it. Guns and mortars have lines to hexes.
func TestLines(t *testing.T) {
	f, err := scenario.Open(tideofiron.Game, "block", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		piece, target string
		clear         bool
		hexes         int
		says, cites   string
	}{
		{"anti-tank", "panzer-iii", false, 4, "from E3 to A4; D3 blocks the line of sight: building, level 1", "attack.sight"},
		{"guards", "panzer-iii", false, 4, "D4 and D3 block the line of sight between them", "attack.sight"},
		{"squad-a", "panzer-iii", true, 3, "from D3/1 to A4; long range", "attack.range"},
		{"sig-33b", "squad-b", true, 3, "normal range; cover of a building", "host.cover"},
		{"sig-33b", "D3", true, 2, "from B2 to D3/1; normal range", "attack.range"},
		{"mortar-squad", "D3", true, 3, "from A2 onto D3", "host.spotter"},
	} {
		list, err := f.SightLines(f.Start, c.piece)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, l := range list {
			if l.Target != c.target {
				continue
			}
			found = true
			if l.Clear != c.clear || l.Length != 1000*c.hexes || !strings.Contains(l.Text, c.says) || !strings.Contains(strings.Join(l.Clauses, " "), c.cites) {
				t.Errorf("%s to %s: %+v; want %+v", c.piece, c.target, l, c)
			}
		}
		if !found {
			t.Errorf("%s has no line to %s: %+v", c.piece, c.target, list)
		}
	}
}

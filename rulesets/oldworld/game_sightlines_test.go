package oldworld_test

import (
	"strings"
	"testing"
)

// TestLines: sight, arc and distance from the ford, by hand. The bows at (4,5)
// face north; the guns at (12,21) are 8 aside and 16 ahead, √320 = 17.9 away,
// and the line passes x=9.5 where the house, from x=10, ends at y=16. The house's
// corner (10,16), 6 aside and 11 ahead of the bows, is to their front, so the
// house is; its corner (10,10) is √61 = 7.8 away. The mob at
// (13,2) is 8 from the house's south wall and sees nothing behind it.
func TestLines(t *testing.T) {
	f := begin(t, ford(t))
	for _, c := range []struct {
		piece, target string
		clear         bool
		length        int
		says          []string
		cites         string
	}{
		{"bows", "guns", true, 18, []string{"from bridge to north", "long range"}, "host.modifiers"},
		{"bows", "watch", true, 8, []string{"to the west side of house", "short range"}, "at.cover"},
		{"wolves", "watch", false, 9, []string{"not in the shooters' arc"}, "host.sight"},
		{"mob", "watch", true, 8, []string{"the south side of house", "no missile weapon", "full cover inside"}, "at.cover"},
		{"mob", "guns", false, 20, []string{"terrain hides the target", "in the way: house"}, "silent.agreed-cover"},
		{"guns", "mob", false, 20, []string{"in the way: house"}, "silent.agreed-cover"},
		{"wolves", "guns", false, 16, []string{"not in the shooters' arc"}, "host.sight"},
		{"watch", "bows", true, 8, []string{"no missile weapon"}, "host.sight"},
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
			if l.Clear != c.clear || l.Length != 1000*c.length || !strings.Contains(strings.Join(l.Clauses, " "), c.cites) {
				t.Errorf("%s to %s: %+v", c.piece, c.target, l)
			}
			for _, s := range c.says {
				if !strings.Contains(l.Text, s) {
					t.Errorf("%s to %s: %q does not say %q", c.piece, c.target, l.Text, s)
				}
			}
		}
		if !found {
			t.Errorf("%s has no line to %s", c.piece, c.target)
		}
	}
}

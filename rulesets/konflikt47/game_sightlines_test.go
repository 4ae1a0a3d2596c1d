package konflikt47

import (
	"strings"
	"testing"
)

// TestLines: lines of the yard, by hand. The first floor of the house has one
// opening, in the south wall at (13,0); the bunker's slit is at (12,20) and
// looks south, half an inch to each side. From (0,3) its near end is 11.5 aside and
// 17 ahead, √421.25 = 20.5244 away and inside the narrow arc; the howitzer at
// (13,-18) is 18 from the window. From (13,-10) to (0,3) it is 13√2 = 18.3847.
func TestLines(t *testing.T) {
	f := begun(t)
	for _, c := range []struct {
		piece, target string
		clear         bool
		mils          int
		says          []string
		cites         string
	}{
		{"squad", "garrison", false, 10_000, []string{"the west wall of house/first is the only part in view"}, "at.small-arms"},
		{"tiger", "garrison", true, 6_000, []string{"at the east wall of house/first", "hard cover inside"}, "at.cover"},
		{"garrison", "howitzer", true, 18_000, []string{"out of house/upper (openings in sight of it: south 1)", "long range"}, "from.openings"},
		{"garrison", "squad", false, 0, []string{"no opening faces the target"}, "from.openings"},
		{"squad", "crew", true, 20_525, []string{"at bunker/slit", "long range", "in a bunker"}, "bunker.cover"},
		{"crew", "squad", true, 20_525, []string{"out of bunker/slit"}, "from.openings"},
		{"target", "squad", true, 18_385, []string{"from lawn to west-0", "long range", "in the open"}, "host.range"},
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
			if l.Clear != c.clear || l.Length != c.mils || !strings.Contains(strings.Join(l.Clauses, " "), c.cites) {
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

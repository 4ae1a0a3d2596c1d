package lasergrenadiers_test

import (
	"strings"
	"testing"

	"loophole/scene"
)

// TestLines: on the farm pieces fire out of the openings near their posts and at walls with pieces
// behind them. A thicket blocks sight. The parlour is 6 aside and 6 ahead of the lane: √72 is
// 8.486, rounded up.
func TestLines(t *testing.T) {
	f := begin(t, "farm")
	lines := func(piece string) map[string]scene.Line {
		list, err := f.SightLines(f.Start, piece)
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]scene.Line{}
		for _, l := range list {
			all[l.Target] = l
		}
		return all
	}
	for _, c := range []struct {
		piece, target string
		clear         bool
		length        int
		says, cites   string
	}{
		{"corporal", "burner", true, 8_486, "from parlour to lane; out of house/parlour; short range; in plain sight", "host.range"},
		{"corporal", "barn", true, 9_849, "out of house/parlour; at the wall barn/north before byre", "host.sight"},
		{"blaster", "burner", false, 11_662, "no opening connects the two places", "host.sight"},
		{"fusioneer", "flamethrower", false, 17_721, "in the way: thicket", "host.sight"},
		{"fusioneer", "house", true, 15_000, "at the wall house/west before parlour; medium range", "host.range"},
		{"fusioneer", "hedge", true, 11_181, "medium range", "host.sight"},
	} {
		l, ok := lines(c.piece)[c.target]
		if !ok || l.Clear != c.clear || l.Length != c.length || !strings.Contains(l.Text, c.says) || !strings.Contains(strings.Join(l.Clauses, " "), c.cites) {
			t.Errorf("%s to %s: %v, %+v; want %+v", c.piece, c.target, ok, l, c)
		}
	}
	// A hidden piece in the house that was not detected has no lines to it.
	if l, ok := lines("fusioneer")["corporal"]; ok {
		t.Errorf("a line to a hidden piece: %+v", l)
	}
	if _, err := f.SightLines(f.View(f.Start, 0), "corporal"); err == nil {
		t.Error("the other side gets the lines of a piece that is hidden from it")
	}
}

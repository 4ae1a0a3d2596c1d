package server

import (
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/internal/testgame"
	"loophole/rule"
)

// TestReportWords: the report of an action has its effects in words, and the dice with correct numbers.
func TestReportWords(t *testing.T) {
	for _, c := range []struct {
		ruleset, scenario, line, faces string
		head, dice, toll               string
	}{
		{"tideofiron", "block", "bombard sig-33b at D3", "6 5 5 4 4 4 4 3 3 2 2 1 1 1 | 5 2 1", "The building in D3 stands", "14 dice: 3 hits, 1 stopped, 2 left; 9 were needed", ""},
		// 6 for the ground floor and 3 for the one above are 9; a weakened hex needs half of them,
		// rounded up.
		{"tideofiron", "row", "bombard stug-iii at F1", "5 5 4 4 4 1 1 | 6 4 2", "The building in F1 stands", "7 dice: 2 hits, 1 stopped, 1 left; 5 were needed", ""},
		{"tideofiron", "block", "bombard sig-33b at D3", "6 6 6 5 5 5 5 3 3 2 2 1 1 1 | 4 2 1", "The building in D3 is weakened", "14 dice: 7 hits, 0 stopped, 7 left; 9 were needed", ""},
		{"tideofiron", "block", "fire mg-squad at squad-a normal", "6 6 6 6 6 6 | 1 1 1", "Squad A lost all four", "", ""},
	} {
		f, a := laidOut(t, c.ruleset, c.scenario, c.line)
		tray, err := dice.ParseTray(c.faces)
		if err != nil {
			t.Fatal(err)
		}
		rec := &rule.Record{}
		after, err := f.Play(f.Start, a, tray, rec)
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		x := f.Narrate(a, f.Start, after, rec.Entries)
		if x.Head != c.head || c.dice != "" && x.Dice != c.dice || x.Losses != c.toll || len(strings.Fields(x.Head)) > 6 {
			t.Errorf("%s with %s is told as %+v", c.line, c.faces, x)
		}
	}
}

// laidOut sets up a bundled scenario and parses an action of it.
func laidOut(t *testing.T, ruleset, name, line string) (*game.Instance, game.Action) {
	t.Helper()
	f := testgame.Bundled(t, ruleset, name)
	a, err := f.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	return f, a
}

// TestWholePercent: no chance that is possible looks impossible, and none that may fail looks certain.
func TestWholePercent(t *testing.T) {
	for p, want := range map[float64]string{
		0: "0 %", 1e-9: "less than 1 %", 0.005: "less than 1 %", 0.006: "1 %", 0.47: "47 %", 0.994: "99 %", 0.995: "more than 99 %", 1 - 1e-9: "more than 99 %", 1: "100 %",
	} {
		if s := wholePercent(p); s != want {
			t.Errorf("%v is %s, not %s", p, s, want)
		}
	}
}

package match

import (
	"slices"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/rule"
)

// TestExplainedEntries: the explanation has the sum of the illustrated example, 8 + 6 + half of 6 + 3 in 19 dice,
// where the record has only the total. Without facts and rows of tables it equals the record. The
// explanation of a pending action ends at its question.
func TestExplainedEntries(t *testing.T) {
	m := begun(t, "worked")
	a := mustParse(t, m, "bombard sig-33b at D2 with panzer-iii")
	m.Play(a, stuck{})
	if err := m.Undo(0, false); err != nil {
		t.Fatal(err)
	}
	if err := m.Play(a, dice.NewRandom(1)); err != nil {
		t.Fatal(err)
	}
	m.Play(mustParse(t, m, "shell mortar-squad at D3 normal"), stuck{})
	if _, open := m.PendingRange(); !open {
		t.Error("the mortar's action is not open")
	}
	for from, e := range m.Entries {
		if e.Kind != Acted {
			continue
		}
		var kept []string
		for _, x := range m.ExplainedEntries(from) {
			if x.Kind != Ruled || x.Rule.Kind != rule.FactUsed && x.Rule.Kind != rule.TableUsed {
				kept = append(kept, x.String())
			}
		}
		var want []string
		for _, x := range m.Entries[from:] {
			want = append(want, x.String())
		}
		if !slices.Equal(kept, want) {
			t.Errorf("from entry %d:\n%s\nwant\n%s", from, strings.Join(kept, "\n"), strings.Join(want, "\n"))
		}
	}
	var all []string
	for _, x := range m.ExplainedEntries(0) {
		all = append(all, x.String())
	}
	text := strings.Join(all, "\n")
	for _, line := range []string{
		"sIG 33b, firepower against vehicles: 8", "firepower that Stielgranate 42 adds against a building: 6 [box.stielgranate]",
		"Panzer III, firepower against vehicles: 6", "firepower that Concussive Firepower adds against a building: 3 [strength.concussive]", "attack dice: 19 [strength.dice]",
	} {
		if strings.Count(text, line) != 2 {
			t.Errorf("%q does not stand twice in\n%s", line, text)
		}
	}
}

func mustParse(t *testing.T, m *Match, line string) (a game.Action) {
	t.Helper()
	a, err := m.Instance.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

package rule_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"loophole/rule"
)

func TestHouse(t *testing.T) {
	h, err := rules.House([]rule.Setting{{Path: "facts.target", Value: "5"}, {Path: "rulings.reroll", Value: "yes"}, {Path: "tables.units.tank.bonus", Value: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	q, err := ask(t, h, "unit=tank")
	if err != nil {
		t.Fatal(err)
	}
	g := &given{faces: [][]uint8{{5, 4, 1, 6}, {4, 3}}}
	var rec rule.Record
	got, err := q.Play(g, &rec)
	if err != nil || got != any(outcome{3}) || len(g.faces) != 0 {
		t.Error(got, err, g.asked)
	}
	if !slices.Equal(g.asked, []string{"4D6 count 5+", "2D6 count 4+"}) {
		t.Error(g.asked)
	}
	for _, e := range rec.Entries {
		if (e.Kind == rule.FactUsed || e.Kind == rule.TableUsed || e.Kind == rule.RulingUsed) && !e.Overridden {
			t.Errorf("the entry %v is not marked as overridden", e)
		}
	}
	if h.Hash() == rules.Published().Hash() || rules.Published().Hash() != "published" {
		t.Error(h.Hash())
	}
	for path, want := range map[string]string{
		"facts.tarte": "did you mean target", "facts.target=9": "out of range: 2 to 6", "rulings.reroll=perhaps": "unknown reading",
		"rulings.rerol=no": "did you mean reroll", "tables.units.tank.bonus=6": "out of range", "tables.units.tonk.bonus=1": "did you mean tank",
		"tables.unit.tank.bonus=1": "did you mean units", "tables.units.tank.bones=1": "did you mean bonus", "tables.units=1": "TABLE.ROW.COLUMN", "tebles.x=1": "unknown section",
	} {
		k, v, _ := strings.Cut(path, "=")
		if _, err := rules.House([]rule.Setting{{Path: k, Value: v, Place: "h.yaml:1:1"}}); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "h.yaml:1:1: ") {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

func TestStrict(t *testing.T) {
	h := rules.Published()
	h.Strict = true
	q, _ := ask(t, h)
	var missing *rule.MissingFactError
	if _, err := q.Play(&given{faces: [][]uint8{{1, 1}}}, nil); !errors.As(err, &missing) || missing.Name != "facts.target" {
		t.Error(err)
	}
	h, _ = rules.House([]rule.Setting{{Path: "facts.target", Value: "4"}})
	h.Strict = true
	q, _ = ask(t, h)
	if _, err := q.Play(&given{faces: [][]uint8{{1, 1}}}, nil); err != nil {
		t.Error(err)
	}
}

func FuzzHouse(f *testing.F) {
	f.Add("facts.target", "3")
	f.Add("rulings.reroll", "yes")
	f.Add("tables.units.tank.bonus", "2")
	f.Fuzz(func(t *testing.T, path, value string) {
		h, err := rules.House([]rule.Setting{{Path: path, Value: value}})
		if err != nil {
			return
		}
		again, err := rules.House(h.Overrides())
		if err != nil || again.Hash() != h.Hash() {
			t.Fatal(h.Overrides(), err)
		}
	})
}

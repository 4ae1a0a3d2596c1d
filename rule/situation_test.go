package rule_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"loophole/rule"
)

func TestSituationRoundTrip(t *testing.T) {
	for _, words := range []string{
		"", "count=7 mode=fancy", "cells=3,4 cells.2.elite=yes cells.2.unit=tank", "size=9 elite=on unit=squad", "cells.3.size=2", "scars=0,2", "scars.3=4 scars.1=1", "cells.2.elite=yes cells=3,4", "cells.1=3 cells=3,4 cells=3,4",
	} {
		q, err := ask(t, nil, strings.Fields(words)...)
		if err != nil {
			t.Fatal(words, err)
		}
		p := q.Procedure
		again, err := p.NewQuestion(nil, q.Settings())
		if err != nil || !slices.Equal(again.Settings(), q.Settings()) {
			t.Errorf("%q: settings %v became %v (%v)", words, q.Settings(), again.Settings(), err)
		}
		short, err := ask(t, nil, strings.Fields(q.Words())...)
		if err != nil || !slices.Equal(short.Settings(), q.Settings()) {
			t.Errorf("%q: words %q became %q (%v)", words, q.Words(), short.Words(), err)
		}
		if _, err := json.Marshal(q.Situation()); err != nil {
			t.Error(err)
		}
	}
}

func TestSituationFaults(t *testing.T) {
	for words, want := range map[string]string{
		"cuont=3":                    "did you mean count",
		"count=41":                   "out of range: 0 to 40 dice",
		"count=two":                  "not a whole number",
		"count=99999999999999999999": "not a whole number",
		"mode=fancyy":                `unknown value "fancyy"; did you mean fancy?`,
		"elite=maybe":                "neither yes nor no",
		"unit=tonk":                  "did you mean tank",
		"cells=1,2,3,4":              "room for 3",
		"cells=10":                   "out of range: 0 to 9",
		"cells.4.size=1":             "unknown key",
		"size=1 cuont=1 mode=x":      "cuont",
		"count=3 count=4":            "count is given twice, as 3 and as 4",
		"elite=yes elite=off":        "elite is given twice, as yes and as off",
		"cells=3,4 cells=3":          "cells is given twice, as 3,4 and as 3",
		"cells.2=5 cells=3,4":        "cells.2.size is given twice, as 4 and as 5",
		"cells.2=5 cells.2.size=4":   "cells.2.size is given twice, as 5 and as 4",
		"cells=3 cells.2.elite=yes":  "cells.2.elite: cells has no member 2: give the list with it, as cells=3,1",
		"cells.2.elite=yes cells=3":  "cells.2.elite: cells has no member 2: give the list with it, as cells=3,1",
		"cells=3 cells.2=4":          "cells.2: cells has no member 2: give the list with it, as cells=3,4",
		"cells= cells.1=4":           "cells.1: cells has no member 1: give the list with it, as cells=4",
		"cells=3 cells.3.elite=yes":  "cells.3.elite: cells has no member 3: give the list with it, as cells=3,1,1",
	} {
		_, err := ask(t, nil, strings.Fields(words)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", words, err, want)
		}
	}
	p, _ := rules.Procedure("volley")
	_, err := p.NewQuestion(nil, []rule.Setting{{Path: "cuont", Value: "1", Place: "a.yaml:3:5"}, {Path: "mode", Value: "x", Place: "a.yaml:4:7"}})
	if err == nil || !strings.Contains(err.Error(), "a.yaml:3:5: unknown key") || !strings.Contains(err.Error(), "a.yaml:4:7: mode") {
		t.Error(err)
	}
}

func TestListElementsMayBeZero(t *testing.T) {
	type item struct {
		Size uint8 `key:"size" min:"1" max:"9" doc:"how large"`
	}
	type list struct {
		Items [2]item `key:"items" doc:"items"`
	}
	defer func() {
		if x, _ := recover().(string); !strings.Contains(x, "items.1.size") {
			t.Error(x)
		}
	}()
	spec := rule.Spec[list, outcome]{Name: "x", Play: func(*rule.Umpire, *list) outcome { return outcome{} }}
	rule.MustRuleset(rule.Ruleset{ID: "bad", Procedures: []*rule.Procedure{spec.Procedure()}}, "").Procedures[0].Keys()
}

func TestNearest(t *testing.T) {
	if n := rule.ClosestNames("a", []string{"crossroads", "arnhem", "row"}); !slices.Equal(n, []string{"arnhem"}) {
		t.Errorf("a letter: %v", n)
	}
	names := []string{"level", "lead", "hexes", "squads"}
	for word, want := range map[string]string{"levle": "level", "sqads": "squads", "hex": "hexes", "zzz": ""} {
		got := ""
		if n := rule.ClosestNames(word, names); len(n) > 0 {
			got = n[0]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
	rule.ClosestNames(strings.Repeat("x", 1<<20), names) // a very long word must not be slow
}

func FuzzSituation(f *testing.F) {
	f.Add("count=3 mode=fancy cells=1,2")
	f.Add("cells.1.unit=tank size=2")
	f.Fuzz(func(t *testing.T, words string) {
		s, err := rule.ParseWords(strings.Fields(words))
		if err != nil {
			return
		}
		p, _ := rules.Procedure("volley")
		q, err := p.NewQuestion(nil, s)
		if err != nil {
			return
		}
		again, err := p.NewQuestion(nil, q.Settings())
		if err != nil || !slices.Equal(q.Settings(), again.Settings()) {
			t.Fatal(q.Settings(), err)
		}
	})
}

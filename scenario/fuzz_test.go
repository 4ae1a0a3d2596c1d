package scenario_test

import (
	"regexp"
	"strings"
	"testing"

	"loophole/rule"
	"loophole/scenario"
)

var seeds = []string{
	"ruleset: tideofiron\nprocedure: attack\nlead: {unit: sig-33b, distance: 3}\nsquads:\n  - figures: 4\n    floor: 1\n",
	"ruleset: x\nrulings: {halving: before}\nfacts: {defence.block: 4}\ntables:\n  units:\n    tiger-i: {move: 6}\n",
	`{"ruleset": "x", "level": 1, "squads": [{"figures": 4}], "card": true}`,
	"a: &x [*x, *x]\n", "a:\n  <<: *b\n", "a: |\n  x\n", "a: !!binary x", "? a\n: b", "---\na: 1\n...\n---\n",
	"a: 'it''s'\nb: \"\\u00e9\"\n", "- - - 1", "[[[[", "{a: {b: {c: 1", "a: 010\nb: 0o7\nc: .inf\nd: ~\n", "\ufeffa: 1\r\n",
}

var placed = regexp.MustCompile(`^f(\.json)?:[1-9][0-9]*:[1-9][0-9]*(: |$)`)

// sound checks the result of a reader.
func sound(t *testing.T, settings []rule.Setting, err error) {
	t.Helper()
	if err != nil {
		if !placed.MatchString(err.Error()) {
			t.Fatalf("no place in %q", err)
		}
		return
	}
	seen := map[string]bool{}
	for _, s := range settings {
		if !placed.MatchString(s.Place) {
			t.Fatalf("no place in %+v", s)
		}
		if s.Path == "" || seen[s.Path] || strings.ContainsAny(s.Value, "\n\r") {
			t.Fatalf("%+v", s)
		}
		seen[s.Path] = true
	}
}

func FuzzSituation(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, in string, json bool) {
		name := "f"
		if json {
			name = "f.json"
		}
		settings, _, err := scenario.ReadSituation(name, strings.NewReader(in))
		sound(t, settings, err)
	})
}

func FuzzHouse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		_, settings, err := scenario.ReadHouseRules("f", strings.NewReader(in))
		sound(t, settings, err)
		for _, s := range settings {
			if !s.IsHouseRule() {
				t.Fatalf("%+v", s)
			}
		}
	})
}

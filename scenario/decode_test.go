package scenario

import (
	"strings"
	"testing"

	"loophole/rule"
)

// TestNumbersInRange: a number of a set-up without a min is 0 or more, and none is read outside of its type
// or its range. The error has the place of the number.
func TestNumbersInRange(t *testing.T) {
	rules := &rule.Ruleset{Tables: []*rule.Table{{Name: "hatches", Rows: []rule.Row{{Name: "plank"}, {Name: "oak"}}}}}
	type setup struct {
		Edge   int      `key:"edge" max:"3"`
		Men    int      `key:"men"`
		Shots  uint8    `key:"shots"`
		Step   int8     `key:"step"`
		Depth  int      `key:"depth" min:"-4"`
		Hollow int      `key:"hollow" max:"-1"`
		Hatch  rule.Ref `key:"hatch" table:"hatches" min:"1"`
		Kind   rule.Ref `key:"kind" table:"hatches"`
	}
	for value, want := range map[string]string{
		"edge: -1":     "t.yaml:4:15: setup.edge: -1 is out of range: 0 to 3",
		"edge: 0":      "",
		"men: -1":      "t.yaml:4:14: setup.men: -1 is out of range: 0 to 2147483647",
		"shots: 256":   "setup.shots: 256 is out of range: 0 to 255",
		"shots: -1":    "setup.shots: -1 is out of range: 0 to 255",
		"step: 127":    "",
		"step: -1":     "setup.step: -1 is out of range: 0 to 127",
		"step: 128":    "setup.step: 128 is out of range: 0 to 127",
		"depth: -4":    "",
		"depth: -5":    "setup.depth: -5 is out of range: -4 to 2147483647",
		"hollow: -2":   "",
		"hatch: plank": "",
		"hatch: none":  `setup.hatch: unknown value "none"; there are oak, plank`,
		"kind: none":   "",
	} {
		b, err := Read("t.yaml", strings.NewReader("format: 1\nruleset: t\nname: t\nsetup: {"+value+"}\n"))
		if err != nil {
			t.Fatal(err)
		}
		var s setup
		err = b.Fill(&s, rules)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v; want %q", value, err, want)
		}
	}
}

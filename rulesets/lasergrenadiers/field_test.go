package lasergrenadiers_test

import (
	"strings"
	"testing"

	"loophole/game"
	"loophole/rule"
	"loophole/rulesets/lasergrenadiers"
	"loophole/scenario"
)

// A field is a battlefield of a test, in the format of a scenario file. The sides are Red and Blue,
// and both have a piece far away.
type field struct {
	ground, structures, places, pieces string
	options                            string // of the table: fires: "yes"
	house                              string // rulings.damage=points
}

// lay starts a field.
func lay(t testing.TB, x field) *game.Instance {
	t.Helper()
	f, err := try(t, x)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// try is lay for a field that may be an error.
func try(t testing.TB, x field) (*game.Instance, error) {
	t.Helper()
	text := `format: 1
ruleset: lasergrenadiers
name: field
title: Field
gist: "a field of a test"
source: "invented"
setup:
  turns: 12
  sides: [Red, Blue]
  ground:
    structures:
` + block(x.ground) + `
  structures:
` + block(x.structures) + `
  places:
    - {name: far-west, at: "1,59"}
    - {name: far-east, at: "99,59"}
` + block(x.places) + `
  pieces:
    - {name: red, side: Red, unit: infantry, at: far-west}
    - {name: blue, side: Blue, unit: infantry, at: far-east}
` + block(x.pieces) + `
  task: {kind: survive, side: Blue, many: 1}
` + indent(x.options, "  ")
	b, err := scenario.Read("field.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return scenario.NewInstance(lasergrenadiers.Game, b, houseOf(t, x.house))
}

// houseOf returns house rules with settings such as "rulings.damage=points facts.fire.af=6".
func houseOf(t testing.TB, words string) *rule.HouseRules {
	t.Helper()
	var settings []rule.Setting
	for _, s := range strings.Fields(words) {
		path, value, _ := strings.Cut(s, "=")
		settings = append(settings, rule.Setting{Path: path, Value: value})
	}
	h, err := lasergrenadiers.Rules.House(settings)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func block(s string) string { return indent(s, "    ") }

// indent indents lines. Lines that begin with a minus or a word keep their depth.
func indent(s, by string) string {
	var lines []string
	for _, line := range strings.Split(strings.Trim(s, "\n"), "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, by+strings.ReplaceAll(line, "\t", "  "))
		}
	}
	return strings.Join(lines, "\n")
}

// from plays actions from a position, such as "fire gunner at blue: 3 4".
func from(t testing.TB, f *game.Instance, p game.Position, actions ...string) game.Position {
	t.Helper()
	g := *f
	g.Start = p
	return after(t, &g, actions...)
}

// shows fails unless the text of a position has all parts. It must not have a part with a minus.
func shows(t testing.TB, f *game.Instance, p game.Position, parts ...string) {
	t.Helper()
	text := f.Text(p)
	for _, x := range parts {
		if x, not := strings.CutPrefix(x, "-"); strings.Contains(text, x) == not {
			t.Errorf("%q: want %v in\n%s", x, !not, text)
		}
	}
}

// refuses fails unless an action is illegal for a reason with these words.
func refuses(t testing.TB, f *game.Instance, p game.Position, action, words string) {
	t.Helper()
	a, err := f.ParseAction(action)
	if err == nil {
		err = f.WhyIllegal(p, a)
	}
	if err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%s: %v; want a violation with %q", action, err, words)
	}
}

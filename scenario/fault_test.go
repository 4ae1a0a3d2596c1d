package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"loophole/rulesets"
	"loophole/scenario"
)

// begin sets up a bundled scenario with changes to its text, each of which must apply.
func begin(t *testing.T, ruleset, name string, changes ...string) error {
	t.Helper()
	_, err := changed(t, ruleset, name, changes...)
	return err
}

// TestMisfits: the set-up is checked as a whole, and every error has the place of its value.
func TestMisfits(t *testing.T) {
	for _, x := range []struct {
		ruleset, name string
		changes       []string
		want          []string // texts, each on a line with a place of its own
	}{
		{"tideofiron", "block", []string{"sides: [German, Soviet]", "sides: [German, German]"}, []string{`setup.sides.2: both sides are called "German"`}},
		{"lasergrenadiers", "wildfire", []string{
			`wall: west, place: "7.5", width: "1"`, `wall: west, place: "3", width: "1"`,
			`wall: south, place: "1.5", width`, `wall: south, place: "99", width`,
		}, []string{
			`setup.ground.structures.1.sections.1.openings.3.place: structure "church", opening "aisle-window": it lies where the opening "porch" is`,
			`setup.ground.structures.1.sections.1.openings.6.place: structure "church", opening "chink": an opening 0.75 wide at 99 does not fit into a wall of 6 inches`,
		}},
	} {
		err := begin(t, x.ruleset, x.name, x.changes...)
		if err == nil {
			t.Errorf("%s %s: %v is no fault", x.ruleset, x.name, x.changes)
			continue
		}
		places := map[string]bool{}
		for _, want := range x.want {
			found := false
			for _, line := range strings.Split(err.Error(), "\n") {
				place, text, _ := strings.Cut(line, ": ")
				if strings.HasPrefix(text, want) && strings.HasPrefix(place, "mine.yaml:") && !places[place] {
					places[place], found = true, true
				}
			}
			if !found {
				t.Errorf("%s %s: %v; want %s", x.ruleset, x.name, err, want)
			}
		}
	}
}

// TestUnknownPlace: an unknown place, a wrong number and a reserved name are reported together,
// each on the line of its value, in each ruleset whose units begin at named places.
func TestUnknownPlace(t *testing.T) {
	for _, b := range scenario.Bundled() {
		if troopsKey[b.Ruleset] == "" {
			continue // its units have no places
		}
		text, lines := b.FileText(), map[string]int{}
		head, tail, ok := strings.Cut(text, "\n  "+troopsKey[b.Ruleset]+":")
		if !ok {
			t.Fatalf("%v has no %s", b, troopsKey[b.Ruleset])
		}
		change := func(key, value string) {
			i := strings.Index(tail, key+": ")
			end := i + len(key) + 2 + strings.IndexAny(tail[i+len(key)+2:], ",}\n")
			tail = tail[:i+len(key)+2] + value + tail[end:]
			lines[value] = strings.Count(head, "\n") + 2 + strings.Count(tail[:i], "\n")
		}
		change(" at", "nowhere-at-all")
		change("name", "at")
		g, err := rulesets.Game(b.Ruleset)
		if err != nil {
			t.Fatal(err)
		}
		changed, err := scenario.Read("mine.yaml", strings.NewReader(head+"\n  "+troopsKey[b.Ruleset]+":"+tail))
		if err != nil {
			t.Fatal(err)
		}
		_, err = scenario.NewInstance(g, changed, nil)
		if err == nil {
			t.Errorf("%v: a unit that is nowhere can be played", b)
			continue
		}
		for _, value := range []string{"nowhere-at-all", "at"} {
			told := false
			for _, line := range strings.Split(err.Error(), "\n") {
				told = told || strings.HasPrefix(line, fmt.Sprintf("mine.yaml:%d:", lines[value])) && strings.Contains(line, fmt.Sprintf("%q", value))
			}
			if !told {
				t.Errorf("%v: nothing about %q on line %d:\n%v", b, value, lines[value], err)
			}
		}
	}
}

// troopsKey is the key of the units in the set-up of a ruleset whose units begin at named places.
var troopsKey = map[string]string{"tideofiron": "units", "konflikt47": "units", "oldworld": "units", "lasergrenadiers": "pieces", "d20skirmish": "teams"}

// TestManyComments: comments do not count as values.
func TestManyComments(t *testing.T) {
	comment := strings.Repeat("# a line that says something\n", 34_000)
	if err := begin(t, "tideofiron", "worked", "setup:\n", "setup:\n"+comment); err != nil {
		t.Error(err)
	}
}

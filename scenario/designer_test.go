package scenario_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"loophole/internal/testgame"
	"loophole/rulesets"
	"loophole/scenario"
)

// A mistake is a change of a bundled scenario that makes it wrong.
type mistake struct {
	ruleset, name string
	changes       []string // texts and their replacements
	line          string   // the line that the error names, without its indentation
	want          string   // the error after file, line and column
}

// check reports an error unless the mistake gives the wanted error, on its line, and no other one.
func (x *mistake) check(t *testing.T) {
	t.Helper()
	text, err := changed(t, x.ruleset, x.name, x.changes...)
	if err == nil {
		t.Errorf("%s %s: %q is no fault", x.ruleset, x.name, x.changes)
		return
	}
	line := 0
	for i, s := range strings.Split(text, "\n") {
		if strings.TrimSpace(s) == x.line {
			line = i + 1
		}
	}
	place, what, _ := strings.Cut(err.Error(), ": ")
	if !strings.HasPrefix(place+":", fmt.Sprintf("mine.yaml:%d:", line)) || what != x.want {
		t.Errorf("%s %s: %q:\n%v\nwant on line %d:\n%s", x.ruleset, x.name, x.changes, err, line, x.want)
	}
}

// changed returns the text of a bundled scenario with changes, each of which must apply, and the error
// that it gives.
func changed(t *testing.T, ruleset, name string, changes ...string) (string, error) {
	t.Helper()
	b, err := scenario.Find(ruleset, name)
	if err != nil {
		t.Fatal(err)
	}
	text := b.FileText()
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(text, changes[i]) {
			t.Fatalf("%s %s has no %q", ruleset, name, changes[i])
		}
		text = strings.Replace(text, changes[i], changes[i+1], 1)
	}
	g, err := rulesets.Game(ruleset)
	if err != nil {
		t.Fatal(err)
	}
	mine, err := scenario.Read("mine.yaml", strings.NewReader(text))
	if err != nil {
		return text, err
	}
	_, err = scenario.NewInstance(g, mine, nil)
	return text, err
}

// tasks are the tasks of a bundled scenario of each ruleset, and a key with which it marks an objective.
var tasks = []struct{ ruleset, name, task, mark, unmarked string }{
	{"d20skirmish", "ortona", "task: {side: Canadian, many: 2}", "", ""},
	{"konflikt47", "farmhouse", "task: {side: American, many: 1}", "objective: yes", "objective: no"},
	{"lasergrenadiers", "farm", "task: {side: Raiders, many: 1}", "objective: yes", "objective: no"},
	{"oldworld", "farmhouse", "task: {side: Greenskins, many: 1}", "objectives: [farmhouse]", "objectives: []"},
	{"tideofiron", "worked", "task: {kind: destroy, side: German, many: 1}", "objective: yes", "objective: no"},
}

// TestMissingTask: a scenario without a task is refused, at the key of its set-up.
func TestMissingTask(t *testing.T) {
	for _, x := range tasks {
		m := mistake{x.ruleset, x.name, []string{"  " + x.task + "\n", ""}, "setup:",
			"setup.task: the task is missing, or lacks many: add task: {side: SIDE, many: NUMBER}"}
		m.check(t)
	}
}

// TestImpossibleTask: a task that nobody can fulfil is refused.
func TestImpossibleTask(t *testing.T) {
	one := ", and 1 is marked: set many to 1"
	nine := map[string]string{
		"d20skirmish":     "9 objective places, and 2 are marked: give many from 1 to 2",
		"konflikt47":      "9 objective sections" + one,
		"lasergrenadiers": "9 objective structures" + one,
		"oldworld":        "9 objective buildings" + one,
		"tideofiron":      "9 objective hexes" + one,
	}
	none := map[string]string{
		"konflikt47":      "section: mark one with objective: yes",
		"lasergrenadiers": "structure: mark one with objective: yes",
		"oldworld":        "building: name one under objectives",
		"tideofiron":      "hex: mark one with objective: yes",
	}
	for _, x := range tasks {
		task := x.task[:strings.Index(x.task, "many: ")] + "many: 9}"
		m := mistake{x.ruleset, x.name, []string{x.task, task}, task, "setup.task.many: the task needs " + nine[x.ruleset]}
		m.check(t)
		if x.mark != "" {
			m := mistake{x.ruleset, x.name, []string{x.mark, x.unmarked}, x.task, "setup.task: the task needs an objective " + none[x.ruleset]}
			m.check(t)
		}
	}
}

// TestTooManySurvivors: more models are to survive than the side has.
func TestTooManySurvivors(t *testing.T) {
	for _, m := range []mistake{
		{"lasergrenadiers", "street", []string{"many: 4", "many: 20"}, "task: {kind: survive, side: Tenants, many: 20}",
			"setup.task.many: 20 pieces are to survive, and the Tenants side has 6: give many from 1 to 6"},
		// Four sections of four.
		{"d20skirmish", "arnhem", []string{"side: British, many: 6", "side: British, many: 17"}, "task: {kind: survive, side: British, many: 17}",
			"setup.task.many: 17 characters are to survive, and the British side has 16: give many from 1 to 16"},
		// 12 greatswords, their captain, and 8 with pistols.
		{"oldworld", "last-stand", []string{"many: 6", "many: 22"}, "task: {kind: survive, side: Empire, many: 22}",
			"setup.task.many: 22 models are to survive, and the Empire side has 21: give many from 1 to 21"},
		// 4 elites; a regular, an officer and a machine-gun crew; 2 regulars and 2 elites.
		{"tideofiron", "strongpoint", []string{"many: 1}", "many: 12}"}, "task: {kind: survive, side: Soviet, many: 12}",
			"setup.task.many: 12 models are to survive, and the Soviet side has 11: give many from 1 to 11"},
		// A team of 3, two sections of 8, 2 with the Panzerschreck, 8 marines and a gun with a crew of 3.
		{"konflikt47", "granary", []string{"side: German, many: 4", "side: German, many: 99"}, "task: {kind: survive, side: German, many: 99}",
			"setup.task.many: 99 models are to survive, and the German side has 32: give many from 1 to 32"},
	} {
		m.check(t)
	}
}

// TestWrongPlaces: nobody can stand in a wall, in a building that they are not said to be in, or in ground
// that nobody enters.
func TestWrongPlaces(t *testing.T) {
	for _, m := range []mistake{
		// The house is 12 to 18 inches east and north.
		{"konflikt47", "farmhouse", []string{`{name: yard, at: "15,20"}`, `{name: yard, at: "15,14"}`}, `- {name: yard, at: "15,14"}`,
			"setup.spots.7.at: spot yard: the spot lies inside farm/house: move it, or place units at farm/house/ground"},
		{"konflikt47", "farmhouse", []string{`{name: field, at: "14,1"}`, `{name: field, at: "22,5"}`, "going: difficult, terrain: bog", "going: impassable, terrain: bog"}, `- {name: field, at: "22,5"}`,
			"setup.spots.10.at: spot field: the spot lies in bog, which is impassable: move it"},
		{"lasergrenadiers", "street", []string{`wall, line: ["14,8", "14,13"]`, `wall, plan: "13,8 14,8 14,13 13,13"`, `{name: gutter, at: "19,13"}`, `{name: gutter, at: "13.5,10"}`}, `- {name: gutter, at: "13.5,10"}`,
			"setup.places.4.at: place gutter: the place lies in wall, which is impassable: move it"},
		{"oldworld", "troll-barn", []string{`{name: west-path, at: "7,6"}`, `{name: west-path, at: "18,20"}`}, `- {name: west-path, at: "18,20"}`,
			"setup.spots.2.at: spot west-path: the spot lies inside barn: move it, or place units at barn"},
		{"oldworld", "troll-barn", []string{`{name: west-path, at: "7,6"}`, `{name: west-path, at: "70,6"}`}, `- {name: west-path, at: "70,6"}`,
			"setup.spots.2.at: spot west-path: the spot lies off the table of 36 by 30 inches: move it"},
	} {
		m.check(t)
	}
}

// TestNoFollowUps: a value that cannot be read, or is impossible, gives one error and none that only follows from it.
func TestNoFollowUps(t *testing.T) {
	for _, m := range []mistake{
		// Six units without a side of their own would not fit into the zone of the first side.
		{"konflikt47", "farmhouse", []string{"name: green-squad\n      side: American", "name: green-squad\n      side: Americans"}, "side: Americans",
			`setup.units.9.side: unknown value "Americans"; did you mean American?`},
		{"konflikt47", "farmhouse", []string{"objective: yes", "objective: perhaps"}, "- {section: farm/house, objective: perhaps}",
			`setup.sections.1.objective: "perhaps" is neither yes nor no`},
		// The openings of a storey below its floor are not at fault.
		{"lasergrenadiers", "wildfire", []string{`storeys: [{height: "`, `storeys: [{height: "-`}, "", ""},
	} {
		if m.want == "" {
			_, err := changed(t, m.ruleset, m.name, m.changes...)
			if err == nil || strings.Contains(err.Error(), "height above the floor") || !strings.Contains(err.Error(), "the height of storey 0 is -") {
				t.Errorf("%v", err)
			}
			continue
		}
		m.check(t)
	}
}

// TestZones: units that are to be set up need zones with room for them.
func TestZones(t *testing.T) {
	zones := `zones: ["5,11 29,11 29,27 5,27", "0,0 32,0 32,9 0,9"]`
	for _, m := range []mistake{
		{"konflikt47", "farmhouse", []string{zones + "\n", "\n"}, "setup:",
			"setup.zones: there are no zones, and 6 units are to be set up: add zones: [AREA, AREA], or an at to each of them"},
		// Of the five spots in the north only the yard is in this zone.
		{"konflikt47", "farmhouse", []string{zones, `zones: ["14,19 16,19 16,21 14,21", "0,0 32,0 32,9 0,9"]`}, `zones: ["14,19 16,19 16,21 14,21", "0,0 32,0 32,9 0,9"]`,
			"setup.zones.1: 5 units of the German side are to be set up, and its zone has 1 free spot: enlarge it, add spots to it, or give units an at"},
		{"konflikt47", "farmhouse", []string{zones, `zones: ["5,11 29,11 29,27 5,27", "0,0 1,0 1,1 0,1"]`}, `zones: ["5,11 29,11 29,27 5,27", "0,0 1,0 1,1 0,1"]`,
			"setup.zones.2: 1 unit of the American side is to be set up, and its zone has 0 free spots: enlarge it, add spots to it, or give units an at"},
	} {
		m.check(t)
	}
}

// TestSectionListedTwice: what is said of a section is in one entry.
func TestSectionListedTwice(t *testing.T) {
	m := mistake{"konflikt47", "farmhouse", []string{"{section: shed, kind: shed}", "{section: farm/house, kind: shed}"}, "- {section: farm/house, kind: shed}",
		"setup.sections.2.section: section farm/house is listed twice: put this into element 1, which is about it too"}
	m.check(t)
}

// TestOwnNames: what players call the things of a bundled scenario does not hold in another scenario with the
// same names.
func TestOwnNames(t *testing.T) {
	for _, x := range []struct{ ruleset, name, thing, here, elsewhere string }{
		{"lasergrenadiers", "street", "cutter", "the saw engineer", "the cutter"},
		{"lasergrenadiers", "warehouse", "upper", "the lodger", "the upper"},
		{"lasergrenadiers", "works", "beside-lumber", "beside the lumber store", "beside the lumber"},
		{"konflikt47", "farmhouse", "pak", "the Pak 40", "the pak"},
		{"d20skirmish", "ortona", "first-floor", "the upper floor of the first house", "the first floor"},
		{"tideofiron", "block", "panzer-iii", "the Panzer III", "the panzer iii"},
	} {
		b, err := scenario.Find(x.ruleset, x.name)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{x.name: x.here, "mine": x.elsewhere} {
			mine, err := scenario.Read("mine.yaml", strings.NewReader(strings.Replace(b.FileText(), "\nname: "+x.name+"\n", "\nname: "+name+"\n", 1)))
			if err != nil {
				t.Fatal(err)
			}
			if got := testgame.New(t, mine).Called(x.thing); got != want {
				t.Errorf("%s, scenario %s: %s is called %q; want %q", x.ruleset, name, x.thing, got, want)
			}
		}
	}
}

// TestWrongRuleset: a file that names the wrong rulebook says which one its keys are of.
func TestWrongRuleset(t *testing.T) {
	text, err := readAs(t, "konflikt47", "farmhouse", "lasergrenadiers")
	want := "the set-up has zones, sections, spots and units, which are keys of konflikt47 and not of lasergrenadiers: is ruleset: lasergrenadiers right?"
	if line := 1 + strings.Count(text[:strings.Index(text, "\nruleset:")], "\n") + 1; err == nil || err.Error() != fmt.Sprintf("mine.yaml:%d:1: %s", line, want) {
		t.Errorf("%v\nwant on line %d: %s", err, line, want)
	}
}

// readAs sets up a bundled scenario as one of another ruleset.
func readAs(t *testing.T, ruleset, name, as string) (string, error) {
	t.Helper()
	b, err := scenario.Find(ruleset, name)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(b.FileText(), "\nruleset: "+ruleset, "\nruleset: "+as, 1)
	mine, err := scenario.Read("mine.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := rulesets.Game(as)
	if err != nil {
		t.Fatal(err)
	}
	_, err = scenario.NewInstance(g, mine, nil)
	return text, err
}

// TestSectionPoints: points that remove sections need the point system.
func TestSectionPoints(t *testing.T) {
	m := mistake{"lasergrenadiers", "farm", []string{"points: 24, fuel: 12,", "points: 24, section-points: 10, fuel: 12,"},
		"- {name: house, structure: house, points: 24, section-points: 10, fuel: 12, flammable-contents: yes, objective: yes}",
		"setup.structures.1.section-points: structure house: only the point system removes sections: set damage: points, or leave section-points out"}
	m.check(t)
}

// TestObjectivesOnTheMap: the map marks every section of the structures that the task is about.
func TestObjectivesOnTheMap(t *testing.T) {
	for _, x := range []struct{ ruleset, name, want string }{
		{"lasergrenadiers", "farm", "house"},
		{"lasergrenadiers", "street", "terrace/one terrace/two terrace/three"},
		{"konflikt47", "farmhouse", "farm/house"},
	} {
		f := testgame.Bundled(t, x.ruleset, x.name)
		s, _ := f.Scene(f.Start)
		var marked []string
		for _, structure := range s.Structures {
			if slices.Contains(structure.Markers, "objective") {
				marked = append(marked, structure.Name)
			}
		}
		if got := strings.Join(marked, " "); got != x.want {
			t.Errorf("%s %s: the objectives are %q; want %q", x.ruleset, x.name, got, x.want)
		}
	}
}

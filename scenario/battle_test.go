package scenario

import (
	"reflect"
	"strings"
	"testing"

	"loophole/rule"
)

// A toy setup with every kind of value that a setup may have.
type toySetup struct {
	Rounds int       `key:"rounds" doc:"that are played" min:"1" max:"30"`
	Sides  [2]string `doc:"what the sides are called"`
	Night  bool
	Units  []toyUnit
	Ground toyGround
}

type toyUnit struct {
	Name     string
	Side     int `of:"sides"`
	Kind     toyKind
	AntiTank bool
	At       toyPoint
	Loads    []int
}

type toyGround struct{ Houses []toyHouse }

type toyHouse struct {
	Name   string
	Plan   []toyPoint
	Floors []toyFloor
}

type toyFloor struct{ Height, Capacity int }

type toyKind uint8

func (toyKind) Names() []string { return []string{"squad", "gun"} }

type toyPoint struct{ x, y string }

func (p toyPoint) MarshalText() ([]byte, error) { return []byte(p.x + "," + p.y), nil }

func (p *toyPoint) UnmarshalText(b []byte) error {
	x, y, ok := strings.Cut(string(b), ",")
	if !ok {
		return errPoint
	}
	*p = toyPoint{x, y}
	return nil
}

var errPoint = rule.Violation{Cite: "x", Reason: "a point is x,y"}

var toyRules = &rule.Ruleset{ID: "toy", Title: "Toy"}

const toyFile = `# A comment stays where it is.
format: 1
ruleset: toy
name: farm
title: "The farm: a fight"
gist: hold it
minutes: 40
house:
  facts: {x: 3}
setup:
  rounds: 6
  sides: [red, blue]
  night: yes
  units:
    - {name: first, side: blue, kind: gun, anti-tank: yes, at: "3,4", loads: [1, 2]}
    - name: second
  ground:
    houses:
      - name: barn
        plan: ["0,0", "6,0", "6,6"]
        floors: [{height: 3, capacity: 10}]
`

func filled(t *testing.T, text string) (*Scenario, toySetup, error) {
	t.Helper()
	b, err := Read("farm.yaml", strings.NewReader(text))
	if err != nil {
		return nil, toySetup{}, err
	}
	var s toySetup
	return b, s, b.Fill(&s, toyRules)
}

func TestBattle(t *testing.T) {
	b, err := Read("farm.yaml", strings.NewReader(toyFile))
	if err != nil {
		t.Fatal(err)
	}
	var s toySetup
	if err := b.Fill(&s, toyRules); err != nil {
		t.Fatal(err)
	}
	want := toySetup{
		Rounds: 6, Sides: [2]string{"red", "blue"}, Night: true,
		Units:  []toyUnit{{"first", 1, 1, true, toyPoint{"3", "4"}, []int{1, 2}}, {Name: "second"}},
		Ground: toyGround{[]toyHouse{{"barn", []toyPoint{{"0", "0"}, {"6", "0"}, {"6", "6"}}, []toyFloor{{3, 10}}}}},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("%+v", s)
	}
	if b.Name != "farm" || b.Title != "The farm: a fight" || b.Minutes != 40 || len(b.House) != 1 || b.House[0].Path != "facts.x" {
		t.Errorf("%+v", b)
	}
	text, err := b.Format(&s, toyRules)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Read("again.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var s2 toySetup
	if err := again.Fill(&s2, toyRules); err != nil || !reflect.DeepEqual(s2, s) {
		t.Errorf("%v\n%+v\n%s", err, s2, text)
	}
}

// A toyPlan is a list that files hold as one text.
type toyPlan []string

func (p toyPlan) MarshalText() ([]byte, error) { return []byte(strings.Join(p, " ")), nil }

func (p *toyPlan) UnmarshalText(b []byte) error {
	*p = strings.Fields(string(b))
	return nil
}

// TestFormatLong: texts that are longer than a line are read back from the file that Format writes.
func TestFormatLong(t *testing.T) {
	type setup struct {
		Sides  [2]string
		Plan   toyPlan
		Plans  []toyPlan
		Orders [][]string
	}
	long := strings.Repeat("corner ", 30)
	plan := toyPlan(strings.Fields(long))
	want := setup{[2]string{long + "red", "blue"}, plan, []toyPlan{plan, {"a"}}, [][]string{plan, {"a", "b"}}}
	b := &Scenario{Ruleset: "toy", Name: "long"}
	text, err := b.Format(&want, toyRules)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Read("again.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var have setup
	if err := again.Fill(&have, toyRules); err != nil || !reflect.DeepEqual(have, want) {
		t.Errorf("%v\n%+v\n%s", err, have, text)
	}
}

// TestBattleFaults: every error has its line, its column and a remedy.
func TestBattleFaults(t *testing.T) {
	change := func(old, new string) string { return strings.Replace(toyFile, old, new, 1) }
	for _, c := range []struct{ text, want string }{
		{change("format: 1", "format: 2"), `farm.yaml:2:1: unknown format "2": this program reads format: 1`},
		{change("format: 1\n", ""), `the format is missing: add format: 1`},
		{change("gist:", "gits:"), `farm.yaml:6:1: unknown key "gits"; did you mean gist`},
		{change("name: farm", "name: the farm"), `the name must be one word`},
		{change("minutes: 40", "minutes: soon"), `minutes: "soon" is not a number of minutes`},
		{change("rounds: 6", "rounds: 60"), `farm.yaml:11:11: setup.rounds: 60 is out of range: 1 to 30`},
		{change("rounds: 6", "round: 6"), `farm.yaml:11:3: setup: unknown key "round"; did you mean ground, rounds?`},
		{change("kind: gun", "kind: gum"), `setup.units.1.kind: unknown value "gum"; did you mean gun?`},
		{change("night: yes", "night: maybe"), `farm.yaml:13:10: setup.night: "maybe" is neither yes nor no`},
		{change("[red, blue]", "[red, blue, green]"), `setup.sides: 3 values are too many: give at most 2`},
		{change("[red, blue]", "red"), `setup.sides: must be a list, not a value`},
		{change("side: blue", "side: green"), `setup.units.1.side: unknown value "green"; there are blue, red`},
		{change(`"3,4"`, `"34"`), `setup.units.1.at: a point is x,y`},
		{change("loads: [1, 2]", "loads: [1, x]"), `setup.units.1.loads.2: "x" is not a whole number`},
		{change("    - name: second", "    - name: second\n      name: third"), `duplicate key "name"`},
		{strings.Split(toyFile, "setup:")[0], `the setup is missing`},
	} {
		_, _, err := filled(t, c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
	// All faults at once.
	_, _, err := filled(t, strings.NewReplacer("rounds: 6", "rounds: 60", "night: yes", "night: maybe").Replace(toyFile))
	if err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Error(err)
	}
}

// FuzzBattle: every file is read, or rejected with its place.
func FuzzBattle(f *testing.F) {
	f.Add(toyFile)
	f.Add("format: 1\nruleset: toy\nname: x\nsetup: {units: [{loads: [[1]]}]}")
	f.Add("{\"format\": 1, \"ruleset\": \"toy\", \"name\": \"x\", \"setup\": {\"rounds\": 3}}")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := Read("f.yaml", strings.NewReader(text))
		if err == nil {
			var s toySetup
			if err = b.Fill(&s, toyRules); err == nil {
				printed, err := b.Format(&s, toyRules)
				if err != nil {
					t.Fatal(err)
				}
				c, err := Read("p.yaml", strings.NewReader(printed))
				if err != nil {
					t.Fatalf("%v\n%s", err, printed)
				}
				var again toySetup
				if err := c.Fill(&again, toyRules); err != nil {
					t.Fatalf("%v\n%s", err, printed)
				}
				return
			}
		}
		if !strings.HasPrefix(err.Error(), "f.yaml:") {
			t.Errorf("no place: %v", err)
		}
	})
}

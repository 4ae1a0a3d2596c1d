package game

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"loophole/internal/fieldtags"
	"loophole/rule"
)

// A mood has three names.
type mood uint8

func (mood) Names() []string { return []string{"calm", "cross", "wild"} }

type boundedUnit struct {
	Side  int      `key:"side" of:"sides"`
	Men   int      `key:"men" min:"1" max:"9"`
	Kind  rule.Ref `key:"kind" table:"units"`
	Mood  mood     `key:"mood"`
	Free  int      // without bounds
	Marks []uint8  `key:"marks" min:"1" max:"3"`
}

type bounded struct {
	Rounds int           `key:"rounds" min:"1" max:"30"`
	Sides  [2]string     `key:"sides"`
	Units  []boundedUnit `key:"units" least:"1" most:"2"`
}

// TestBounds: the error names every value that is out of its bounds, with its place and its range.
// The value that was checked stays as it is.
func TestBounds(t *testing.T) {
	rules := &rule.Ruleset{Tables: []*rule.Table{{Name: "units", Rows: make([]rule.Row, 4)}}}
	good := bounded{Rounds: 30, Units: []boundedUnit{{Side: 1, Men: 9, Kind: 4, Mood: 2, Free: -7, Marks: []uint8{1, 3}}}}
	if x, err := withinBounds(rules, &good); err != nil || x != &good {
		t.Errorf("an error for values within their bounds: %v", err)
	}
	bad := bounded{Rounds: 31, Units: []boundedUnit{
		{Side: 2, Men: 0, Kind: 5, Mood: 3, Marks: []uint8{1, 0, 4}}, {Men: 1}, {Men: 1},
	}}
	given := bad
	given.Units = slices.Clone(bad.Units)
	fixed, err := withinBounds(rules, &bad)
	if err == nil {
		t.Fatal("no error for values out of bounds")
	}
	for _, want := range []string{
		"rounds: 31 is out of range: 1 to 30", "units: the list has 3 members: 1 to 2 are allowed", "units.1.side: 2 is out of range: 0 to 1",
		"units.1.men: it is 0 or missing: give a number from 1 to 9", "units.1.kind: 5 is out of range: 0 to 4", "units.1.mood: 3 is out of range: 0 to 2",
		"units.1.marks.2: it is 0 or missing: give a number from 1 to 3", "units.1.marks.3: 4 is out of range: 1 to 3",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not among the errors:\n%v", want, err)
		}
	}
	if n := len(strings.Split(err.Error(), "\n")); n != 8 {
		t.Errorf("%d errors, want 8:\n%v", n, err)
	}
	if !reflect.DeepEqual(bad, given) {
		t.Error("the set-up was changed")
	}
	if again, err := withinBounds(rules, fixed); err != nil || again != fixed {
		t.Errorf("an error for the corrected set-up: %v", err)
	}
	none := bounded{Rounds: 1}
	if _, err := withinBounds(rules, &none); err == nil || !strings.Contains(err.Error(), "units: the list has 0 members: 1 to 2 are allowed") {
		t.Errorf("an empty list: %v", err)
	}
}

// TestRowNeeded: a missing row of a table is called missing, with the rows that the table has.
func TestRowNeeded(t *testing.T) {
	rules := &rule.Ruleset{Tables: []*rule.Table{{Name: "hatches", Rows: []rule.Row{{Name: "plank"}, {Name: "oak"}}}}}
	setup := struct {
		Kind rule.Ref `key:"kind" table:"hatches" min:"1"`
	}{}
	if _, err := withinBounds(rules, &setup); err == nil || err.Error() != "kind: it is missing: choose one of plank, oak" {
		t.Error(err)
	}
}

type boundedMark struct {
	Low   int8 `key:"low" min:"-3"`
	High  int8 `key:"high" max:"4"`
	Both  uint16
	Turns []boundedUnit `key:"turns" most:"2"`
}

type boundedAll struct {
	boundedMark
	Sides  []string       `key:"sides"`
	Whose  uint8          `key:"whose" of:"sides"`
	Nobody uint8          `key:"nobody" of:"nowhere"`
	Places [3]uint8       `key:"places" of:"sides"`
	Moods  [2]mood        `key:"moods"`
	Rest   [2]boundedUnit `key:"rest"`
	Bytes  []uint8
	Flag   bool
	hidden int8
}

// TestBoundsAgree compares the fast check of bounds with the slow one, which names the faults.
func TestBoundsAgree(t *testing.T) {
	rules := &rule.Ruleset{Tables: []*rule.Table{{Name: "units", Rows: make([]rule.Row, 4)}}}
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		number := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "number") }
		unit := func() boundedUnit {
			u := boundedUnit{Side: number(0, 1), Men: 1, Kind: rule.Ref(number(0, 4)), Mood: mood(number(0, 2))}
			if number(0, 9) == 0 {
				u = boundedUnit{Side: number(-1, 3), Men: number(0, 10), Kind: rule.Ref(number(0, 6)), Mood: mood(number(0, 4)), Marks: []uint8{uint8(number(0, 4))}}
			}
			return u
		}
		x := boundedAll{Sides: make([]string, number(1, 3)), Bytes: []uint8{uint8(number(0, 255))}, hidden: int8(number(-5, 5))}
		x.Low, x.High = int8(number(-4, 120)), int8(number(-120, 5))
		x.Whose, x.Nobody, x.Places[number(0, 2)] = uint8(number(0, 1)), uint8(number(0, 20)/20), uint8(number(0, 1))
		x.Moods[number(0, 1)] = mood(number(0, 3))
		x.Rest[0], x.Rest[1] = unit(), unit()
		for range number(0, 3) {
			x.Turns = append(x.Turns, unit())
		}
		fast := withinAll(rules, &x)
		copied := x
		copied.Turns = slices.Clone(x.Turns)
		err := findFaults(rules, &copied)
		if fast != (err == nil) {
			t.Fatalf("%+v: the fast check says %v, the slow one %v", x, fast, err)
		}
		if !fast {
			refused++
		}
	})
	if refused == 0 || refused > 99 {
		t.Errorf("%d of 100 values are out of bounds; the test needs both kinds", refused)
	}
}

// TestTagFaults: a tag that nothing reads, or that names no list, is a fault with its place.
func TestTagFaults(t *testing.T) {
	rules := &rule.Ruleset{Tables: []*rule.Table{{Name: "units"}}}
	if err := tagFaults(rules, fieldtags.InSetup, reflect.TypeFor[bounded]()); err != nil {
		t.Error(err)
	}
	type faulty struct {
		Side  int `key:"side" of:"sids"`
		Units []struct {
			Men int `key:"men" leest:"1"`
		} `key:"units" each:"first,second"`
		Sides [2]string `key:"sides"`
	}
	err := tagFaults(rules, fieldtags.InSetup, reflect.TypeFor[faulty]())
	for _, want := range []string{
		`the set-up: Side: there is no list of texts "sids" at the top of the struct; did you mean sides?`,
		"the set-up: Units.Men: nothing reads the tag leest in a set-up: the tags there are key, doc,",
		"the set-up: Units: nothing reads the tag each in a set-up",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

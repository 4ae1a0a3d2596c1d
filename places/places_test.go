package places

import (
	"strings"
	"testing"

	"loophole/ground"
	"loophole/rule"
	"loophole/scene"
)

// mill is a house of two storeys and a flat roof at x 10 to 16 and y 0 to 6, with a door and two windows in the
// south. South of it, at x 12 to 14 and y -12 to -10, stands a shed without openings.
func mill() ground.Plan {
	return ground.Plan{Structures: []ground.Structure{
		{Name: "mill", Sections: []ground.Section{{
			Plan:    ground.Rect(ground.At(10, 0), 6*ground.Inch, 6*ground.Inch),
			Storeys: []ground.Storey{{Height: 3 * ground.Inch}, {Height: 2 * ground.Inch}},
			Roof:    ground.Roof{Flat: true},
			Openings: []ground.Opening{
				{Name: "door", Kind: ground.Door, Wall: "south", Place: 3 * ground.Inch, Width: ground.Inch},
				{Name: "sill", Kind: ground.Window, Wall: "south", Place: 5 * ground.Inch, Width: ground.Inch},
				{Name: "attic", Kind: ground.Window, Wall: "south", Storey: 1, Place: 3 * ground.Inch, Width: ground.Inch},
			},
		}}},
		{Name: "shed", Sections: []ground.Section{{
			Plan:    ground.Rect(ground.At(12, -12), 2*ground.Inch, 2*ground.Inch),
			Storeys: []ground.Storey{{Height: 4 * ground.Inch}},
		}}},
	}}
}

var spots = []Spot{{"yard", ground.At(13, -5)}, {"lane", ground.At(13, -20)}, {"back", ground.At(13, 10)}}

func measured(t *testing.T) *Map {
	t.Helper()
	m, err := New(mill(), spots, 60*ground.Inch)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func at(t *testing.T, m *Map, name string) int {
	t.Helper()
	i, err := m.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return int(i)
}

func TestNames(t *testing.T) {
	m := measured(t)
	var names []string
	for i := range m.Len() {
		names = append(names, m.Name(i))
		if m.Inside(i) != (i >= len(spots)) {
			t.Errorf("%s is inside: %v", m.Name(i), m.Inside(i))
		}
	}
	if got := strings.Join(names, " "); got != "yard lane back mill/0 mill/1 shed" {
		t.Errorf("%s", got)
	}
	for place, want := range map[string]string{"yard": "", "mill/0": "mill/door mill/sill", "mill/1": "mill/attic", "shed": ""} {
		var openings []string
		for _, o := range m.Openings(at(t, m, place)) {
			openings = append(openings, m.GroundMap().OpeningName(o))
		}
		if got := strings.Join(openings, " "); got != want {
			t.Errorf("openings of %s: %s, want %s", place, got, want)
		}
	}
	if _, err := m.Find("yrd"); err == nil || !strings.Contains(err.Error(), "did you mean yard?") {
		t.Errorf("%v", err)
	}
	if _, err := m.FindFloor("yard"); err == nil || err.Error() != "yard is a spot in the open: name a building" {
		t.Errorf("%v", err)
	}
	if i, err := m.FindFloor("mill/1"); err != nil || m.Floor(int(i)) != (ground.Floor{Storey: 1}) {
		t.Errorf("%d, %v", i, err)
	}
}

// The wall of the mill lies at y 0, and its openings face the south.
func TestLines(t *testing.T) {
	m := measured(t)
	for _, x := range []struct {
		from, to string
		clear    bool
		inches   int
		text     string
	}{
		{"yard", "yard", true, 0, "at yard"},
		{"yard", "mill/0", true, 5, "from yard to mill/door"}, // from y -5 to y 0; to the sill it is farther
		{"mill/1", "yard", true, 5, "from mill/attic to yard"},
		{"yard", "lane", false, 15, "shed is in the way"},   // the shed is at x 12 to 14
		{"lane", "mill/1", false, 20, "shed is in the way"}, // 4″ high, and the line from 1″ to 4″ is lower there
		{"lane", "mill/0", false, 20, "shed is in the way"}, // also to the sill, at x 15 from x 13: at y -10 it is at x 14
		{"back", "mill/0", false, 0, "no opening faces the way from back to mill/0"},
		{"yard", "back", false, 15, "mill is in the way"},
		{"mill/0", "mill/1", false, 0, "nobody sees from floor to floor of mill"},
		{"yard", "shed", false, 0, "no opening faces the way from yard to shed"},
	} {
		a, b := at(t, m, x.from), at(t, m, x.to)
		l := m.Line(a, b)
		if l.Clear != x.clear || l.Inches != x.inches || l.Text != x.text {
			t.Errorf("%s to %s: %+v, want %+v", x.from, x.to, *l, x)
		}
		if back := m.Line(b, a); back.Clear != l.Clear || back.Inches != l.Inches {
			t.Errorf("%s to %s is %+v, and back %+v", x.from, x.to, *l, *back)
		}
	}
}

func TestWays(t *testing.T) {
	m := measured(t)
	for _, x := range []struct {
		from, to string
		inches   int
		ok       bool
	}{
		{"yard", "yard", 0, true},
		{"yard", "mill/0", 5, true},   // to the door
		{"mill/0", "mill/1", 3, true}, // the height of the ground floor
		{"yard", "mill/1", 8, true},   // 5 and 3
		{"lane", "mill/1", 24, true},  // the shed at x 12 to 14 is in the way: √(8²+1²) and 2 and √(10²+1²) are 20.11, and 3
		{"yard", "shed", 0, false},    // it has no door
		{"yard", "back", 17, true},    // √34 to the corner (10,0), 6 beside the wall, and 5 to (13,10): 5.83+6+5 = 16.83
	} {
		a, b := at(t, m, x.from), at(t, m, x.to)
		inches, ok := m.Way(a, b)
		if back, too := m.Way(b, a); back != inches || too != ok {
			t.Errorf("%s to %s: %d, %v, and back %d, %v", x.from, x.to, inches, ok, back, too)
		}
		if ok != x.ok || ok && inches != x.inches {
			t.Errorf("%s to %s: %d, %v, want %d, %v", x.from, x.to, inches, ok, x.inches, x.ok)
		}
	}
}

// Two sections with a doorway between them, and a door to the open in each. Within, the way has no length.
func TestWayThroughDoorway(t *testing.T) {
	plan := ground.Plan{Structures: []ground.Structure{{
		Name: "farm",
		Sections: []ground.Section{
			{Name: "west", Plan: ground.Rect(ground.At(0, 0), 6*ground.Inch, 6*ground.Inch), Storeys: []ground.Storey{{Height: 3 * ground.Inch}},
				Openings: []ground.Opening{{Name: "door", Kind: ground.Door, Wall: "south", Place: 3 * ground.Inch, Width: ground.Inch}}},
			{Name: "east", Plan: ground.Rect(ground.At(6, 0), 6*ground.Inch, 6*ground.Inch), Storeys: []ground.Storey{{Height: 3 * ground.Inch}},
				Openings: []ground.Opening{{Name: "breach", Kind: ground.Gap, Wall: "south", Place: 3 * ground.Inch, Width: ground.Inch}}},
		},
	}}}
	spots := []Spot{{"street", ground.At(3, -4)}}
	for _, c := range []struct {
		name   string
		links  []ground.Link
		inches [2]int
	}{
		{"no doorway", nil, [2]int{5, 7}}, // from (3.5,0) to (8.5,0); √(4²+5.5²) from the street
		{"a doorway", []ground.Link{{From: ground.Place{Section: "west"}, To: ground.Place{Section: "east"}}}, [2]int{0, 4}},
	} {
		plan.Structures[0].Links = c.links
		m, err := New(plan, spots, 60*ground.Inch)
		if err != nil {
			t.Fatal(err)
		}
		street, west, east := at(t, m, "street"), at(t, m, "farm/west"), at(t, m, "farm/east")
		if got, ok := m.Way(west, east); !ok || got != c.inches[0] {
			t.Errorf("%s: %d, %v, want %d", c.name, got, ok, c.inches[0])
		}
		if got, ok := m.Way(street, east); !ok || got != c.inches[1] {
			t.Errorf("%s, from the street: %d, %v, want %d", c.name, got, ok, c.inches[1])
		}
		// An enemy in the west wing closes the way through it, but not the way to it.
		if got, ok := m.WayAvoiding(street, east, func(i int) bool { return i == west }); !ok || got != 7 {
			t.Errorf("%s, round the west wing: %d, %v", c.name, got, ok)
		}
		if got, ok := m.WayAvoiding(street, west, func(i int) bool { return i == west }); !ok || got != 4 {
			t.Errorf("%s, into the west wing: %d, %v", c.name, got, ok)
		}
	}
}

// No way leads in by one door and out by another: it would have no length inside.
func TestNoWayThroughHouse(t *testing.T) {
	m, err := New(ground.Plan{Structures: []ground.Structure{{Name: "house", Sections: []ground.Section{{
		Plan: ground.Rect(ground.At(0, 0), 20*ground.Inch, 2*ground.Inch), Storeys: []ground.Storey{{Height: 3 * ground.Inch}},
		Openings: []ground.Opening{
			{Name: "front", Kind: ground.Door, Wall: "south", Place: 10 * ground.Inch, Width: ground.Inch},
			{Name: "back", Kind: ground.Door, Wall: "north", Place: 10 * ground.Inch, Width: ground.Inch},
		},
	}}}}}, []Spot{{"front", ground.At(10, -1)}, {"behind", ground.At(10, 3)}}, 60*ground.Inch)
	if err != nil {
		t.Fatal(err)
	}
	// √(10²+1²) to the corner, 2 along the wall, and the same again: 22.1.
	if got, ok := m.Way(0, 1); !ok || got != 23 {
		t.Errorf("%d, %v", got, ok)
	}
}

func TestFaults(t *testing.T) {
	many := ground.Plan{}
	for i := range mostSections + 1 {
		many.Structures = append(many.Structures, ground.Structure{Name: "shed" + string(rune('a'+i)), Sections: []ground.Section{{
			Plan: ground.Rect(ground.At(4*i, 0), 2*ground.Inch, 2*ground.Inch), Storeys: []ground.Storey{{Height: ground.Inch}},
		}}})
	}
	high := ground.Plan{}
	for i := range mostSections {
		high.Structures = append(high.Structures, ground.Structure{Name: "tower" + string(rune('a'+i)), Sections: []ground.Section{{
			Plan: ground.Rect(ground.At(4*i, 0), 2*ground.Inch, 2*ground.Inch), Storeys: make([]ground.Storey, 32),
		}}})
		for s := range high.Structures[i].Sections[0].Storeys {
			high.Structures[i].Sections[0].Storeys[s].Height = ground.Inch
		}
	}
	cellars := ground.Plan{Structures: []ground.Structure{{Name: "hold", Sections: []ground.Section{{
		Plan: ground.Rect(ground.At(0, 0), 4*ground.Inch, 4*ground.Inch), Cellars: 2,
		Storeys: []ground.Storey{{Height: 3 * ground.Inch}, {Height: 3 * ground.Inch}},
	}}}}}
	pond := ground.Plan{Features: []ground.Feature{{Name: "pond", Plan: ground.Rect(ground.At(0, 0), 4*ground.Inch, 4*ground.Inch), Going: ground.Impassable}}}
	for _, x := range []struct {
		plan  ground.Plan
		spots []Spot
		want  string
	}{
		{mill(), []Spot{{"hall", ground.At(12, 3)}}, "spot hall: the spot lies inside mill: move it, or place pieces at mill/0"},
		{mill(), []Spot{{"shed", ground.At(0, 0)}}, "spot shed: a building has this name: choose another one"},
		{mill(), []Spot{{"yard", ground.At(0, 0)}, {"yard", ground.At(1, 0)}}, "spot yard: another spot has this name: choose another one"},
		{mill(), []Spot{{"moon", ground.At(501, 0)}}, "spot moon: (501,0) is too far away: coordinates are at most 500 inches"},
		{high, nil, "512 spots and floors: at most 256 are possible"},
		{cellars, []Spot{{"vault", ground.At(1, 1)}}, "spot vault: the spot lies inside hold: move it, or place pieces at hold/-2"},
		{pond, []Spot{{"water", ground.At(2, 2)}}, "spot water: the spot lies in pond, where nobody can stand: move it"},
		{many, nil, "17 sections with 0 openings: at most 16 with 256 are possible"},
		{ground.Plan{Structures: []ground.Structure{{Name: "mill"}}}, nil, "structure \"mill\": it has no section"},
	} {
		if _, err := New(x.plan, x.spots, 24*ground.Inch); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v, want %q", err, x.want)
		}
	}
}

func TestDraw(t *testing.T) {
	m := measured(t)
	s := m.Scene("Round 1")
	m.Put(&s, at(t, m, "mill/1"), scene.Piece{Name: "scouts", Strength: 3})
	m.Put(&s, at(t, m, "yard"), scene.Piece{Name: "rifles", Side: 1, Strength: 5})
	m.MarkObjective(&s, at(t, m, "mill/0"), 1, [2]rule.Side{"Red", "Blue"})
	if up := s.Structures[0].Floors[1]; len(up.Pieces) != 1 || up.Pieces[0].Where != "mill/1" || up.Places[0] != "mill/1" {
		t.Errorf("%+v", up)
	}
	if len(s.Pieces) != 1 || s.Pieces[0].At != (scene.Point{X: 13 * scene.Scale, Y: -5 * scene.Scale}) {
		t.Errorf("%+v", s.Pieces)
	}
	m.MarkObjective(&s, at(t, m, "shed"), -1, [2]rule.Side{"Red", "Blue"})
	if s.Structures[1].Objective != scene.Nobodys || s.Structures[1].Markers[0] != "objective" {
		t.Errorf("%+v", s.Structures[1])
	}
	if s.Structures[0].Objective != scene.OfSecond || s.Structures[0].Markers[0] != "objective of Blue" || s.Headline != "Round 1" {
		t.Errorf("%v, %s", s.Structures[0].Objective, s.Headline)
	}
	l := m.Draw(at(t, m, "yard"), at(t, m, "mill/1"), "rifles", "scouts", "sight")
	if !l.Clear || l.Length != 5*scene.Scale || l.Through != "mill/attic" || l.Piece != "rifles" || l.Target != "scouts" || l.Clauses[0] != "sight" {
		t.Errorf("%+v", l)
	}
	if l := m.Draw(at(t, m, "yard"), at(t, m, "back"), "rifles", "others", "sight"); l.Clear || l.Through != "" || l.Text != "mill is in the way" {
		t.Errorf("%+v", l)
	}
}

// The errors name the lines of the file, and all spots at once.
func TestFaultsHavePlaces(t *testing.T) {
	_, err := New(mill(), []Spot{{"hall", ground.At(12, 3)}, {"yard", ground.At(0, 0)}, {"yard", ground.At(1, 0)}}, 24*ground.Inch)
	list, ok := err.(interface{ Unwrap() []error })
	if !ok || len(list.Unwrap()) != 2 || !strings.Contains(err.Error(), "hall") || !strings.Contains(err.Error(), "another spot") {
		t.Errorf("%v", err)
	}
}

// Within an L-shaped hall two openings face each other. Nobody sees through both of them.
func TestOpeningsOfOneSection(t *testing.T) {
	m, err := New(ground.Plan{Structures: []ground.Structure{{Name: "hall", Sections: []ground.Section{{
		Plan:    ground.Polygon{ground.At(0, 0), ground.At(8, 0), ground.At(8, 4), ground.At(4, 4), ground.At(4, 8), ground.At(0, 8)},
		Storeys: []ground.Storey{{Height: 3 * ground.Inch}, {Height: 3 * ground.Inch}},
		Openings: []ground.Opening{
			{Name: "low", Kind: ground.Window, Wall: "north-1", Place: 2 * ground.Inch, Width: ground.Inch},
			{Name: "high", Kind: ground.Window, Wall: "east-2", Storey: 1, Place: 2 * ground.Inch, Width: ground.Inch},
		},
	}}}}}, nil, 24*ground.Inch)
	if err != nil {
		t.Fatal(err)
	}
	if l := m.Line(0, 1); l.Clear || l.Inches != 0 || l.Text != "nobody sees from floor to floor of hall" {
		t.Errorf("%+v", l)
	}
}

// No way leads through a tunnel, whose length no plan states, nor farther than twice the longest move.
func TestNoWay(t *testing.T) {
	shed := func(name string, x int) ground.Structure {
		return ground.Structure{Name: name, Sections: []ground.Section{{
			Plan: ground.Rect(ground.At(x, 0), 2*ground.Inch, 2*ground.Inch), Storeys: []ground.Storey{{Height: 3 * ground.Inch}},
		}}}
	}
	plan := ground.Plan{
		Structures: []ground.Structure{shed("one", 0), shed("two", 40)},
		Links:      []ground.Link{{Kind: ground.Tunnel, From: ground.Place{Structure: "one"}, To: ground.Place{Structure: "two"}}},
	}
	m, err := New(plan, []Spot{{"near", ground.At(0, -5)}, {"far", ground.At(30, -5)}}, 24*ground.Inch)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][2]string{{"one", "two"}, {"near", "far"}} {
		if inches, ok := m.Way(at(t, m, x[0]), at(t, m, x[1])); ok || inches != 0 {
			t.Errorf("%v: %d, %v", x, inches, ok)
		}
	}
}

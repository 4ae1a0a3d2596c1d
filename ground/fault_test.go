package ground

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestFaults gives a layout with one fault of each kind and reads all of them.
func TestFaults(t *testing.T) {
	one := []Storey{{Height: 3 * Inch}}
	square := Rect(At(0, 0), 6*Inch, 6*Inch)
	_, err := New(Plan{
		Structures: []Structure{
			{Name: "empty"},
			{Name: "empty", Sections: []Section{{Plan: Polygon{At(0, 0)}, Storeys: one}}},
			{Name: "", Sections: []Section{{Plan: square, Storeys: one}}},
			{Name: "mill", Sections: []Section{
				{Name: "hall", Plan: square, Storeys: []Storey{{Height: 0}, {Height: Inch, Capacity: -1}}, Cellars: 3, Rubble: -1,
					Roof: Roof{None: true, Flat: true}, Walls: []Wall{{Name: "a"}},
					Openings: []Opening{
						{Name: "gate", Wall: "a", Width: Inch},
						{Name: "gate", Kind: 9, Wall: "north", Place: Inch, Width: Inch, Capacity: -2},
						{Name: "loft", Wall: "north", Storey: 7, Place: Inch, Width: Inch},
						{Name: "wide", Wall: "north", Place: Inch, Width: 7 * Inch, Height: 9 * Inch},
						{Name: "edge", Wall: "north", Storey: 1, Place: Inch / 4, Width: Inch},
					},
					Inner: []Partition{{Segment: Segment{At(1, 1), At(9, 9)}}, {Segment: Segment{At(1, 1), At(1, 1)}, Storey: 5}}},
				{Name: "hall", Plan: square, Base: 200 * Inch},
			}},
		},
		Features: []Feature{
			{Name: "nothing"},
			{Name: "both", Plan: square, Line: []Point{At(0, 0), At(1, 1)}},
			{Name: "point", Line: []Point{At(0, 0)}, Height: -1},
			{Name: "far", Line: []Point{At(0, 0), At(900, 1), At(900, 1)}, View: 9, Going: 9},
			{Name: "bow", Plan: Polygon{At(0, 0), At(6, 6), At(6, 0), At(0, 5)}},
		},
	})
	if err == nil {
		t.Fatal("no fault found")
	}
	got := strings.Split(err.Error(), "\n")
	for _, want := range []string{
		`ground: two things are called "empty": give the second structure another name`,
		`ground: a structure has no name: give it one`,
		`ground: structure "empty": it has no section: give it one with a plan`,
		`ground: structure "empty": a plan has 3 to 64 corners, not 1`,
		`ground: structure "mill", section "hall": 3 of 2 storeys cannot be cellars: give 0 to 2`,
		`ground: structure "mill", section "hall": the height of storey 0 is 0 inches: it has to be 0.001 to 100`,
		`ground: structure "mill", section "hall": storey 1 holds -1: give 0 or more`,
		`ground: structure "mill", section "hall": the height of its rubble is -0.001 inches: it has to be 0 to 50`,
		`ground: structure "mill", section "hall": a roof cannot be both none and flat: set one of them`,
		`ground: structure "mill", section "hall": it has 1 walls for the 4 sides of its plan: name all or none`,
		`ground: structure "mill", section "hall", opening "gate": unknown wall "a": use south, east, north, west`,
		`ground: structure "mill", section "hall": two things are called "gate": give the second opening another name`,
		`ground: structure "mill", section "hall", opening "gate": the kind of the opening is unknown`,
		`ground: structure "mill", section "hall", opening "gate": -2 cannot use it: give 0 or more`,
		`ground: structure "mill", section "hall", opening "loft": there is no storey 7: use 0 to 1`,
		`ground: structure "mill", section "hall", opening "wide": its width is 7 inches: it has to be 0.001 to 6`,
		`ground: structure "mill", section "hall", opening "wide": an opening 7 wide at 1 does not fit into a wall of 6 inches`,
		`ground: structure "mill", section "hall", opening "edge": an opening 1 wide at 0.25 does not fit into a wall of 6 inches`,
		`ground: structure "mill", section "hall", partition "1": (1,1) to (9,9) leaves the plan of its section`,
		`ground: structure "mill", section "hall", partition "2": there is no storey 5: use 0 to 1`,
		`ground: structure "mill", section "hall", partition "2": both ends are at (1,1): move one of them`,
		`ground: structure "mill": two things are called "hall": give the second section another name`,
		`ground: structure "mill", section "hall": it has 0 storeys: give it 1 to 32`,
		`ground: structure "mill", section "hall": the ground under it is 200 inches: it has to be -50 to 50`,
		`ground: structure "mill", section "hall": the section rises to 201 inches: the limit is 100`,
		`ground: feature "nothing": it needs either a plan or a line`,
		`ground: feature "both": it needs either a plan or a line`,
		`ground: feature "point": its height is -0.001 inches: it has to be 0 to 100`,
		`ground: feature "point": a line has 2 to 64 points, not 1`,
		`ground: feature "far": its view is unknown: use one of plain, hinder, screen, opaque`,
		`ground: feature "far": its going is unknown: use one of open, difficult, impassable`,
		`ground: feature "far": point 2 at (900,1) lies more than 500 inches from the origin`,
		`ground: feature "far": point 3 at (900,1) lies more than 500 inches from the origin`,
		`ground: feature "far": points 2 and 3 are both at (900,1)`,
		`ground: feature "bow": side 1, (0,0) to (6,6), meets side 3, (6,0) to (0,5)`,
	} {
		if i := slices.Index(got, want); i < 0 {
			t.Errorf("missing: %s", want)
		} else {
			got = slices.Delete(got, i, i+1)
		}
	}
	for _, extra := range got {
		t.Errorf("besides: %s", extra)
	}
}

func TestLinkFaults(t *testing.T) {
	l := farm()
	l.Structures[0].Links = []Link{
		{Name: "up", Kind: Doorway, From: Place{Section: "house"}, To: Place{Section: "barn", Storey: 1}},
		{Name: "flat", Kind: Stairs, From: Place{Section: "house"}, To: Place{Section: "barn"}},
		{Name: "round", Kind: Tunnel, From: Place{Section: "house"}, To: Place{Section: "house"}},
		{Name: "lost", Kind: Tunnel, From: Place{Section: "stable"}, To: Place{Section: "barn", Storey: 2}},
		{Name: "odd", Kind: 9, From: Place{Section: "house"}, To: Place{Section: "barn"}},
		{Kind: 9, From: Place{Section: "house"}, To: Place{Section: "barn"}},
	}
	l.Links = []Link{{Name: "far", Kind: Doorway, From: Place{"farm", "barn", 0}, To: Place{"bunker", "", 0}}}
	_, err := New(l)
	want := `ground: structure "farm", link "up": a doorway joins the same storey of two sections that touch: use stairs, a tunnel or a bridge
ground: structure "farm", link "flat": stairs must join different storeys of one section or of two that touch
ground: structure "farm", link "round": it leads from a floor to itself: give two floors
ground: structure "farm", link "lost": there is no section "stable" of a structure "farm"; there are barn, house
ground: structure "farm", link "lost": farm/barn has no storey 2: use 0 to 1
ground: structure "farm", link "odd": the kind of the link is unknown
ground: structure "farm", link 6: the kind of the link is unknown
ground: link "far": a doorway joins the same storey of two sections that touch: use stairs, a tunnel or a bridge`
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

func TestOverlapFault(t *testing.T) {
	for _, c := range []struct {
		plan Polygon
		bad  bool
	}{
		{Rect(At(6, 0), 6*Inch, 6*Inch), false},
		{Rect(At(6, 6), 6*Inch, 6*Inch), false},
		{Rect(Point{5999, 0}, 6*Inch, 6*Inch), true},
		{Rect(At(0, 0), 6*Inch, 6*Inch), true},
		{Rect(At(2, 2), Inch, Inch), true},
		{Rect(At(0, 0), 3*Inch, 6*Inch), true},
		{Rect(At(-3, -3), 20*Inch, 20*Inch), true},
	} {
		_, err := New(Plan{Structures: []Structure{hut("a", Rect(At(0, 0), 6*Inch, 6*Inch), Inch), hut("b", c.plan, Inch)}})
		if (err != nil) != c.bad || c.bad && err.Error() != `ground: sections "a" and "b" overlap: they may only touch` {
			t.Errorf("%v: %v", c.plan, err)
		}
	}
}

func TestHostileSizes(t *testing.T) {
	l := Plan{Features: make([]Feature, 100000), Links: make([]Link, 100000)}
	l.Structures = []Structure{{Name: "s", Sections: make([]Section, 100000)}}
	_, err := New(l)
	if want := `ground: 100000 sections are too many: a map holds 128
ground: 100000 features are too many: a map holds 128
ground: 100000 links are too many: a map holds 1024`; err == nil || err.Error() != want {
		t.Errorf("%.400v", err)
	}
	m := mustMap(t, Plan{})
	if d, ok := m.Walk(At(0, 0), At(3, 4), Destroyed{}); !ok || d != 5*Inch || !m.Sees(eye(0, 0, 0), eye(3, 4, 0), Destroyed{}) {
		t.Error("the empty table")
	}
}

// TestConcurrent asks a map from several goroutines; run it with -race.
func TestConcurrent(t *testing.T) {
	m, n := farmMap(t)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50 {
				if d, ok := m.BetweenOpenings(n.opening["gate"], n.opening["slit"], Destroyed{}); d != 18*Inch || !ok {
					t.Error(d, ok)
				}
			}
		})
	}
	wait.Wait()
}

// TestUnharmed changes the plan after the map is built, and the values that the map returned.
func TestUnharmed(t *testing.T) {
	l := farm()
	m := mustMap(t, l)
	l.Structures[0].Sections[0].Plan[0] = At(-90, -90)
	l.Structures[0].Sections[0].Inner[0].B = At(11, 4)
	l.Features[0].Line[0] = At(0, 0)
	m.Plan(0)[1] = At(90, 90)
	m.Feature(0).Line[1] = At(1, 1)
	if m.FromSection(0, At(0, 0)) != 10*Inch || m.Sees(eye(29, 1, 0), eye(31, 1, 0), Destroyed{}) {
		t.Error("the map has changed")
	}
	if m.FiresThrough(0, eye(12, -10, Inch), At(12, 5), Destroyed{}) {
		t.Error("the partition has changed")
	}
}

// TestWallsOfAnL: walls that face the same side are told apart by their ends.
func TestWallsOfAnL(t *testing.T) {
	inn := Polygon{At(22, 3), At(31, 3), At(31, 9), At(27, 9), At(27, 7), At(22, 7)}
	_, err := New(Plan{Structures: []Structure{{Name: "inn", Sections: []Section{{
		Plan: inn, Storeys: []Storey{{Height: 3 * Inch}}, Openings: []Opening{{Name: "door", Wall: "north", Place: Inch, Width: Inch}},
	}}}}})
	want := `ground: structure "inn", opening "door": unknown wall "north": use south, east, ` +
		"north-1 from (31,9) to (27,9), west-1 from (27,9) to (27,7), north-2 from (27,7) to (22,7), west-2 from (22,7) to (22,3)"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}

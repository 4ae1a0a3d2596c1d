package ground

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestWalk(t *testing.T) {
	m := mustMap(t, Plan{
		Structures: []Structure{
			hut("house", Rect(At(0, 0), 6*Inch, 6*Inch), 3*Inch),
			hut("annexe", Rect(At(6, 0), 6*Inch, 6*Inch), 3*Inch),
			hut("corner", Rect(At(12, 6), 6*Inch, 6*Inch), 3*Inch),
		},
		Features: []Feature{
			{Name: "bend", Line: []Point{At(30, 0), At(30, 6), At(36, 6)}, Height: Inch, View: Hinder, Going: Impassable},
			{Name: "fold", Line: []Point{At(54, 0), At(50, 0), At(50, 8), At(54, 8)}, Height: Inch, View: Hinder, Going: Impassable},
			{Name: "bog", Plan: Rect(At(0, 20), 6*Inch, 6*Inch), Going: Difficult},
			{Name: "ditch", Line: []Point{At(20, 20), At(20, 26)}, Going: Difficult},
		},
	})
	house, annexe := SectionID(0), SectionID(1)
	for _, c := range []struct {
		name        string
		start, goal Point
		ruins       Destroyed
		want        Length
	}{
		{"nothing in the way", At(-1, -3), At(2, -7), Destroyed{}, 5 * Inch},
		{"along the wall", At(-3, 0), At(14, 0), Destroyed{}, 17 * Inch},
		// 3 and 4 to the corner, 6 along the wall, 3 and 4 on: 5+6+5.
		{"around the house", At(3, -4), At(3, 10), Destroyed{}, 16 * Inch},
		{"through its rubble", At(3, -4), At(3, 10), Destroyed{}.Fallen(house), 14 * Inch},
		// From (5,-4) to (5,10) by the west: root of 25+16 is 6.40312, twice, and 6.
		{"not between the two houses", At(5, -4), At(5, 10), Destroyed{}, 18807},
		// With the annexe gone, by x = 6: root of 1+16 is 4.12310, twice, and 6.
		{"past the annexe's rubble", At(5, -4), At(5, 10), Destroyed{}.Fallen(annexe), 14247},
		// Twice the root of 4+16, 4.47214, and twice 6, by (18,6), (18,12), (12,12).
		{"not between two that touch at a corner", At(14, 4), At(10, 8), Destroyed{}, 20945},
		// Both arms of the bend are 6 long. By its end (30,0): the roots of 18 and
		// 2, 4.24264 and 1.41421.
		{"around the end of a wall", At(33, 3), At(29, 1), Destroyed{}, 5657},
		// From (31,5) to (29,7) the corner is near, and closed. By (30,0): the
		// roots of 26 and 50, 5.09902 and 7.07107.
		{"not through the corner", At(31, 5), At(29, 7), Destroyed{}, 12171},
		// The same to (28,5): the roots of 26 and 29, 5.09902 and 5.38516.
		{"not through the corner and aside", At(31, 5), At(28, 5), Destroyed{}, 10485},
		// Around its outside: the roots of 5 and 17, 2.23607 and 4.12311.
		{"around the outside of the corner", At(29, 4), At(34, 7), Destroyed{}, 6360},
		// Twice 1.41421 and 8; the ends of the fold are further away.
		{"around the outside of a fold", At(51, -1), At(51, 9), Destroyed{}, 10829},
		{"past its open end", At(53, -1), At(53, 9), Destroyed{}, 10829},
		{"the fold is gone", At(53, -1), At(53, 9), Destroyed{}.Removed(1), 10 * Inch},
	} {
		got, ok := m.Walk(c.start, c.goal, c.ruins)
		if !ok || got != c.want {
			t.Errorf("%s: %v %v, want %v, by %v", c.name, got, ok, c.want, m.Route(c.start, c.goal, c.ruins))
		}
		if back, _ := m.Walk(c.goal, c.start, c.ruins); back != got {
			t.Errorf("%s: %v there, %v back", c.name, got, back)
		}
	}
	if got := m.Route(At(3, -4), At(3, 10), Destroyed{}); !slices.Equal(got, []Point{At(3, -4), At(0, 0), At(0, 6), At(3, 10)}) {
		t.Error(got)
	}
	if _, ok := m.Walk(At(3, 3), At(30, 30), Destroyed{}); ok || m.Route(At(3, 3), At(30, 30), Destroyed{}) != nil {
		t.Error("out of a house through its wall")
	}
	for _, c := range []struct {
		move  Segment
		ruins Destroyed
		want  bool
	}{
		{Segment{At(-1, 23), At(7, 23)}, Destroyed{}, true},
		{Segment{At(-1, 20), At(7, 20)}, Destroyed{}, false},
		{Segment{At(-1, 23), At(7, 23)}, Destroyed{}.Removed(2), false},
		{Segment{At(19, 23), At(21, 23)}, Destroyed{}, true},
		{Segment{At(-1, 3), At(1, 3)}, Destroyed{}, false},
		{Segment{At(-1, 3), At(1, 3)}, Destroyed{}.Fallen(house), true},
	} {
		if got := m.Rough(c.move, c.ruins); got != c.want {
			t.Errorf("rough ground on %v: %v", c.move, got)
		}
	}
}

// TestWalkLaws checks paths through random towns: their legs are free, their length is the sum of
// their legs, no detour is shorter, and the way back is as long.
func TestWalkLaws(t *testing.T) {
	turns := 0
	rapid.Check(t, func(t *rapid.T) {
		m := mustNew(t, drawTown(t))
		a, b, c := drawPoint(t, 30000, "a"), drawPoint(t, 30000, "b"), drawPoint(t, 30000, "c")
		var ruins Destroyed
		if rapid.Bool().Draw(t, "fallen") {
			ruins = ruins.Fallen(0)
		}
		ab, ok := m.Walk(a, b, ruins)
		if back, too := m.Walk(b, a, ruins); back != ab || ok != too {
			t.Fatalf("%v there, %v back", ab, back)
		}
		route := m.Route(a, b, ruins)
		if ok != (route != nil) {
			t.Fatal("a length without a way")
		}
		var sum int64
		for i := 0; i+1 < len(route); i++ {
			if !m.Passable(Segment{route[i], route[i+1]}, ruins) {
				t.Fatal("through a wall", route)
			}
			sum += fineDistance(route[i], route[i+1])
		}
		if ok && (roundFine(sum) != ab || ab < Distance(a, b)) {
			t.Fatalf("%v is not the %v of %v", ab, roundFine(sum), route)
		}
		ac, toC := m.Walk(a, c, ruins)
		cb, fromC := m.Walk(c, b, ruins)
		// A point exactly in a joint of two walls is on both sides of it.
		if m.clearOf(c) && toC && fromC && (!ok || ab > ac+cb) {
			t.Fatalf("%v, but by %v only %v", ab, c, ac+cb)
		}
		turns += max(0, len(route)-2)
	})
	if !testing.Short() && turns < 10 { // -short draws few of them
		t.Fatal("too few ways have a turn:", turns)
	}
}

// TestRememberedWays compares the walks on one map, which remembers the ways between waypoints, and from one departure,
// which remembers those from the start, with walks that remember none.
func TestRememberedWays(t *testing.T) {
	between, fromStart := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawTown(t)
		m, forgetful := mustNew(t, p), mustNew(t, p)
		forgetful.ways = nil
		for _, ruins := range []Destroyed{{}, Destroyed{}.Fallen(0)} {
			a := drawPoint(t, 30000, "a")
			start := m.departure(a)
			for range 4 {
				b := drawPoint(t, 30000, "b")
				got, ok := m.walkFrom(start, b, &ruins)
				if want, too := forgetful.Walk(a, b, ruins); got != want || ok != too {
					t.Fatalf("from %v to %v: %v (%v), without remembered ways %v (%v)", a, b, got, ok, want, too)
				}
				if got, want := m.Route(a, b, ruins), forgetful.Route(a, b, ruins); !slices.Equal(got, want) {
					t.Fatalf("from %v to %v: by %v, without remembered ways by %v", a, b, got, want)
				}
			}
			for _, way := range start.ways {
				fromStart += bits.OnesCount32(way)
			}
		}
		for i := range m.ways {
			between += bits.OnesCount32(m.ways[i].Load())
		}
	})
	if between == 0 || fromStart == 0 {
		t.Error("nothing was remembered:", between, fromStart)
	}
}

// clearOf reports whether a point touches no section and no fence.
func (m *Map) clearOf(p Point) bool {
	for s := range SectionID(m.Sections()) {
		if m.FromSection(s, p) == 0 {
			return false
		}
	}
	for i := range m.fences {
		for j, q := range m.fences[i].points[1:] {
			if (Segment{m.fences[i].points[j], q}).Distance(p) <= 3 {
				return false
			}
		}
	}
	return true
}

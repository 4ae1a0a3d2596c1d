package ground

import (
	"strings"
	"testing"
)

func TestOpeningsSee(t *testing.T) {
	m, n := farmMap(t)
	rifle := eye(12, -20, Inch)
	for _, c := range []struct {
		opening string
		at      Spot
		arc     Arc
		want    bool
	}{
		{"door", rifle, HalfArc, true},
		{"door", eye(12, 20, Inch), HalfArc, false},    // behind the house
		{"door", eye(30, 0, Inch), HalfArc, false},     // in line with the wall
		{"door", eye(22, -10, Inch), QuarterArc, true}, // 10 and 10: 45 degrees
		{"door", Spot{Point{22001, -10000}, Inch}, QuarterArc, false},
		{"door", eye(2, -10, Inch), QuarterArc, true},
		{"west-window", eye(0, 3, Inch), QuarterArc, true},
		{"west-window", eye(0, 20, Inch), QuarterArc, false},
		{"slit", eye(32, 2, Inch/4), HalfArc, true},
		{"slit", eye(28, 2, Inch/4), HalfArc, false}, // behind the hedge: 1-0.75*10/12 = 0.375 < 0.5
		{"gate", eye(28, 3, Inch), HalfArc, true},
	} {
		if got := m.OpeningSees(n.opening[c.opening], c.at, c.arc, Destroyed{}); got != c.want {
			t.Errorf("%s to %v: %v", c.opening, c.at, got)
		}
	}
	if m.OpeningSees(n.opening["door"], rifle, HalfArc, Destroyed{}.Fallen(n.house)) {
		t.Error("a door in a heap of rubble")
	}
	w, d, ok := m.NearestWall(Floor{n.house, 0}, eye(13, 20, Inch), Destroyed{})
	if !ok || m.WallSide(w) != North || d != 14*Inch {
		t.Error("a blank wall for heavy weapons:", w, d, ok)
	}
	if !m.StructureSeen(1, eye(60, 2, Inch), Destroyed{}) || m.StructureSeen(1, eye(60, 2, Inch), Destroyed{}.Fallen(n.bunker)) {
		t.Error("the bunker from behind")
	}
	if m.StructureSeen(0, eye(42, 2, 0), Destroyed{}) {
		t.Error("the farm seen from within the bunker's walls")
	}
}

// TestSeen looks at a cart 6 wide and 3 high behind cover.
func TestSeen(t *testing.T) {
	cart := Rect(At(0, 0), 6*Inch, 2*Inch)
	board := func(x0, x1, high Length) *Map {
		return mustMap(t, Plan{Features: []Feature{{Name: "board", Line: []Point{{x0, -1}, {x1, -1}}, Height: high, View: Opaque}}})
	}
	far := eye(3, -400, 3*Inch/2)
	for _, c := range []struct {
		name string
		m    *Map
		from Spot
		want int
	}{
		{"in the open", mustMap(t, Plan{}), far, 36},
		{"its left half covered", board(-1, 3000, 9*Inch), far, 18},
		{"all but a third covered", board(2000, 6001, 9*Inch), far, 12},
		// Rows of marks are at 0.5, 1.5 and 2.5: a wall 1 high hides the lowest.
		{"behind a low wall", board(-1, 6001, Inch), far, 24},
		{"the wall 2 high", board(-1, 6001, 2*Inch), far, 12},
		{"from its other side", board(-1, 6001, 2*Inch), eye(3, 400, Inch), 36},
		{"from on top of it", board(-1, 6001, 2*Inch), eye(3, 1, 0), 36},
	} {
		if seen, marks := c.m.Seen(cart, 0, 3*Inch, c.from, Destroyed{}); seen != c.want || marks != 36 {
			t.Errorf("%s: %d of %d, want %d", c.name, seen, marks, c.want)
		}
	}
	if s := cart.silhouette(At(3, -400)); s != (Segment{At(0, 0), At(6, 0)}) {
		t.Error("from the south", s)
	}
	if s := cart.silhouette(At(-5, -5)); s != (Segment{At(0, 2), At(6, 0)}) {
		t.Error("from the corner", s)
	}
	if s := cart.silhouette(At(-5, 0)); s != (Segment{At(0, 2), At(0, 0)}) {
		t.Error("in line with a side", s)
	}
}

func TestSides(t *testing.T) {
	m, n := farmMap(t)
	name := func(w WallID, ok bool) string {
		if !ok {
			return "none"
		}
		return m.Wall(w).Name
	}
	for _, c := range []struct {
		what, got, want string
	}{
		{"from the south", name(m.Struck(n.house, At(13, -9), At(13, 3))), "south"},
		{"to the outline", name(m.Struck(n.house, At(13, -9), At(13, 0))), "south"},
		{"from the west", name(m.Struck(n.house, At(0, 3), At(15, 5))), "west"},
		{"a miss", name(m.Struck(n.house, At(0, -3), At(30, -3))), "none"},
		{"past the corner, touching it", name(m.Struck(n.house, At(8, 2), At(12, -2))), "none"},
		{"into the corner, mostly northwards", name(m.Struck(n.house, At(9, -2), At(11, 2))), "south"},
		{"into the corner, mostly eastwards", name(m.Struck(n.house, At(8, -1), At(12, 1))), "west"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.what, c.got, c.want)
		}
	}
	var walls []string
	for _, w := range m.facingWalls(n.house, At(0, -5)) {
		walls = append(walls, m.Wall(w).Name)
	}
	if strings.Join(walls, " ") != "south west" {
		t.Error(walls)
	}
	for v, want := range map[vec]Side{{0, 1}: North, {1, 1}: East, {1, 0}: East, {1, -1}: South, {0, -1}: South, {-1, -1}: West, {-1, 0}: West, {-1, 1}: North} {
		if sideOf(v) != want {
			t.Errorf("%v faces %v, want %v", v, sideOf(v), want)
		}
	}
}

func TestFiresThrough(t *testing.T) {
	m, n := farmMap(t)
	door := n.opening["door"]
	for _, c := range []struct {
		name string
		at   Spot
		into Point
		want bool
	}{
		{"straight in", eye(12, -10, Inch), At(12, 3), true},
		{"behind the partition", eye(12, -10, Inch), At(12, 5), false},
		{"slanting in, past the post at 12.5: at the wall x = 12", eye(8, -4, Inch), At(15, 3), true},
		{"slanting, beside the door: at the wall x = 13", eye(8, -10, Inch), At(14, 2), false},
		{"from behind", eye(12, 10, Inch), At(12, 3), false},
		{"to a point outside", eye(12, -10, Inch), At(12, -1), false},
	} {
		if got := m.FiresThrough(door, c.at, c.into, Destroyed{}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestWideGate hides the middle of a gate 4 inches wide behind a post. One of its four sight
// points, at 1.5, 2.5, 3.5 and 4.5 along the wall, still sees past it.
func TestWideGate(t *testing.T) {
	barn := hut("barn", Rect(At(0, 0), 6*Inch, 6*Inch), 3*Inch)
	barn.Sections[0].Openings = []Opening{{Name: "gate", Wall: "south", Place: 3 * Inch, Width: 4 * Inch}}
	post := func(from, to Length) Plan {
		return Plan{
			Structures: []Structure{barn},
			Features:   []Feature{{Name: "post", Line: []Point{{from, -100}, {to, -100}}, Height: 9 * Inch, View: Opaque}},
		}
	}
	for _, c := range []struct {
		from, to Length
		want     bool
	}{{1600, 4000, true}, {1400, 4400, true}, {1400, 4600, false}} {
		m := mustMap(t, post(c.from, c.to))
		if got := m.OpeningSees(0, eye(3, -400, 0), HalfArc, Destroyed{}); got != c.want {
			t.Errorf("behind a post from %v to %v: %v", c.from, c.to, got)
		}
	}
}

// TestAnotherStorey fires into the attic; the partition is on the storey below.
func TestAnotherStorey(t *testing.T) {
	m, n := farmMap(t)
	if !m.FiresThrough(n.opening["attic"], eye(13, -10, Inch), At(13, 5), Destroyed{}) {
		t.Error("a partition of the ground floor stops a shot into the attic")
	}
}

// TestPairAtTouchPoint looks from window to window exactly through the corner that
// two houses share.
func TestPairAtTouchPoint(t *testing.T) {
	window := func(s Structure, wall string) Structure {
		s.Sections[0].Openings = []Opening{{Name: "window", Kind: Window, Wall: wall, Place: Inch, Width: Inch}}
		return s
	}
	m := mustMap(t, Plan{Structures: []Structure{
		hut("low", Rect(At(40, 0), 6*Inch, 6*Inch), 3*Inch), hut("high", Rect(At(46, 6), 6*Inch, 6*Inch), 3*Inch),
		window(hut("left", Rect(At(40, 7), 4*Inch, 2*Inch), 3*Inch), "east"), window(hut("right", Rect(At(48, 3), 2*Inch, 2*Inch), 3*Inch), "west"),
	}})
	if d, ok := m.BetweenOpenings(0, 1, Destroyed{}); ok || d != 5*Inch {
		t.Error("4 across and 3 down from end to end, and blocked:", d, ok)
	}
	if _, ok := m.BetweenOpenings(0, 1, Destroyed{}.Fallen(1)); !ok {
		t.Error("one of the two has fallen")
	}
}

func TestBetweenOpenings(t *testing.T) {
	m, n := farmMap(t)
	gate, slit := n.opening["gate"], n.opening["slit"]
	// 22 to 40 across; the gate spans y 2 to 4, the slit 1.75 to 2.25. The line
	// from 1.5 to 1 high passes the hedge at x=30 at 1.28, above its half inch.
	if d, ok := m.BetweenOpenings(gate, slit, Destroyed{}); d != 18*Inch || !ok {
		t.Error(d, ok)
	}
	if _, ok := m.BetweenOpenings(gate, slit, Destroyed{}.Fallen(n.bunker)); ok {
		t.Error("the slit of a fallen bunker")
	}
	if _, ok := m.BetweenOpenings(n.opening["door"], slit, Destroyed{}); ok {
		t.Error("the door faces south")
	}
	if _, ok := m.BetweenOpenings(n.opening["hatch"], gate, Destroyed{}); ok {
		t.Error("the hatch faces away")
	}
}

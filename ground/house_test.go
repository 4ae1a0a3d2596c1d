package ground

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// farm is a farmhouse of two sections, 6 by 6 each, that share a wall at x=16,
// a bunker across the yard, and what grows between them. North is up:
//
//	   10      16      22         40   44
//	6   +-------+-------+
//	    | house | barn  d         +----+ 4
//	    |       |       |         s    |
//	0   +--d-w--+-------+         +----+ 0
func farm() Layout {
	storeys := []Storey{{Name: "ground", Height: 3 * Inch, Capacity: 1}, {Name: "upper", Height: 3 * Inch, Capacity: 1}}
	return Layout{
		Structures: []Structure{
			{
				Name: "farm",
				Sections: []Section{
					{
						Name: "house", Plan: Rect(At(10, 0), 6*Inch, 6*Inch), Storeys: storeys,
						Material: Brick, Roof: Roof{Material: Tile, Rise: 2 * Inch}, Rubble: Inch,
						Openings: []Opening{
							{Name: "south-window", Kind: Window, Wall: "south", Place: 5 * Inch, Width: Inch, Capacity: 2},
							{Name: "door", Kind: Door, Wall: "south", Place: 2 * Inch, Width: Inch, Capacity: 2},
							{Name: "attic", Kind: Window, Wall: "south", Storey: 1, Place: 3 * Inch, Width: Inch, Capacity: 2},
							{Name: "west-window", Kind: Window, Wall: "west", Place: 3 * Inch, Width: Inch, Capacity: 2},
						},
						Inner: []Partition{{Segment: Segment{At(10, 4), At(16, 4)}}},
					},
					{
						Name: "barn", Plan: Polygon{At(16, 6), At(22, 6), At(22, 0), At(16, 0)}, Storeys: storeys[:1],
						Material: Wood, Roof: Roof{Flat: true}, Walls: []Wall{{}, {Name: "gate-wall", Material: Brick}, {}, {}},
						Openings: []Opening{{Name: "gate", Kind: Door, Wall: "gate-wall", Place: 3 * Inch, Width: 2 * Inch}},
					},
				},
				Links: []Link{{Name: "passage", Kind: Doorway, From: Place{Section: "house"}, To: Place{Section: "barn"}}},
			},
			{
				Name: "bunker",
				Sections: []Section{{
					Plan: Rect(At(40, 0), 4*Inch, 4*Inch), Storeys: []Storey{{Height: 2 * Inch}, {Height: 2 * Inch}}, Cellars: 1,
					Material: ReinforcedConcrete, Roof: Roof{Material: ReinforcedConcrete},
					Openings: []Opening{
						{Name: "slit", Kind: Slit, Wall: "west", Place: 2 * Inch, Width: Inch / 2, Capacity: 3},
						{Name: "hatch", Kind: Door, Wall: "east", Place: 2 * Inch, Width: Inch},
					},
				}},
			},
		},
		Features: []Feature{{Name: "hedge", Line: []Point{At(30, -10), At(30, 10)}, Height: Inch / 2, View: Opaque}},
		Links:    []Link{{Name: "tunnel", Kind: Tunnel, From: Place{"farm", "barn", 0}, To: Place{"bunker", "", -1}}},
	}
}

type named struct {
	house, barn, bunker SectionID
	opening             map[string]OpeningID
}

func farmMap(t testing.TB) (*Map, named) {
	m := mustMap(t, farm())
	n := named{opening: map[string]OpeningID{}}
	n.house, _ = m.FindSection("farm", "house")
	n.barn, _ = m.FindSection("farm", "barn")
	n.bunker, _ = m.FindSection("bunker", "")
	for o := range OpeningID(m.Openings()) {
		n.opening[m.Opening(o).Name] = o
	}
	return m, n
}

func TestParts(t *testing.T) {
	m, n := farmMap(t)
	if m.Structures() != 2 || m.Sections() != 3 || m.Walls() != 12 || m.Openings() != 7 || m.Features() != 1 {
		t.Error(m.Structures(), m.Sections(), m.Walls(), m.Openings(), m.Features())
	}
	if _, ok := m.FindSection("farm", ""); ok {
		t.Error("a section of two is found without its name")
	}
	if m.SectionName(n.barn) != "farm/barn" || m.SectionName(n.bunker) != "bunker" || m.StructureName(m.StructureOf(n.barn)) != "farm" {
		t.Error(m.SectionName(n.barn), m.SectionName(n.bunker))
	}
	lo, hi := m.Storeys(n.barn)
	if lo != 0 || hi != 1 || !m.OnRoof(Floor{n.barn, 1}) || m.OnRoof(Floor{n.house, 1}) || m.HasFloor(Floor{n.house, 2}) {
		t.Error("storeys of the barn", lo, hi)
	}
	if lo, hi := m.Storeys(n.bunker); lo != -1 || hi != 0 || m.FloorHeight(Floor{n.bunker, -1}) != -2*Inch {
		t.Error("storeys of the bunker", lo, hi)
	}
	if m.FloorHeight(Floor{n.house, 1}) != 3*Inch || m.Capacity(Floor{n.house, 1}) != 1 || m.Capacity(Floor{n.barn, 1}) != 0 {
		t.Error("the upper floor")
	}
	gate, _ := m.FindWall(n.barn, "gate-wall")
	if m.WallSide(gate) != East || m.Wall(gate).Material != Brick || m.SectionOfWall(gate) != n.barn {
		t.Errorf("%v %+v", m.WallSide(gate), m.Wall(gate))
	}
	north, ok := m.FindWall(n.barn, "north")
	if !ok || m.WallLine(north) != (Segment{At(22, 6), At(16, 6)}) || m.Wall(north).Material != Wood {
		t.Error("the barn's corners go clockwise, its walls do not", m.WallLine(north))
	}
	// From outside, the left end of the south wall is in the west.
	door := n.opening["door"]
	if m.OpeningLine(door) != (Segment{Point{11500, 0}, Point{12500, 0}}) || m.OpeningSpot(door) != (Spot{At(12, 0), 1500}) {
		t.Error(m.OpeningLine(door), m.OpeningSpot(door))
	}
	south, _ := m.FindWall(n.house, "south")
	if a, b := m.OpeningsIn(south); b-a != 3 || m.Opening(a).Name != "door" || m.Opening(a+1).Name != "south-window" || m.Opening(a+2).Name != "attic" {
		t.Error("openings are not in order of storey and place")
	}
	if f := m.FloorOfOpening(n.opening["attic"]); f != (Floor{n.house, 1}) || m.WallOfOpening(n.opening["attic"]) != south {
		t.Error(f)
	}
}

func TestExits(t *testing.T) {
	m, n := farmMap(t)
	for _, c := range []struct {
		at   Floor
		want []Exit
	}{
		{Floor{n.house, 0}, []Exit{{Stairs, Floor{n.house, 1}}, {Doorway, Floor{n.barn, 0}}}},
		{Floor{n.house, 1}, []Exit{{Stairs, Floor{n.house, 0}}}},
		{Floor{n.barn, 0}, []Exit{{Stairs, Floor{n.barn, 1}}, {Doorway, Floor{n.house, 0}}, {Tunnel, Floor{n.bunker, -1}}}},
		{Floor{n.bunker, -1}, []Exit{{Stairs, Floor{n.bunker, 0}}, {Tunnel, Floor{n.barn, 0}}}},
	} {
		got := m.Exits(c.at)
		if len(got) != len(c.want) {
			t.Errorf("%v: %v", c.at, got)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] || !m.Connected(got[i].To, c.at) {
				t.Errorf("%v: %v, want %v", c.at, got, c.want)
			}
		}
	}
	if up, same := m.Up(Floor{n.bunker, -1}, Floor{n.bunker, 0}); up != 1 || !same || m.Connected(Floor{n.house, 1}, Floor{n.barn, 1}) {
		t.Error("up or across")
	}
}

// TestMeasures works through what the rulebooks measure.
func TestMeasures(t *testing.T) {
	m, n := farmMap(t)
	farm, bunker := m.StructureOf(n.house), m.StructureOf(n.bunker)
	for _, c := range []struct {
		name      string
		got, want Length
	}{
		{"rifle at (12,-24): 24 from the door", m.FromOpening(n.opening["door"], At(12, -24)), 24 * Inch},
		{"at (15.5,-4): 3 along and 4 down from the door's near end", m.FromOpening(n.opening["door"], Point{15500, -4000}), 5 * Inch},
		{"but 4 from the building", m.FromSection(n.house, Point{15500, -4000}), 4 * Inch},
		{"one inch off the corner, 0.6 and 0.8", m.FromSection(n.house, Point{9400, -800}), Inch},
		{"a thousandth more", m.FromSection(n.house, Point{9399, -800}), 1001},
		{"the whole farm from the east: 3 from the barn", m.FromStructure(farm, At(25, 3)), 3 * Inch},
		{"a unit 5 wide in front of it", m.UnitFromStructure(farm, Rect(At(18, -7), 5*Inch, Inch)), 6 * Inch},
		{"farm to bunker, 22 to 40", m.BetweenStructures(farm, bunker), 18 * Inch},
		{"house to bunker, 16 to 40", m.BetweenSections(n.house, n.bunker), 24 * Inch},
		{"house to barn", m.BetweenSections(n.barn, n.house), 0},
		{"12 by 6: the root of 180 is 13.416, down", m.Widest(farm), 13416},
		{"the bunker's diagonal 5.656", m.Widest(bunker), 5656},
		{"the north wall from the yard", m.FromWall(0, At(13, -3)), 3 * Inch},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if o, d, ok := m.FromOpenings(Floor{n.house, 0}, Only(Window), At(8, -4)); !ok || m.Opening(o).Name != "west-window" || d != 6801 {
		t.Error("the nearest window is 2 across and 6.5 up, 6.8007 away:", o, d)
	}
	if _, _, ok := m.FromOpenings(Floor{n.bunker, -1}, AnyOpening, At(0, 0)); ok {
		t.Error("the cellar has an opening")
	}
	if w, d := m.Dimensions(n.bunker); w != 4*Inch || d != 4*Inch {
		t.Error(w, d)
	}
	for _, c := range []struct {
		zone      Polygon
		some, all bool
	}{
		{Rect(At(0, -10), 10*Inch, 30*Inch), false, false},
		{Rect(At(0, -10), 10*Inch+1, 30*Inch), true, false},
		{Rect(At(0, -10), 16*Inch, 30*Inch), true, true},
		{Rect(At(11, 1), Inch, Inch), true, false},
		{Rect(At(10, 0), 6*Inch, 6*Inch), true, true},
		{Polygon{At(0, -10), At(30, -10), At(30, 20), At(13, 3), At(0, 20)}, true, false},
	} {
		if some, all := m.Zone(n.house, c.zone); some != c.some || all != c.all {
			t.Errorf("zone %v: %v %v", c.zone, some, all)
		}
	}
}

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
		if got := m.OpeningSees(n.opening[c.opening], c.at, c.arc, Ruins{}); got != c.want {
			t.Errorf("%s to %v: %v", c.opening, c.at, got)
		}
	}
	if m.OpeningSees(n.opening["door"], rifle, HalfArc, Ruins{}.Fallen(n.house)) {
		t.Error("a door in a heap of rubble")
	}
	o, d, ok := m.NearestOpening(Floor{n.house, 0}, AnyOpening, rifle, Ruins{})
	if !ok || o != n.opening["door"] || d != 20*Inch {
		t.Error(o, d, ok)
	}
	if _, _, ok := m.NearestOpening(Floor{n.bunker, 0}, Only(Slit), eye(60, 2, Inch), Ruins{}); ok {
		t.Error("the slit seen from behind the bunker")
	}
	w, d, ok := m.NearestWall(Floor{n.house, 0}, eye(13, 20, Inch), Ruins{})
	// Twelve marks stand on 6 inches, the nearest a quarter of an inch from the
	// middle: 14 down and 0.25 across.
	if !ok || m.WallSide(w) != North || d != 14003 {
		t.Error("a blank wall for heavy weapons:", w, d, ok)
	}
	if !m.StructureSeen(1, eye(60, 2, Inch), Ruins{}) || m.StructureSeen(1, eye(60, 2, Inch), Ruins{}.Fallen(n.bunker)) {
		t.Error("the bunker from behind")
	}
	if m.StructureSeen(0, eye(42, 2, 0), Ruins{}) {
		t.Error("the farm seen from within the bunker's walls")
	}
}

// TestWallSeen hides a third of a wall: a screen of 2 inches stands right before
// the last 2 of 6 inches, and a spot far away looks straight on.
func TestWallSeen(t *testing.T) {
	l := Layout{
		Structures: []Structure{hut("house", Rect(At(0, 0), 6*Inch, 6*Inch), 3*Inch)},
		Features:   []Feature{{Name: "board", Line: []Point{{4000, -1}, {6001, -1}}, Height: 9 * Inch, View: Opaque}},
	}
	m := mustMap(t, l)
	if seen, marks := m.WallSeen(0, 0, eye(3, -400, 0), Ruins{}); seen != 8 || marks != 12 {
		t.Error("two thirds of the wall:", seen, marks)
	}
	if seen, _ := m.WallSeen(0, 0, eye(3, -400, 0), Ruins{}.Removed(0)); seen != 12 {
		t.Error("all of it:", seen)
	}
	if seen, _ := m.WallSeen(0, 0, eye(3, 400, 0), Ruins{}); seen != 0 {
		t.Error("from behind:", seen)
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
		{"out to the south", name(m.LeavesBy(n.house, At(13, 3), At(14, -9))), "south"},
		{"out to the west", name(m.LeavesBy(n.house, At(13, 3), At(0, 2))), "west"},
		{"out by the window it stands at", name(m.LeavesBy(n.house, At(10, 3), At(0, 3))), "west"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.what, c.got, c.want)
		}
	}
	var walls []string
	for _, w := range m.FacingWalls(n.house, At(0, -5), nil) {
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

// TestCannonball follows a ball along the ground from the west: it strikes the
// house at x=10 and stops; with the house fallen, the barn at x=16.
func TestCannonball(t *testing.T) {
	m, n := farmMap(t)
	path := Segment{At(0, 3), At(60, 3)}
	for _, c := range []struct {
		ruins Ruins
		want  SectionID
		far   Length
	}{
		{Ruins{}, n.house, 10 * Inch},
		{Ruins{}.Fallen(n.house), n.barn, 16 * Inch},
		{Ruins{}.Fallen(n.house).Fallen(n.barn), n.bunker, 40 * Inch},
	} {
		if s, d, ok := m.FirstStruck(path, c.ruins); !ok || s != c.want || d != c.far {
			t.Error(s, d, ok, "want", c.want, c.far)
		}
	}
	if _, _, ok := m.FirstStruck(Segment{At(0, -3), At(60, -3)}, Ruins{}); ok {
		t.Error("struck in passing")
	}
	if s, d, ok := m.FirstStruck(Segment{At(10, -10), At(10, 10)}, Ruins{}); !ok || s != n.house || d != 10*Inch {
		t.Error("along the wall", s, d, ok)
	}
	// A slanting path from (0,-4) with slope 3/4 gets to x=10 at y=3.5, 12.5 away.
	if _, d, _ := m.FirstStruck(Segment{At(0, -4), At(20, 11)}, Ruins{}); d != 12500 {
		t.Error("slanting", d)
	}
}

func TestEffectAreas(t *testing.T) {
	m, n := farmMap(t)
	south, _ := m.FindWall(n.house, "south")
	blast := Circle{At(13, 0), 3 * Inch / 2}
	for p, want := range map[Point][2]bool{
		At(13, 1): {true, false}, At(13, -1): {false, true}, {13000, 1500}: {true, false}, {13000, 1501}: {false, false},
		{14000, 0}: {true, false}, {15000, 100}: {false, false}, At(9, 0): {false, false},
	} {
		if got := [2]bool{m.HalfInside(blast, south, p), m.HalfOutside(blast, south, p)}; got != want {
			t.Errorf("%v: in and out %v, want %v", p, got, want)
		}
	}
	template := Circle{At(13, -3), 5 * Inch / 2}
	if m.TouchesStructure(template, 0) || !m.TouchesStructure(Circle{At(13, -3), 3 * Inch}, 0) || m.TouchesWall(template, south) {
		t.Error("a template of 5 inches centred 3 inches away")
	}
	if !m.CentredOn(blast, 0) || m.CentredOn(template, 0) || !template.Covers(Point{13000, -500}) || template.Covers(Point{13000, -499}) {
		t.Error("centres")
	}
	house := m.Plan(n.house)
	if !(Circle{At(13, 3), 3 * Inch}).Within(house) || (Circle{At(13, 3), 3001}).Within(house) || (Circle{At(20, 3), 1}).Within(house) {
		t.Error("a circle within a plan")
	}
	flame := Polygon{At(13, -8), Point{11500, -1000}, At(13, 0), Point{14500, -1000}}
	if !m.AreaTouches(flame, 0) || m.AreaTouches(moved(flame, Point{0, -1}), 0) {
		t.Error("the tip of a flame")
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
		if got := m.FiresThrough(door, c.at, c.into, Ruins{}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestBetweenOpenings(t *testing.T) {
	m, n := farmMap(t)
	gate, slit := n.opening["gate"], n.opening["slit"]
	// 22 to 40 across; the gate spans y 2 to 4, the slit 1.75 to 2.25. The line
	// from 1.5 to 1 high passes the hedge at x=30 at 1.28, above its half inch.
	if d, ok := m.BetweenOpenings(gate, slit, Ruins{}); d != 18*Inch || !ok {
		t.Error(d, ok)
	}
	if _, ok := m.BetweenOpenings(gate, slit, Ruins{}.Fallen(n.bunker)); ok {
		t.Error("the slit of a fallen bunker")
	}
	if _, ok := m.BetweenOpenings(n.opening["door"], slit, Ruins{}); ok {
		t.Error("the door faces south")
	}
	if _, ok := m.BetweenOpenings(n.opening["hatch"], gate, Ruins{}); ok {
		t.Error("the hatch faces away")
	}
}

// TestPairsTwin compares what the map remembers with lines drawn anew, on
// streets of houses with any of them fallen.
func TestPairsTwin(t *testing.T) {
	sees := 0
	rapid.Check(t, func(t *rapid.T) {
		m := mustNew(t, drawTown(t))
		var ruins Ruins
		for s := range SectionID(m.Sections()) {
			if rapid.Bool().Draw(t, "fallen") {
				ruins = ruins.Fallen(s)
			}
		}
		if m.Features() > 0 && rapid.Bool().Draw(t, "gone") {
			ruins = ruins.Removed(0)
		}
		for a := range OpeningID(m.Openings()) {
			for b := range OpeningID(m.Openings()) {
				d, ok := m.BetweenOpenings(a, b, ruins)
				want := m.OpeningSees(a, m.OpeningSpot(b), HalfArc, ruins) && m.OpeningSees(b, m.OpeningSpot(a), HalfArc, ruins)
				if ok != want || d != m.OpeningLine(a).Between(m.OpeningLine(b)) {
					t.Fatalf("openings %d and %d: %v %v, want %v", a, b, d, ok, want)
				}
				if e, back := m.BetweenOpenings(b, a, ruins); e != d || back != ok {
					t.Fatal("not symmetric")
				}
				if ok {
					sees++
				}
			}
		}
	})
	if sees < 50 {
		t.Fatal("too few openings see each other:", sees)
	}
}

func mustNew(t *rapid.T, l Layout) *Map {
	m, err := New(l)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m
}

// drawTown draws a few houses on a grid of 10 inches, some of which touch, with
// an opening in every wall, a hedge and a wood.
func drawTown(t *rapid.T) Layout {
	var l Layout
	n := rapid.IntRange(1, 6).Draw(t, "houses")
	for i := range n {
		x, y := Length(i%3)*10*Inch, Length(i/3)*10*Inch
		w := Length(rapid.IntRange(2, 10).Draw(t, "width")) * Inch
		d := Length(rapid.IntRange(2, 10).Draw(t, "depth")) * Inch
		p := Rect(Point{x, y}, w, d)
		if rapid.Bool().Draw(t, "ell") {
			p = Polygon{{x, y}, {x + w, y}, {x + w, y + d/2}, {x + w/2, y + d/2}, {x + w/2, y + d}, {x, y + d}}
		} else if rapid.Bool().Draw(t, "slanted") {
			p = Polygon{{x + w/3, y}, {x + w, y + d/3}, {x + w - w/3, y + d}, {x, y + d - d/3}}
		}
		h := hut(string(rune('a'+i)), p, Length(rapid.IntRange(1, 4).Draw(t, "height"))*Inch)
		s := &h.Sections[0]
		for j := range p {
			s.Walls = append(s.Walls, Wall{Name: string(rune('p' + j))})
			e := p.Edge(j)
			s.Openings = append(s.Openings, Opening{Name: string(rune('A' + j)), Kind: Window, Wall: string(rune('p' + j)),
				Place: DistanceDown(e.A, e.B) / 2, Width: Inch / 2})
		}
		l.Structures = append(l.Structures, h)
	}
	if rapid.Bool().Draw(t, "hedge") {
		l.Features = []Feature{
			{Name: "hedge", Line: []Point{drawPoint(t, 25000, "h1"), {25001, 0}, drawPoint(t, 25000, "h2")}, Height: 2 * Inch, View: Opaque, Going: Impassable},
			{Name: "wood", Plan: Rect(drawPoint(t, 20000, "wood"), 5*Inch, 5*Inch), Height: 3 * Inch, View: Screen, Going: Difficult},
		}
	}
	return l
}

// TestSightLaws turns and shifts whole towns.
func TestSightLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawTown(t)
		by := drawPoint(t, 90000, "by")
		m, shifted, turned := mustNew(t, l), mustNew(t, changed(l, func(p Point) Point { return Point{p.X + by.X, p.Y + by.Y} })), mustNew(t, changed(l, spun))
		for range 10 {
			a := Spot{drawPoint(t, 30000, "a"), Length(rapid.IntRange(0, 4000).Draw(t, "za"))}
			b := Spot{drawPoint(t, 30000, "b"), Length(rapid.IntRange(0, 4000).Draw(t, "zb"))}
			if rapid.Bool().Draw(t, "inches") {
				a.X, a.Y, b.X, b.Y = a.X/1000*1000, a.Y/1000*1000, b.X/1000*1000, b.Y/1000*1000
			}
			got := m.Sight(a, b, Ruins{})
			if m.Sight(b, a, Ruins{}) != got {
				t.Fatal("not the same way back")
			}
			if shifted.Sight(Spot{Point{a.X + by.X, a.Y + by.Y}, a.Z}, Spot{Point{b.X + by.X, b.Y + by.Y}, b.Z}, Ruins{}) != got {
				t.Fatal("not the same elsewhere")
			}
			if turned.Sight(Spot{spun(a.Point), a.Z}, Spot{spun(b.Point), b.Z}, Ruins{}) != got {
				t.Fatal("not the same turned")
			}
			sections, features := m.Blockers(a, b, Ruins{})
			if got.Clear && len(sections)+len(features) > 0 {
				t.Fatal("clear, and yet something blocks")
			}
		}
	})
}

func changed(l Layout, f func(Point) Point) Layout {
	var out Layout
	for _, s := range l.Structures {
		x := s.Sections[0]
		x.Plan = nil
		for _, p := range s.Sections[0].Plan {
			x.Plan = append(x.Plan, f(p))
		}
		out.Structures = append(out.Structures, Structure{Name: s.Name, Sections: []Section{x}})
	}
	for _, x := range l.Features {
		var plan Polygon
		var line []Point
		for _, p := range x.Plan {
			plan = append(plan, f(p))
		}
		for _, p := range x.Line {
			line = append(line, f(p))
		}
		x.Plan, x.Line = plan, line
		out.Features = append(out.Features, x)
	}
	return out
}

package ground

import "testing"

// farm is a farmhouse of two sections, 6 by 6 each, that share a wall at x=16, with a bunker
// across the yard and plants between them. North is up:
//
//	   10      16      22         40   44
//	6   +-------+-------+
//	    | house | barn  d         +----+ 4
//	    |       |       |         s    |
//	0   +--d-w--+-------+         +----+ 0
func farm() Plan {
	storeys := []Storey{{Name: "ground", Height: 3 * Inch, Capacity: 1}, {Name: "upper", Height: 3 * Inch, Capacity: 1}}
	return Plan{
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
	if o, ok := m.OpeningNamed("farm/barn/gate"); !ok || o != n.opening["gate"] || m.OpeningName(o) != "farm/barn/gate" {
		t.Error("the gate by its name:", o, ok)
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
	if m.FloorHeight(Floor{n.house, 1}) != 3*Inch {
		t.Error("the height of the upper floor:", m.FloorHeight(Floor{n.house, 1}))
	}
	gate, _ := m.FindWall(n.barn, "gate-wall")
	if m.WallSide(gate) != East || m.Wall(gate).Material != Brick || m.SectionOfWall(gate) != n.barn {
		t.Errorf("%v %+v", m.WallSide(gate), m.Wall(gate))
	}
	north, ok := m.FindWall(n.barn, "north")
	if !ok || m.WallLine(north) != (Segment{At(22, 6), At(16, 6)}) || m.Wall(north).Material != Wood {
		t.Error("the barn's corners are listed clockwise, but its north wall runs", m.WallLine(north))
	}
	// From outside, the left end of the south wall is in the west.
	door := n.opening["door"]
	if m.OpeningLine(door) != (Segment{Point{11500, 0}, Point{12500, 0}}) || m.OpeningSpot(door) != (Spot{At(12, 0), 1500}) {
		t.Error(m.OpeningLine(door), m.OpeningSpot(door))
	}
	south, _ := m.FindWall(n.house, "south")
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
	if m.Connected(Floor{n.house, 1}, Floor{n.barn, 1}) {
		t.Error("the attic leads across")
	}
}

// TestMeasures works through the measurements of the rulebooks.
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

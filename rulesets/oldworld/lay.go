package oldworld

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// lay checks the ground and works out the tables of the field: which sites
// there are, how far they are apart, what is seen from them. It reports whether
// the sites could be laid out, so that the rest can be looked at.
func (f *Field) lay(s *Setup) (fits bool, err error) {
	m, err := ground.New(s.Ground)
	err = game.About("", err, "ground")
	if m == nil || m.Structures() > mostBuildings {
		return false, err
	}
	f.table = [2]ground.Length{ground.Length(s.Width) * ground.Inch, ground.Length(s.Depth) * ground.Inch}
	f.land, f.buildings = m, m.Structures()
	for b := range m.Structures() {
		f.house(m, ground.StructureID(b))
	}
	for i, x := range s.Spots {
		f.sites = append(f.sites, site{name: x.Name, wall: -1, at: x.At, cover: x.Cover})
		err = errors.Join(err, game.About("spot "+x.Name, f.spot(m, &x), "spots", i))
	}
	for b := range m.Structures() {
		f.walls(m, ground.StructureID(b))
	}
	if len(f.sites) > mostSites {
		return false, errors.Join(err, game.Wrong(fmt.Sprintf("%d buildings, spots and walls: %d can be", len(f.sites), mostSites), "spots"))
	}
	for i, name := range s.Objectives {
		b, fault := f.find(name)
		if fault != nil || b >= f.buildings {
			err = errors.Join(err, game.Wrong(fmt.Sprintf("there is no building %q to be an objective", name), "objectives", i))
			continue
		}
		f.sites[b].objective = true
	}
	return true, errors.Join(err, f.survey(m))
}

// spot says what is wrong with a spot.
func (f *Field) spot(m *ground.Map, x *SetupSpot) error {
	switch {
	case x.Cover > FullCover:
		return game.Wrong("its cover is none of none, partial, full", "cover")
	case !f.onTable(x.At):
		return game.Wrong(fmt.Sprintf("%v is off the table", x.At), "at")
	case f.inWalls(m, x.At):
		return game.Wrong(fmt.Sprintf("%v is inside a building", x.At), "at")
	}
	return nil
}

func (f *Field) onTable(p ground.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X <= f.table[0] && p.Y <= f.table[1]
}

// inWalls reports whether a point is inside a building.
func (f *Field) inWalls(m *ground.Map, p ground.Point) bool {
	for s := range m.Sections() {
		if m.Plan(ground.SectionID(s)).Locate(p) == ground.Inside {
			return true
		}
	}
	return false
}

// house adds the inside of a building.
func (f *Field) house(m *ground.Map, b ground.StructureID) {
	var lo, hi ground.Point
	first, end := m.SectionsOf(b)
	for s := first; s < end; s++ {
		for i, c := range m.Plan(s) {
			if s == first && i == 0 {
				lo, hi = c, c
			}
			lo.X, lo.Y, hi.X, hi.Y = min(lo.X, c.X), min(lo.Y, c.Y), max(hi.X, c.X), max(hi.Y, c.Y)
		}
	}
	f.sites = append(f.sites, site{name: m.StructureName(b), wall: -1, at: ground.Segment{A: lo, B: hi}.Middle()})
	f.widest[b] = uint8(min(200, m.Widest(b)/(ground.Inch/10)))
	f.depth[b] = [2]uint8{span(hi.X - lo.X), span(hi.Y - lo.Y)}
}

// span is a length in whole inches, of those that a cannon's line has.
func span(l ground.Length) uint8 { return uint8(max(1, min(20, up(l)))) }

// up is a length in inches, rounded up.
func up(l ground.Length) int { return int((l + ground.Inch - 1) / ground.Inch) }

// touch is how far from a wall a unit that touches it is: a hair, so that it
// stands outside. A site is where the front of a unit is.
const touch = ground.Inch / 100

// walls adds the places at the walls of a building, one in front of each wall
// that is free.
func (f *Field) walls(m *ground.Map, b ground.StructureID) {
	first, end := m.SectionsOf(b)
	for s := first; s < end; s++ {
		lo, hi := m.WallsOf(s)
		for w := lo; w < hi; w++ {
			at := m.WallLine(w).Middle()
			switch m.WallSide(w) {
			case ground.North:
				at.Y += touch
			case ground.East:
				at.X += touch
			case ground.South:
				at.Y -= touch
			default:
				at.X -= touch
			}
			if f.onTable(at) && !f.inWalls(m, at) {
				f.sites = append(f.sites, site{name: m.SectionName(s) + "/" + m.Wall(w).Name, wall: int8(b), at: at})
			}
		}
	}
}

// find looks a site up.
func (f *Field) find(name string) (int, error) {
	var names []string
	for i := range f.sites {
		if f.sites[i].name == name {
			return i, nil
		}
		names = append(names, f.sites[i].name)
	}
	return 0, fmt.Errorf("there is no spot or building %q%s", name, rule.Suggest(name, names))
}

// eyes are this high above the ground.
const eyes = ground.Inch

// survey fills the tables in.
func (f *Field) survey(m *ground.Map) error {
	for a := range f.sites {
		for b := range f.sites {
			f.far[a][b] = uint8(min(up(f.distance(m, a, b)), 98))
			f.bearing[a][b] = bearing(f.sites[a].at, f.sites[b].at)
			if f.seen(m, a, b) {
				f.sees[a] |= 1 << b
			}
			f.screen[a][b] = f.inLine(a, b)
		}
	}
	// What is seen is seen both ways.
	for a := range f.sites {
		for b := range f.sites {
			if f.sight(a, b) {
				f.sees[b] |= 1 << a
			}
		}
	}
	f.paths(m)
	for b := range f.buildings {
		if len(f.at(b)) == 0 {
			return game.Wrong("nobody can get to the walls of "+f.sites[b].name, "ground", "structures", b)
		}
	}
	return nil
}

// at lists the sites at the walls of a building.
func (f *Field) at(b int) (list []int) {
	for s := f.buildings; s < len(f.sites); s++ {
		if int(f.sites[s].wall) == b {
			list = append(list, s)
		}
	}
	return list
}

// distance is what the rules measure: to and from whole buildings.
func (f *Field) distance(m *ground.Map, a, b int) ground.Length {
	switch {
	case a == b || int(f.sites[a].wall) == b || int(f.sites[b].wall) == a:
		return 0
	case a < f.buildings && b < f.buildings:
		return m.BetweenStructures(ground.StructureID(a), ground.StructureID(b))
	case a < f.buildings:
		return m.FromStructure(ground.StructureID(a), f.sites[b].at)
	case b < f.buildings:
		return m.FromStructure(ground.StructureID(b), f.sites[a].at)
	}
	return ground.Distance(f.sites[a].at, f.sites[b].at)
}

// seen reports whether site b is seen from site a; from a building, from any
// place at its walls.
func (f *Field) seen(m *ground.Map, a, b int) bool {
	if a < f.buildings {
		for _, s := range f.at(a) {
			if int(f.sites[b].wall) != a && f.seen(m, s, b) {
				return true
			}
		}
		return int(f.sites[b].wall) == a
	}
	from := ground.Spot{Point: f.sites[a].at, Z: eyes}
	if b < f.buildings {
		return int(f.sites[a].wall) == b || m.StructureSeen(ground.StructureID(b), from, ground.Ruins{})
	}
	return m.Sees(from, ground.Spot{Point: f.sites[b].at, Z: eyes}, ground.Ruins{})
}

// inLine is the set of spots at which a unit stands in the way between two
// sites: an inch or less from the straight line.
func (f *Field) inLine(a, b int) (set uint64) {
	line := ground.Segment{A: f.sites[a].at, B: f.sites[b].at}
	for s := f.buildings; s < len(f.sites); s++ {
		x := &f.sites[s]
		own := s == a || s == b || x.wall >= 0 && (int(x.wall) == a || int(x.wall) == b)
		if !own && line.Distance(x.at) <= ground.Inch {
			set |= 1 << s
		}
	}
	return set
}

// bearing is the side of the compass on which b lies from a.
func bearing(a, b ground.Point) ground.Side {
	x, y := b.X-a.X, b.Y-a.Y
	switch {
	case y >= max(x, -x):
		return ground.North
	case -y >= max(x, -x):
		return ground.South
	case x > 0:
		return ground.East
	}
	return ground.West
}

// paths fills in the ways on foot: between sites in the open around obstacles,
// to a building by the nearest of its walls; and what a charge meets.
func (f *Field) paths(m *ground.Map) {
	for a := range f.sites {
		for b := range f.sites {
			f.ways[a][b] = noWay
		}
	}
	for a := f.buildings; a < len(f.sites); a++ {
		for b := f.buildings; b <= a; b++ {
			if l, ok := m.Walk(f.sites[a].at, f.sites[b].at, ground.Ruins{}); ok {
				f.ways[a][b], f.ways[b][a] = l, l
			}
		}
	}
	for a := f.buildings; a < len(f.sites); a++ {
		for b := range f.buildings {
			for _, s := range f.at(b) {
				l := min(f.ways[a][s]+touch, noWay)
				if int(f.sites[a].wall) == b {
					l = 0
				}
				f.ways[a][b] = min(f.ways[a][b], l)
				move := ground.Segment{A: f.sites[a].at, B: f.sites[s].at}
				if a == s || m.Passable(move, ground.Ruins{}) {
					f.direct[a][b] = true
					f.rough[a][b] = f.rough[a][b] || a != s && m.Rough(move, ground.Ruins{})
				}
			}
		}
	}
}

// edge is how far a unit at a site can flee straight away from another before
// it leaves the table, in inches.
func (f *Field) edge(from, at int) int {
	p, q := f.sites[from].at, f.sites[at].at
	dx, dy := int64(q.X-p.X), int64(q.Y-p.Y)
	if dx == 0 && dy == 0 {
		dy = 1
	}
	best := ground.Length(noWay)
	try := func(way, run, d int64, along bool) {
		if d == 0 || run < 0 {
			return
		}
		// After run thousandths one way, the other way has gone run*way/d.
		other := way * run / d
		x, y := run, other
		if !along {
			x, y = other, run
		}
		best = min(best, ground.Distance(ground.Point{}, ground.Point{X: ground.Length(x), Y: ground.Length(y)}))
	}
	const most = 1 << 20
	right, top := int64(f.table[0]-q.X), int64(f.table[1]-q.Y)
	if dx > 0 {
		try(min(max(dy, -dy), most), right, dx, true)
	} else {
		try(min(max(dy, -dy), most), int64(q.X), -dx, true)
	}
	if dy > 0 {
		try(min(max(dx, -dx), most), top, dy, false)
	} else {
		try(min(max(dx, -dx), most), int64(q.Y), -dy, false)
	}
	return up(best)
}

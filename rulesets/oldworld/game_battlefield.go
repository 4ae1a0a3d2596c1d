package oldworld

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// buildBattlefield checks the ground and works out the tables of the field: which sites
// there are, how far they are apart, what is seen from them. It reports whether
// the sites could be laid out, so that the rest can be looked at.
func (f *Battlefield) buildBattlefield(s *Setup) (fits bool, err error) {
	m, err := ground.New(s.Ground)
	err = game.ErrorAt("", err, "ground")
	if m == nil || m.Structures() > mostBuildings {
		return false, err
	}
	f.table = [2]ground.Length{ground.Length(s.Width) * ground.Inch, ground.Length(s.Depth) * ground.Inch}
	f.land, f.buildings = m, m.Structures()
	for b := range m.Structures() {
		f.house(m, ground.StructureID(b), &s.Ground.Structures[b])
	}
	for k := range m.Features() {
		if x := m.Feature(ground.FeatureID(k)); x.Going == ground.Impassable {
			f.corners = append(append(f.corners, x.Plan...), x.Line...)
		}
	}
	for i, x := range s.Spots {
		f.sites = append(f.sites, site{name: x.Name, wall: -1, at: x.At, cover: x.Cover})
		err = errors.Join(err, game.ErrorAt("spot "+x.Name, f.spot(&x), "spots", i))
	}
	for b := range m.Structures() {
		f.walls(m, ground.StructureID(b))
	}
	if len(f.sites) > mostSites {
		return false, errors.Join(err, game.ErrorfAt(fmt.Sprintf("%d buildings, spots and walls: %d can be", len(f.sites), mostSites), "spots"))
	}
	for i, name := range s.Objectives {
		b, fault := f.find(name)
		if fault != nil || b >= f.buildings {
			err = errors.Join(err, game.ErrorfAt(fmt.Sprintf("there is no building %q to be an objective", name), "objectives", i))
			continue
		}
		f.sites[b].objective = true
	}
	for i, name := range s.Towers {
		b, fault := f.find(name)
		if fault != nil || b >= f.buildings {
			err = errors.Join(err, game.ErrorfAt(fmt.Sprintf("there is no building %q to be a tower", name), "towers", i))
			continue
		}
		f.tower[b] = true
	}
	return true, errors.Join(err, f.survey())
}

// spot says what is wrong with a spot.
func (f *Battlefield) spot(x *SetupSpot) error {
	switch {
	case x.Cover > FullCover:
		return game.ErrorfAt("its cover is none of none, partial, full", "cover")
	case !f.onTable(x.At):
		return game.ErrorfAt(fmt.Sprintf("%v is off the table", x.At), "at")
	case f.inWalls(x.At):
		return game.ErrorfAt(fmt.Sprintf("%v is inside a building", x.At), "at")
	}
	return nil
}

func (f *Battlefield) onTable(p ground.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X <= f.table[0] && p.Y <= f.table[1]
}

// inWalls reports whether a point is inside a building.
func (f *Battlefield) inWalls(p ground.Point) bool {
	for b := range f.buildings {
		for _, plan := range f.plans[b] {
			if plan.Locate(p) == ground.Inside {
				return true
			}
		}
	}
	return false
}

// house adds the inside of a building.
func (f *Battlefield) house(m *ground.Map, b ground.StructureID, x *ground.Structure) {
	var lo, hi ground.Point
	first, end := m.SectionsOf(b)
	for s := first; s < end; s++ {
		plan := m.Plan(s)
		f.plans[b], f.corners = append(f.plans[b], plan), append(f.corners, plan...)
		for i, c := range plan {
			if s == first && i == 0 {
				lo, hi = c, c
			}
			lo.X, lo.Y, hi.X, hi.Y = min(lo.X, c.X), min(lo.Y, c.Y), max(hi.X, c.X), max(hi.Y, c.Y)
		}
		_, top := m.Storeys(s)
		height := m.FloorHeight(ground.Floor{Section: s, Storey: int8(top)})
		if k := int(s - first); k < len(x.Sections) {
			if storeys := x.Sections[k].Storeys; len(storeys) > 0 {
				height += storeys[len(storeys)-1].Height
			}
		}
		f.tops[b] = max(f.tops[b], height)
	}
	f.sites = append(f.sites, site{name: m.StructureName(b), wall: -1, at: ground.Segment{A: lo, B: hi}.Middle()})
	f.widest[b] = uint8(min(200, m.Widest(b)/(ground.Inch/10)))
	f.spans[b] = [2]uint8{uint8(min(200, (hi.X-lo.X)/(ground.Inch/10))), uint8(min(200, (hi.Y-lo.Y)/(ground.Inch/10)))}
}

// up is a length in inches, rounded up.
func up(l ground.Length) int { return int((l + ground.Inch - 1) / ground.Inch) }

// touch is how far from a wall a unit that touches it is: a hair, so that it
// stands outside. A site is where the front of a unit is.
const touch = ground.Inch / 100

// walls adds the places at the walls of a building, one in front of each wall
// that is free.
func (f *Battlefield) walls(m *ground.Map, b ground.StructureID) {
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
			if f.onTable(at) && !f.inWalls(at) {
				f.sites = append(f.sites, site{name: m.SectionName(s) + "/" + m.Wall(w).Name, wall: int8(b), at: at, line: m.WallLine(w), rock: inRock(m, at)})
			}
		}
	}
}

// inRock reports whether a point is in impassable terrain.
func inRock(m *ground.Map, p ground.Point) bool {
	for k := range m.Features() {
		if x := m.Feature(ground.FeatureID(k)); x.Going == ground.Impassable && len(x.Plan) > 0 && x.Plan.Locate(p) == ground.Inside {
			return true
		}
	}
	return false
}

// find looks a site up.
func (f *Battlefield) find(name string) (int, error) {
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
func (f *Battlefield) survey() error {
	for a := range f.sites {
		for b := range f.sites {
			f.lengths[a][b] = f.measure(f.on(a), f.on(b))
			if f.seen(a, b) {
				f.sees[a] |= 1 << b
				f.sees[b] |= 1 << a // What is seen is seen both ways.
			}
		}
	}
	f.paths()
	for b := range f.buildings {
		if len(f.at(b)) == 0 {
			return game.ErrorfAt("nobody can get to the walls of "+f.sites[b].name, "ground", "structures", b)
		}
	}
	return nil
}

// at lists the sites at the walls of a building.
func (f *Battlefield) at(b int) (list []int) {
	for s := f.buildings; s < len(f.sites); s++ {
		if int(f.sites[s].wall) == b {
			list = append(list, s)
		}
	}
	return list
}

// seen reports whether site b is seen from site a; from a building, from any
// place at its walls.
func (f *Battlefield) seen(a, b int) bool {
	if a >= f.buildings {
		return f.overlooks(f.on(a), f.on(b))
	}
	for _, s := range f.at(a) {
		if int(f.sites[b].wall) != a && f.seen(s, b) {
			return true
		}
	}
	return int(f.sites[b].wall) == a
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

// paths fills in the ways on foot and the lanes of charges.
func (f *Battlefield) paths() {
	for a := range f.sites {
		for b := range f.sites {
			f.ways[a][b] = noWay
		}
	}
	for a := f.buildings; a < len(f.sites); a++ {
		for b := f.buildings; b <= a; b++ {
			l := f.path(f.sites[a].at, f.sites[b].at)
			f.ways[a][b], f.ways[b][a] = l, l
		}
		for b := range f.buildings {
			f.lanes[a][b] = f.straight(f.on(a), f.on(b))
			f.ways[a][b] = f.afield(f.on(a), f.on(b))
		}
	}
}

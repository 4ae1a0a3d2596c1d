package oldworld

import (
	"errors"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/ground"
)

// buildBattlefield checks the ground and computes the tables of the battlefield: the
// sites, the distances between them, and their lines of sight. It reports whether the
// sites fit, so that the rest can be checked.
func (f *Battlefield) buildBattlefield(s *Setup) (fits bool, err error) {
	m, err := ground.New(s.Ground)
	err = game.ErrorAt("", err, "ground")
	if m == nil || m.Structures() > mostBuildings {
		return false, err
	}
	f.table = ground.At(s.Width, s.Depth)
	f.land, f.buildings = m, m.Structures()
	for b := range f.buildings {
		f.addHouse(b)
	}
	for i, x := range s.Spots {
		f.sites = append(f.sites, site{name: x.Name, wall: -1, at: x.At, cover: x.Cover})
		err = errors.Join(err, game.ErrorAt("spot "+x.Name, f.checkSpot(&x), "spots", i))
	}
	for b := range f.buildings {
		f.addWallSites(b)
	}
	if len(f.sites) > mostSites {
		return false, errors.Join(err, game.ErrorfAt(fmt.Sprintf("%d buildings, spots and walls: at most %d are possible", len(f.sites), mostSites), "spots"))
	}
	err = errors.Join(err,
		f.markBuildings(s.Objectives, "an objective", "objectives", func(b int) { f.goals = append(f.goals, uint8(b)) }),
		f.markBuildings(s.Towers, "a tower", "towers", func(b int) { f.tower[b] = true }),
		f.measureSites())
	slices.Sort(f.goals)
	f.goals = slices.Compact(f.goals)
	return true, err
}

// checkSpot returns an error for a spot of the set-up that is not on open ground.
func (f *Battlefield) checkSpot(x *SetupSpot) error {
	switch {
	case !f.onTable(x.At):
		return game.ErrorfAt(fmt.Sprintf("%v is off the table", x.At), "at")
	case f.inWalls(x.At):
		return game.ErrorfAt(fmt.Sprintf("%v is inside a building", x.At), "at")
	}
	return nil
}

// markBuildings marks the buildings that a list of the set-up names.
func (f *Battlefield) markBuildings(list []string, as, key string, mark func(b int)) error {
	var faults []error
	for i, name := range list {
		if b, err := f.find(name); err == nil && b < f.buildings {
			mark(b)
		} else {
			faults = append(faults, game.ErrorfAt(fmt.Sprintf("there is no building %q to be %s", name, as), key, i))
		}
	}
	return errors.Join(faults...)
}

func (f *Battlefield) onTable(p ground.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X <= f.table.X && p.Y <= f.table.Y
}

// inWalls reports whether a point is inside a building.
func (f *Battlefield) inWalls(p ground.Point) bool {
	_, in := f.land.SectionAt(p)
	return in
}

// standable reports whether a unit can stand at a point: on the table and outside of walls.
func (f *Battlefield) standable(p ground.Point) bool { return f.onTable(p) && !f.inWalls(p) }

// addHouse adds the inside of a building.
func (f *Battlefield) addHouse(b int) {
	id := ground.StructureID(b)
	first, end := f.land.SectionsOf(id)
	for s := first; s < end; s++ {
		f.plans[b] = append(f.plans[b], f.land.Plan(s))
		f.tops[b] = max(f.tops[b], f.land.RoofHeight(s))
	}
	low, high := f.land.Extent(id)
	tenths := func(l ground.Length) uint8 { return uint8(min(200, l/(ground.Inch/10))) }
	f.sites = append(f.sites, site{name: f.land.StructureName(id), wall: -1, at: ground.Segment{A: low, B: high}.Middle()})
	f.widest[b], f.spans[b] = tenths(f.land.Widest(id)), [2]uint8{tenths(high.X - low.X), tenths(high.Y - low.Y)}
}

// touch is the distance from a wall to a unit that touches it: small, and not 0, so that
// the unit is outside. A site is the place of a unit's front.
const touch = ground.Inch / 100

// addWallSites adds the places at the walls of a building, one in front of each wall that is free.
func (f *Battlefield) addWallSites(b int) {
	first, end := f.land.StructureWalls(ground.StructureID(b))
	for w := first; w < end; w++ {
		at := f.land.WallLine(w).Middle().Step(f.land.WallSide(w), touch)
		if !f.standable(at) {
			continue
		}
		f.around[b] = append(f.around[b], len(f.sites))
		f.sites = append(f.sites, site{
			name: f.land.SectionName(f.land.SectionOfWall(w)) + "/" + f.land.Wall(w).Name, wall: int8(b), at: at,
			line: f.land.WallLine(w), rock: f.land.Barred(at),
		})
	}
}

// find returns the index of a site.
func (f *Battlefield) find(name string) (int, error) {
	return game.Find("spot or building", f.names(0, len(f.sites)), name)
}

// eyes is the height of models' eyes above the ground.
const eyes = ground.Inch

// measureSites fills in the tables.
func (f *Battlefield) measureSites() error {
	for a := range f.sites {
		for b := range f.sites {
			f.lengths[a][b] = f.measure(f.on(a), f.on(b))
			if f.seen(a, b) {
				f.sees[a] |= 1 << b
				f.sees[b] |= 1 << a // Sight works both ways.
			}
		}
	}
	f.measurePaths()
	for b := range f.buildings {
		if len(f.around[b]) == 0 {
			return game.ErrorfAt("no unit can reach the walls of "+f.sites[b].name, "ground", "structures", b)
		}
	}
	return nil
}

// seen reports whether site b is seen from site a; from a building, from any place at its walls.
func (f *Battlefield) seen(a, b int) bool {
	if a >= f.buildings {
		return f.overlooks(f.on(a), f.on(b))
	}
	return int(f.sites[b].wall) == a || slices.ContainsFunc(f.around[a], func(s int) bool { return f.seen(s, b) })
}

// measurePaths fills in the routes on foot and the straight lanes of charges.
func (f *Battlefield) measurePaths() {
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
			f.lanes[a][b] = f.straightLane(f.on(a), f.on(b))
			f.ways[a][b] = f.wayOnFoot(f.on(a), f.on(b))
		}
	}
}

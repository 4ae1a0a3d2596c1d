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
	groundMap, err := ground.New(s.Ground)
	err = game.ErrorAt("", err, "ground")
	if groundMap == nil || groundMap.Structures() > mostBuildings {
		return false, err
	}
	f.tableCorner = ground.At(s.Width, s.Depth)
	f.groundMap, f.buildings = groundMap, groundMap.Structures()
	for b := range f.buildings {
		f.addBuilding(b)
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
		f.markBuildings(s.Objectives, "an objective", "objectives", func(b int) { f.objectives = append(f.objectives, uint8(b)) }),
		f.markBuildings(s.Towers, "a tower", "towers", func(b int) { f.isTower[b] = true }),
		f.measureSites())
	slices.Sort(f.objectives)
	f.objectives = slices.Compact(f.objectives)
	return true, err
}

// checkSpot returns an error for a spot of the set-up that is not on open ground.
func (f *Battlefield) checkSpot(x *SetupSpot) error {
	switch {
	case !f.isOnTable(x.At):
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
		if b, err := f.findSite(name); err == nil && b < f.buildings {
			mark(b)
		} else {
			faults = append(faults, game.ErrorfAt(fmt.Sprintf("there is no building %q to be %s", name, as), key, i))
		}
	}
	return errors.Join(faults...)
}

func (f *Battlefield) isOnTable(p ground.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X <= f.tableCorner.X && p.Y <= f.tableCorner.Y
}

// inWalls reports whether a point is inside a building.
func (f *Battlefield) inWalls(p ground.Point) bool {
	_, in := f.groundMap.SectionAt(p)
	return in
}

// canStandAt reports whether a unit can stand at a point: on the table and outside of walls.
func (f *Battlefield) canStandAt(p ground.Point) bool { return f.isOnTable(p) && !f.inWalls(p) }

// addBuilding adds the inside of a building.
func (f *Battlefield) addBuilding(building int) {
	id := ground.StructureID(building)
	first, end := f.groundMap.SectionsOf(id)
	for s := first; s < end; s++ {
		f.plans[building] = append(f.plans[building], f.groundMap.Plan(s))
		f.roofHeights[building] = max(f.roofHeights[building], f.groundMap.RoofHeight(s))
	}
	low, high := f.groundMap.Extent(id)
	tenths := func(l ground.Length) uint8 { return uint8(min(200, l/(ground.Inch/10))) }
	f.sites = append(f.sites, site{name: f.groundMap.StructureName(id), wall: -1, at: ground.Segment{A: low, B: high}.Middle()})
	f.widest[building], f.spans[building] = tenths(f.groundMap.Widest(id)), [2]uint8{tenths(high.X - low.X), tenths(high.Y - low.Y)}
}

// wallGap is the distance from a wall to a unit that touches it: small, and not 0, so that
// the unit is outside. A site is the place of a unit's front.
const wallGap = ground.Inch / 100

// addWallSites adds the places at the walls of a building, one in front of each wall that is free.
func (f *Battlefield) addWallSites(building int) {
	first, end := f.groundMap.StructureWalls(ground.StructureID(building))
	for wall := first; wall < end; wall++ {
		at := f.groundMap.WallLine(wall).Middle().Step(f.groundMap.WallSide(wall), wallGap)
		if !f.canStandAt(at) {
			continue
		}
		f.wallSites[building] = append(f.wallSites[building], len(f.sites))
		f.sites = append(f.sites, site{
			name: f.groundMap.SectionName(f.groundMap.SectionOfWall(wall)) + "/" + f.groundMap.Wall(wall).Name, wall: int8(building), at: at,
			wallLine: f.groundMap.WallLine(wall), blocked: f.groundMap.Barred(at),
		})
	}
}

// findSite returns the index of a site.
func (f *Battlefield) findSite(name string) (int, error) {
	return game.Find("spot or building", f.names(0, len(f.sites)), name)
}

// eyeHeight is the height of models' eyes above the ground.
const eyeHeight = ground.Inch

// measureSites fills in the tables.
func (f *Battlefield) measureSites() error {
	for a := range f.sites {
		for b := range f.sites {
			f.distances[a][b] = f.measure(f.siteLocation(a), f.siteLocation(b))
			if f.isSeen(a, b) {
				f.sees[a] |= 1 << b
				f.sees[b] |= 1 << a // Sight works both ways.
			}
		}
	}
	f.measurePaths()
	for b := range f.buildings {
		if len(f.wallSites[b]) == 0 {
			return game.ErrorfAt("no unit can reach the walls of "+f.sites[b].name, "ground", "structures", b)
		}
	}
	return nil
}

// isSeen reports whether site b is seen from site a; from a building, from any place at its walls.
func (f *Battlefield) isSeen(a, b int) bool {
	if a >= f.buildings {
		return f.overlooks(f.siteLocation(a), f.siteLocation(b))
	}
	return int(f.sites[b].wall) == a || slices.ContainsFunc(f.wallSites[a], func(s int) bool { return f.isSeen(s, b) })
}

// measurePaths fills in the routes on foot and the straight lanes of charges.
func (f *Battlefield) measurePaths() {
	for a := range f.sites {
		for b := range f.sites {
			f.walkDistances[a][b] = noWay
		}
	}
	for a := f.buildings; a < len(f.sites); a++ {
		for b := f.buildings; b <= a; b++ {
			l := f.walkBetween(f.sites[a].at, f.sites[b].at)
			f.walkDistances[a][b], f.walkDistances[b][a] = l, l
		}
		for b := range f.buildings {
			f.chargeLanes[a][b] = f.straightLane(f.siteLocation(a), f.siteLocation(b))
			f.walkDistances[a][b] = f.wayOnFoot(f.siteLocation(a), f.siteLocation(b))
		}
	}
}

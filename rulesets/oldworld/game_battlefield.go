package oldworld

import (
	"errors"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/ground"
)

// buildBattlefield checks the ground and computes the tables of the battlefield: the sites, the
// distances between them, and their lines of sight. It reports whether the sites fit into the tables.
// If they do not, nothing else of the set-up can be checked.
func (f *Battlefield) buildBattlefield(s *Setup) (fits bool, err error) {
	groundMap, err := ground.New(s.Ground)
	err = game.ErrorAt("", err, "ground")
	if groundMap == nil || groundMap.Structures() > mostBuildings {
		return false, err
	}
	f.tableCorner = ground.At(s.Width, s.Depth)
	f.groundMap, f.buildings = groundMap, groundMap.Structures()
	for building := range f.buildings {
		f.addBuilding(building)
	}
	for i, spot := range s.Spots {
		f.sites = append(f.sites, site{name: spot.Name, atBuilding: -1, at: spot.At, cover: spot.Cover})
		fault := game.ErrorAt("spot "+spot.Name, f.checkSpot(&spot), "spots", i)
		err = errors.Join(err, game.FollowsFrom(fault, "ground", "width", "depth"))
	}
	for building := range f.buildings {
		f.addWallSites(building)
	}
	if len(f.sites) > mostSites {
		return false, errors.Join(err, game.ErrorfAt(fmt.Sprintf("%d buildings, spots and walls: at most %d are possible", len(f.sites), mostSites), "spots"))
	}
	err = errors.Join(err,
		f.markBuildings(s.Objectives, "an objective", "objectives", func(building int) { f.objectives = append(f.objectives, uint8(building)) }),
		f.markBuildings(s.Towers, "a tower", "towers", func(building int) { f.isTower[building] = true }),
		f.measureSites())
	slices.Sort(f.objectives)
	f.objectives = slices.Compact(f.objectives)
	return true, err
}

// checkSpot returns an error for a spot of the set-up that is not on open ground.
func (f *Battlefield) checkSpot(spot *SetupSpot) error {
	if !f.isOnTable(spot.At) {
		return game.ErrorfAt(fmt.Sprintf("the spot lies off the table of %s by %s inches: move it", f.tableCorner.X, f.tableCorner.Y), "at")
	}
	if section, in := f.groundMap.SectionAt(spot.At); in {
		name := f.groundMap.StructureName(f.groundMap.StructureOf(section))
		return game.ErrorfAt(fmt.Sprintf("the spot lies inside %s: move it, or place units at %s", name, name), "at")
	}
	return nil
}

// markBuildings marks the buildings that a list of the set-up names.
func (f *Battlefield) markBuildings(list []string, as, key string, mark func(building int)) error {
	var faults []error
	for i, name := range list {
		if building, err := f.findSite(name); err == nil && building < f.buildings {
			mark(building)
		} else {
			faults = append(faults, game.ErrorfAt(fmt.Sprintf("there is no building %q to be %s", name, as), key, i))
		}
	}
	return errors.Join(faults...)
}

func (f *Battlefield) isOnTable(point ground.Point) bool {
	return point.X >= 0 && point.Y >= 0 && point.X <= f.tableCorner.X && point.Y <= f.tableCorner.Y
}

// inWalls reports whether a point is inside a building.
func (f *Battlefield) inWalls(point ground.Point) bool {
	_, in := f.groundMap.SectionAt(point)
	return in
}

// canStandAt reports whether a unit can stand at a point: on the table and outside of walls.
func (f *Battlefield) canStandAt(point ground.Point) bool {
	return f.isOnTable(point) && !f.inWalls(point)
}

// addBuilding adds the inside of a building.
func (f *Battlefield) addBuilding(building int) {
	id := ground.StructureID(building)
	first, end := f.groundMap.SectionsOf(id)
	for section := first; section < end; section++ {
		f.plans[building] = append(f.plans[building], f.groundMap.Plan(section))
		f.roofHeights[building] = max(f.roofHeights[building], f.groundMap.RoofHeight(section))
	}
	low, high := f.groundMap.Extent(id)
	tenths := func(length ground.Length) uint8 { return uint8(min(200, length/(ground.Inch/10))) }
	f.sites = append(f.sites, site{name: f.groundMap.StructureName(id), atBuilding: -1, at: ground.Segment{A: low, B: high}.Middle()})
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
			name: f.groundMap.SectionName(f.groundMap.SectionOfWall(wall)) + "/" + f.groundMap.Wall(wall).Name, atBuilding: int8(building), at: at,
			wallLine: f.groundMap.WallLine(wall), blocked: f.groundMap.Barred(at),
		})
	}
}

// findSite returns the index of a site.
func (f *Battlefield) findSite(name string) (int, error) {
	return game.Find("spot or building", f.siteNames(0, len(f.sites)), name)
}

// eyeHeight is the height of models' eyes above the ground.
const eyeHeight = ground.Inch

// measureSites fills in the tables.
func (f *Battlefield) measureSites() error {
	for from := range f.sites {
		for to := range f.sites {
			f.distances[from][to] = f.measure(f.siteLocation(from), f.siteLocation(to))
			if f.isSeen(from, to) {
				f.sees[from] |= 1 << to
				f.sees[to] |= 1 << from // Sight works both ways.
			}
		}
	}
	f.measurePaths()
	for building := range f.buildings {
		if len(f.wallSites[building]) == 0 {
			return game.ErrorfAt("no unit can reach the walls of "+f.sites[building].name, "ground", "structures", building)
		}
	}
	return nil
}

// isSeen reports whether one site is seen from another; from a building, from any place at its walls.
func (f *Battlefield) isSeen(from, to int) bool {
	if from >= f.buildings {
		return f.overlooks(f.siteLocation(from), f.siteLocation(to))
	}
	return int(f.sites[to].atBuilding) == from || slices.ContainsFunc(f.wallSites[from], func(site int) bool { return f.isSeen(site, to) })
}

// measurePaths fills in the routes on foot and the straight lanes of charges.
func (f *Battlefield) measurePaths() {
	for from := range f.sites {
		for to := range f.sites {
			f.walkDistances[from][to] = noWay
		}
	}
	for from := f.buildings; from < len(f.sites); from++ {
		for to := f.buildings; to <= from; to++ {
			length := f.walkBetween(f.sites[from].at, f.sites[to].at)
			f.walkDistances[from][to], f.walkDistances[to][from] = length, length
		}
		for building := range f.buildings {
			f.chargeLanes[from][building] = f.straightLane(f.siteLocation(from), f.siteLocation(building))
			f.walkDistances[from][building] = f.wayOnFoot(f.siteLocation(from), f.siteLocation(building))
		}
	}
}

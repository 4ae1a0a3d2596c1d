package konflikt47

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// frontInches is the distance from a wall of a vehicle that did not bring it down.
const frontInches = ground.Inch

// addFronts adds a place before each wall that a vehicle might drive into, if there are vehicles.
func (f *Battlefield) addFronts(s *Setup) {
	isVehicle := func(unit SetupUnit) bool { return isVehicleClass(units.Rows[unit.Unit-1].Cells[unitClass]) }
	if !slices.ContainsFunc(s.Units, isVehicle) {
		return
	}
	for index := range f.sections {
		section := &f.sections[index]
		if section.Kind != Building || section.Judged == Solid || section.Judged == NotJudged && section.material == OtherMaterial {
			continue
		}
		var added [4]bool
		first, end := f.ground.WallsOf(ground.SectionID(index))
		for wall := first; wall < end; wall++ {
			side, line := f.ground.WallSide(wall), f.ground.WallLine(wall)
			at := line.Off(frontInches)
			if !f.ground.Faces(wall, at) {
				at = ground.Segment{A: line.B, B: line.A}.Off(frontInches)
			}
			if !added[side] && f.ground.Faces(wall, at) && !f.ground.SectionWithin(at, frontInches/2) {
				added[side] = true
				name := section.name + "/before-" + North.Names()[side]
				f.places = append(f.places, place{name: name, spot: true, section: -1, beforeSection: int8(index), wall: int(wall), point: at})
			}
		}
	}
}

// measureDrives works out what is in the way of vehicles: units at spots within an inch of the way
// from spot to spot, and of the straight way to a section.
func (f *Battlefield) measureDrives() {
	f.spotsOnWay = make([][][]int, len(f.places))
	for fromNode, from := range f.spots {
		f.spotsOnWay[from] = make([][]int, len(f.places))
		for toNode, to := range f.spots {
			if start, end := &f.places[from], &f.places[to]; from != to && f.views.Way(fromNode, toNode).Length != ground.NoWay {
				route := f.ground.Route(start.point, end.point, ground.Destroyed{}.Rubble(ground.SectionID(start.section), ground.SectionID(end.section)))
				f.spotsOnWay[from][to] = f.spotsBeside(route, from, to)
			}
		}
	}
	for k := range f.sections {
		f.sections[k].straightWays = make([]straightWay, len(f.places))
		for _, from := range f.spots {
			f.sections[k].straightWays[from] = f.straightWayFrom(from, k)
		}
	}
}

// spotsBeside lists other spots less than an inch from a way.
func (f *Battlefield) spotsBeside(route []ground.Point, from, to int) (list []int) {
	for _, at := range f.spots {
		if at != from && at != to && f.places[at].point.FromRoute(route) < ground.Inch {
			list = append(list, at)
		}
	}
	return list
}

// straightWayFrom returns the straight way from a spot to the nearest wall of a section that faces it.
func (f *Battlefield) straightWayFrom(spot, section int) straightWay {
	groundMap, from := f.ground, f.places[spot].point
	straight := straightWay{Drive: groundMap.Drive(from, ground.SectionID(section)), inches: inches(groundMap.FromSection(ground.SectionID(section), from).Exactly()), front: -1, spot: -1}
	if straight.Wall < 0 {
		return straight
	}
	for _, at := range f.spots {
		switch place := &f.places[at]; {
		case place.beforeSection == int8(section) && ground.WallID(place.wall) == straight.Wall:
			straight.front = at
		case place.section >= 0 || place.beforeSection >= 0 || !groundMap.Faces(straight.Wall, place.point) || groundMap.FromWall(straight.Wall, place.point) > ground.Inch:
		case straight.spot < 0 || ground.Distance(from, place.point) < ground.Distance(from, f.places[straight.spot].point):
			straight.spot = at
		}
	}
	straight.beside = f.spotsBeside([]ground.Point{straight.Way.A, straight.Way.B}, spot, straight.spot)
	return straight
}

// blocker returns a unit that a vehicle would have to drive through on its way to a spot, or -1. Units
// on foot go round.
func (f *Battlefield) blocker(p *Position, i, to int) int {
	if !f.units[i].isVehicle() || !f.placeOf(p, i).spot {
		return -1
	}
	return f.unitAtAny(p, i, f.spotsOnWay[p.placeIndex(i)][to])
}

// unitAtAny returns a unit other than the vehicle at one of some places, or -1.
func (f *Battlefield) unitAtAny(p *Position, i int, places []int) int {
	return game.First(len(f.units), func(j int) bool { return j != i && p.here(j) && slices.Contains(places, p.placeIndex(j)) })
}

// legalStraight forbids a vehicle to drive straight at a section if something is in the way.
func (f *Battlefield) legalStraight(u *rule.Umpire, p *Position, i int, sectionIndex int8) {
	straight := &f.sections[sectionIndex].straightWays[p.placeIndex(i)]
	u.Require(!straight.Barred && straight.Behind&^p.sections(Fallen) == 0, "host.ram", "an obstacle blocks the straight way to the building: drive to a clear line first")
	u.Require(f.unitAtAny(p, i, straight.beside) < 0, "host.ram", "a unit blocks the straight way to the building, and vehicles cannot pass through it")
	u.Require(straight.front < 0 || f.stoppingPlace(p, i, sectionIndex) >= 0, "host.spots", "another vehicle is in front of that wall")
}

// stoppingPlace returns the place of a vehicle that did not bring a section down: a spot by the wall
// that it drove at, or else the place before it; -1 if another unit is there.
func (f *Battlefield) stoppingPlace(p *Position, i int, sectionIndex int8) int {
	straight := &f.sections[sectionIndex].straightWays[p.placeIndex(i)]
	for _, at := range [2]int{straight.spot, straight.front} {
		if at >= 0 && f.isFreeFor(p, at, i) {
			return at
		}
	}
	return -1
}

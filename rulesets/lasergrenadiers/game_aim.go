package lasergrenadiers

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// This file finds what a shot at a section strikes: a wall of it, its roof, or, from above, an open
// structure.

// An impact is where a shot strikes a section.
type impact struct {
	section    int
	wall       int           // within its section; -1 from above
	storey     int           // on which the wall is struck
	areaCentre ground.Spot   // the middle of an effect area
	firePoint  ground.Spot   // where a fire would be lit
	distance   ground.Length // how far it is shot
	leavesBy   int16         // the opening that the shot leaves by, from 1; 0 for none
	place      int           // the place behind it; -1 for none
}

// impactAtPlace returns the impact of a shot at a place.
func (f *Battlefield) impactAtPlace(p *Position, i, to int) impact {
	from, target := p.at(i), &f.places[to]
	strike := impact{section: int(target.section), wall: -1, storey: int(target.storey), areaCentre: target.spot(), distance: f.distances[from][to], place: to}
	if f.pieces[i].Indirect {
		strike.firePoint = ground.Spot{Point: target.at, Z: f.groundMap.RoofHeight(ground.SectionID(target.section))}
	} else {
		aim := &f.wallAims[from][to]
		strike.wall, strike.areaCentre.Point, strike.firePoint = int(aim.wall), aim.point, ground.Spot{Point: aim.point, Z: target.floorHeight}
		strike.leavesBy, _ = f.strikesWall(p, from, to)
	}
	return strike
}

// impactAtSection finds what a piece strikes when it fires at a section, and reports whether it strikes
// anything. Direct fire strikes the wall before the nearest place that has one in the line of fire, or
// else a wall that the piece sees. Fire from above strikes the roof over the nearest place; places right
// under the roof come before all others.
func (f *Battlefield) impactAtSection(p *Position, i, section int) (strike impact, some bool) {
	from, best := p.at(i), -1
	for to := range f.places {
		if int(f.places[to].section) != section {
			continue
		}
		_, ok := f.strikesWall(p, from, to)
		if f.pieces[i].Indirect {
			ok = f.roofInSight(p, i, to)
		}
		switch {
		case !ok:
		case best < 0, f.pieces[i].Indirect && f.places[to].top && !f.places[best].top:
			best = to
		case f.distances[from][to] < f.distances[from][best] && (!f.pieces[i].Indirect || f.places[to].top == f.places[best].top):
			best = to
		}
	}
	if best >= 0 {
		return f.impactAtPlace(p, i, best), true
	}
	seen := &f.wallViews[from][section]
	out, some := seen.current(f, p)
	if !some || f.pieces[i].Indirect {
		return strike, false
	}
	return impact{
		section: section, wall: int(seen.wall), storey: int(seen.storey), areaCentre: ground.Spot{Point: seen.at.Point, Z: seen.at.Z + eyeHeight}, firePoint: seen.at,
		distance: ground.Distance(f.places[from].at, seen.at.Point), leavesBy: out, place: -1,
	}, true
}

// roofInSight reports whether a shot from above can be aimed at the roof over a
// place: a friend sees the place, or the section that it is in.
func (f *Battlefield) roofInSight(p *Position, i, place int) bool {
	return f.isSpotted(p, i, place) || f.friendSeesSection(p, i, int(f.places[place].section))
}

// friendSeesSection reports whether a friend of a piece sees a section.
func (f *Battlefield) friendSeesSection(p *Position, i, section int) bool {
	return game.Any(len(f.pieces), func(k int) bool {
		return f.pieces[k].side == f.pieces[i].side && p.here(k) && f.seesSection(p, p.at(k), section)
	})
}

// seesSection reports whether a wall of a section is seen from a place.
func (f *Battlefield) seesSection(p *Position, from, section int) bool {
	for to := range f.places {
		if int(f.places[to].section) == section {
			if _, some := f.strikesWall(p, from, to); some {
				return true
			}
		}
	}
	_, some := f.wallViews[from][section].current(f, p)
	return some
}

// noImpactReason returns the reason why a piece cannot strike a section.
func (f *Battlefield) noImpactReason(i int) (cite rule.Clause, reason string) {
	if f.pieces[i].Indirect {
		return "host.indirect", "no piece of the side sees that section"
	}
	return "host.sight", "no wall of that section is in the line of fire"
}

// A wallView is a wall of a section that is seen from a place. It counts if a shot from there strikes no
// wall before a place of the section.
type wallView struct {
	exit
	wall   uint8       // within its section
	at     ground.Spot // the nearest part that is seen, at the floor
	storey int8
}

// measureWallView finds the wall of a section that is seen from a place, if it is needed.
func (f *Battlefield) measureWallView(from, section int) (seen wallView) {
	start := &f.places[from]
	if int(start.section) == section {
		return seen
	}
	for b := range f.places {
		if int(f.places[b].section) == section && f.wallAims[from][b].exists {
			return seen
		}
	}
	if !start.walled {
		seen.exists = f.nearestWallPoint(&seen, section, start.spot(), func(at ground.Spot) bool { return f.groundMap.Sees(start.spot(), at, ground.Destroyed{}) })
		return seen
	}
	seen.exit = f.exitBy(start, func(o ground.OpeningID) bool {
		one := seen
		isSeen := f.nearestWallPoint(&one, section, f.groundMap.OpeningSpot(o), func(at ground.Spot) bool { return f.seesThrough(start, o, at) })
		if isSeen && !seen.exists {
			seen, seen.exists = one, true // Through further breaches it may be another wall, which does not count.
		}
		return isSeen
	})
	return seen
}

// wallPointSpacing is the distance between the points of a wall that are tried as targets.
const wallPointSpacing = ground.Inch / 2

// nearestWallPoint finds the point of a section's walls that is nearest to a spot among
// those that are seen, from the ground floor up, and reports whether there is one.
func (f *Battlefield) nearestWallPoint(seen *wallView, index int, from ground.Spot, sees func(ground.Spot) bool) (some bool) {
	section := ground.SectionID(index)
	first, end := f.groundMap.WallsOf(section)
	_, top := f.groundMap.Storeys(section)
	for storey := 0; storey <= top && !some; storey++ {
		floor := f.groundMap.FloorHeight(ground.Floor{Section: section, Storey: int8(storey)})
		best := ground.Limit
		for wall := first; wall < end; wall++ {
			if !f.groundMap.Faces(wall, from.Point) {
				continue
			}
			line := f.groundMap.WallLine(wall)
			points := line.Length()/wallPointSpacing + 1
			for i := range points {
				at := ground.Point{
					X: line.A.X + (line.B.X-line.A.X)*(2*i+1)/(2*points),
					Y: line.A.Y + (line.B.Y-line.A.Y)*(2*i+1)/(2*points),
				}
				distance := ground.Distance(from.Point, at)
				if distance < best && sees(ground.Spot{Point: justBefore(at, from.Point), Z: floor + eyeHeight}) {
					best, some, seen.wall, seen.storey = distance, true, uint8(wall-first), int8(storey)
					seen.at = ground.Spot{Point: at, Z: floor}
				}
			}
		}
	}
	return some
}

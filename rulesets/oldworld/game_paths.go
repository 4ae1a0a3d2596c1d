package oldworld

import "loophole/ground"

// straightLane finds the lane of a charge: to the nearest point of the walls that a straight way
// leads to, or noWay.
func (f *Battlefield) straightLane(from, building location) ground.Approach {
	if f.touching(from) == building.site {
		return ground.Approach{To: from.point}
	}
	if way, ok := f.groundMap.Approach(from.point, ground.StructureID(building.site), ground.Destroyed{}); ok {
		return way
	}
	return ground.Approach{Length: noWay}
}

// wayOnFoot computes the way on foot to a site: to a building, to its nearest wall.
func (f *Battlefield) wayOnFoot(from, site location) ground.Length {
	building, in := f.inside(site)
	switch {
	case !in:
		return f.walkBetween(from.point, site.point)
	case f.touching(from) == building:
		return 0
	}
	if length, ok := f.groundMap.WalkToStructure(from.point, ground.StructureID(building), ground.Destroyed{}); ok {
		return length
	}
	return noWay
}

func (f *Battlefield) walkBetween(from, to ground.Point) ground.Length {
	if length, ok := f.groundMap.Walk(from, to, ground.Destroyed{}); ok {
		return length
	}
	return noWay
}

// moveTowards moves a unit some inches on its way to a point, or fewer to keep it apart from the
// enemy.
func (f *Battlefield) moveTowards(p *Position, i int, goal ground.Point, inches int) {
	at := f.locationOf(p, i)
	route := f.groundMap.Route(at.point, goal, ground.Destroyed{})
	for ; inches > 0 && len(route) > 1; inches-- {
		end := ground.AlongRoute(route, ground.Length(inches)*ground.Inch)
		if f.nearestEnemyInches(p, f.units[i].side, location{noSite, end}, true) > f.enemyApartInches {
			p.putAtPoint(i, end)
			p.Units[i].Facing = ground.Bearing(at.point, end)
			return
		}
	}
}

// wallPoint returns the point at a building's walls to which a unit moves.
func (f *Battlefield) wallPoint(p *Position, i, building int) ground.Point {
	at := f.locationOf(p, i)
	if way := f.chargeLane(at, building); way.Length < noWay {
		return way.To.ShortOf(at.point)
	}
	best, least := at.point, ground.Length(noWay)
	for _, site := range f.wallSites[building] {
		if length := f.walkTo(at, site); length < least {
			best, least = f.sites[site].at, length
		}
	}
	return best
}

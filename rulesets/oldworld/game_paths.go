package oldworld

import "loophole/ground"

// straightLane finds the lane of a charge: to the nearest point of the walls that a straight way
// leads to, or noWay.
func (f *Battlefield) straightLane(a, building footing) ground.Approach {
	if f.touching(a) == building.site {
		return ground.Approach{To: a.at}
	}
	if way, ok := f.land.Approach(a.at, ground.StructureID(building.site), ground.Destroyed{}); ok {
		return way
	}
	return ground.Approach{Length: noWay}
}

// wayOnFoot computes the way on foot to a site: to a building, to its nearest wall.
func (f *Battlefield) wayOnFoot(a, site footing) ground.Length {
	b, in := f.inside(site)
	switch {
	case !in:
		return f.path(a.at, site.at)
	case f.touching(a) == b:
		return 0
	}
	if l, ok := f.land.WalkToStructure(a.at, ground.StructureID(b), ground.Destroyed{}); ok {
		return l
	}
	return noWay
}

func (f *Battlefield) path(a, b ground.Point) ground.Length {
	if l, ok := f.land.Walk(a, b, ground.Destroyed{}); ok {
		return l
	}
	return noWay
}

// moveTowards moves a unit some inches on its way to a point, or fewer to keep it apart from the
// enemy.
func (f *Battlefield) moveTowards(p *Position, i int, goal ground.Point, inches int) {
	at := f.footing(p, i)
	route := f.land.Route(at.at, goal, ground.Destroyed{})
	for ; inches > 0 && len(route) > 1; inches-- {
		end := ground.AlongRoute(route, ground.Length(inches)*ground.Inch)
		if f.foeWithin(p, f.regiments[i].side, footing{nowhere, end}, true) > f.apart {
			p.putAtPoint(i, end)
			p.Units[i].Facing = ground.Bearing(at.at, end)
			return
		}
	}
}

// doorstep is the point at a building's walls to which a unit moves.
func (f *Battlefield) doorstep(p *Position, i, b int) ground.Point {
	at := f.footing(p, i)
	if way := f.lane(at, b); way.Length < noWay {
		return way.To.ShortOf(at.at)
	}
	best, least := at.at, ground.Length(noWay)
	for _, s := range f.around[b] {
		if l := f.walk(at, s); l < least {
			best, least = f.sites[s].at, l
		}
	}
	return best
}

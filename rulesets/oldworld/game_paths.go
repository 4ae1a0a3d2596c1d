package oldworld

import "loophole/ground"

// A lane is the way of a charge on a building.
type lane struct {
	length ground.Length // noWay where every straight way is barred
	to     ground.Point  // of the walls
	rough  bool
}

func (l lane) open() bool { return l.length < noWay }

// straight finds the lane of a charge: to the nearest point of the walls that
// a straight way leads to.
func (f *Battlefield) straight(a, building footing) lane {
	b := building.site
	best := lane{length: noWay}
	if f.touching(a) == b {
		return lane{to: a.at}
	}
	f.marks(a.at, b, func(wall ground.Segment, q ground.Point) {
		if best.length == 0 || !ground.Within(a.at, q, best.length-1) && q != wall.Nearest(a.at) {
			return // It is no nearer. The nearest point is rounded, and measured below.
		}
		l := ground.Distance(a.at, q)
		if q == wall.Nearest(a.at) {
			l = wall.Distance(a.at)
		}
		if l >= best.length {
			return
		}
		way := ground.Segment{A: a.at, B: short(q, a.at)}
		if f.land.Passable(way, ground.Destroyed{}) {
			best = lane{l, q, f.land.Rough(way, ground.Destroyed{})}
		}
	})
	return best
}

// short is a hair before a point that lies on a wall, as seen from another: the
// nearest point of an oblique wall is rounded, and may lie inside it.
func short(q, from ground.Point) ground.Point {
	const hair = 2
	q.X += max(-hair, min(hair, from.X-q.X))
	q.Y += max(-hair, min(hair, from.Y-q.Y))
	return q
}

// marks visits points of a building's walls that a shortest way may end at: of
// each wall the nearest to a point, the ends and the middle.
func (f *Battlefield) marks(at ground.Point, b int, visit func(wall ground.Segment, q ground.Point)) {
	first, end := f.land.StructureWalls(ground.StructureID(b))
	for w := first; w < end; w++ {
		line := f.land.WallLine(w)
		for _, q := range [...]ground.Point{line.Nearest(at), line.A, line.B, line.Middle()} {
			visit(line, q)
		}
	}
}

// afield works out the way on foot to a site: to a building, by the nearest of
// its walls. A way round an obstacle ends at right angles to a wall, or at its
// end.
func (f *Battlefield) afield(a, site footing) ground.Length {
	s := site.site
	if s >= f.buildings {
		return f.path(a.at, f.sites[s].at)
	}
	best := f.lane(a, s).length
	if best == f.far(a, f.on(s)) {
		return best
	}
	try := func(q ground.Point) {
		if ground.Distance(a.at, q) < best {
			best = min(best, f.path(a.at, short(q, a.at)))
		}
	}
	f.marks(a.at, s, func(wall ground.Segment, q ground.Point) {
		try(q)
		for _, c := range f.corners {
			try(wall.Nearest(c))
		}
	})
	return best
}

func (f *Battlefield) path(a, b ground.Point) ground.Length {
	if l, ok := f.land.Walk(a, b, ground.Destroyed{}); ok {
		return l
	}
	return noWay
}

// strides moves a unit some inches on its way to a point, or as many fewer as
// keep it apart from the enemy.
func (f *Battlefield) strides(p *Position, i int, goal ground.Point, inches int) {
	at := f.footing(p, i)
	route := f.land.Route(at.at, goal, ground.Destroyed{})
	for ; inches > 0 && len(route) > 1; inches-- {
		end := ground.AlongRoute(route, ground.Length(inches)*ground.Inch)
		if f.foeWithin(p, f.regiments[i].side, footing{nowhere, end}, true) > f.apart {
			p.drift(i, end)
			p.Units[i].Facing = ground.Bearing(at.at, end)
			return
		}
	}
}

// doorstep is the point of a building's walls that a unit makes for.
func (f *Battlefield) doorstep(p *Position, i, b int) ground.Point {
	at := f.footing(p, i)
	if way := f.lane(at, b); way.open() {
		return short(way.to, at.at)
	}
	best, least := at.at, ground.Length(noWay)
	for _, s := range f.around[b] {
		if l := f.walk(at, s); l < least {
			best, least = f.sites[s].at, l
		}
	}
	return best
}

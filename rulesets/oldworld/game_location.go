package oldworld

import (
	"slices"

	"loophole/ground"
)

// A footing is the place of a unit: a site of the battlefield, or a point off all sites, where the
// unit ended a flight, a failed charge or a move back.
type footing struct {
	site int // nowhere for a point off the sites
	at   ground.Point
}

// adrift is the Site of a unit that is off the sites, and nowhere the matching
// index of a site. Both are above every site.
const (
	adrift  = 255
	nowhere = adrift - 1
)

// grain is the precision of points in a position: a hundredth of an inch.
const grain = ground.Inch / 100

func (x *Unit) point() ground.Point {
	join := func(v [2]uint8) ground.Length { return ground.Length(v[0])*ground.Inch + ground.Length(v[1])*grain }
	return ground.Point{X: join(x.X), Y: join(x.Y)}
}

// footing is where a unit on the table is.
func (f *Battlefield) footing(p *Position, i int) footing {
	switch x := &p.Units[i]; {
	case x.Site == adrift:
		return footing{nowhere, x.point()}
	case x.X != [2]uint8{} || x.Y != [2]uint8{}:
		return footing{p.at(i), x.point()}
	}
	return f.on(p.at(i))
}

// isCharted reports whether the tables of the battlefield contain a footing: a site, and not a
// point beside the middle of a wall.
func (f *Battlefield) isCharted(a footing) bool {
	return a.site != nowhere && a.at == f.sites[a.site].at
}

// on is the footing of a site.
func (f *Battlefield) on(s int) footing { return footing{s, f.sites[s].at} }

// inside reports whether a footing is in a building, and in which.
func (f *Battlefield) inside(a footing) (b int, in bool) { return a.site, a.site < f.buildings }

// touching is the building at whose walls a footing is, or -1.
func (f *Battlefield) touching(a footing) int {
	if a.site == nowhere {
		return -1
	}
	return int(f.sites[a.site].wall)
}

// far is the distance that the rules measure: to and from the nearest wall of a
// building.
func (f *Battlefield) far(a, b footing) ground.Length {
	if f.isCharted(a) && f.isCharted(b) {
		return f.lengths[a.site][b.site]
	}
	if a.site >= f.buildings && b.site >= f.buildings {
		return f.measure(a, b)
	}
	return remembered(&f.measured, f, a, b, (*Battlefield).measure)
}

// A pair of footings is the key of cached values.
type pair struct{ a, b footing }

// number is mostly different for different pairs.
func (x pair) number() uint8 {
	n := uint32(x.a.at.X) + 31*uint32(x.a.at.Y) + 961*uint32(x.b.at.X) + 29791*uint32(x.b.at.Y) + uint32(x.a.site) + 7*uint32(x.b.site)
	return uint8(n * 0x9E3779B1 >> 24)
}

// remembered returns the cached value of some work for two footings that the tables do not
// contain.
func remembered[T any](m *memo[pair, T], f *Battlefield, a, b footing, work func(f *Battlefield, a, b footing) T) T {
	x := pair{a, b}
	return m.value(x, x.number(), func() T { return work(f, a, b) })
}

// measure computes a distance.
func (f *Battlefield) measure(a, b footing) ground.Length {
	x, in := f.inside(a)
	y, within := f.inside(b)
	switch {
	case a == b || in && f.touching(b) == x || within && f.touching(a) == y:
		return 0
	case in && within:
		return f.land.BetweenStructures(ground.StructureID(x), ground.StructureID(y))
	case in:
		return f.land.FromStructure(ground.StructureID(x), b.at)
	case within:
		return f.land.FromStructure(ground.StructureID(y), a.at)
	}
	return ground.Distance(a.at, b.at)
}

// sight reports whether one footing is seen from another. Sight works both ways.
func (f *Battlefield) sight(a, b footing) bool {
	switch {
	case f.isCharted(a) && f.isCharted(b):
		return a.site == b.site || f.sees[a.site]>>b.site&1 == 1
	case a.site < f.buildings:
		return remembered(&f.looked, f, b, a, (*Battlefield).overlooks)
	}
	return remembered(&f.looked, f, a, b, (*Battlefield).overlooks)
}

// overlooks reports whether a footing, which may be a building, is seen from one in the open.
func (f *Battlefield) overlooks(a, b footing) bool {
	from := ground.Spot{Point: a.at, Z: eyes}
	if h, in := f.inside(b); in {
		return f.touching(a) == h || f.land.StructureSeen(ground.StructureID(h), from, ground.Destroyed{})
	}
	return f.land.Sees(from, ground.Spot{Point: b.at, Z: eyes}, ground.Destroyed{})
}

// facing is the side of the compass on which one footing lies from another.
func (f *Battlefield) facing(a, b footing) ground.Side { return ground.Bearing(a.at, b.at) }

// walk is the distance on foot to a site: to a building, to its nearest wall.
func (f *Battlefield) walk(a footing, s int) ground.Length {
	if f.isCharted(a) {
		return f.ways[a.site][s]
	}
	return remembered(&f.walked, f, a, f.on(s), (*Battlefield).wayOnFoot)
}

// lane is the way of a charge on a building: straight, to the nearest point of
// the walls that a straight way reaches.
func (f *Battlefield) lane(a footing, b int) ground.Approach {
	if f.isCharted(a) {
		return f.lanes[a.site][b]
	}
	return remembered(&f.charged, f, a, f.on(b), (*Battlefield).straightLane)
}

// inches is the distance from a unit to a site, rounded up.
func (f *Battlefield) inches(p *Position, i, s int) int {
	return f.far(f.footing(p, i), f.on(s)).RoundUp()
}

// between is the distance between two units in inches, rounded up.
func (f *Battlefield) between(p *Position, i, j int) int {
	return f.far(f.footing(p, i), f.footing(p, j)).RoundUp()
}

// nearest is the point of a footing that is nearest to another: of a building,
// a point of its walls.
func (f *Battlefield) nearest(a footing, to ground.Point) ground.Point {
	b, in := f.inside(a)
	if !in {
		return a.at
	}
	best := f.plans[b][0]
	for _, plan := range f.plans[b][1:] {
		if plan.Distance(to) < best.Distance(to) {
			best = plan
		}
	}
	return best.Closest(to)
}

// arc is the arc of a unit in which a footing lies. Skirmishers see in every
// direction, and a building is in front if any part of it is.
func (f *Battlefield) arc(p *Position, i int, to footing) Arc {
	x, at := &p.Units[i], f.footing(p, i)
	if f.regiments[i].skirmish && at.site >= f.buildings || at == to {
		return Front
	}
	if b, in := f.inside(to); in && at.site >= f.buildings {
		if slices.ContainsFunc(f.plans[b], func(plan ground.Polygon) bool { return plan.Ahead(at.at, x.Facing) }) {
			return Front
		}
	}
	switch (f.facing(at, to) + 4 - x.Facing) % 4 {
	case 0:
		if to.site >= f.buildings {
			return Front
		}
	case 2:
		return Rear
	}
	return Flank
}

// isScreened reports whether other units stand between two units, so that one does not see the
// other: less than an inch from the straight line. A building is hidden only if all of it is.
func (f *Battlefield) isScreened(p *Position, i, j int) bool {
	a, b := f.footing(p, i), f.footing(p, j)
	if h, in := f.inside(b); in {
		return f.hidesBuilding(p, i, h)
	}
	line := ground.Segment{A: a.at, B: b.at}
	for k := range f.regiments {
		if k == i || k == j || !p.here(k) {
			continue
		}
		if c := f.footing(p, k); f.beside(a, b, c) && line.Within(c.at, ground.Inch) {
			return true
		}
	}
	return false
}

// beside reports whether a unit can be between two others at all: it is in the
// open, and not at the walls of a building that one of them is in or at.
func (f *Battlefield) beside(a, b, c footing) bool {
	wall := f.touching(c)
	return c.site >= f.buildings && (wall < 0 || wall != a.site && wall != b.site)
}

// hidesBuilding reports whether a unit in between hides a whole building from another unit. A
// building taller than a model is seen above the models.
func (f *Battlefield) hidesBuilding(p *Position, i, b int) bool {
	if f.tops[b] > eyes {
		return false
	}
	a := f.footing(p, i)
	for k := range f.regiments {
		if k == i || !p.here(k) {
			continue
		}
		c := f.footing(p, k)
		if !f.beside(a, f.on(b), c) || f.far(a, c) >= f.far(a, f.on(b)) {
			continue
		}
		shown := func(plan ground.Polygon) bool { return !plan.Behind(a.at, c.at, f.frontage(p, k)) }
		if !slices.ContainsFunc(f.plans[b], shown) {
			return true
		}
	}
	return false
}

// frontage is the width of a unit: an inch for each model of its front rank.
func (f *Battlefield) frontage(p *Position, k int) ground.Length {
	n := p.Units[k].count()
	if front := int(f.regiments[k].front); front > 0 {
		n = min(n, front)
	}
	return ground.Length(n) * ground.Inch
}

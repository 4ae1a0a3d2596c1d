package oldworld

import (
	"slices"

	"loophole/game"
	"loophole/ground"
)

// A location is the place of a unit: a site of the battlefield, or a point off all sites, where the
// unit ended a flight, a failed charge or a move back.
type location struct {
	site  int // noSite for a point off the sites
	point ground.Point
}

// offSites is the Site of a unit that is off the sites, and noSite the matching
// index of a site. Both are above every site.
const (
	offSites = 255
	noSite   = offSites - 1
)

// pointPrecision is the precision of points in a position: a hundredth of an inch.
const pointPrecision = ground.Inch / 100

func (unit *Unit) point() ground.Point {
	join := func(v [2]uint8) ground.Length {
		return ground.Length(v[0])*ground.Inch + ground.Length(v[1])*pointPrecision
	}
	return ground.Point{X: join(unit.X), Y: join(unit.Y)}
}

// locationOf is where a unit on the table is.
func (f *Battlefield) locationOf(p *Position, i int) location {
	switch unit := &p.Units[i]; {
	case unit.Site == offSites:
		return location{noSite, unit.point()}
	case unit.X != [2]uint8{} || unit.Y != [2]uint8{}:
		return location{p.siteOf(i), unit.point()}
	}
	return f.siteLocation(p.siteOf(i))
}

// inTables reports whether the tables of the battlefield contain a location: a site, and not a
// point beside the middle of a wall.
func (f *Battlefield) inTables(at location) bool {
	return at.site != noSite && at.point == f.sites[at.site].at
}

// siteLocation returns the location of a site.
func (f *Battlefield) siteLocation(site int) location { return location{site, f.sites[site].at} }

// inside reports whether a location is in a building, and in which.
func (f *Battlefield) inside(at location) (building int, in bool) {
	return at.site, at.site < f.buildings
}

// touching returns the building at whose walls a location is, or -1.
func (f *Battlefield) touching(at location) int {
	if at.site == noSite {
		return -1
	}
	return int(f.sites[at.site].atBuilding)
}

// distance returns the distance that the rules measure: to and from the nearest wall of a
// building.
func (f *Battlefield) distance(from, to location) ground.Length {
	if f.inTables(from) && f.inTables(to) {
		return f.distances[from.site][to.site]
	}
	if from.site >= f.buildings && to.site >= f.buildings {
		return f.measure(from, to)
	}
	return cached(&f.distanceCache, f, from, to, (*Battlefield).measure)
}

// measure computes a distance.
func (f *Battlefield) measure(from, to location) ground.Length {
	building, in := f.inside(from)
	other, within := f.inside(to)
	switch {
	case from == to || in && f.touching(to) == building || within && f.touching(from) == other:
		return 0
	case in && within:
		return f.groundMap.BetweenStructures(ground.StructureID(building), ground.StructureID(other))
	case in:
		return f.groundMap.FromStructure(ground.StructureID(building), to.point)
	case within:
		return f.groundMap.FromStructure(ground.StructureID(other), from.point)
	}
	return ground.Distance(from.point, to.point)
}

// inSight reports whether one location is seen from another. Sight works both ways.
func (f *Battlefield) inSight(from, to location) bool {
	switch {
	case f.inTables(from) && f.inTables(to):
		return from.site == to.site || f.sees[from.site]>>to.site&1 == 1
	case from.site < f.buildings:
		return cached(&f.sightCache, f, to, from, (*Battlefield).overlooks)
	}
	return cached(&f.sightCache, f, from, to, (*Battlefield).overlooks)
}

// overlooks reports whether a location, which may be a building, is seen from one in the open.
func (f *Battlefield) overlooks(from, to location) bool {
	eye := ground.Spot{Point: from.point, Z: eyeHeight}
	if building, in := f.inside(to); in {
		return f.touching(from) == building || f.groundMap.StructureSeen(ground.StructureID(building), eye, ground.Destroyed{})
	}
	return f.groundMap.Sees(eye, ground.Spot{Point: to.point, Z: eyeHeight}, ground.Destroyed{})
}

// bearing returns the side of the compass on which one location lies from another.
func (f *Battlefield) bearing(from, to location) ground.Side {
	return ground.Bearing(from.point, to.point)
}

// walkTo returns the distance on foot to a site: to a building, to its nearest wall.
func (f *Battlefield) walkTo(from location, site int) ground.Length {
	if f.inTables(from) {
		return f.walkDistances[from.site][site]
	}
	return cached(&f.walkCache, f, from, f.siteLocation(site), (*Battlefield).wayOnFoot)
}

// chargeLane returns the way of a charge on a building: straight, to the nearest point of
// the walls that a straight way reaches.
func (f *Battlefield) chargeLane(from location, building int) ground.Approach {
	if f.inTables(from) {
		return f.chargeLanes[from.site][building]
	}
	return cached(&f.laneCache, f, from, f.siteLocation(building), (*Battlefield).straightLane)
}

// inchesTo returns the distance from a unit to a site, rounded up.
func (f *Battlefield) inchesTo(p *Position, i, site int) int {
	return f.distance(f.locationOf(p, i), f.siteLocation(site)).InchesUp()
}

// inchesBetween returns the distance between two units in inches, rounded up.
func (f *Battlefield) inchesBetween(p *Position, i, j int) int {
	return f.distance(f.locationOf(p, i), f.locationOf(p, j)).InchesUp()
}

// nearestPoint returns the point of a location that is nearest to another: of a building,
// a point of its walls.
func (f *Battlefield) nearestPoint(at location, to ground.Point) ground.Point {
	building, in := f.inside(at)
	if !in {
		return at.point
	}
	best := f.plans[building][0]
	for _, plan := range f.plans[building][1:] {
		if plan.Distance(to) < best.Distance(to) {
			best = plan
		}
	}
	return best.Closest(to)
}

// arcOf returns the arc of a unit in which a location lies. Skirmishers see in every
// direction, and a building is in front if any part of it is.
func (f *Battlefield) arcOf(p *Position, i int, to location) Arc {
	unit, at := &p.Units[i], f.locationOf(p, i)
	if f.units[i].skirmish && at.site >= f.buildings || at == to {
		return Front
	}
	if building, in := f.inside(to); in && at.site >= f.buildings {
		if slices.ContainsFunc(f.plans[building], func(plan ground.Polygon) bool { return plan.Ahead(at.point, unit.Facing) }) {
			return Front
		}
	}
	switch (f.bearing(at, to) + 4 - unit.Facing) % 4 {
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
	from, to := f.locationOf(p, i), f.locationOf(p, j)
	if building, in := f.inside(to); in {
		return f.hidesBuilding(p, i, building)
	}
	line := ground.Segment{A: from.point, B: to.point}
	for k := range f.units {
		if k == i || k == j || !p.here(k) {
			continue
		}
		if between := f.locationOf(p, k); f.couldBeBetween(from, to, between) && line.Within(between.point, ground.Inch) {
			return true
		}
	}
	return false
}

// couldBeBetween reports whether a unit can be between two others at all: it is in the
// open, and not at the walls of a building that one of them is in or at.
func (f *Battlefield) couldBeBetween(from, to, between location) bool {
	wall := f.touching(between)
	return between.site >= f.buildings && (wall < 0 || wall != from.site && wall != to.site)
}

// hidesBuilding reports whether a unit in between hides a whole building from another unit. A
// building taller than a model is seen above the models.
func (f *Battlefield) hidesBuilding(p *Position, i, building int) bool {
	if f.roofHeights[building] > eyeHeight {
		return false
	}
	from := f.locationOf(p, i)
	for k := range f.units {
		if k == i || !p.here(k) {
			continue
		}
		between := f.locationOf(p, k)
		if !f.couldBeBetween(from, f.siteLocation(building), between) || f.distance(from, between) >= f.distance(from, f.siteLocation(building)) {
			continue
		}
		shown := func(plan ground.Polygon) bool { return !plan.Behind(from.point, between.point, f.frontage(p, k)) }
		if !slices.ContainsFunc(f.plans[building], shown) {
			return true
		}
	}
	return false
}

// frontage returns the width of a unit: an inch for each model of its front rank.
func (f *Battlefield) frontage(p *Position, k int) ground.Length {
	models := p.Units[k].count()
	if front := int(f.units[k].front); front > 0 {
		models = min(models, front)
	}
	return ground.Length(models) * ground.Inch
}

// A locationPair is the key of cached values.
type locationPair struct{ a, b location }

// hash is mostly different for different pairs.
func (pair locationPair) hash() uint8 {
	n := uint32(pair.a.point.X) + 31*uint32(pair.a.point.Y) + 961*uint32(pair.b.point.X) + 29791*uint32(pair.b.point.Y) + uint32(pair.a.site) + 7*uint32(pair.b.site)
	return uint8(n * 0x9E3779B1 >> 24)
}

// cached returns the cached value for two locations that the tables do not contain, and computes it
// if it is not cached.
func cached[T any](c *game.Cache[locationPair, T], f *Battlefield, from, to location, compute func(f *Battlefield, from, to location) T) T {
	pair := locationPair{from, to}
	return c.Value(pair, pair.hash(), func() T { return compute(f, from, to) })
}

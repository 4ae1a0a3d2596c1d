package lasergrenadiers

import (
	"slices"

	"loophole/game"
	"loophole/ground"
)

// A wayKey names a way from one place to another that needs no breach.
type wayKey struct {
	from, to uint8
	by       Way
}

// A leg is a straight part of a path.
type leg struct {
	ground.Segment
	section   int8          // section that it leads through, or -1
	low, high ground.Length // floors that it leads over
}

// lineBreadth is the breadth of a line of wire or hedge.
const lineBreadth = ground.Inch / 2

// measureWays works out the shortest path from one place to another by each kind of way.
func (f *Battlefield) measureWays(from, to int) {
	start, end := &f.places[from], &f.places[to]
	for by := range f.wayLengths[from][to] {
		f.wayLengths[from][to][by] = -1
	}
	switch {
	case from == to:
	case start.section < 0 && end.section < 0:
		length, legs := f.walkOutside(start.at, end.at, ground.Destroyed{})
		f.keepShortest(from, to, UsualWay, length, legs)
	case start.section < 0:
		f.measureEntries(from, to, start, end)
	case end.section < 0:
		f.measureEntries(from, to, end, start)
	case start.section == end.section:
		if n, ok := f.groundMap.Stairs(start.floor(), end.floor()); ok {
			f.keepShortest(from, to, UsualWay, ground.Distance(start.at, end.at)+ground.Length(n)*f.climbCost, []leg{f.legInside(start, end.at, end.storey)})
		}
	default:
		f.measureLinks(from, to, start, end)
	}
}

// keepShortest keeps a path if it is the shortest so far. A length below 0 is no path.
func (f *Battlefield) keepShortest(from, to int, by Way, length ground.Length, legs []leg) {
	if best := &f.wayLengths[from][to][by]; length >= 0 && (*best < 0 || length < *best) {
		*best, f.wayLegs[wayKey{uint8(from), uint8(to), by}] = length, legs
	}
}

// walkOutside returns the length of the path over open ground, where difficult ground counts twice,
// and its legs. The length is -1 if there is no path.
func (f *Battlefield) walkOutside(from, to ground.Point, ruins ground.Destroyed) (total ground.Length, legs []leg) {
	route := f.groundMap.Route(from, to, ruins)
	if len(route) == 0 {
		return -1, nil
	}
	for i := range route[1:] {
		s := ground.Segment{A: route[i], B: route[i+1]}
		total += s.Length() + f.groundMap.RoughLength(s, ruins, lineBreadth)
		legs = append(legs, leg{Segment: s, section: -1})
	}
	return total, legs
}

// A wallWalk is a path over open ground to a wall.
type wallWalk struct {
	length ground.Length
	legs   []leg
}

// reachWall returns the walk from a place outside to a wall. It works the walk out once for all
// places behind the wall. Callers may append to the legs.
func (f *Battlefield) reachWall(from, to ground.Point) (ground.Length, []leg) {
	key := ground.Segment{A: from, B: to}
	walk, ok := f.wallWalks[key]
	if !ok {
		walk.length, walk.legs = f.walkOutside(from, to, ground.Destroyed{})
		walk.legs = slices.Clip(walk.legs)
		f.wallWalks[key] = walk
	}
	return walk.length, walk.legs
}

// legInside returns the leg from a place inside a section to a point on one of its storeys.
func (f *Battlefield) legInside(start *place, at ground.Point, storey int8) leg {
	floor := start.floor()
	floor.Storey = storey
	other := f.groundMap.FloorHeight(floor)
	return leg{Segment: ground.Segment{A: start.at, B: at}, section: start.section, low: min(start.floorHeight, other), high: max(start.floorHeight, other)}
}

// measureEntries works out the paths between a spot outside and a place of a structure.
func (f *Battlefield) measureEntries(from, to int, out, in *place) {
	if in.walled {
		f.measureEntriesByOpenings(from, to, out, in, false)
	} else if !f.groundMap.OnRoof(in.floor()) {
		at := f.groundMap.Plan(ground.SectionID(in.section)).Closest(out.at)
		length, legs := f.reachWall(out.at, at)
		f.keepShortest(from, to, UsualWay, addLengths(length, ground.Distance(at, in.at)), append(legs, f.legInside(in, at, in.storey)))
	}
}

// measureEntriesByOpenings works out the paths through the openings of a section: those of the
// set-up or, if made is true, the breaches that a fight could make.
func (f *Battlefield) measureEntriesByOpenings(from, to int, out, in *place, made bool) {
	o, end := f.groundMap.OpeningsOf(ground.SectionID(in.section))
	for ; o < end; o++ {
		if f.openings[o].made == made {
			f.measureEntriesBy(from, to, out, in, o)
		}
	}
}

// measureBreachWays works out the paths through all breaches that a fight could make.
func (f *Battlefield) measureBreachWays() {
	f.wallWalks = map[ground.Segment]wallWalk{}
	for from := range f.places {
		for to := range f.places {
			start, end := &f.places[from], &f.places[to]
			switch {
			case start.section < 0 && end.walled:
				f.measureEntriesByOpenings(from, to, start, end, true)
			case end.section < 0 && start.walled:
				f.measureEntriesByOpenings(from, to, end, start, true)
			case start.section >= 0 && end.section >= 0:
				for _, opening := range f.partyGaps(start, end) {
					at := f.groundMap.OpeningSpot(opening).Point
					legs := []leg{f.legInside(start, at, start.storey), f.legInside(end, at, end.storey)}
					f.addWayByBreach(from, to, opening, ground.Distance(start.at, at)+ground.Distance(at, end.at), legs)
				}
			}
		}
	}
	f.wallWalks = nil
}

// measureEntriesBy works out the paths through one opening.
func (f *Battlefield) measureEntriesBy(from, to int, out, in *place, opening ground.OpeningID) {
	info, made := f.groundMap.Opening(opening), f.openings[opening].made
	door := info.Kind == ground.Door || info.Kind == ground.Gap
	climbs, stairs := f.groundMap.Stairs(in.floor(), f.groundMap.FloorOfOpening(opening))
	if !stairs || made && info.Storey != 0 || !door && (info.Kind != ground.Window || info.Storey != 0) {
		return
	}
	at := f.groundMap.OpeningSpot(opening).Point
	length, legs := f.reachWall(out.at, at)
	length = addLengths(length, ground.Distance(at, in.at)+ground.Length(climbs)*f.climbCost)
	legs = append(legs, f.legInside(in, at, int8(info.Storey)))
	switch {
	case made:
		f.addWayByBreach(from, to, opening, length, legs)
	case !door:
		f.keepShortest(from, to, ByWindow, addLengths(length, f.windowCost), legs)
	case info.Storey < 0:
		f.keepShortest(from, to, UsualWay, length, legs)
		f.keepShortest(from, to, BelowGround, length, legs)
	default:
		f.keepShortest(from, to, UsualWay, length, legs)
		f.keepShortest(from, to, AboveGround, length, legs)
	}
}

func (t *place) floor() ground.Floor {
	return ground.Floor{Section: ground.SectionID(t.section), Storey: t.storey}
}

// measureLinks works out the paths between two joined sections. The legs of a tunnel are only its
// ends, because fires above a tunnel do not reach into it.
func (f *Battlefield) measureLinks(from, to int, start, end *place) {
	for _, exit := range f.groundMap.Exits(start.floor()) {
		if exit.To != end.floor() {
			continue
		}
		by, legs := UsualWay, []leg{f.legInside(start, end.at, start.storey), f.legInside(end, start.at, end.storey)}
		if exit.Kind == ground.Tunnel {
			by, legs = ByTunnel, []leg{start.leg(), end.leg()}
		}
		f.keepShortest(from, to, by, ground.Distance(start.at, end.at), legs)
	}
}

// addLengths adds the lengths of two parts of a path. A first length of -1 means that there is no path.
func addLengths(a, b ground.Length) ground.Length {
	if a < 0 {
		return -1
	}
	return a + b
}

// wayLength returns the length of the path from one place to another by a kind of way, as walls and
// ruins are in the position. It returns -1 if there is no path.
func (f *Battlefield) wayLength(p *Position, from, to int, by Way) ground.Length {
	if by == UsualWay && f.overRuins(p, from, to) {
		length, _ := f.walkOutside(f.places[from].at, f.places[to].at, f.fallenSections(p))
		return length
	}
	if by != ByBreach {
		return f.wayLengths[from][to][by]
	}
	return f.shortestBreach(p, from, to).length
}

// shortestBreach returns the shortest path through an open breach. Its length is -1 if there is none.
func (f *Battlefield) shortestBreach(p *Position, from, to int) breachWay {
	if !f.anyGap(p) {
		return breachWay{length: -1}
	}
	return f.shortestOpenBreach(p, from, to)
}

// shortestOpenBreach is shortestBreach if the fight has opened a wall somewhere.
func (f *Battlefield) shortestOpenBreach(p *Position, from, to int) breachWay {
	best := breachWay{length: -1}
	// Most fights never breach a wall, and finding the paths through all possible breaches takes as
	// long as finding all other paths.
	f.measureBreachWaysOnce.Do(f.measureBreachWays)
	for _, way := range f.breachWays[from][to] {
		if f.isOpen(p, way.opening) && (best.length < 0 || way.length < best.length) {
			best = way
		}
	}
	return best
}

// anyGap reports whether a wall is open anywhere.
func (f *Battlefield) anyGap(p *Position) bool {
	return game.Any(len(f.sections), func(section int) bool { return p.Wings[section].Open != [mostWalls]uint8{} })
}

// overRuins reports whether a path between two places may lead over ruins: the ruins may be used,
// and each end is in the open or in ruins.
func (f *Battlefield) overRuins(p *Position, a, b int) bool {
	open := func(at int) bool { section := f.places[at].section; return section < 0 || p.Wings[section].Fallen }
	return a != b && open(a) && open(b) && f.hasUsableRuins(p)
}

// hasUsableRuins reports whether there are ruins that may be used.
func (f *Battlefield) hasUsableRuins(p *Position) bool {
	return !f.untenable && f.fallenSections(p) != ground.Destroyed{}
}

// fallenSections returns the sections that have fallen.
func (f *Battlefield) fallenSections(p *Position) (ruins ground.Destroyed) {
	for section := range f.sections {
		if p.Wings[section].Fallen {
			ruins = ruins.Fallen(ground.SectionID(section))
		}
	}
	return ruins
}

// legsOf returns the legs of the path whose length wayLength returns.
func (f *Battlefield) legsOf(p *Position, from, to int, by Way) []leg {
	if by == UsualWay && f.overRuins(p, from, to) {
		_, legs := f.walkOutside(f.places[from].at, f.places[to].at, f.fallenSections(p))
		return legs
	}
	if by == ByBreach {
		return f.shortestBreach(p, from, to).legs
	}
	return f.wayLegs[wayKey{uint8(from), uint8(to), by}]
}

// measureWallAim finds the wall in front of one place that a shot from another strikes.
func (f *Battlefield) measureWallAim(from, to int) (found wallAim) {
	start, end := &f.places[from], &f.places[to]
	section := ground.SectionID(end.section)
	if start.section == end.section {
		return found
	}
	wall, ok := f.groundMap.Struck(section, start.at, end.at)
	if !ok {
		return found
	}
	first, _ := f.groundMap.WallsOf(section)
	found.wall = uint8(wall - first)
	found.point = ground.Segment{A: start.at, B: end.at}.Crossing(f.groundMap.WallLine(wall))
	out := ground.Spot{Point: justBefore(found.point, start.at), Z: end.eyeHeight}
	switch {
	case start.walled && end.walled && start.storey == end.storey && f.groundMap.BetweenSections(ground.SectionID(start.section), section) == 0:
		found.exists = true
	case start.walled:
		found.exit = f.exitOf(start, out)
	default:
		found.exists = f.groundMap.Sees(start.spot(), out, ground.Destroyed{})
	}
	return found
}

// justBefore returns the point that is a hair's breadth from at, towards from.
func justBefore(at, from ground.Point) ground.Point {
	const hair = 30
	return at.Toward(from, min(hair, ground.Distance(at, from)))
}

// mostQuarterInches is the largest distance from a point of impact that a situation can state, in
// each direction.
const mostQuarterInches = 40

// positionAtWall returns the position of a point relative to a point of a wall: how far inside, and
// how far to the right as seen from outside, in quarter inches.
func positionAtWall(wall ground.Segment, at, q ground.Point) (depth, aside int8) {
	d, s := offsetFromWall(wall, at, q)
	return int8(min(max(d, -mostQuarterInches), mostQuarterInches)), int8(min(max(s, -mostQuarterInches), mostQuarterInches))
}

// offsetFromWall is positionAtWall without bounds on the result.
func offsetFromWall(wall ground.Segment, at, q ground.Point) (depth, aside int) {
	inside, right := wall.Relative(at, q)
	return quarterInches(inside), quarterInches(right)
}

// quarterInches turns a length into quarter inches, to the nearest.
func quarterInches(l ground.Length) int {
	const quarter = ground.Inch / 4
	if l < 0 {
		return -quarterInches(-l)
	}
	return int((l + quarter/2) / quarter)
}

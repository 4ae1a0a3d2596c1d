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

// A leg is a straight part of a way.
type leg struct {
	ground.Segment
	section   int8          // section that it leads through, or -1
	low, high ground.Length // floors that it leads over
}

// lineBreadth is the breadth of a line of wire or hedge.
const lineBreadth = ground.Inch / 2

// measureWays works out how far pieces go from one place to another, by each way.
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

// keepShortest keeps a way if it is the shortest so far; a length below 0 is none.
func (f *Battlefield) keepShortest(from, to int, by Way, length ground.Length, legs []leg) {
	if best := &f.wayLengths[from][to][by]; length >= 0 && (*best < 0 || length < *best) {
		*best, f.wayLegs[wayKey{uint8(from), uint8(to), by}] = length, legs
	}
}

// walkOutside is the length of the way over open ground, and where it leads; difficult
// ground counts twice. It is -1 where there is none.
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

// A wallWalk is a way over open ground to a wall.
type wallWalk struct {
	length ground.Length
	legs   []leg
}

// reachWall is the walk from a place outside to a wall, worked out once for all places
// behind it. The legs may be appended to.
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

// legInside is the part of a way from a place inside a section to a point of one of its storeys.
func (f *Battlefield) legInside(start *place, at ground.Point, storey int8) leg {
	floor := start.floor()
	floor.Storey = storey
	other := f.groundMap.FloorHeight(floor)
	return leg{Segment: ground.Segment{A: start.at, B: at}, section: start.section, low: min(start.floorHeight, other), high: max(start.floorHeight, other)}
}

// measureEntries works out the ways between a spot outside and a place of a structure.
func (f *Battlefield) measureEntries(from, to int, out, in *place) {
	if in.walled {
		f.measureEntriesByOpenings(from, to, out, in, false)
	} else if !f.groundMap.OnRoof(in.floor()) {
		at := f.groundMap.Plan(ground.SectionID(in.section)).Closest(out.at)
		length, legs := f.reachWall(out.at, at)
		f.keepShortest(from, to, UsualWay, addLengths(length, ground.Distance(at, in.at)), append(legs, f.legInside(in, at, in.storey)))
	}
}

// measureEntriesByOpenings works out the ways through the openings of a section, those that the
// set-up has or those that a fight makes.
func (f *Battlefield) measureEntriesByOpenings(from, to int, out, in *place, made bool) {
	o, end := f.groundMap.OpeningsOf(ground.SectionID(in.section))
	for ; o < end; o++ {
		if f.openings[o].made == made {
			f.measureEntriesBy(from, to, out, in, o)
		}
	}
}

// measureBreachWays works out the ways through all breaches that there may be.
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

// measureEntriesBy works out the ways through one opening.
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

// measureLinks works out the ways between two sections that are joined. What burns
// above a tunnel does not reach into it.
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

// addLengths adds the lengths of two parts of a way. A length of -1 is no way.
func addLengths(a, b ground.Length) ground.Length {
	if a < 0 {
		return -1
	}
	return a + b
}

// wayLength is the length of the way from one place to another by a way, among the breaches that
// there are; -1 is none.
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

// shortestBreach is the breach by which the way is shortest; its length is -1 if there is none.
func (f *Battlefield) shortestBreach(p *Position, from, to int) breachWay {
	if !f.anyGap(p) {
		return breachWay{length: -1}
	}
	return f.shortestOpenBreach(p, from, to)
}

// shortestOpenBreach is shortestBreach if the fight has opened a wall somewhere.
func (f *Battlefield) shortestOpenBreach(p *Position, from, to int) breachWay {
	best := breachWay{length: -1}
	// Most fights never breach a wall, and the ways through all that could be
	// breached take as long to find as all others.
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
	return game.Any(len(f.sections), func(w int) bool { return p.Wings[w].Open != [mostWalls]uint8{} })
}

// overRuins reports whether a way between two places may lead over ruins: where
// they may be used, and both ends are in the open or in them.
func (f *Battlefield) overRuins(p *Position, a, b int) bool {
	open := func(b int) bool { w := f.places[b].section; return w < 0 || p.Wings[w].Fallen }
	return a != b && open(a) && open(b) && f.hasUsableRuins(p)
}

// hasUsableRuins reports whether there are ruins that may be used.
func (f *Battlefield) hasUsableRuins(p *Position) bool {
	return !f.untenable && f.fallenSections(p) != ground.Destroyed{}
}

// fallenSections returns the sections that have fallen.
func (f *Battlefield) fallenSections(p *Position) (ruins ground.Destroyed) {
	for w := range f.sections {
		if p.Wings[w].Fallen {
			ruins = ruins.Fallen(ground.SectionID(w))
		}
	}
	return ruins
}

// legsOf are the parts of a way.
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

// justBefore is a point a hair's breadth before another, towards the firer.
func justBefore(at, from ground.Point) ground.Point {
	const hair = 30
	return at.Toward(from, min(hair, ground.Distance(at, from)))
}

// mostQuarterInches is the farthest that situations place a piece from a point of impact, in each direction.
const mostQuarterInches = 40

// positionAtWall is the position of a point from a point of a wall: how far inside, and how far to
// the right as seen from outside, in quarter inches.
func positionAtWall(wall ground.Segment, at, q ground.Point) (depth, aside int8) {
	d, s := offsetFromWall(wall, at, q)
	return int8(min(max(d, -mostQuarterInches), mostQuarterInches)), int8(min(max(s, -mostQuarterInches), mostQuarterInches))
}

// offsetFromWall is positionAtWall without bounds.
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

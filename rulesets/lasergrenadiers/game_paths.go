package lasergrenadiers

import (
	"slices"

	"loophole/game"
	"loophole/ground"
)

// A trail is a way from one place to another, but by a breach.
type trail struct {
	from, to uint8
	by       Way
}

// A leg is a straight part of a way.
type leg struct {
	ground.Segment
	wing      int8          // section that it leads through, or -1
	low, high ground.Length // floors that it leads over
}

// lineBreadth is the breadth of a line of wire or hedge.
const lineBreadth = ground.Inch / 2

// way works out how far pieces go from one place to another, by each way.
func (f *Battlefield) way(a, b int) {
	x, y := &f.places[a], &f.places[b]
	for by := range f.ways[a][b] {
		f.ways[a][b][by] = -1
	}
	switch {
	case a == b:
	case x.wing < 0 && y.wing < 0:
		long, legs := f.walk(x.at, y.at, ground.Destroyed{})
		f.keepShortest(a, b, UsualWay, long, legs)
	case x.wing < 0:
		f.enter(a, b, x, y)
	case y.wing < 0:
		f.enter(a, b, y, x)
	case x.wing == y.wing:
		if n, ok := f.land.Stairs(x.floor(), y.floor()); ok {
			f.keepShortest(a, b, UsualWay, ground.Distance(x.at, y.at)+ground.Length(n)*f.climb, []leg{f.indoors(x, y.at, y.storey)})
		}
	default:
		f.linked(a, b, x, y)
	}
}

// keepShortest keeps a way if it is the shortest so far; a length below 0 is none.
func (f *Battlefield) keepShortest(a, b int, by Way, long ground.Length, legs []leg) {
	if best := &f.ways[a][b][by]; long >= 0 && (*best < 0 || long < *best) {
		*best, f.trails[trail{uint8(a), uint8(b), by}] = long, legs
	}
}

// walk is the length of the way over open ground, and where it leads; difficult
// ground counts twice. It is -1 where there is none.
func (f *Battlefield) walk(from, to ground.Point, r ground.Destroyed) (total ground.Length, legs []leg) {
	route := f.land.Route(from, to, r)
	if len(route) == 0 {
		return -1, nil
	}
	for i := range route[1:] {
		s := ground.Segment{A: route[i], B: route[i+1]}
		total += s.Length() + f.land.RoughLength(s, r, lineBreadth)
		legs = append(legs, leg{Segment: s, wing: -1})
	}
	return total, legs
}

// A walked way is one over open ground, with its length and where it leads.
type walked struct {
	long ground.Length
	legs []leg
}

// reachWall is the walk from a place outside to a wall, worked out once for all places
// behind it. The legs may be appended to.
func (f *Battlefield) reachWall(from, to ground.Point) (ground.Length, []leg) {
	key := ground.Segment{A: from, B: to}
	w, ok := f.walks[key]
	if !ok {
		w.long, w.legs = f.walk(from, to, ground.Destroyed{})
		w.legs = slices.Clip(w.legs)
		f.walks[key] = w
	}
	return w.long, w.legs
}

// indoors is the way from a place inside a section to a point of a storey of it.
func (f *Battlefield) indoors(x *place, at ground.Point, storey int8) leg {
	floor := x.floor()
	floor.Storey = storey
	other := f.land.FloorHeight(floor)
	return leg{Segment: ground.Segment{A: x.at, B: at}, wing: x.wing, low: min(x.low, other), high: max(x.low, other)}
}

// enter works out the ways between a spot outside and a place of a structure.
func (f *Battlefield) enter(a, b int, out, in *place) {
	if in.walled {
		f.enterAll(a, b, out, in, false)
	} else if !f.land.OnRoof(in.floor()) {
		at := f.land.Plan(ground.SectionID(in.wing)).Closest(out.at)
		long, legs := f.reachWall(out.at, at)
		f.keepShortest(a, b, UsualWay, plus(long, ground.Distance(at, in.at)), append(legs, f.indoors(in, at, in.storey)))
	}
}

// enterAll works out the ways through the openings of a section, those that the set-up has or
// those that a fight makes.
func (f *Battlefield) enterAll(a, b int, out, in *place, made bool) {
	o, end := f.land.OpeningsOf(ground.SectionID(in.wing))
	for ; o < end; o++ {
		if f.gaps[o].made == made {
			f.enterBy(a, b, out, in, o)
		}
	}
}

// measureBreachWays works out the ways through all breaches that there may be.
func (f *Battlefield) measureBreachWays() {
	f.walks = map[ground.Segment]walked{}
	for a := range f.places {
		for b := range f.places {
			x, y := &f.places[a], &f.places[b]
			switch {
			case x.wing < 0 && y.walled:
				f.enterAll(a, b, x, y, true)
			case y.wing < 0 && x.walled:
				f.enterAll(a, b, y, x, true)
			case x.wing >= 0 && y.wing >= 0:
				for _, o := range f.partyGaps(x, y) {
					at := f.land.OpeningSpot(o).Point
					legs := []leg{f.indoors(x, at, x.storey), f.indoors(y, at, y.storey)}
					f.addWayByBreach(a, b, o, ground.Distance(x.at, at)+ground.Distance(at, y.at), legs)
				}
			}
		}
	}
	f.walks = nil
}

// enterBy works out the ways through one opening.
func (f *Battlefield) enterBy(a, b int, out, in *place, o ground.OpeningID) {
	x, made := f.land.Opening(o), f.gaps[o].made
	door := x.Kind == ground.Door || x.Kind == ground.Gap
	climbs, stairs := f.land.Stairs(in.floor(), f.land.FloorOfOpening(o))
	if !stairs || made && x.Storey != 0 || !door && (x.Kind != ground.Window || x.Storey != 0) {
		return
	}
	at := f.land.OpeningSpot(o).Point
	long, legs := f.reachWall(out.at, at)
	long = plus(long, ground.Distance(at, in.at)+ground.Length(climbs)*f.climb)
	legs = append(legs, f.indoors(in, at, int8(x.Storey)))
	switch {
	case made:
		f.addWayByBreach(a, b, o, long, legs)
	case !door:
		f.keepShortest(a, b, ByWindow, plus(long, f.window), legs)
	case x.Storey < 0:
		f.keepShortest(a, b, UsualWay, long, legs)
		f.keepShortest(a, b, BelowGround, long, legs)
	default:
		f.keepShortest(a, b, UsualWay, long, legs)
		f.keepShortest(a, b, AboveGround, long, legs)
	}
}

func (t *place) floor() ground.Floor {
	return ground.Floor{Section: ground.SectionID(t.wing), Storey: t.storey}
}

// linked works out the ways between two sections that are joined. What burns
// above a tunnel does not reach into it.
func (f *Battlefield) linked(a, b int, x, y *place) {
	for _, e := range f.land.Exits(x.floor()) {
		if e.To != y.floor() {
			continue
		}
		by, legs := UsualWay, []leg{f.indoors(x, y.at, x.storey), f.indoors(y, x.at, y.storey)}
		if e.Kind == ground.Tunnel {
			by, legs = ByTunnel, []leg{x.leg(), y.leg()}
		}
		f.keepShortest(a, b, by, ground.Distance(x.at, y.at), legs)
	}
}

// plus adds two parts of a way; -1 is none.
func plus(a, b ground.Length) ground.Length {
	if a < 0 {
		return -1
	}
	return a + b
}

// wayLength is the length of the way from one place to another by a way, among the breaches that
// there are; -1 is none.
func (f *Battlefield) wayLength(p *Position, a, b int, by Way) ground.Length {
	if by == UsualWay && f.overRuins(p, a, b) {
		long, _ := f.walk(f.places[a].at, f.places[b].at, f.fallen(p))
		return long
	}
	if by != ByBreach {
		return f.ways[a][b][by]
	}
	return f.shortestBreach(p, a, b).long
}

// shortestBreach is the breach by which the way is shortest; its length is -1 if there is none.
func (f *Battlefield) shortestBreach(p *Position, a, b int) passage {
	if !f.anyGap(p) {
		return passage{long: -1}
	}
	return f.openBreach(p, a, b)
}

// openBreach is such a breach, where a wall is open somewhere.
func (f *Battlefield) openBreach(p *Position, a, b int) passage {
	best := passage{long: -1}
	// Most fights never breach a wall, and the ways through all that could be
	// breached take as long to find as all others.
	f.digging.Do(f.measureBreachWays)
	for _, x := range f.holes[a][b] {
		if f.isOpen(p, x.by) && (best.long < 0 || x.long < best.long) {
			best = x
		}
	}
	return best
}

// anyGap reports whether a wall is open anywhere.
func (f *Battlefield) anyGap(p *Position) bool {
	return game.Any(len(f.wings), func(w int) bool { return p.Wings[w].Open != [mostWalls]uint8{} })
}

// overRuins reports whether a way between two places may lead over ruins: where
// they may be used, and both ends are in the open or in them.
func (f *Battlefield) overRuins(p *Position, a, b int) bool {
	open := func(b int) bool { w := f.places[b].wing; return w < 0 || p.Wings[w].Fallen }
	return a != b && open(a) && open(b) && f.hasUsableRuins(p)
}

// hasUsableRuins reports whether there are ruins that may be used.
func (f *Battlefield) hasUsableRuins(p *Position) bool {
	return !f.untenable && f.fallen(p) != ground.Destroyed{}
}

// fallen returns what has fallen, as the ground needs it.
func (f *Battlefield) fallen(p *Position) (r ground.Destroyed) {
	for w := range f.wings {
		if p.Wings[w].Fallen {
			r = r.Fallen(ground.SectionID(w))
		}
	}
	return r
}

// legsOf are the parts of a way.
func (f *Battlefield) legsOf(p *Position, a, b int, by Way) []leg {
	if by == UsualWay && f.overRuins(p, a, b) {
		_, legs := f.walk(f.places[a].at, f.places[b].at, f.fallen(p))
		return legs
	}
	if by == ByBreach {
		return f.shortestBreach(p, a, b).legs
	}
	return f.trails[trail{uint8(a), uint8(b), by}]
}

// aimAt returns the wall in front of b that is struck from a.
func (f *Battlefield) aimAt(a, b int) (t aim) {
	x, y := &f.places[a], &f.places[b]
	s := ground.SectionID(y.wing)
	if x.wing == y.wing {
		return t
	}
	w, ok := f.land.Struck(s, x.at, y.at)
	if !ok {
		return t
	}
	first, _ := f.land.WallsOf(s)
	t.wall = uint8(w - first)
	t.point = ground.Segment{A: x.at, B: y.at}.Crossing(f.land.WallLine(w))
	out := ground.Spot{Point: before(t.point, x.at), Z: y.eye}
	switch {
	case x.walled && y.walled && x.storey == y.storey && f.land.BetweenSections(ground.SectionID(x.wing), s) == 0:
		t.some = true
	case x.walled:
		t.exit = f.exitOf(x, out)
	default:
		t.some = f.land.Sees(x.spot(), out, ground.Destroyed{})
	}
	return t
}

// before is a point a hair's breadth before another, towards the firer.
func before(at, from ground.Point) ground.Point {
	const hair = 30
	return at.Toward(from, min(hair, ground.Distance(at, from)))
}

// relative is a point as it lies from a point of a wall: how far inside, and
// how far to the right as seen from outside, in quarter inches.
func relative(wall ground.Segment, at, q ground.Point) (depth, aside int8) {
	d, s := offset(wall, at, q)
	return int8(min(max(d, -40), 40)), int8(min(max(s, -40), 40))
}

// offset is relative without bounds.
func offset(wall ground.Segment, at, q ground.Point) (depth, aside int) {
	inside, right := wall.Relative(at, q)
	return quarters(inside), quarters(right)
}

// quarters turns a length into quarter inches, to the nearest.
func quarters(l ground.Length) int {
	const quarter = ground.Inch / 4
	if l < 0 {
		return -quarters(-l)
	}
	return int((l + quarter/2) / quarter)
}

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

// way works out how far pieces go from one place to another, by each way.
func (f *Battlefield) way(a, b int, climb, window ground.Length) {
	x, y := &f.places[a], &f.places[b]
	to := &f.ways[a][b]
	for i := range to {
		to[i] = -1
	}
	switch {
	case a == b:
	case x.wing < 0 && y.wing < 0:
		long, legs := f.walk(x.at, y.at, ground.Destroyed{})
		f.offer(&to[UsualWay], trail{uint8(a), uint8(b), UsualWay}, long, legs)
	case x.wing < 0:
		f.enter(a, b, x, y, climb, window)
	case y.wing < 0:
		f.enter(a, b, y, x, climb, window)
	case x.wing == y.wing:
		if n, ok := f.stairs(x, y); ok {
			long := ground.Distance(x.at, y.at) + ground.Length(n)*climb
			f.offer(&to[UsualWay], trail{uint8(a), uint8(b), UsualWay}, long, []leg{f.indoors(x, y.at, y.storey)})
		}
	default:
		f.linked(a, b, x, y)
	}
}

// offer keeps a way if it is the shortest so far.
func (f *Battlefield) offer(to *ground.Length, key trail, long ground.Length, legs []leg) {
	if long >= 0 && (*to < 0 || long < *to) {
		*to, f.trails[key] = long, legs
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
		total += s.Length() + f.rough(s, r)
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

// rough is how much of a straight way leads over difficult ground: features, and
// the rubble of what has fallen. A line of wire or hedge is half an inch broad.
func (f *Battlefield) rough(s ground.Segment, r ground.Destroyed) (n ground.Length) {
	if !f.land.Rough(s, r) {
		return 0
	}
	for k := range ground.FeatureID(f.land.Features()) {
		t := f.land.Feature(k)
		if t.Going != ground.Difficult {
			continue
		}
		n += within(s, t.Plan)
		for i := 1; i < len(t.Line); i++ {
			if s.Meets(ground.Segment{A: t.Line[i-1], B: t.Line[i]}) {
				n += 2 * edge
			}
		}
	}
	for w := range ground.SectionID(f.land.Sections()) {
		if r.HasFallen(w) {
			n += within(s, f.land.Plan(w))
		}
	}
	return min(n, s.Length())
}

// within is how much of a segment lies in a plan.
func within(s ground.Segment, plan ground.Polygon) (n ground.Length) {
	if len(plan) == 0 {
		return 0
	}
	ends := []ground.Point{s.A, s.B}
	for i := range plan {
		if side := plan.Edge(i); side.Meets(s) && !parallel(side, s) {
			ends = append(ends, crossing(s, side))
		}
	}
	slices.SortFunc(ends, func(a, b ground.Point) int { return int(ground.Distance(s.A, a) - ground.Distance(s.A, b)) })
	for i := range ends[1:] {
		if piece := (ground.Segment{A: ends[i], B: ends[i+1]}); plan.Locate(piece.Middle()) == ground.Inside {
			n += piece.Length()
		}
	}
	return n
}

// indoors is the way from a place inside a section to a point of a storey of it.
func (f *Battlefield) indoors(x *place, at ground.Point, storey int8) leg {
	floor := x.floor()
	floor.Storey = storey
	other := f.land.FloorHeight(floor)
	return leg{Segment: ground.Segment{A: x.at, B: at}, wing: x.wing, low: min(x.low, other), high: max(x.low, other)}
}

// enter works out the ways between a spot outside and a place of a structure.
func (f *Battlefield) enter(a, b int, out, in *place, climb, window ground.Length) {
	to := &f.ways[a][b]
	if !in.walled {
		at := f.land.Plan(ground.SectionID(in.wing)).Closest(out.at)
		if !f.land.OnRoof(in.floor()) {
			long, legs := f.reachWall(out.at, at)
			f.offer(&to[UsualWay], trail{uint8(a), uint8(b), UsualWay}, plus(long, ground.Distance(at, in.at)), append(legs, f.indoors(in, at, in.storey)))
		}
		return
	}
	o, end := f.land.OpeningsOf(ground.SectionID(in.wing))
	for ; o < end; o++ {
		if !f.gaps[o].made {
			f.enterBy(a, b, out, in, o, climb, window)
		}
	}
}

// dig works out the ways through all breaches that there may be.
func (f *Battlefield) dig() {
	f.walks = map[ground.Segment]walked{}
	for a := range f.places {
		for b := range f.places {
			x, y := &f.places[a], &f.places[b]
			switch {
			case x.wing < 0 && y.walled:
				f.enterByGaps(a, b, x, y)
			case y.wing < 0 && x.walled:
				f.enterByGaps(a, b, y, x)
			case x.wing >= 0 && y.wing >= 0:
				f.party(a, b, x, y)
			}
		}
	}
	f.walks = nil
}

// enterByGaps works out the ways between a spot outside and a place of a structure
// through breaches.
func (f *Battlefield) enterByGaps(a, b int, out, in *place) {
	o, end := f.land.OpeningsOf(ground.SectionID(in.wing))
	for ; o < end; o++ {
		if f.gaps[o].made {
			f.enterBy(a, b, out, in, o, f.climb, 0)
		}
	}
}

// enterBy works out the ways through one opening.
func (f *Battlefield) enterBy(a, b int, out, in *place, o ground.OpeningID, climb, window ground.Length) {
	x := f.land.Opening(o)
	n := max(x.Storey-int(in.storey), int(in.storey)-x.Storey)
	door := x.Kind == ground.Door || x.Kind == ground.Gap
	made := f.gaps[o].made
	if n > 0 && !f.climbs(in, x.Storey) || made && x.Storey != 0 || !door && (x.Kind != ground.Window || x.Storey != 0) {
		return
	}
	at := f.land.OpeningSpot(o).Point
	long, legs := f.reachWall(out.at, at)
	long = plus(long, ground.Distance(at, in.at)+ground.Length(n)*climb)
	legs = append(legs, f.indoors(in, at, int8(x.Storey)))
	offer := func(by Way, long ground.Length) {
		f.offer(&f.ways[a][b][by], trail{uint8(a), uint8(b), by}, long, legs)
	}
	switch {
	case made:
		f.byGap(a, b, o, long, legs)
	case !door:
		offer(ByWindow, plus(long, window))
	case x.Storey < 0:
		offer(UsualWay, long)
		offer(BelowGround, long)
	default:
		offer(UsualWay, long)
		offer(AboveGround, long)
	}
}

func (t *place) floor() ground.Floor {
	return ground.Floor{Section: ground.SectionID(t.wing), Storey: t.storey}
}

// climbs reports whether stairs lead from a place to another storey of its
// section.
func (f *Battlefield) climbs(in *place, storey int) bool {
	other := *in
	other.storey = int8(storey)
	_, ok := f.stairs(in, &other)
	return ok
}

// stairs counts the storeys between two places of a section, and reports
// whether stairs lead from one to the other.
func (f *Battlefield) stairs(x, y *place) (n int, ok bool) {
	lo, hi := min(x.storey, y.storey), max(x.storey, y.storey)
	for s := lo; s < hi; s++ {
		floor := x.floor()
		floor.Storey = s
		next := floor
		next.Storey++
		if !f.land.Connected(floor, next) {
			return 0, false
		}
	}
	return int(hi - lo), true
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
		f.offer(&f.ways[a][b][by], trail{uint8(a), uint8(b), by}, ground.Distance(x.at, y.at), legs)
	}
}

// plus adds two parts of a way; -1 is none.
func plus(a, b ground.Length) ground.Length {
	if a < 0 {
		return -1
	}
	return a + b
}

// long is how far it is from one place to another by a way, among the breaches
// that there are; -1 is none.
func (f *Battlefield) long(p *Position, a, b int, by Way) ground.Length {
	if by == UsualWay && f.overRuins(p, a, b) {
		long, _ := f.walk(f.places[a].at, f.places[b].at, f.fallen(p))
		return long
	}
	if by != ByBreach {
		return f.ways[a][b][by]
	}
	return f.breach(p, a, b).long
}

// breach is the breach by which the way is shortest; its length is -1 if there is
// none.
func (f *Battlefield) breach(p *Position, a, b int) passage {
	if !f.anyGap(p) {
		return passage{long: -1}
	}
	return f.hole(p, a, b)
}

// hole is such a breach, where a wall is open somewhere.
func (f *Battlefield) hole(p *Position, a, b int) passage {
	best := passage{long: -1}
	// Most fights never breach a wall, and the ways through all that could be
	// breached take as long to find as all others.
	f.digging.Do(f.dig)
	for _, x := range f.holes[a][b] {
		if f.there(p, x.by) && (best.long < 0 || x.long < best.long) {
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
	return a != b && open(a) && open(b) && f.ruined(p)
}

// ruined reports whether there are ruins that may be used.
func (f *Battlefield) ruined(p *Position) bool {
	return !f.untenable && f.fallen(p) != ground.Destroyed{}
}

// fallen is what has fallen, for the ground.
func (f *Battlefield) fallen(p *Position) (r ground.Destroyed) {
	for w := range f.wings {
		if p.Wings[w].Fallen {
			r = r.Fallen(ground.SectionID(w))
		}
	}
	return r
}

// trail is where a way leads.
func (f *Battlefield) trail(p *Position, a, b int, by Way) []leg {
	if by == UsualWay && f.overRuins(p, a, b) {
		_, legs := f.walk(f.places[a].at, f.places[b].at, f.fallen(p))
		return legs
	}
	if by == ByBreach {
		return f.breach(p, a, b).legs
	}
	return f.trails[trail{uint8(a), uint8(b), by}]
}

// aimAt says which wall in front of a place is struck from another.
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
	t.point = crossing(ground.Segment{A: x.at, B: y.at}, f.land.WallLine(w))
	z := y.eye
	out := ground.Spot{Point: before(t.point, x.at), Z: z}
	switch {
	case x.walled && y.walled && x.storey == y.storey && f.land.BetweenSections(ground.SectionID(x.wing), s) == 0:
		t.some, t.beside = true, true
	case x.walled:
		t.out = f.oneWindow(x, out)
		if t.some = t.out > 0; !t.some {
			for _, o := range f.sortOf(x, true) {
				if f.opens(x, o, out) {
					t.gaps = append(t.gaps, int16(o)+1)
				}
			}
		}
	default:
		t.some = f.land.Sees(x.spot(), out, ground.Destroyed{})
	}
	return t
}

// crossing is where a shot meets the line of a wall.
func crossing(shot, wall ground.Segment) ground.Point {
	dx, dy := int64(shot.B.X-shot.A.X), int64(shot.B.Y-shot.A.Y)
	wx, wy := int64(wall.B.X-wall.A.X), int64(wall.B.Y-wall.A.Y)
	ax, ay := int64(wall.A.X-shot.A.X), int64(wall.A.Y-shot.A.Y)
	n, d := ax*wy-ay*wx, dx*wy-dy*wx
	if d == 0 {
		return wall.Middle()
	}
	return ground.Point{X: shot.A.X + ground.Length(dx*n/d), Y: shot.A.Y + ground.Length(dy*n/d)}
}

// before is a point a hair's breadth before another, towards the firer.
func before(at, from ground.Point) ground.Point {
	const hair = 30
	d := ground.Distance(at, from)
	if d <= hair {
		return from
	}
	return ground.Point{X: at.X + (from.X-at.X)*hair/d, Y: at.Y + (from.Y-at.Y)*hair/d}
}

// relative is a point as it lies from a point of a wall: how far inside, and
// how far to the right as seen from outside, in quarter inches.
func relative(wall ground.Segment, at, q ground.Point) (depth, aside int8) {
	d, s := offset(wall, at, q)
	return int8(min(max(d, -40), 40)), int8(min(max(s, -40), 40))
}

// offset is relative without bounds.
func offset(wall ground.Segment, at, q ground.Point) (depth, aside int) {
	wx, wy := int64(wall.B.X-wall.A.X), int64(wall.B.Y-wall.A.Y)
	long := int64(wall.Length())
	x, y := int64(q.X-at.X), int64(q.Y-at.Y)
	return quarters((y*wx - x*wy) / long), quarters((x*wx + y*wy) / long)
}

// quarters turns thousandths of an inch into quarter inches, to the nearest.
func quarters(n int64) int {
	const quarter = int64(ground.Inch) / 4
	if n < 0 {
		return -int((-n + quarter/2) / quarter)
	}
	return int((n + quarter/2) / quarter)
}

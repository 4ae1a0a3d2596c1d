package lasergrenadiers

import "loophole/ground"

// way works out how far pieces go from one place to another, by each way.
func (f *Battlefield) way(a, b int, climb, window ground.Length) {
	x, y := &f.places[a], &f.places[b]
	to := &f.ways[a][b]
	for i := range to {
		to[i] = -1
	}
	for k := range f.holes[a][b] {
		f.holes[a][b][k] = -1
	}
	switch {
	case a == b:
	case x.wing < 0 && y.wing < 0:
		to[UsualWay] = f.walk(x.at, y.at)
	case x.wing < 0:
		f.enter(to, x, y, climb, window)
		f.breaches(&f.holes[a][b], x, y)
	case y.wing < 0:
		f.enter(to, y, x, climb, window)
		f.breaches(&f.holes[a][b], y, x)
	case x.wing == y.wing:
		if n, ok := f.stairs(x, y); ok {
			to[UsualWay] = ground.Distance(x.at, y.at) + ground.Length(n)*climb
		}
	default:
		f.linked(to, x, y)
	}
}

// walk is the length of the way over open ground; difficult ground counts
// twice. It is -1 where there is none.
func (f *Battlefield) walk(from, to ground.Point) ground.Length {
	route := f.land.Route(from, to, ground.Ruins{})
	total := ground.Length(-1)
	for i := range route {
		if i == 0 {
			total = 0
			continue
		}
		s := ground.Segment{A: route[i-1], B: route[i]}
		n := s.Length()
		if f.land.Rough(s, ground.Ruins{}) {
			n *= 2
		}
		total += n
	}
	return total
}

// enter works out the ways between a spot outside and a place of a structure.
func (f *Battlefield) enter(to *[wayCount]ground.Length, out, in *place, climb, window ground.Length) {
	if !in.walled {
		edge := f.land.Plan(ground.SectionID(in.wing)).Closest(out.at)
		if !f.land.OnRoof(in.floor()) {
			to[UsualWay] = plus(f.walk(out.at, edge), ground.Distance(edge, in.at))
		}
		return
	}
	o, end := f.land.OpeningsOf(ground.SectionID(in.wing))
	for ; o < end; o++ {
		x := f.land.Opening(o)
		at := f.land.OpeningSpot(o).Point
		n := max(x.Storey-int(in.storey), int(in.storey)-x.Storey)
		inner := ground.Distance(at, in.at) + ground.Length(n)*climb
		switch {
		case n > 0 && !f.climbs(in, x.Storey):
		case x.Kind == ground.Door || x.Kind == ground.Gap:
			long := plus(f.walk(out.at, at), inner)
			shorter(&to[UsualWay], long)
			if x.Storey < 0 {
				shorter(&to[BelowGround], long)
			} else {
				shorter(&to[AboveGround], long)
			}
		case x.Kind == ground.Window && x.Storey == 0:
			shorter(&to[ByWindow], plus(f.walk(out.at, at), inner+window))
		}
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

// breaches works out the ways through holes in each wall of the ground floor.
func (f *Battlefield) breaches(to *[mostWalls]ground.Length, out, in *place) {
	if !in.walled || in.storey != 0 {
		return
	}
	first, end := f.land.WallsOf(ground.SectionID(in.wing))
	for w := first; w < end; w++ {
		at := f.land.WallLine(w).Middle()
		if f.land.Faces(w, out.at) {
			to[w-first] = plus(f.walk(out.at, at), ground.Distance(at, in.at))
		}
	}
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

// linked works out the ways between two sections that are joined.
func (f *Battlefield) linked(to *[wayCount]ground.Length, x, y *place) {
	for _, e := range f.land.Exits(x.floor()) {
		if e.To != y.floor() {
			continue
		}
		by := UsualWay
		if e.Kind == ground.Tunnel {
			by = ByTunnel
		}
		shorter(&to[by], ground.Distance(x.at, y.at))
	}
}

// plus adds two parts of a way; -1 is none.
func plus(a, b ground.Length) ground.Length {
	if a < 0 {
		return -1
	}
	return a + b
}

func shorter(to *ground.Length, long ground.Length) {
	if long >= 0 && (*to < 0 || long < *to) {
		*to = long
	}
}

// long is how far it is from one place to another by a way, among the breaches
// that there are; -1 is none.
func (f *Battlefield) long(p *Position, a, b int, by Way) ground.Length {
	if by != ByBreach {
		return f.ways[a][b][by]
	}
	w := f.places[b].wing
	if w < 0 {
		w = f.places[a].wing
	}
	best := ground.Length(-1)
	if w < 0 {
		return best
	}
	for k, n := range f.holes[a][b] {
		if p.Wings[w].Open>>k&1 == 1 {
			shorter(&best, n)
		}
	}
	return best
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
		t.some = t.out > 0
	default:
		t.some = f.land.Sees(x.spot(), out, ground.Ruins{})
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

// refuges lists the spots in the open, the nearest first.
func (f *Battlefield) refuges(a int) (list []uint8) {
	for b := range f.places {
		if f.places[b].wing >= 0 {
			continue
		}
		i := len(list)
		list = append(list, 0)
		for i > 0 && f.far[a][list[i-1]] > f.far[a][b] {
			list[i] = list[i-1]
			i--
		}
		list[i] = uint8(b)
	}
	return list
}

package ground

// A shape is an area prepared for tests of sight, with its corners counterclockwise.
type shape struct {
	corners Polygon
	box     box
	convex  bool
}

func shapeOf(p Polygon) shape {
	q := p.counterclockwise()
	return shape{q, boxOf(q...), q.convex()}
}

// A ray is a straight line between two spots.
type ray struct {
	a, b   Point
	ab     vec
	za, dz int64
	box    box
}

func rayOf(a, b Spot) ray {
	return ray{a.Point, b.Point, from(a.Point, b.Point), int64(a.Z), int64(b.Z) - int64(a.Z), boxOf(a.Point, b.Point)}
}

// side is positive for points to the left of the line, negative to the right.
func (l *ray) side(p Point) int64 { return l.ab.cross(from(l.a, p)) }

// crossing returns the place where the line meets the line through p and q.
func (l *ray) crossing(p, q Point) ratio {
	pq := from(p, q)
	return ratioOf(from(l.a, p).cross(pq), l.ab.cross(pq))
}

// foot returns the place along the line of a point that lies on it.
func (l *ray) foot(p Point) ratio { return ratio{from(l.a, p).dot(l.ab), l.ab.square()} }

// below reports whether the line is below a height at a place between its ends. Heights are below
// 2^18 and places have parts below 2^43, so nothing overflows.
func (l *ray) below(t ratio, top int64) bool { return (l.za-top)*t.d+l.dz*t.n < 0 }

// over reports whether the whole line is at or above a height.
func (l *ray) over(top int64) bool { return l.za >= top && l.za+l.dz >= top }

// dipsBelow reports whether the line is below a height anywhere strictly between two places on it.
func (l *ray) dipsBelow(lo, hi ratio, top int64) bool {
	if lo.n < 0 {
		lo = ratio{0, 1}
	}
	if hi.n > hi.d {
		hi = ratio{1, 1}
	}
	return lo.less(hi) && (l.below(lo, top) || l.below(hi, top))
}

// pierces reports whether the line passes through the inside of a shape below a height. Running
// along an outline and touching a corner do not count.
func (l *ray) pierces(s *shape, top int64) bool {
	if l.box.isApart(&s.box) || l.over(top) {
		return false
	}
	if s.convex {
		return l.piercesConvex(s, top)
	}
	return l.piercesAny(s, top)
}

func (l *ray) piercesConvex(s *shape, top int64) bool {
	var in, out ratio
	left, right := false, false
	p := s.corners[len(s.corners)-1]
	sp := l.side(p)
	for _, q := range s.corners {
		sq := l.side(q)
		left, right = left || sq > 0, right || sq < 0
		switch {
		case sp >= 0 && sq < 0:
			in = l.crossing(p, q)
		case sp < 0 && sq >= 0:
			out = l.crossing(p, q)
		}
		p, sp = q, sq
	}
	return left && right && l.dipsBelow(in, out, top)
}

// An event is a place where the line, shifted a hair to its right or left, enters or leaves a
// shape.
type event struct {
	at     ratio
	shift  int8 // 0 right, 1 left
	change int8 // 1 enters, -1 leaves
}

// piercesAny is pierces for shapes that are not convex. A stretch of the line is inside if the
// line shifted a hair to either side is: along an outline only one of them is, along a diagonal
// both are.
func (l *ray) piercesAny(s *shape, top int64) bool {
	var buf [2 * MaxCorners]event
	events := buf[:0]
	p := s.corners[len(s.corners)-1]
	sp := l.side(p)
	for _, q := range s.corners {
		sq := l.side(q)
		if (sp >= 0) != (sq >= 0) {
			events = insert(events, event{l.crossing(p, q), 0, enters(sp >= 0)})
		}
		if (sp > 0) != (sq > 0) {
			events = insert(events, event{l.crossing(p, q), 1, enters(sp > 0)})
		}
		p, sp = q, sq
	}
	var in [2]int8
	for i, e := range events {
		in[e.shift] += e.change
		if in[0] > 0 && in[1] > 0 && i+1 < len(events) && l.dipsBelow(e.at, events[i+1].at, top) {
			return true
		}
	}
	return false
}

// enters returns 1 if the line enters at a side of a shape and -1 if it leaves. The inside is on
// the left of every side, so the line enters at a side that leads from its left to its right.
func enters(leftToRight bool) int8 {
	if leftToRight {
		return 1
	}
	return -1
}

// insert adds an event in the order of the line. The lists are short, so insertion is the fastest
// sort.
func insert(events []event, e event) []event {
	events = append(events, e)
	for i := len(events) - 1; i > 0 && events[i].at.less(events[i-1].at); i-- {
		events[i], events[i-1] = events[i-1], events[i]
	}
	return events
}

// A polyline is an obstacle without width: a hedge, a wall.
type polyline struct {
	points []Point
	box    box
}

// cuts reports whether the line crosses a polyline from one side to the other below a height. A
// line that ends at the polyline does not cross it.
func (l *ray) cuts(c *polyline, top int64) bool {
	if l.box.isApart(&c.box) || l.over(top) {
		return false
	}
	last, at := 0, 0
	for i, p := range c.points {
		s := sign(l.side(p))
		if s == 0 {
			continue
		}
		if last*s < 0 && l.cutsBetween(c, at, i, top) {
			return true
		}
		last, at = s, i
	}
	return false
}

// cutsBetween tests a change of sides between two points of a polyline. Any points between them
// lie on the line.
func (l *ray) cutsBetween(c *polyline, i, j int, top int64) bool {
	if j == i+1 {
		return l.isStrictlyWithin(l.crossing(c.points[i], c.points[j]), top)
	}
	for _, p := range c.points[i+1 : j] {
		if l.isStrictlyWithin(l.foot(p), top) {
			return true
		}
	}
	return false
}

// isStrictlyWithin reports whether a place is strictly between the ends and below a height.
func (l *ray) isStrictlyWithin(t ratio, top int64) bool {
	return t.n > 0 && t.n < t.d && l.below(t, top)
}

// A touchPoint is a point where two shapes touch. A line through it may pass through the inside of
// neither, and still has no gap to pass.
type touchPoint struct {
	at   Point
	i, j int // in the list of solids
}

// passesBetween reports whether the line passes between two shapes at a touch point.
func (l *ray) passesBetween(at Point, s, t *shape, top int64) bool {
	return l.side(at) == 0 && l.isStrictlyWithin(l.foot(at), top) && l.flank(s, at)*l.flank(t, at) < 0
}

// flank returns 1 if a shape lies to the left of the line at a point of its outline, -1 if it
// lies to the right, and 0 if the line enters it there.
func (l *ray) flank(s *shape, at Point) int {
	n := len(s.corners)
	for i := range n {
		e := s.corners.Edge(i)
		switch {
		case e.A == at:
			before, after := sign(l.side(s.corners[(i+n-1)%n])), sign(l.side(e.B))
			if before*after < 0 {
				return 0
			}
			return sign(int64(before + after))
		case e.B != at && e.On(at):
			if l.side(e.A) != 0 {
				return 0
			}
			return sign(l.ab.dot(from(e.A, e.B)))
		}
	}
	return 0
}

// goneHeight is the height of a removed obstacle, below everything.
const goneHeight = -2 * int64(HeightLimit)

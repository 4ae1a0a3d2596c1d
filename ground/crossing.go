package ground

import "slices"

// Parallel reports whether two segments are parallel. A segment that is a point is parallel to all.
func (s Segment) Parallel(t Segment) bool { return vecOf(s).cross(vecOf(t)) == 0 }

// Crossing returns the point in which the lines of two segments cross, rounded towards s.A, or the
// middle of t if they are parallel.
func (s Segment) Crossing(t Segment) Point {
	along, line := vecOf(s), vecOf(t)
	d := along.cross(line)
	if d == 0 {
		return t.Middle()
	}
	n := from(s.A, t.A).cross(line)
	return Point{s.A.X + Length(along.x*n/d), s.A.Y + Length(along.y*n/d)}
}

// crosses reports whether a segment has a single point in common with another.
func (s Segment) crosses(t Segment) bool { return s.Meets(t) && !s.Parallel(t) }

// Off returns the point a length off the middle of the segment, on its right: of a wall, outside.
func (s Segment) Off(l Length) Point {
	m, v, long := s.Middle(), vecOf(s), int64(s.Length())
	return Point{m.X + Length(v.y*int64(l)/long), m.Y - Length(v.x*int64(l)/long)}
}

// Relative returns how q lies from a point of the segment: how far to the left of the segment, and how
// far along it, both rounded towards zero. The left of a wall is its inside. Along a wall is to the right
// as seen from outside.
func (s Segment) Relative(at, q Point) (left, along Length) {
	v, w, long := vecOf(s), from(at, q), int64(s.Length())
	return Length(v.cross(w) / long), Length(v.dot(w) / long)
}

// crossings returns the ends of a segment, and the points in which it crosses the outline.
func (p Polygon) crossings(s Segment) []Point {
	ends := append(make([]Point, 0, 16), s.A, s.B)
	for i := range p {
		if e := p.Edge(i); e.crosses(s) {
			ends = append(ends, s.Crossing(e))
		}
	}
	return ends
}

// lengthInside returns how much of a segment is inside the plan.
func (p Polygon) lengthInside(s Segment) (n Length) {
	if len(p) == 0 {
		return 0
	}
	ends := p.crossings(s)
	slices.SortFunc(ends, func(a, b Point) int { return int(Distance(s.A, a) - Distance(s.A, b)) })
	for i := range ends[1:] {
		if piece := (Segment{ends[i], ends[i+1]}); p.Locate(piece.Middle()) == Inside {
			n += piece.Length()
		}
	}
	return n
}

// Middle returns the mean of the corners.
func (p Polygon) Middle() Point {
	var sum vec
	for _, c := range p {
		sum.x += int64(c.X)
		sum.y += int64(c.Y)
	}
	n := int64(len(p))
	return Point{Length(sum.x / n), Length(sum.y / n)}
}

// CoversAll reports whether all of some points are under the circle, as the corners of a plan.
func (c Circle) CoversAll(points []Point) bool {
	return !slices.ContainsFunc(points, func(p Point) bool { return !c.Covers(p) })
}

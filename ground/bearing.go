package ground

// The functions of this file answer for units that face a side of the compass and move in straight
// lines, as those of The Old World do.

// Bearing returns the side of the compass on which b lies from a. A point on a diagonal lies to
// the north or to the south.
func Bearing(a, b Point) Side {
	x, y := b.X-a.X, b.Y-a.Y
	switch {
	case y >= max(x, -x):
		return North
	case -y >= max(x, -x):
		return South
	case x > 0:
		return East
	}
	return West
}

// Step returns the point a length away towards a side of the compass.
func (p Point) Step(s Side, l Length) Point {
	switch s {
	case North:
		p.Y += l
	case East:
		p.X += l
	case South:
		p.Y -= l
	default:
		p.X -= l
	}
	return p
}

// Along returns the point a length away in the direction of a vector, rounded towards p. A vector
// (0, 0) has no direction: the point stays where it is.
func (p Point) Along(dx, dy int64, l Length) Point {
	if dx == 0 && dy == 0 {
		return p
	}
	for dx > 1<<19 || -dx > 1<<19 || dy > 1<<19 || -dy > 1<<19 {
		dx, dy = dx/2, dy/2
	}
	long := int64(Distance(Point{}, Point{Length(dx), Length(dy)}))
	return Point{p.X + Length(dx*int64(l)/long), p.Y + Length(dy*int64(l)/long)}
}

// Toward returns the point a length away in the direction of another point, as [Point.Along] does.
func (p Point) Toward(q Point, l Length) Point { return p.Along(int64(q.X-p.X), int64(q.Y-p.Y), l) }

// AlongRoute returns the point a length along a route of at least one point, or the last point of a
// shorter route.
func AlongRoute(route []Point, l Length) Point {
	for k := 1; k < len(route); k++ {
		leg := Distance(route[k-1], route[k])
		if l < leg {
			return route[k-1].Toward(route[k], l)
		}
		l -= leg
	}
	return route[len(route)-1]
}

// Ahead reports whether any part of the outline lies in the quarter of the compass around a side,
// as seen from a point. The diagonals belong to the quarter.
func (p Polygon) Ahead(at Point, facing Side) bool {
	for i := range p {
		e := p.Edge(i)
		if meetsNorth(turned(from(at, e.A), facing), turned(from(at, e.B), facing)) {
			return true
		}
	}
	return false
}

// turned turns a vector so that a side of the compass becomes north.
func turned(v vec, facing Side) vec {
	switch facing {
	case East:
		return vec{-v.y, v.x}
	case South:
		return vec{-v.x, -v.y}
	case West:
		return vec{v.y, -v.x}
	}
	return v
}

// meetsNorth reports whether a segment, as seen from the origin, meets the northern quarter, which lies
// above both diagonals.
func meetsNorth(p, q vec) bool {
	first, last := ratio{0, 1}, ratio{1, 1}
	for _, side := range [...]int64{-1, 1} {
		g, h := p.y+side*p.x, q.y+side*q.x
		switch {
		case g < 0 && h < 0:
			return false
		case g < 0 && first.less(ratioOf(g, g-h)):
			first = ratioOf(g, g-h)
		case h < 0 && ratioOf(g, g-h).less(last):
			last = ratioOf(g, g-h)
		}
	}
	return !last.less(first)
}

// Chord follows the line from a point through another one and beyond. It returns the distances from
// the point to the first and the last crossing of the outline, rounded towards zero, and false if
// the line crosses no side. The distance to a crossing behind the point is negative.
func (p Polygon) Chord(at, through Point) (near, far Length, ok bool) {
	line, long := from(at, through), int64(Distance(at, through))
	for i := range p {
		e := p.Edge(i)
		edge, begin := vecOf(e), from(at, e.A)
		across := line.cross(edge)
		if across == 0 {
			continue
		}
		if on := ratioOf(begin.cross(line), across); on.n < 0 || on.n > on.d {
			continue
		}
		l := Length(begin.cross(edge) * long / across)
		if !ok {
			near, far, ok = l, l, true
		}
		near, far = min(near, l), max(far, l)
	}
	return near, far, ok
}

// Behind reports whether a straight screen hides the whole polygon from an eye. The screen has a
// width, its middle is at a point, and it is at right angles to the line of view.
func (p Polygon) Behind(eye, middle Point, width Length) bool {
	v := from(eye, middle)
	l := max(1, int64(Distance(eye, middle)))
	w := vec{-v.y * int64(width) / (2 * l), v.x * int64(width) / (2 * l)} // from the middle to the left end
	for _, c := range p {
		x := from(eye, c)
		left, right := vec{v.x + w.x, v.y + w.y}, vec{v.x - w.x, v.y - w.y}
		if left.cross(x) > 0 || right.cross(x) < 0 || v.dot(x) <= 0 {
			return false
		}
	}
	return true
}

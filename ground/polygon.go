package ground

import (
	"fmt"
	"slices"
)

// MaxCorners is the largest number of corners of a polygon.
const MaxCorners = 64

// Polygon is an outline seen from above: its corners in order, either way round, the last joined
// to the first. It encloses an area only if [Polygon.Check] returns nil.
type Polygon []Point

// Rect returns the rectangle with south-west corner p, width to the east and depth to the north.
func Rect(p Point, width, depth Length) Polygon {
	return Polygon{p, {p.X + width, p.Y}, {p.X + width, p.Y + depth}, {p.X, p.Y + depth}}
}

// Where is the side of an outline on which a point lies.
type Where int8

// The sides of an outline.
const (
	Outside Where = iota - 1
	Edge
	Inside
)

// Edge returns the side of the polygon from corner i to the next.
func (p Polygon) Edge(i int) Segment {
	j := i + 1
	if j == len(p) {
		j = 0
	}
	return Segment{p[i], p[j]}
}

// Check returns an error if the corners do not enclose an area: too few or too many corners, a
// corner beyond [Limit], two corners in one place, sides that cross or touch, or no area.
func (p Polygon) Check() error {
	if len(p) < 3 || len(p) > MaxCorners {
		return fmt.Errorf("a plan has 3 to %d corners, not %d", MaxCorners, len(p))
	}
	for i, c := range p {
		if !c.within() {
			return fmt.Errorf("corner %d at %v lies more than %v inches from the origin", i+1, c, Limit)
		}
		if c == p.Edge(i).B {
			return fmt.Errorf("corners %d and %d are both at %v", i+1, (i+1)%len(p)+1, c)
		}
	}
	if p.double() == 0 {
		return fmt.Errorf("the corners enclose no area")
	}
	return p.checkSides()
}

func (p Polygon) checkSides() error {
	for i := range p {
		a := p.Edge(i)
		for j := i + 1; j < len(p); j++ {
			b, bad := p.Edge(j), false
			switch {
			case j == i+1:
				bad = a.On(b.B) || b.On(a.A)
			case i == 0 && j == len(p)-1:
				bad = a.On(b.A) || b.On(a.B)
			default:
				bad = a.Meets(b)
			}
			if bad {
				return fmt.Errorf("side %d, %v to %v, meets side %d, %v to %v", i+1, a.A, a.B, j+1, b.A, b.B)
			}
		}
	}
	return nil
}

// double returns twice the signed area. It is positive if the corners go counterclockwise.
func (p Polygon) double() int64 {
	var sum int64
	for i := range p {
		sum += from(p[0], p[i]).cross(from(p[0], p.Edge(i).B))
	}
	return sum
}

// convex reports whether no corner points inwards.
func (p Polygon) convex() bool {
	left, right := false, false
	for i := range p {
		e := p.Edge(i)
		t := turn(e.A, e.B, p.Edge((i+1)%len(p)).B)
		left, right = left || t > 0, right || t < 0
	}
	return !(left && right)
}

// counterclockwise returns a copy whose corners go counterclockwise, so that the inside is on the
// left of every side.
func (p Polygon) counterclockwise() Polygon {
	q := slices.Clone(p)
	if q.double() < 0 {
		slices.Reverse(q)
	}
	return q
}

// Locate returns whether a point is inside, outside or on the outline. It counts the sides that a ray
// to the east crosses, and rounds nothing.
func (p Polygon) Locate(q Point) Where {
	in := false
	a := p[len(p)-1]
	for _, b := range p {
		if (a.Y > q.Y) != (b.Y > q.Y) {
			t := turn(a, b, q)
			if t == 0 {
				return Edge
			}
			if t > 0 == (b.Y > a.Y) {
				in = !in
			}
		} else if a.Y == q.Y && b.Y == q.Y && (Segment{a, b}).spans(q) || b == q {
			return Edge
		}
		a = b
	}
	if in {
		return Inside
	}
	return Outside
}

// Holds reports whether the point is inside or on the outline.
func (p Polygon) Holds(q Point) bool { return p.Locate(q) != Outside }

// Distance returns the distance from a point to the plan, rounded up. It is zero inside.
func (p Polygon) Distance(q Point) Length {
	if p.Holds(q) {
		return 0
	}
	var n nearest
	for i := range p {
		n.add(toSegment(q, p.Edge(i)))
	}
	return n.best
}

// Overlaps reports whether two plans have a point in common; touching counts.
func (p Polygon) Overlaps(q Polygon) bool {
	for i := range p {
		for j := range q {
			if p.Edge(i).Meets(q.Edge(j)) {
				return true
			}
		}
	}
	return p.Holds(q[0]) || q.Holds(p[0])
}

// Between returns the distance between two plans, rounded up. It is zero if they touch or
// overlap.
func (p Polygon) Between(q Polygon) Length {
	if p.Overlaps(q) {
		return 0
	}
	var n nearest
	for i := range p {
		for j := range q {
			n.add(toSegment(p[i], q.Edge(j)))
			n.add(toSegment(q[j], p.Edge(i)))
		}
	}
	return n.best
}

// Closest returns the point of the plan nearest to q, rounded to the nearest thousandth, or q
// itself if the plan holds it. It is for drawing.
func (p Polygon) Closest(q Point) Point {
	if p.Holds(q) {
		return q
	}
	var n nearest
	at := q
	for i := range p {
		if n.add(toSegment(q, p.Edge(i))) {
			at = p.Edge(i).Nearest(q)
		}
	}
	return at
}

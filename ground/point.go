package ground

import (
	"encoding/binary"
	"math/bits"
)

// Point is a place on the plan, in thousandths of an inch. X runs east, Y north.
type Point struct{ X, Y Length }

// At returns the point x inches east and y inches north of the origin.
func At(x, y int) Point { return Point{Length(x) * Inch, Length(y) * Inch} }

// String writes the point in inches: (6,2.5).
func (p Point) String() string { return "(" + p.X.String() + "," + p.Y.String() + ")" }

// within reports whether the point is inside the limits of coordinates.
func (p Point) within() bool {
	return -Limit <= p.X && p.X <= Limit && -Limit <= p.Y && p.Y <= Limit
}

// Spot is a point at a height above the table.
type Spot struct {
	Point
	Z Length
}

// Segment is a straight piece of a line, such as a wall or a path.
type Segment struct{ A, B Point }

// Middle returns the middle of the segment. If it does not lie on a whole thousandth, it is
// rounded towards the first end.
func (s Segment) Middle() Point {
	return Point{s.A.X + (s.B.X-s.A.X)/2, s.A.Y + (s.B.Y-s.A.Y)/2}
}

// Length returns the length of the segment, rounded up.
func (s Segment) Length() Length { return Distance(s.A, s.B) }

// A vec is a difference of points. With coordinates within [Limit] its parts are below 2^21, so
// that products, and sums of two products, stay below 2^43.
type vec struct{ x, y int64 }

func from(a, b Point) vec { return vec{int64(b.X) - int64(a.X), int64(b.Y) - int64(a.Y)} }

func (v vec) cross(w vec) int64 { return v.x*w.y - v.y*w.x }
func (v vec) dot(w vec) int64   { return v.x*w.x + v.y*w.y }
func (v vec) square() int64     { return v.x*v.x + v.y*v.y }

// turn is positive when a, b, c turn left, negative when they turn right, and
// zero when they are in line.
func turn(a, b, c Point) int64 { return from(a, b).cross(from(a, c)) }

// On reports whether the point lies on the segment, its ends included.
func (s Segment) On(p Point) bool { return turn(s.A, s.B, p) == 0 && s.spans(p) }

// spans reports whether a point in line with the segment is between its ends.
func (s Segment) spans(p Point) bool {
	return min(s.A.X, s.B.X) <= p.X && p.X <= max(s.A.X, s.B.X) &&
		min(s.A.Y, s.B.Y) <= p.Y && p.Y <= max(s.A.Y, s.B.Y)
}

// Meets reports whether two segments have a point in common; touching counts.
func (s Segment) Meets(t Segment) bool {
	a, b := turn(s.A, s.B, t.A), turn(s.A, s.B, t.B)
	c, d := turn(t.A, t.B, s.A), turn(t.A, t.B, s.B)
	if sign(a)*sign(b) < 0 && sign(c)*sign(d) < 0 {
		return true
	}
	return a == 0 && s.spans(t.A) || b == 0 && s.spans(t.B) ||
		c == 0 && t.spans(s.A) || d == 0 && t.spans(s.B)
}

func sign(n int64) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// A ratio is a place along a line, n/d of its length, with d above zero.
type ratio struct{ n, d int64 }

// ratioOf returns n/d with the sign in the numerator.
func ratioOf(n, d int64) ratio {
	if d < 0 {
		return ratio{-n, -d}
	}
	return ratio{n, d}
}

// less compares two places exactly; the products need up to 86 bits.
func (a ratio) less(b ratio) bool { return a.cmp(b) < 0 }

func (a ratio) cmp(b ratio) int {
	if s, t := sign(a.n), sign(b.n); s != t || s == 0 {
		return s - t
	}
	hi, lo := bits.Mul64(magnitude(a.n), uint64(b.d))
	hj, lp := bits.Mul64(magnitude(b.n), uint64(a.d))
	c := 0
	switch {
	case hi > hj || hi == hj && lo > lp:
		c = 1
	case hi < hj || hi == hj && lo < lp:
		c = -1
	}
	return c * sign(a.n)
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// A box is the rectangle around a shape, for quick tests.
type box struct{ lo, hi Point }

func boxOf(points ...Point) box {
	b := box{points[0], points[0]}
	for _, p := range points[1:] {
		b.lo.X, b.lo.Y = min(b.lo.X, p.X), min(b.lo.Y, p.Y)
		b.hi.X, b.hi.Y = max(b.hi.X, p.X), max(b.hi.Y, p.Y)
	}
	return b
}

// isApart reports whether two boxes have no point in common.
func (b *box) isApart(c *box) bool {
	return b.hi.X < c.lo.X || c.hi.X < b.lo.X || b.hi.Y < c.lo.Y || c.hi.Y < b.lo.Y
}

// A PackedSpot is a spot byte by byte, without alignment, as the position of a game holds it.
type PackedSpot [12]uint8

// Packed packs a spot.
func (s Spot) Packed() (p PackedSpot) {
	for i, l := range [...]Length{s.X, s.Y, s.Z} {
		binary.LittleEndian.PutUint32(p[4*i:], uint32(l))
	}
	return p
}

// Spot unpacks a spot.
func (p PackedSpot) Spot() Spot {
	at := func(i int) Length { return Length(binary.LittleEndian.Uint32(p[4*i:])) }
	return Spot{Point{at(0), at(1)}, at(2)}
}

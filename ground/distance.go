package ground

import (
	"cmp"
	"math"
	"math/bits"
)

// A span is an exact distance: the root of square or, if under is not zero, cross over the root
// of under. The distance from a point to the inside of a segment has the second form.
type span struct{ square, cross, under uint64 }

// within reports whether the distance is at most l, exactly.
func (s span) within(l uint64) bool {
	if s.under == 0 {
		return s.square <= l*l
	}
	hi, lo := bits.Mul64(s.cross, s.cross)
	hj, lp := bits.Mul64(l*l, s.under)
	return hi < hj || hi == hj && lo <= lp
}

// less reports whether the distance is less than l, exactly.
func (s span) less(l uint64) bool {
	if s.under == 0 {
		return s.square < l*l
	}
	hi, lo := bits.Mul64(s.cross, s.cross)
	hj, lp := bits.Mul64(l*l, s.under)
	return hi < hj || hi == hj && lo < lp
}

// roundUp returns the distance rounded up to a whole thousandth.
func (s span) roundUp() Length { return Length(s.root()) }

// root returns the distance rounded up. The root of a float is only the first guess.
func (s span) root() uint64 {
	guess := math.Sqrt(float64(s.square))
	if s.under != 0 {
		guess = float64(s.cross) / math.Sqrt(float64(s.under))
	}
	l := uint64(guess)
	for !s.within(l) {
		l++
	}
	for l > 0 && s.within(l-1) {
		l--
	}
	return l
}

// roundDown returns the distance rounded down.
func (s span) roundDown() Length {
	l := s.roundUp()
	if s.less(uint64(l)) {
		l--
	}
	return l
}

func between(p, q Point) span { return span{square: uint64(from(p, q).square())} }

// toSegment returns the exact distance from a point to a segment.
func toSegment(p Point, s Segment) span {
	ab, ap := from(s.A, s.B), from(s.A, p)
	t, whole := ap.dot(ab), ab.square()
	switch {
	case t <= 0:
		return between(p, s.A)
	case t >= whole:
		return between(p, s.B)
	}
	return span{cross: magnitude(ab.cross(ap)), under: uint64(whole)}
}

// A nearest keeps the least of several distances, rounded up. Rounding up is monotonic, so the
// least of the rounded distances is the least distance rounded.
type nearest struct {
	best Length
	some bool
}

// add reports whether the distance is less than the best so far.
func (n *nearest) add(s span) bool {
	if n.some && (n.best == 0 || !s.within(uint64(n.best-1))) {
		return false
	}
	n.best, n.some = s.roundUp(), true
	return true
}

// Distance returns the distance between two points on the plan, rounded up.
func Distance(p, q Point) Length { return between(p, q).roundUp() }

// Within reports whether two points are at most l apart, exactly. It is faster than [Distance]
// and equivalent to Distance(p, q) <= l.
func Within(p, q Point, l Length) bool { return l >= 0 && between(p, q).within(uint64(l)) }

// DistanceDown returns the distance between two points, rounded down. It is exact for "at least"
// and for "full inches moved".
func DistanceDown(p, q Point) Length { return between(p, q).roundDown() }

// Distance returns the distance from a point to the nearest point of the segment, rounded up.
func (s Segment) Distance(p Point) Length { return toSegment(p, s).roundUp() }

// Within reports whether a point is at most l from the nearest point of the segment, exactly. It
// is faster than [Segment.Distance].
func (s Segment) Within(p Point, l Length) bool { return l >= 0 && toSegment(p, s).within(uint64(l)) }

// Nearest returns the point of the segment that is nearest to p, rounded to the
// nearest thousandth. It is for drawing; measure with [Segment.Distance].
func (s Segment) Nearest(p Point) Point {
	ab := from(s.A, s.B)
	t, whole := from(s.A, p).dot(ab), ab.square()
	switch {
	case t <= 0:
		return s.A
	case t >= whole:
		return s.B
	}
	return Point{s.A.X + Length(scale(ab.x, t, whole)), s.A.Y + Length(scale(ab.y, t, whole))}
}

// scale returns v*n/d rounded to the nearest whole number, where 0 <= n <= d. Halves are rounded
// away from zero.
func scale(v, n, d int64) int64 {
	if v < 0 {
		return -scale(-v, n, d)
	}
	hi, lo := bits.Mul64(uint64(v), uint64(n))
	lo, carry := bits.Add64(lo, uint64(d)/2, 0)
	q, _ := bits.Div64(hi+carry, lo, uint64(d))
	return int64(q)
}

// Between returns the distance between two segments, rounded up. It is zero if they meet.
func (s Segment) Between(t Segment) Length {
	if s.Meets(t) {
		return 0
	}
	var n nearest
	n.add(toSegment(s.A, t))
	n.add(toSegment(s.B, t))
	n.add(toSegment(t.A, s))
	n.add(toSegment(t.B, s))
	return n.best
}

// betweenDown returns the distance between two segments, rounded down, which is exact for "at
// least".
func (s Segment) betweenDown(t Segment) Length {
	if s.Meets(t) {
		return 0
	}
	return min(toSegment(s.A, t).roundDown(), toSegment(s.B, t).roundDown(), toSegment(t.A, s).roundDown(), toSegment(t.B, s).roundDown())
}

// mul3 returns a*b*c in three words, the lowest first.
func mul3(a, b, c uint64) (w [3]uint64) {
	hi, lo := bits.Mul64(a, b)
	h0, l0 := bits.Mul64(lo, c)
	h1, l1 := bits.Mul64(hi, c)
	var carry uint64
	w[0] = l0
	w[1], carry = bits.Add64(h0, l1, 0)
	w[2] = h1 + carry
	return w
}

func compare3(a, b [3]uint64) int {
	for i := 2; i >= 0; i-- {
		if a[i] != b[i] {
			return cmp.Compare(a[i], b[i])
		}
	}
	return 0
}

// Path lengths are summed in 1024ths of a thousandth and rounded up once, at the end. Rounding each leg
// to thousandths would lengthen a path of many legs.
const fineBits = 10

// fineDistance returns the distance between two points in 1024ths, rounded up.
func fineDistance(p, q Point) int64 {
	s := span{square: uint64(from(p, q).square()) << (2 * fineBits)} // below 2^62
	return int64(s.root())
}

// roundFine rounds a sum of fine distances up to whole thousandths.
func roundFine(l int64) Length { return Length((l + 1<<fineBits - 1) >> fineBits) }

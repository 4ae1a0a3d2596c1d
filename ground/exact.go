package ground

// Exact is a distance that is exact enough for both "at most" and "at least", in two-thousandths of an
// inch. It is the sum of the distance rounded down and rounded up: an odd number lies between two lengths.
type Exact int32

// exactInch is an inch of an exact distance.
const exactInch = Exact(2 * Inch)

// ExactDistance returns the distance between two points.
func ExactDistance(a, b Point) Exact { return Exact(DistanceDown(a, b)) + Exact(Distance(a, b)) }

// exactBetween returns the distance between the nearest points of two segments.
func (s Segment) exactBetween(t Segment) Exact {
	return Exact(s.betweenDown(t)) + Exact(s.Between(t))
}

// Exactly returns the length as an exact distance.
func (l Length) Exactly() Exact { return 2 * Exact(l) }

// AtMost reports whether the distance is at most a number of inches.
func (d Exact) AtMost(inches int) bool { return d <= Exact(inches)*exactInch }

// LessThan reports whether the distance is less than a number of inches.
func (d Exact) LessThan(inches int) bool { return d < Exact(inches)*exactInch }

// Inches returns the distance in inches, rounded up to whole inches and to at least one.
func (d Exact) Inches() int { return int(max(1, (d+exactInch-1)/exactInch)) }

// IsPart reports whether the distance is not a whole number of inches.
func (d Exact) IsPart() bool { return d%exactInch != 0 }

// LengthUp returns the distance as a length, rounded up.
func (d Exact) LengthUp() Length { return Length((d + 1) / 2) }

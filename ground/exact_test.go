package ground

import "testing"

// TestExact: 3 aside and 4 ahead are 5 inches; a thousandth aside and 4 ahead are more than 4, and
// both "at most" and "at least" know it.
func TestExact(t *testing.T) {
	for _, c := range []struct {
		x, y   Length
		inches int
		part   bool
		up     Length
		within int // the fewest inches that it is within
		short  int // the fewest inches that it is short of
	}{
		{3000, 4000, 5, false, 5000, 5, 6},
		{1, 4000, 5, true, 4001, 5, 5},
		{0, 3999, 4, true, 3999, 4, 4},
		{0, 0, 1, false, 0, 0, 1},
	} {
		a, b := Point{}, Point{X: c.x, Y: c.y}
		d := ExactDistance(a, b)
		if d != (Segment{a, a}).exactBetween(Segment{b, b}) {
			t.Errorf("%v, %v: between segments it is another", c.x, c.y)
		}
		if d.Inches() != c.inches || d.IsPart() != c.part || d.LengthUp() != c.up || c.up.Exactly().LengthUp() != c.up {
			t.Errorf("%v, %v: %d inches, part %v, %d", c.x, c.y, d.Inches(), d.IsPart(), d.LengthUp())
		}
		if !d.AtMost(c.within) || d.AtMost(c.within-1) || !d.LessThan(c.short) || d.LessThan(c.short-1) {
			t.Errorf("%v, %v: within %d and short of %d", c.x, c.y, c.within, c.short)
		}
	}
}

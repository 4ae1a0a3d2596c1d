package konflikt47

import (
	"testing"

	"loophole/ground"
	"loophole/rule"
)

// TestDistance: 3 aside and 4 ahead are 5 inches; a thousandth aside and 4 ahead are
// more than 4, and both "at most" and "at least" know it.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		x, y   ground.Length
		inches uint8
		part   bool
		mils   int
		within int // the fewest inches that it is within
		short  int // the fewest inches that it is short of
	}{
		{3000, 4000, 5, false, 5000, 5, 6},
		{1, 4000, 5, true, 4001, 5, 5},
		{0, 3999, 4, true, 3999, 4, 4},
		{0, 0, 1, false, 0, 0, 1},
	} {
		a, b := ground.Point{}, ground.Point{X: c.x, Y: c.y}
		d := measured(ground.DistanceDown(a, b), ground.Distance(a, b))
		if d.inches() != c.inches || d.part() != c.part || d.mils() != c.mils {
			t.Errorf("%v, %v: %d inches, part %v, %d", c.x, c.y, d.inches(), d.part(), d.mils())
		}
		if !d.within(c.within) || d.within(c.within-1) || !d.short(c.short) || d.short(c.short-1) {
			t.Errorf("%v, %v: within %d and short of %d", c.x, c.y, c.within, c.short)
		}
	}
}

// TestDraws: each order die has a face; seven on a die of eight leave a blank, as do
// nine on one of ten.
func TestDraws(t *testing.T) {
	f := Battlefield{sides: [2]rule.Side{"German", "British"}}
	for i := range 10 {
		f.troops = append(f.troops, unitInfo{side: uint8(i % 2)})
	}
	f.drawn()
	for _, c := range []struct {
		a, b int
		want string
	}{
		{1, 1, "which order die comes out of the cup: German on 1, British on 2"},
		{3, 4, "which order die comes out of the cup: German on 1-3, British on 4-7, a blank on 8"},
		{2, 3, "which order die comes out of the cup: German on 1-2, British on 3-5"},
		{5, 4, "which order die comes out of the cup: German on 1-5, British on 6-9, a blank on 10"},
	} {
		if got := f.draws[c.a][c.b]; got != c.want {
			t.Errorf("%d and %d: %q", c.a, c.b, got)
		}
	}
}

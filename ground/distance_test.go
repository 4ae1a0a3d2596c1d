package ground

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestDistances(t *testing.T) {
	wall := Segment{At(0, 0), At(6, 0)}
	slant := Segment{At(0, 0), At(4, 3)} // 5 inches long
	for _, c := range []struct {
		name string
		got  Length
		want Length
	}{
		{"three, four, five", Distance(At(0, 0), At(3, 4)), 5 * Inch},
		{"the diagonal of a thousandth is 1.41: up to 2", Distance(Point{0, 0}, Point{1, 1}), 2},
		{"and down to 1", DistanceDown(Point{0, 0}, Point{1, 1}), 1},
		{"beside a wall", wall.Distance(At(2, 8)), 8 * Inch},
		{"one thousandth further", wall.Distance(Point{2000, 8001}), 8001},
		{"past its end: the root of 16+9", wall.Distance(At(10, 3)), 5 * Inch},
		{"the foot on the slant is (1.6,1.2), 2 away", slant.Distance(Point{400, 2800}), 2 * Inch},
		{"3*4/5 = 2.4 from the corner", slant.Distance(At(4, 0)), 2400},
		{"two walls that cross", wall.Between(Segment{At(3, -1), At(3, 1)}), 0},
		{"two walls that touch", wall.Between(Segment{At(6, 0), At(9, 4)}), 0},
		{"parallel walls", wall.Between(Segment{At(5, 2), At(9, 2)}), 2 * Inch},
		{"the length of a wall", slant.Length(), 5 * Inch},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if p := slant.Nearest(Point{400, 2800}); p != (Point{1600, 1200}) {
		t.Error("nearest point", p)
	}
	if p := slant.Nearest(At(-1, -5)); p != At(0, 0) {
		t.Error("nearest point before the end", p)
	}
}

// TestBoundary walks over the line at 8 inches of a slanted wall: the true
// distance of (x, y) from the line 3x = 4y is |3x-4y|/5, so that 3x-4y = 40000
// is exactly 8 inches and 40001 is 8.0002.
func TestBoundary(t *testing.T) {
	slant := Segment{At(0, 0), At(40, 30)}
	p := Point{20000, 5000} // 60000 - 20000 = 40000
	if d := slant.Distance(p); d != 8*Inch {
		t.Errorf("exactly 8 inches measures %v", d)
	}
	p.X, p.Y = 20003, 5002 // 60009 - 20008 = 40001
	if d := slant.Distance(p); d != 8001 {
		t.Errorf("8.0002 inches measures %v", d)
	}
	p.X, p.Y = 20001, 5001 // 60003 - 20004 = 39999
	if d := slant.Distance(p); d != 8*Inch {
		t.Errorf("7.9998 inches measures %v", d)
	}
}

func drawPoint(t *rapid.T, reach int, label string) Point {
	c := rapid.Int32Range(-int32(reach), int32(reach))
	return Point{Length(c.Draw(t, label+".x")), Length(c.Draw(t, label+".y"))}
}

// TestDistanceTwin compares segments with rational arithmetic of any size, over
// the whole range of coordinates.
func TestDistanceTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reach := rapid.SampledFrom([]int{3, 50, 60000, int(Limit)}).Draw(t, "reach")
		p, s := drawPoint(t, reach, "p"), Segment{drawPoint(t, reach, "a"), drawPoint(t, reach, "b")}
		got := s.Distance(p)
		square := slowSquare(p, s)
		l := new(big.Rat).SetInt64(int64(got))
		if l.Mul(l, l).Cmp(square) < 0 {
			t.Fatalf("%v is less than the root of %v", got, square)
		}
		if got > 0 {
			l.SetInt64(int64(got) - 1)
			if l.Mul(l, l).Cmp(square) >= 0 {
				t.Fatalf("%v is more than needed for the root of %v", got, square)
			}
		}
	})
}

// slowSquare is the square of the distance, found by projecting as at school.
func slowSquare(p Point, s Segment) *big.Rat {
	rat := func(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }
	ax, ay := rat(int64(s.A.X)), rat(int64(s.A.Y))
	dx, dy := rat(int64(s.B.X-s.A.X)), rat(int64(s.B.Y-s.A.Y))
	px, py := rat(int64(p.X)), rat(int64(p.Y))
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	sub := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
	add := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
	whole := add(mul(dx, dx), mul(dy, dy))
	at := new(big.Rat)
	if whole.Sign() > 0 {
		at.Quo(add(mul(sub(px, ax), dx), mul(sub(py, ay), dy)), whole)
	}
	if at.Sign() < 0 {
		at = rat(0)
	}
	if at.Cmp(rat(1)) > 0 {
		at = rat(1)
	}
	x, y := sub(px, add(ax, mul(dx, at))), sub(py, add(ay, mul(dy, at)))
	return add(mul(x, x), mul(y, y))
}

func TestDistanceLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawPoint(t, 60000, "a"), drawPoint(t, 60000, "b"), drawPoint(t, 60000, "c")
		switch ab, bc, ac := Distance(a, b), Distance(b, c), Distance(a, c); {
		case ab != Distance(b, a):
			t.Fatal("not symmetric")
		case ac > ab+bc:
			t.Fatalf("%v > %v + %v", ac, ab, bc)
		case ab-DistanceDown(a, b) > 1 || ab < DistanceDown(a, b):
			t.Fatal("up and down are further apart than one")
		}
		s, u := Segment{a, b}, Segment{c, drawPoint(t, 60000, "d")}
		if s.Between(u) != u.Between(s) || s.Between(u) != (Segment{b, a}).Between(u) {
			t.Fatal("segments: not symmetric")
		}
		if turned := (Segment{spun(a), spun(b)}); turned.Distance(spun(c)) != s.Distance(c) {
			t.Fatal("turning by a right angle changes a distance")
		}
	})
}

// spun turns a point by a right angle about the origin.
func spun(p Point) Point { return Point{-p.Y, p.X} }

// TestBetweenDown: the nearest ends of two lines are a thousandth aside and four
// inches ahead: a little more than four inches, which is 4 down and 4.001 up.
func TestBetweenDown(t *testing.T) {
	a := Segment{Point{0, 0}, Point{-Inch, 0}}
	for _, c := range []struct {
		b        Segment
		down, up Length
	}{
		{Segment{Point{1, 4 * Inch}, Point{Inch, 4 * Inch}}, 4 * Inch, 4*Inch + 1},
		{Segment{Point{0, 4 * Inch}, Point{Inch, 4 * Inch}}, 4 * Inch, 4 * Inch},
		{Segment{Point{-500, -Inch}, Point{-500, Inch}}, 0, 0},
	} {
		if down, up := a.betweenDown(c.b), a.Between(c.b); down != c.down || up != c.up {
			t.Errorf("%v: %v and %v, not %v and %v", c.b, down, up, c.down, c.up)
		}
	}
}

// Within agrees with Distance at every length near it.
func TestWithin(t *testing.T) {
	for _, q := range []Point{{}, {3, 4}, {1000, 1}, {-7, 12345}, {99999, 99999}} {
		d := Distance(Point{}, q)
		for l := max(-1, d-2); l <= d+2; l++ {
			if got := Within(Point{}, q, l); got != (d <= l) {
				t.Errorf("Within(%v, %d) is %v; they are %d apart", q, l, got, d)
			}
		}
	}
}

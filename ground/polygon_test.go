package ground

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// ell is an L: 12 by 12 with the north-east quarter cut out.
var ell = Polygon{At(0, 0), At(12, 0), At(12, 6), At(6, 6), At(6, 12), At(0, 12)}

func TestPolygonWorked(t *testing.T) {
	house := Rect(At(0, 0), 6*Inch, 6*Inch)
	for _, c := range []struct {
		name      string
		got, want Length
	}{
		{"inside", house.Distance(At(3, 3)), 0},
		{"on the wall", house.Distance(At(6, 3)), 0},
		{"in front of a wall", house.Distance(At(8, 3)), 2 * Inch},
		{"off a corner, 3 and 4", house.Distance(At(9, 10)), 5 * Inch},
		{"into the notch of the L", ell.Distance(At(8, 8)), 2 * Inch},
		{"two houses across a street", house.Between(Rect(At(14, 1), 6*Inch, 6*Inch)), 8 * Inch},
		{"corner to corner, 3 and 4", house.Between(Rect(At(9, 10), Inch, Inch)), 5 * Inch},
		{"houses that touch", house.Between(Rect(At(6, 2), Inch, Inch)), 0},
		{"one in another", house.Between(Rect(At(2, 2), Inch, Inch)), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if !house.convex() || ell.convex() {
		t.Error("convexity")
	}
	if p := ell.Closest(At(8, 9)); p != At(6, 9) {
		t.Error("closest point", p)
	}
	for p, want := range map[Point]Where{At(3, 3): Inside, At(8, 8): Outside, At(6, 6): Edge, At(6, 9): Edge, At(9, 6): Edge,
		At(0, 6): Edge, At(13, 6): Outside, At(-1, 6): Outside, At(-1, 0): Outside, At(12, 0): Edge, {5999, 11999}: Inside} {
		if got := ell.Locate(p); got != want {
			t.Errorf("%v: %d, want %d", p, got, want)
		}
	}
}

func TestPolygonFaults(t *testing.T) {
	many := make(Polygon, 65)
	for i := range many {
		many[i] = Point{Length(i), Length(i * i)}
	}
	for _, c := range []struct {
		plan Polygon
		want string
	}{
		{Polygon{}, "3 to 64 corners, not 0"},
		{Polygon{At(0, 0), At(1, 0)}, "3 to 64 corners, not 2"},
		{many, "3 to 64 corners, not 65"},
		{Polygon{At(0, 0), At(6, 0), At(6, 0), At(0, 6)}, "corners 2 and 3 are both at (6,0)"},
		{Polygon{At(0, 0), At(6, 0), At(0, 6), At(0, 0)}, "corners 4 and 1 are both at (0,0)"},
		{Polygon{At(0, 0), At(3, 0), At(6, 0)}, "enclose no area"},
		{Polygon{At(0, 0), At(6, 0), At(6, 900)}, "corner 3 at (6,900) lies more than 500 inches"},
		{Polygon{At(0, 0), At(6, 6), At(6, 0), At(0, 5)}, "side 1, (0,0) to (6,6), meets side 3"},
		{Polygon{At(0, 0), At(6, 0), At(3, 0), At(3, 5)}, "side 1, (0,0) to (6,0), meets side 2"},
		{Polygon{At(0, 0), At(6, 0), At(6, 6), At(3, 0), At(0, 6)}, "meets"},
	} {
		if err := c.plan.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.plan, err, c.want)
		}
	}
	if err := ell.Check(); err != nil {
		t.Error(err)
	}
}

// drawPlan draws a valid plan: a star about its middle, or a set of corners that happens not to
// cross itself.
func drawPlan(t *rapid.T, reach int, label string) Polygon {
	n := rapid.IntRange(3, 9).Draw(t, label+".n")
	p := make(Polygon, n)
	for i := range p {
		p[i] = drawPoint(t, reach, label)
	}
	if p.Check() == nil {
		return p
	}
	middle := drawPoint(t, reach, label+".middle")
	slices.SortFunc(p, func(a, b Point) int { return aroundOrder(from(middle, a), from(middle, b)) })
	if p.Check() == nil {
		return p
	}
	q := Polygon{p[0], {p[0].X + 1 + Length(n), p[0].Y}, {p[0].X, p[0].Y + 2}}
	if rapid.Bool().Draw(t, label+".way") {
		slices.Reverse(q)
	}
	return q
}

func aroundOrder(a, b vec) int {
	half := func(v vec) int {
		if v.y > 0 || v.y == 0 && v.x > 0 {
			return 0
		}
		return 1
	}
	if half(a) != half(b) {
		return half(a) - half(b)
	}
	return -sign(a.cross(b))
}

// slowLocate counts how often the outline winds around a point, in rationals:
// each side adds the change of quadrant, an exact angle would add.
func slowLocate(p Polygon, qx, qy *big.Rat) Where {
	winding := 0
	for i := range p {
		e := p.Edge(i)
		ax, ay := new(big.Rat).Sub(rat(e.A.X), qx), new(big.Rat).Sub(rat(e.A.Y), qy)
		bx, by := new(big.Rat).Sub(rat(e.B.X), qx), new(big.Rat).Sub(rat(e.B.Y), qy)
		c := new(big.Rat).Sub(new(big.Rat).Mul(ax, by), new(big.Rat).Mul(ay, bx)).Sign()
		dot := new(big.Rat).Add(new(big.Rat).Mul(ax, bx), new(big.Rat).Mul(ay, by)).Sign()
		if c == 0 && dot <= 0 {
			return Edge
		}
		if (ay.Sign() >= 0) != (by.Sign() >= 0) && (c > 0) == (by.Sign() >= 0) {
			winding += c
		}
	}
	if winding != 0 {
		return Inside
	}
	return Outside
}

func rat(l Length) *big.Rat { return new(big.Rat).SetInt64(int64(l)) }

func TestLocateTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reach := rapid.SampledFrom([]int{4, 12, 48000}).Draw(t, "reach")
		p, q := drawPlan(t, reach, "plan"), drawPoint(t, reach, "q")
		if got, want := p.Locate(q), slowLocate(p, rat(q.X), rat(q.Y)); got != want {
			t.Fatalf("%v in %v: %d, want %d", q, p, got, want)
		}
		if p.counterclockwise().Locate(q) != p.Locate(q) {
			t.Fatal("the way round matters")
		}
	})
}

func TestPolygonLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawPlan(t, 20, "p"), drawPlan(t, 20, "q")
		at := drawPoint(t, 20, "at")
		by := drawPoint(t, 40000, "by")
		d := p.Between(q)
		if d != q.Between(p) || d != moved(p, by).Between(moved(q, by)) || d != spunAll(p).Between(spunAll(q)) {
			t.Fatal("the distance of plans depends on order, place or direction")
		}
		if (d == 0) != p.Overlaps(q) {
			t.Fatal("overlap and distance disagree")
		}
		if p.Distance(at) > q.Distance(at)+p.Between(q)+widest(q)+2 {
			t.Fatal("the triangle inequality fails")
		}
		least := Length(1 << 30)
		for i := range p {
			for j := range q {
				least = min(least, p.Edge(i).Between(q.Edge(j)))
			}
		}
		if p.Holds(q[0]) || q.Holds(p[0]) {
			least = 0
		}
		if d != least {
			t.Fatalf("%v, side by side %v", d, least)
		}
		s, u := shapeOf(p), shapeOf(q)
		if overlap(&s, &u) && d != 0 || overlap(&s, &u) != overlap(&u, &s) || !overlap(&s, &s) {
			t.Fatal("insides in common")
		}
	})
}

// widest returns the greatest distance between two corners.
func widest(p Polygon) (w Length) {
	for i := range p {
		for j := range i {
			w = max(w, Distance(p[i], p[j]))
		}
	}
	return w
}

func moved(p Polygon, by Point) Polygon {
	q := make(Polygon, len(p))
	for i := range p {
		q[i] = Point{p[i].X + by.X, p[i].Y + by.Y}
	}
	return q
}

func spunAll(p Polygon) Polygon {
	q := make(Polygon, len(p))
	for i := range p {
		q[i] = spun(p[i])
	}
	return q
}

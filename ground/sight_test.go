package ground

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func mustMap(t testing.TB, l Plan) *Map {
	t.Helper()
	m, err := New(l)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// hut is a house of one section and one storey.
func hut(name string, plan Polygon, high Length) Structure {
	return Structure{Name: name, Sections: []Section{{Plan: plan, Storeys: []Storey{{Height: high}}, Rubble: Inch / 2}}}
}

func eye(x, y int, z Length) Spot { return Spot{At(x, y), z} }

// TestSightOverRoof looks from a window 4 inches up over a shed 3 inches high
// that reaches from x=6 to x=8. The line to the ground at x=X is at height
// 4(1-8/X) over the far edge of the roof: 3 when X is 32.
func TestSightOverRoof(t *testing.T) {
	m := mustMap(t, Plan{Structures: []Structure{hut("shed", Rect(At(6, 0), 2*Inch, 6*Inch), 3*Inch)}})
	window := eye(0, 3, 4*Inch)
	for _, c := range []struct {
		name string
		to   Spot
		want bool
	}{
		{"in front of the shed", eye(5, 3, 0), true},
		{"close behind it", eye(10, 3, 0), false},
		{"a thousandth too close", Spot{Point{31999, 3000}, 0}, false},
		{"exactly over the edge", eye(32, 3, 0), true},
		{"a man's height of 1 there: 4-3*8/X >= 3 from X = 24", eye(24, 3, Inch), true},
		{"and a thousandth less", Spot{Point{23999, 3000}, Inch}, false},
		{"past the corner", eye(10, 9, 0), true},
		{"touching the corner at (6,6)", Spot{Point{12000, 9000}, 0}, true},
	} {
		for _, ruins := range []Destroyed{{}, Destroyed{}.Removed(0)} {
			if got := m.Sight(window, c.to, ruins); got.Clear != c.want || !c.want && got.Section != 0 {
				t.Errorf("%s: %+v", c.name, got)
			}
		}
		if m.Sees(c.to, window, Destroyed{}) != c.want {
			t.Errorf("%s: not the same way back", c.name)
		}
	}
	// Fallen, it is a heap half an inch high: from 4 to 0 at X the line is at
	// 4(1-8/X), which is half an inch at X = 64/7 = 9.14.
	fallen := Destroyed{}.Fallen(0)
	if m.Sees(window, Spot{Point{9142, 3000}, 0}, fallen) || !m.Sees(window, Spot{Point{9143, 3000}, 0}, fallen) {
		t.Error("rubble")
	}
}

func TestSightAlongWalls(t *testing.T) {
	m := mustMap(t, Plan{
		Structures: []Structure{
			hut("ell", ell, 3*Inch),
			hut("west", Rect(At(20, 0), 6*Inch, 6*Inch), 3*Inch), hut("east", Rect(At(26, 0), 6*Inch, 4*Inch), 2*Inch),
			hut("ward", Rect(At(60, 0), 6*Inch, 6*Inch), 3*Inch), hut("porch", Rect(At(66, 2), 2*Inch, 2*Inch), 3*Inch),
			hut("low", Rect(At(40, 0), 6*Inch, 6*Inch), 3*Inch), hut("high", Rect(At(46, 6), 6*Inch, 6*Inch), 3*Inch),
		},
	})
	for _, c := range []struct {
		name string
		a, b Spot
		want bool
	}{
		{"along the outer wall of the L", eye(-2, 0, 0), eye(14, 0, 0), true},
		{"along the inner wall of the L, through its body", eye(-2, 6, 0), eye(14, 6, 0), false},
		{"along the inner wall up to the corner", eye(6, 6, 0), eye(14, 6, 0), true},
		{"over the notch from tip to tip", eye(12, 6, 0), eye(6, 12, 0), true},
		{"diagonal through the L's corner (6,6) into its body", eye(10, 10, 0), eye(2, 2, 0), false},
		{"between two houses that share a wall", eye(26, -2, 0), eye(26, 9, 0), false},
		{"the same above the lower one", eye(26, -2, 5*Inch/2), eye(26, 9, 5*Inch/2), true},
		{"over their shared corner, from the notch", eye(26, 4, 0), eye(26, 9, 0), true},
		{"from the notch downwards between them", eye(26, 4, 0), eye(26, -3, 0), false},
		{"behind a porch, along the wall it leans on", eye(66, 1, 0), eye(66, 5, 0), false},
		{"beside the porch, along the same wall", eye(66, -3, 0), eye(66, 1, 0), true},
		{"between two houses that touch at a corner", eye(44, 8, 0), eye(48, 4, 0), false},
		{"into that corner", eye(44, 8, 0), eye(46, 6, 0), true},
		{"past that corner", Spot{Point{44000, 8001}, 0}, eye(46, 6, 0), true},
	} {
		if got := m.Sees(c.a, c.b, Destroyed{}); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := m.Sees(c.b, c.a, Destroyed{}); got != c.want {
			t.Errorf("%s, back: %v", c.name, got)
		}
	}
	if !m.Sees(eye(26, -2, Inch), eye(26, 9, Inch), Destroyed{}.Fallen(2)) {
		t.Error("one of the two has fallen: the line along the other's wall is clear above the rubble")
	}
}

func TestSightFeatures(t *testing.T) {
	m := mustMap(t, Plan{Features: []Feature{
		{Name: "wood", Plan: Rect(At(10, 0), 6*Inch, 6*Inch), Height: 5 * Inch, View: Screen},
		{Name: "hedge", Line: []Point{At(20, 0), At(20, 6), At(26, 6)}, Height: Inch, View: Hinder},
		{Name: "wall", Line: []Point{At(30, 0), At(30, 3), At(30, 6)}, Height: 2 * Inch, View: Opaque},
		{Name: "hill", Plan: Rect(At(40, 0), 6*Inch, 6*Inch), Height: 3 * Inch, View: Opaque},
		{Name: "pond", Plan: Rect(At(50, 0), 6*Inch, 6*Inch), Height: 0, View: Plain},
	}})
	for _, c := range []struct {
		name     string
		a, b     Spot
		want     bool
		hindered int
		feature  FeatureID
	}{
		{"through the wood", eye(8, 3, Inch), eye(18, 3, Inch), false, 0, 0},
		{"over the wood", eye(8, 3, 5*Inch), eye(18, 3, 5*Inch), true, 0, None},
		{"out of the wood", eye(12, 3, Inch), eye(18, 3, Inch), true, 1, None},
		{"within the wood", eye(12, 3, Inch), eye(13, 3, Inch), true, 1, None},
		{"from its edge outwards", eye(16, 3, Inch), eye(18, 3, Inch), true, 0, None},
		{"through the hedge", eye(19, 3, 0), eye(22, 3, 0), true, 1, None},
		{"over the hedge", eye(19, 3, Inch), eye(22, 3, Inch), true, 0, None},
		{"at the hedge", eye(20, 3, 0), eye(22, 3, 0), true, 0, None},
		{"along the hedge and through its bend", eye(20, 1, 0), eye(20, 9, 0), true, 0, None},
		{"through both arms of the hedge", eye(18, 4, 0), eye(24, 8, 0), true, 1, None},
		{"round the end of the wall", eye(29, 6, 0), eye(31, 6, 0), true, 0, None},
		{"through the wall at its joint", eye(29, 3, 0), eye(31, 3, 0), false, 0, 2},
		{"from the wall", eye(30, 3, 0), eye(31, 3, 0), true, 0, None},
		{"from the top of the hill", eye(43, 3, 3*Inch), eye(60, 3, 3*Inch), true, 0, None},
		{"across the hill", eye(39, 3, Inch), eye(60, 3, Inch), false, 0, 3},
		{"down from behind the crest", eye(41, 3, 3*Inch), eye(60, 3, 0), false, 0, 3},
		{"down from the crest", eye(46, 3, 3*Inch), eye(60, 3, 0), true, 0, None},
		{"over the pond", eye(48, 3, 0), eye(60, 3, 0), true, 0, None},
	} {
		got := m.Sight(c.a, c.b, Destroyed{})
		if got.Clear != c.want || got.Hindered != c.hindered || got.Feature != c.feature {
			t.Errorf("%s: %+v", c.name, got)
		}
		if back := m.Sight(c.b, c.a, Destroyed{}); back != got {
			t.Errorf("%s: back %+v", c.name, back)
		}
	}
	if !m.Sees(eye(8, 3, Inch), eye(18, 3, Inch), Destroyed{}.Removed(0)) {
		t.Error("the wood is gone and still in the way")
	}
	if !m.Sees(eye(29, 3, 0), eye(31, 3, 0), Destroyed{}.Removed(2)) {
		t.Error("the wall is gone and still in the way")
	}
}

// TestShore looks along a house that stands at a pond: water is no wall. A wood
// in its place leaves no gap.
func TestShore(t *testing.T) {
	for view, want := range map[Opacity]bool{Plain: true, Hinder: true, Screen: false, Opaque: false} {
		m := mustMap(t, Plan{
			Structures: []Structure{hut("house", Rect(At(0, 0), 6*Inch, 6*Inch), 3*Inch)},
			Features:   []Feature{{Name: "shore", Plan: Rect(At(6, 1), 6*Inch, 4*Inch), Height: 3 * Inch, View: view}},
		})
		if got := m.Sees(eye(6, -2, Inch), eye(6, 9, Inch), Destroyed{}); got != want {
			t.Errorf("along a house and beside what is %v: %v", view, got)
		}
	}
}

// TestNoChink looks where walls and hedges meet: nobody sees through the joint.
func TestNoChink(t *testing.T) {
	m := mustMap(t, Plan{
		Structures: []Structure{hut("house", Rect(At(0, 0), 6*Inch, 6*Inch), 3*Inch)},
		Features: []Feature{
			{Name: "leaning", Line: []Point{At(6, 3), At(12, 3)}, Height: 2 * Inch, View: Opaque, Going: Impassable},
			{Name: "crossing", Line: []Point{At(12, 3), At(12, 9)}, Height: 2 * Inch, View: Opaque, Going: Impassable},
		},
	})
	for _, c := range [][2]Spot{
		{eye(6, 5, 0), eye(6, 1, 0)},   // along the house, through the end of the wall
		{eye(11, 4, 0), eye(13, 2, 0)}, // through the corner where two walls meet
	} {
		if m.Sees(c[0], c[1], Destroyed{}) || m.Sees(c[1], c[0], Destroyed{}) {
			t.Error("seen through a joint", c)
		}
		if m.Passable(Segment{c[0].Point, c[1].Point}, Destroyed{}) {
			t.Error("walked through a joint", c)
		}
	}
}

// slowPierces cuts the line at every side, and looks in rationals where the
// middle of each stretch is.
func slowPierces(a, b Spot, p Polygon, top Length) bool {
	cuts := []*big.Rat{new(big.Rat), big.NewRat(1, 1)}
	l := rayOf(a, b)
	for i := range p {
		e := p.Edge(i)
		d := l.ab.cross(from(e.A, e.B))
		if d != 0 {
			cuts = append(cuts, big.NewRat(from(l.a, e.A).cross(from(e.A, e.B)), d))
		}
	}
	slices.SortFunc(cuts, (*big.Rat).Cmp)
	at := func(from, to Length, t *big.Rat) *big.Rat {
		x := new(big.Rat).Sub(rat(to), rat(from))
		return x.Add(rat(from), x.Mul(x, t))
	}
	for i := 0; i+1 < len(cuts); i++ {
		lo, hi := cuts[i], cuts[i+1]
		if lo.Sign() < 0 || hi.Cmp(big.NewRat(1, 1)) > 0 || lo.Cmp(hi) == 0 {
			continue
		}
		mid := new(big.Rat).Add(lo, hi)
		mid.Quo(mid, big.NewRat(2, 1))
		if slowLocate(p, at(a.X, b.X, mid), at(a.Y, b.Y, mid)) != Inside {
			continue
		}
		if at(a.Z, b.Z, lo).Cmp(rat(top)) < 0 || at(a.Z, b.Z, hi).Cmp(rat(top)) < 0 {
			return true
		}
	}
	return false
}

func TestPiercesTwin(t *testing.T) {
	hits := 0
	rapid.Check(t, func(t *rapid.T) {
		reach := rapid.SampledFrom([]int{3, 6, 40000, int(Limit)}).Draw(t, "reach")
		p := drawPlan(t, reach, "plan")
		height := rapid.Int32Range(0, 4)
		if reach > 1000 {
			height = rapid.Int32Range(0, int32(HeightLimit))
		}
		a := Spot{drawPoint(t, reach, "a"), Length(height.Draw(t, "za"))}
		b := Spot{drawPoint(t, reach, "b"), Length(height.Draw(t, "zb"))}
		top := Length(height.Draw(t, "top"))
		l, back, s := rayOf(a, b), rayOf(b, a), shapeOf(p)
		if a.Point == b.Point {
			return // nothing stands between a point and itself
		}
		want := slowPierces(a, b, p, top)
		if got := l.pierces(&s, int64(top)); got != want {
			t.Fatalf("%v to %v over %v at %v: %v, want %v", a, b, p, top, got, want)
		}
		if s.convex && !l.box.isApart(&s.box) && !l.over(int64(top)) && l.piercesAny(&s, int64(top)) != want {
			t.Fatal("the way for all shapes differs from the one for convex shapes")
		}
		if back.pierces(&s, int64(top)) != want {
			t.Fatal("not the same way back")
		}
		if want {
			hits++
		}
	})
	if !testing.Short() && hits < 10 { // -short draws few of them
		t.Fatal("too few lines hit anything:", hits)
	}
}

package ground

import "testing"

// TestCrossing compares where lines cross, and how a point lies to a wall, with drawings by hand.
func TestCrossing(t *testing.T) {
	s := Segment{At(0, 0), At(10, 10)}
	if got := s.Crossing(Segment{At(0, 4), At(10, 4)}); got != At(4, 4) {
		t.Errorf("the lines cross at %v, not at (4,4)", got)
	}
	if got := s.Crossing(Segment{At(0, 2), At(10, 12)}); got != At(5, 7) || !s.Parallel(Segment{At(3, 3), At(4, 4)}) {
		t.Errorf("a parallel line is crossed at %v, not in its middle", got)
	}
	wall := Segment{At(0, 0), At(8, 0)} // the inside is north of it
	if got := wall.Off(Inch); got != (Point{X: 4 * Inch, Y: -Inch}) {
		t.Errorf("an inch outside of its middle is %v", got)
	}
	if left, along := wall.Relative(At(4, 0), At(6, 3)); left != 3*Inch || along != 2*Inch {
		t.Errorf("the point lies %v inside and %v to the right", left, along)
	}
}

// TestLengthInside measures moves through a plan that is no rectangle.
func TestLengthInside(t *testing.T) {
	ell := Polygon{At(0, 0), At(10, 0), At(10, 10), At(6, 10), At(6, 4), At(0, 4)}
	for _, x := range []struct {
		move Segment
		want Length
	}{
		{Segment{At(-2, 2), At(12, 2)}, 10 * Inch},
		{Segment{At(-2, 6), At(12, 6)}, 4 * Inch},
		{Segment{At(-2, 11), At(12, 11)}, 0},
		{Segment{At(1, 1), At(3, 1)}, 2 * Inch},
		{Segment{At(8, -5), At(8, 20)}, 10 * Inch},
	} {
		if got := ell.lengthInside(x.move); got != x.want {
			t.Errorf("%v is %v inside, not %v", x.move, got, x.want)
		}
	}
	if got := (Polygon{At(0, 0), At(8, 0), At(8, 4), At(0, 4)}).Middle(); got != At(4, 2) {
		t.Errorf("the middle is %v", got)
	}
	area := Circle{At(4, 2), 5 * Inch}
	if !area.CoversAll([]Point{At(0, 0), At(8, 4)}) || area.CoversAll([]Point{At(4, 2), At(10, 2)}) {
		t.Error("the circle covers the corners that are within 5 inches, and no other")
	}
}

// TestFeature measures to a wood and to a hedge, and ways through them.
func TestFeature(t *testing.T) {
	wood := Feature{Name: "wood", Plan: Rect(At(0, 0), 10*Inch, 6*Inch), Going: Difficult}
	hedge := Feature{Name: "hedge", Line: []Point{At(20, 0), At(20, 8), At(24, 8)}, Going: Difficult}
	if a, b := wood.Middle(), hedge.Middle(); a != At(5, 3) || b != At(20, 4) {
		t.Errorf("the middles are %v and %v", a, b)
	}
	if a, b := wood.Distance(At(13, 3)), hedge.Distance(At(23, 4)); a != 3*Inch || b != 3*Inch {
		t.Errorf("the distances are %v and %v", a, b)
	}
	if a, b := wood.Farthest(At(0, 0)), hedge.Farthest(At(24, 0)); a != 11662 || b != 8945 {
		t.Errorf("the farthest corners are %v and %v away", a, b)
	}
	for _, x := range []struct {
		of   *Feature
		way  Segment
		want Length
	}{
		{&wood, Segment{At(-5, 5), At(15, 5)}, 2 * Inch},
		{&wood, Segment{At(-5, 8), At(15, 8)}, Limit},
		{&wood, Segment{At(9, 3), At(15, 3)}, 4 * Inch},
		{&hedge, Segment{At(18, 7), At(22, 7)}, 3 * Inch},
		{&hedge, Segment{At(21, 0), At(21, 5)}, Limit},
	} {
		if got := x.of.WayDistance(x.way, x.of.Middle(), Inch/2); got != x.want {
			t.Errorf("%s: the way %v comes within %v of the middle, not %v", x.of.Name, x.way, got, x.want)
		}
	}
	for _, q := range wood.Around(2 * Inch) {
		if d := Distance(At(5, 3), q); d < 2*Inch-5 || d > 2*Inch+5 {
			t.Errorf("%v is %v from the middle, not 2 inches", q, d)
		}
	}
	for _, q := range wood.Around(30 * Inch) {
		if d := wood.Plan.Distance(q); d > 5 {
			t.Errorf("%v lies %v outside of the wood", q, d)
		}
	}
	m, err := New(Plan{Features: []Feature{wood, hedge}})
	if err != nil {
		t.Fatal(err)
	}
	move := Segment{At(-2, 3), At(30, 3)}
	if got := m.RoughLength(move, Destroyed{}, Inch/2); got != 10*Inch+Inch/2 {
		t.Errorf("%v of the move are rough", got)
	}
	if got := m.RoughLength(move, Destroyed{}.Removed(0), Inch/2); got != Inch/2 {
		t.Errorf("without the wood %v of the move are rough", got)
	}
}

// TestWithGaps puts gaps beside doors, and none where there is no room.
func TestWithGaps(t *testing.T) {
	house := Section{
		Plan: Rect(At(0, 0), 8*Inch, Inch/2), Cellars: 1, Storeys: []Storey{{Height: 2 * Inch}, {Height: 2 * Inch}, {Height: 2 * Inch}},
		Openings: []Opening{{Name: "door", Kind: Door, Wall: "south", Place: 4 * Inch, Width: Inch}},
		Inner:    []Partition{{Segment: Segment{Point{X: 4 * Inch}, Point{X: 4 * Inch, Y: Inch / 2}}, Storey: 1}},
	}
	tower := Section{Plan: Rect(At(20, 0), 4*Inch, 4*Inch), Storeys: []Storey{{Height: 2 * Inch}}}
	plan := Plan{Structures: []Structure{{Name: "house", Sections: []Section{house}}, {Name: "tower", Sections: []Section{tower}}}}
	m, err := New(plan)
	if err != nil {
		t.Fatal(err)
	}
	with, err := New(m.WithGaps(plan, func(s StructureID) bool { return m.StructureName(s) == "house" }))
	if err != nil {
		t.Fatal(err)
	}
	// Two storeys stand above the ground; the short walls have room for half an inch.
	if n := with.Openings(); n != 1+4*2 || len(plan.Structures[0].Sections[0].Openings) != 1 {
		t.Errorf("%d openings with gaps, and the plan itself has %d", n, len(plan.Structures[0].Sections[0].Openings))
	}
	for _, x := range []struct {
		name         string
		place, width Length
	}{
		{"house/south-gap", 4*Inch - Inch - Inch/8, Inch},
		{"house/south-gap-1", 4 * Inch, Inch},
		{"house/east-gap", Inch / 4, Inch / 2},
	} {
		o, ok := with.OpeningNamed(x.name)
		if !ok {
			t.Errorf("there is no %s", x.name)
			continue
		}
		if got := with.Opening(o); got.Place != x.place || got.Width != x.width {
			t.Errorf("%s is %v wide at %v, not %v at %v", x.name, got.Width, got.Place, x.width, x.place)
		}
	}
	across := Segment{Point{X: Inch, Y: Inch / 4}, Point{X: 6 * Inch, Y: Inch / 4}}
	if with.Parted(Floor{0, 0}, across) || !with.Parted(Floor{0, 1}, across) {
		t.Error("the partition stands on the upper storey only")
	}
	if n, ok := with.Stairs(Floor{0, 1}, Floor{0, -1}); n != 2 || !ok {
		t.Errorf("%d storeys, %v", n, ok)
	}
}

// TestPacked packs spots of either sign and unpacks them.
func TestPacked(t *testing.T) {
	for _, s := range []Spot{{}, {At(-3, 7), -Inch}, {Point{X: Limit, Y: -Limit}, 12345}} {
		if got := s.Packed().Spot(); got != s {
			t.Errorf("%v is unpacked as %v", s, got)
		}
	}
}

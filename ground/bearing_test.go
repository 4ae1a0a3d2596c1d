package ground

import (
	"testing"

	"pgregory.net/rapid"
)

func TestBearing(t *testing.T) {
	for _, x := range []struct {
		to   Point
		want Side
	}{
		{At(0, 3), North}, {At(2, 3), North}, {At(3, 3), North}, {At(-3, 3), North}, {At(3, 2), East}, {At(-3, 2), West},
		{At(3, -3), South}, {At(-3, -3), South}, {At(1, -3), South}, {At(-4, 0), West}, {At(4, 0), East},
	} {
		if got := Bearing(At(1, 1), Point{x.to.X + Inch, x.to.Y + Inch}); got != x.want {
			t.Errorf("%v lies to the %v, want %v", x.to, got, x.want)
		}
	}
}

// TestStraightMoves: points some way on lie where the way leads, and no further.
func TestStraightMoves(t *testing.T) {
	for side, want := range map[Side]Point{North: At(5, 7), East: At(7, 5), South: At(5, 3), West: At(3, 5)} {
		got := At(5, 5).Step(side, 2*Inch)
		if got != want || Bearing(At(5, 5), got) != side {
			t.Errorf("two inches to the %v is %v, want %v", side, got, want)
		}
	}
	if got := At(1, 1).Toward(At(4, 5), 10*Inch); got != At(7, 9) {
		t.Error("ten inches along three and four:", got)
	}
	if got := At(1, 1).Toward(At(1, 1), Inch); got != At(1, 1) {
		t.Error("no direction:", got)
	}
	if got := At(0, 0).Along(3<<30, 4<<30, 5*Inch); got != At(3, 4) {
		t.Error("a long vector:", got)
	}
	route := []Point{At(0, 0), At(4, 0), At(4, 3)}
	for l, want := range map[Length]Point{0: At(0, 0), 2 * Inch: At(2, 0), 4 * Inch: At(4, 0), 6 * Inch: At(4, 2), 9 * Inch: At(4, 3)} {
		if got := AlongRoute(route, l); got != want {
			t.Errorf("%v along the route is %v, want %v", l, got, want)
		}
	}
}

// TestAheadTwin compares the quarter with its two diagonals: an outline is ahead if a corner
// is, or if a side crosses one of them.
func TestAheadTwin(t *testing.T) {
	coordinate := rapid.Int32Range(-20, 20)
	point := rapid.Custom(func(t *rapid.T) Point {
		return At(int(coordinate.Draw(t, "x")), int(coordinate.Draw(t, "y")))
	})
	ahead := 0
	rapid.Check(t, func(t *rapid.T) {
		plan := Polygon{point.Draw(t, "a"), point.Draw(t, "b"), point.Draw(t, "c")}
		at, facing := point.Draw(t, "at"), Side(rapid.IntRange(0, 3).Draw(t, "facing"))
		left := at.Step(facing, 100*Inch).Step((facing+3)%4, 100*Inch)
		right := at.Step(facing, 100*Inch).Step((facing+1)%4, 100*Inch)
		want := false
		for i, c := range plan {
			e := plan.Edge(i)
			inside := turn(at, left, c) <= 0 && turn(at, right, c) >= 0
			want = want || inside || e.Meets(Segment{at, left}) || e.Meets(Segment{at, right})
		}
		if got := plan.Ahead(at, facing); got != want {
			t.Fatalf("%v from %v facing %v: %v", plan, at, facing, got)
		}
		if want {
			ahead++
		}
	})
	if ahead == 0 {
		t.Error("nothing was ahead")
	}
}

func TestChordAndScreen(t *testing.T) {
	house := Rect(At(4, -2), 6*Inch, 4*Inch)
	near, far, ok := house.Chord(At(0, 0), At(7, 0))
	if near != 4*Inch || far != 10*Inch || !ok {
		t.Error("through the middle:", near, far, ok)
	}
	if near, far, _ = house.Chord(At(7, 0), At(8, 0)); near != -3*Inch || far != 3*Inch {
		t.Error("from inside:", near, far)
	}
	if _, _, ok = house.Chord(At(0, 3), At(7, 3)); ok {
		t.Error("a line that passes the house crosses it")
	}
	for wide, hidden := range map[Length]bool{1 * Inch: false, 3 * Inch: true} {
		if got := house.Behind(At(0, 0), At(2, 0), wide); got != hidden {
			t.Errorf("a screen of %v hides the house: %v", wide, got)
		}
	}
	if house.Behind(At(0, 0), At(-2, 0), 40*Inch) {
		t.Error("a screen behind the eye hides the house")
	}
}

func TestRoundings(t *testing.T) {
	for l, want := range map[Length][3]int{0: {0, 0, 0}, 1: {1, 0, 1}, Inch: {1, 1, 0}, 8201: {9, 8, 3}, 8300: {9, 8, 3}} {
		whole, tenth := l.Tenths()
		if got := [3]int{l.InchesUp(), whole, tenth}; got != want {
			t.Errorf("%v: %v, want %v", l, got, want)
		}
	}
}

package scene

import (
	"math"

	"loophole/ground"
)

// ArcOfOpening returns the field of fire of an opening: the part of the ground in front of its wall,
// within an arc of a number of degrees about its middle, and within a number of inches of it.
func ArcOfOpening(m *ground.Map, o ground.OpeningID, degrees, inches int, text string) Reach {
	w := m.WallLine(m.WallOfOpening(o))
	out := heading{float64(w.B.Y - w.A.Y), float64(w.A.X - w.B.X)} // seen from outside, A is on the left
	return Reach{From: Spot(m.OpeningSpot(o).Point), Far: inches * Scale, Facing: out.compass(), Arc: degrees, Text: text, Way: way(m, o)}
}

// FieldThroughOpening returns the field of fire of a post behind an opening: the part of the ground between the
// lines from the post past the two ends of the opening, within a number of inches of the post.
func FieldThroughOpening(m *ground.Map, o ground.OpeningID, post ground.Point, inches int, text string) Reach {
	l := m.OpeningLine(o)
	a, b := toward(post, l.A), toward(post, l.B)
	angle := math.Abs(math.Atan2(a.x*b.y-a.y*b.x, a.x*b.x+a.y*b.y))
	return Reach{
		From: Spot(post), Far: inches * Scale, Facing: heading{a.x + b.x, a.y + b.y}.compass(),
		Arc: max(1, int(math.Round(angle*180/math.Pi))), Text: text, Way: way(m, o),
	}
}

// TableDiagonal returns the length in inches to draw for an unlimited field of fire: the diagonal of the
// table, rounded up, or 48 if the map does not state its size.
func TableDiagonal(m *ground.Map) int {
	low, high, stated := m.Table()
	if !stated {
		return 48
	}
	return ground.Distance(low, high).InchesUp()
}

func way(m *ground.Map, o ground.OpeningID) [2]Point {
	l := m.OpeningLine(o)
	return [2]Point{point(l.A), point(l.B)}
}

// A heading is a direction on the plan: x to the east, y to the north.
type heading struct{ x, y float64 }

// toward returns the heading from one point to another, of length 1.
func toward(from, to ground.Point) heading {
	x, y := float64(to.X-from.X), float64(to.Y-from.Y)
	d := math.Hypot(x, y)
	if d == 0 {
		return heading{}
	}
	return heading{x / d, y / d}
}

// compass returns the heading in degrees clockwise from north, 1 to 360.
func (h heading) compass() int {
	deg := int(math.Round(math.Atan2(h.x, h.y) * 180 / math.Pi))
	return (deg+359)%360 + 1
}

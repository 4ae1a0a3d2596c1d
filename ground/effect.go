package ground

// Circle is a round template or effect area.
type Circle struct {
	Centre Point
	Radius Length
}

// Covers reports whether a point is under the circle, its rim included.
func (c Circle) Covers(p Point) bool { return between(c.Centre, p).within(uint64(max(0, c.Radius))) }

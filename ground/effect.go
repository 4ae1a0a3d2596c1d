package ground

// Circle is a round template or effect area.
type Circle struct {
	Centre Point
	Radius Length
}

// Covers reports whether a point is under the circle, its rim included.
func (c Circle) Covers(p Point) bool { return between(c.Centre, p).within(uint64(max(0, c.Radius))) }

// touches reports whether the circle touches a plan. In The Old World a template puts every model
// in a building that it touches at risk.
func (c Circle) touches(p Polygon) bool { return c.Radius >= 0 && p.Distance(c.Centre) <= c.Radius }

// Within reports whether the whole circle lies inside a plan or touches it from
// within.
func (c Circle) Within(p Polygon) bool {
	if c.Radius < 0 || !p.Holds(c.Centre) {
		return false
	}
	for i := range p {
		if s := toSegment(c.Centre, p.Edge(i)); s.less(uint64(c.Radius)) {
			return false
		}
	}
	return true
}

// touchesSection reports whether a circle touches a section.
func (m *Map) touchesSection(c Circle, s SectionID) bool {
	return c.touches(m.sections[s].shape.corners)
}

// TouchesStructure reports whether a circle touches any section of a structure.
func (m *Map) TouchesStructure(c Circle, s StructureID) bool {
	for i := m.structures[s].first; i < m.structures[s].last; i++ {
		if m.touchesSection(c, i) {
			return true
		}
	}
	return false
}

// CentredOn reports whether the centre of a circle, the hole of a template, lies over a
// structure.
func (m *Map) CentredOn(c Circle, s StructureID) bool {
	for i := m.structures[s].first; i < m.structures[s].last; i++ {
		if m.sections[i].shape.corners.Holds(c.Centre) {
			return true
		}
	}
	return false
}

// HalfInside reports whether a point lies in the half of an effect area behind a wall: in the
// circle, not in front of the wall, and in the section of the wall. In LaserGrenadiers half of
// the area of a shot that penetrates extends into the structure.
func (m *Map) HalfInside(c Circle, w WallID, p Point) bool {
	x := &m.walls[w]
	return x.line.side(p) >= 0 && c.Covers(p) && m.sections[x.section].shape.corners.Holds(p)
}

// HalfOutside reports whether a point lies in the other half: in the circle and in front of the
// wall.
func (m *Map) HalfOutside(c Circle, w WallID, p Point) bool {
	return m.walls[w].line.side(p) < 0 && c.Covers(p)
}

// TouchesWall reports whether a circle touches a wall. An effect area destroys a part of the wall
// that it touches.
func (m *Map) TouchesWall(c Circle, w WallID) bool {
	return c.Radius >= 0 && m.walls[w].line.Distance(c.Centre) <= c.Radius
}

// AreaTouches reports whether an area of another shape, such as a flame template, touches a
// structure.
func (m *Map) AreaTouches(area Polygon, s StructureID) bool {
	for i := m.structures[s].first; i < m.structures[s].last; i++ {
		if m.sections[i].shape.corners.Overlaps(area) {
			return true
		}
	}
	return false
}

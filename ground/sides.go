package ground

// Faces reports whether a point is strictly in front of a wall.
func (m *Map) Faces(w WallID, p Point) bool { return m.walls[w].line.side(p) < 0 }

// Struck returns the wall of a section that a shot from one point to another strikes first, if
// any. A shot that ends at the outline strikes the wall there if it comes from in front. A shot
// that only grazes a corner on its way strikes nothing. A shot that meets two walls at their
// corner strikes the one that faces it more squarely, or the lower number if both do equally.
func (m *Map) Struck(s SectionID, from, to Point) (WallID, bool) {
	l := rayOf(Spot{Point: from}, Spot{Point: to})
	shape := &m.sections[s].shape
	if !l.pierces(shape, 1) && !shape.corners.Holds(to) {
		return None, false
	}
	return m.firstWall(s, &l, Segment{from, to})
}

// firstWall finds the first wall through which a line enters a section.
func (m *Map) firstWall(s SectionID, l *ray, shot Segment) (WallID, bool) {
	best := WallID(None)
	var at ratio
	var square int64
	for w := m.sections[s].walls; w < m.sections[s].wallsEnd; w++ {
		line := m.walls[w].line
		across := l.ab.cross(vecOf(line)) // negative where it enters
		if across >= 0 || !line.Meets(shot) {
			continue
		}
		t := l.crossing(line.A, line.B)
		c := 0
		if best != None {
			c = t.cmp(at)
		}
		if best == None || c < 0 || c == 0 && squarer(line, m.walls[best].line, across, square) {
			best, at, square = w, t, across
		}
	}
	return best, best != None
}

func vecOf(s Segment) vec { return from(s.A, s.B) }

// squarer reports whether a line meets wall a more squarely than wall b. It compares the sines of
// the angles, which are the cross products over the lengths of the walls.
func squarer(a, b Segment, across, other int64) bool {
	x := mul3(magnitude(across), magnitude(across), uint64(vecOf(b).square()))
	y := mul3(magnitude(other), magnitude(other), uint64(vecOf(a).square()))
	return compare3(x, y) > 0
}

// facingWalls lists the walls of a section that face a point. One wall of a rectangle faces a point
// outside, or two face a point off a corner.
func (m *Map) facingWalls(s SectionID, p Point) (list []WallID) {
	for w := m.sections[s].walls; w < m.sections[s].wallsEnd; w++ {
		if m.Faces(w, p) {
			list = append(list, w)
		}
	}
	return list
}

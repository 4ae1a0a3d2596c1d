package ground

// Faces reports whether a wall faces a point: whether the point is strictly in
// front of it.
func (m *Map) Faces(w WallID, p Point) bool { return m.walls[w].line.side(p) < 0 }

// Struck returns the wall that a shot from one point to another strikes first
// of all walls of a section, and whether it strikes any. A shot that ends at the
// outline strikes the wall that it ends at, if it comes from in front, and one
// that only grazes a corner on its way strikes nothing. One that meets two walls at their corner strikes the one that faces it more squarely,
// and the lower number if both do equally.
func (m *Map) Struck(s SectionID, from, to Point) (WallID, bool) {
	l := rayOf(Spot{Point: from}, Spot{Point: to})
	shape := &m.sections[s].shape
	if !l.pierces(shape, 1) && !shape.corners.Holds(to) {
		return None, false
	}
	return m.firstWall(s, &l, Segment{from, to}, -1)
}

// LeavesBy returns the wall by which a line from a point inside a section, or
// on its outline, to a point outside leaves it first. Konflikt '47 divides fire
// by the side that it leaves by.
func (m *Map) LeavesBy(s SectionID, from, to Point) (WallID, bool) {
	l := rayOf(Spot{Point: from}, Spot{Point: to})
	return m.firstWall(s, &l, Segment{from, to}, 1)
}

// firstWall finds the first wall that a line meets while its side of the wall
// changes as the sign says: -1 where it enters, 1 where it leaves.
func (m *Map) firstWall(s SectionID, l *ray, shot Segment, hand int) (WallID, bool) {
	best := WallID(None)
	var at ratio
	var square int64
	for w := m.sections[s].walls; w < m.sections[s].wallsEnd; w++ {
		line := m.walls[w].line
		across := l.ab.cross(vecOf(line)) // negative where it enters
		if sign(across) != hand || !line.Meets(shot) {
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

// squarer compares how squarely a line meets two walls: by the sines of the
// angles, which are the crosses over the lengths of the walls.
func squarer(a, b Segment, across, other int64) bool {
	x := mul3(magnitude(across), magnitude(across), uint64(vecOf(b).square()))
	y := mul3(magnitude(other), magnitude(other), uint64(vecOf(a).square()))
	return compare3(x, y) > 0
}

// FacingWalls adds to list the walls of a section that face a point. A point
// outside a rectangle is faced by one wall, or by two off a corner.
func (m *Map) FacingWalls(s SectionID, p Point, list []WallID) []WallID {
	for w := m.sections[s].walls; w < m.sections[s].wallsEnd; w++ {
		if m.Faces(w, p) {
			list = append(list, w)
		}
	}
	return list
}

// FirstStruck returns the section that still stands and that a path along the
// ground, as of a cannonball, meets first, how far along the path that is,
// rounded up, and whether it meets any. A path that begins in a section meets
// it at once.
func (m *Map) FirstStruck(path Segment, r Destroyed) (SectionID, Length, bool) {
	best, least := SectionID(None), Length(0)
	around := boxOf(path.A, path.B)
	for i := range m.sections {
		s := &m.sections[i].shape
		if around.apart(&s.box) || r.HasFallen(SectionID(i)) {
			continue
		}
		d, ok := entry(s, path)
		if ok && (best == None || d < least) {
			best, least = SectionID(i), d
		}
	}
	return best, least, best != None
}

// entry returns how far along a path it first meets a shape.
func entry(s *shape, path Segment) (Length, bool) {
	if s.corners.Holds(path.A) {
		return 0, true
	}
	l := rayOf(Spot{Point: path.A}, Spot{Point: path.B})
	first, some := ratio{}, false
	for i := range s.corners {
		e := s.corners.Edge(i)
		if l.ab.cross(vecOf(e)) == 0 || !e.Meets(path) {
			continue // the end of a side in line belongs to the next side too
		}
		if t := l.crossing(e.A, e.B); !some || t.less(first) {
			first, some = t, true
		}
	}
	if !some {
		return 0, false
	}
	return part(l.ab.square(), first), true
}

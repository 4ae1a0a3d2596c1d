package ground

// NearestWall returns the wall of a floor that is nearest to a spot and visible from it, and the
// distance of its nearest visible stretch. A stretch extends half way from a visible mark to the
// next hidden one. The lower number wins a tie. In Konflikt '47 a heavy weapon aims in this way at a
// floor without an opening to aim at.
func (m *Map) NearestWall(f Floor, at Spot, r Destroyed) (WallID, Length, bool) {
	best, least := WallID(None), Length(0)
	s := &m.sections[f.Section]
	for w := s.walls; w < s.wallsEnd; w++ {
		if best != None && m.walls[w].line.Distance(at.Point) >= least {
			continue
		}
		if d, ok := m.stretch(w, f, at, &r); ok && (best == None || d < least) {
			best, least = w, d
		}
	}
	return best, least, best != None
}

// stretch returns the distance of the nearest visible stretch of a wall.
func (m *Map) stretch(w WallID, f Floor, at Spot, r *Destroyed) (Length, bool) {
	x := &m.walls[w]
	var near nearest
	if r.HasFallen(f.Section) || x.line.side(at.Point) >= 0 {
		return 0, false
	}
	z, from := m.middle(f), -1
	for i, p := range x.marks {
		switch seen := m.Sees(at, Spot{p, z}, *r); {
		case seen && from < 0:
			from = i
		case !seen && from >= 0:
			near.add(toSegment(at.Point, x.between(from, i)))
			from = -1
		}
	}
	if from >= 0 {
		near.add(toSegment(at.Point, x.between(from, len(x.marks))))
	}
	return near.best, near.some
}

// between returns the part of a wall from one border between marks to another; border 0 is the
// left end.
func (w *wall) between(i, j int) Segment { return Segment{w.border(i), w.border(j)} }

func (w *wall) border(i int) Point {
	ab, n := from(w.line.A, w.line.B), int64(len(w.marks))
	return Point{w.line.A.X + Length(scale(ab.x, int64(i), n)), w.line.A.Y + Length(scale(ab.y, int64(i), n))}
}

// StructureSeen reports whether any standing part of a structure can be seen from a spot: a mark
// of a wall at the middle of any storey but a cellar. The Old World uses it for shots at a unit
// inside.
func (m *Map) StructureSeen(s StructureID, at Spot, r Destroyed) bool {
	for i := m.structures[s].first; i < m.structures[s].end; i++ {
		_, hi := m.Storeys(i)
		for f := hi; f >= 0; f-- {
			if _, _, ok := m.NearestWall(Floor{i, int8(f)}, at, r); ok {
				return true
			}
		}
	}
	return false
}

// FiresThrough reports whether a line from a spot outside reaches a point inside a section
// through one of its openings. The spot has to be in front of the opening's wall. The line has to
// pass the opening, and from there no other wall and no partition of that storey. The line ends at
// the height of the opening. LaserGrenadiers centres an effect area only at such a
// point.
func (m *Map) FiresThrough(o OpeningID, at Spot, into Point, r Destroyed) bool {
	x := &m.openings[o]
	w := &m.walls[x.wall]
	s := &m.sections[w.section]
	shot := Segment{at.Point, into}
	if !m.intact(o, &r) || w.line.side(at.Point) >= 0 || s.shape.corners.Locate(into) != Inside || !shot.Meets(x.line) {
		return false
	}
	for i := s.walls; i < s.wallsEnd; i++ {
		if i != x.wall && m.walls[i].line.Meets(shot) {
			return false
		}
	}
	for _, p := range s.Inner {
		if p.Storey == x.Storey && p.Meets(shot) {
			return false
		}
	}
	return m.sightExcept(at, Spot{into, x.middle.Z}, w.section, &r)
}

// sightExcept reports whether a line is clear if one section is ignored.
func (m *Map) sightExcept(a, b Spot, except SectionID, r *Destroyed) bool {
	l := rayOf(a, b)
	for i := range m.solids {
		o := &m.solids[i]
		if o.id != int(except) && l.pierces(&o.shape, o.height(r)) && o.stops(&l) == Opaque {
			return false
		}
	}
	for i := range m.fences {
		f := &m.fences[i]
		if f.view >= Screen && !r.gone.has(f.id) && l.cuts(&f.polyline, f.top) {
			return false
		}
	}
	return true
}

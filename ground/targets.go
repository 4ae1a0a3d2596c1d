package ground

// NearestOpening returns the opening of a floor that is nearest to a spot, of one of the kinds
// and visible from the spot, and its distance. The lower number wins a tie. In Konflikt '47 small
// arms aim so at a floor, their range is measured so, and it is the slit of a bunker.
func (m *Map) NearestOpening(f Floor, kinds Openings, at Spot, r Destroyed) (OpeningID, Length, bool) {
	best, least := OpeningID(None), Length(0)
	for o := m.sections[f.Section].open; o < m.sections[f.Section].openEnd; o++ {
		x := &m.openings[o]
		if x.Storey != int(f.Storey) || !kinds.Has(x.Kind) {
			continue
		}
		d := x.line.Distance(at.Point)
		if (best == None || d < least) && m.OpeningSees(o, at, HalfArc, r) {
			best, least = o, d
		}
	}
	return best, least, best != None
}

// NearestWall returns the wall of a floor that is nearest to a spot and visible from it, and the
// distance of its nearest visible stretch. A stretch extends half way from a visible mark to the
// next hidden one. The lower number wins a tie. In Konflikt '47 a heavy weapon aims so at a floor
// that has no opening to aim at.
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
// of a wall at the middle of a storey above the ground. The Old World aims so at a unit inside.
func (m *Map) StructureSeen(s StructureID, at Spot, r Destroyed) bool {
	for i := m.structures[s].first; i < m.structures[s].last; i++ {
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
// pass the opening, and from there no other wall and no partition of that storey. It is drawn to
// the point at the height of the opening. LaserGrenadiers centres an effect area only at such a
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

// Blocks reports whether a line between two spots passes through the inside of a plan below a
// height. Use it for objects that are not part of a map: models, units, smoke, wrecks. A plan
// with counterclockwise corners is not copied.
func (p Polygon) Blocks(top Length, a, b Spot) bool {
	s := shape{corners: p, box: boxOf(p...), convex: p.convex()}
	if p.double() < 0 {
		s.corners = p.counterclockwise()
	}
	l := rayOf(a, b)
	return l.pierces(&s, int64(top))
}

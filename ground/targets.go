package ground

// NearestOpening returns the opening of a floor, of one of the kinds, that is
// nearest to a spot among those that can be seen from it, and how far the spot
// is from it. This is how Konflikt '47 aims small arms at a floor, measures
// their range, and finds the slit of a bunker. The lower number wins a tie.
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

// NearestWall returns the wall of a floor that is nearest to a spot among those
// that can be seen from it, and how far the nearest visible stretch of it is.
// A stretch reaches half way from a visible mark to the next hidden one. This is
// how Konflikt '47 aims a heavy weapon at a floor without an opening to aim at.
// The lower number wins a tie.
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

// stretch returns how far the nearest visible stretch of a wall is.
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

// between returns the piece of a wall from one border between its marks to
// another; 0 is its left end.
func (w *wall) between(i, j int) Segment { return Segment{w.border(i), w.border(j)} }

func (w *wall) border(i int) Point {
	ab, n := from(w.line.A, w.line.B), int64(len(w.marks))
	return Point{w.line.A.X + Length(scale(ab.x, int64(i), n)), w.line.A.Y + Length(scale(ab.y, int64(i), n))}
}

// StructureSeen reports whether any part of a structure that still stands can
// be seen from a spot: a mark of a wall at the middle of a storey above the
// ground. This is how the Old World aims at whoever is inside.
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

// FiresThrough reports whether a line from a spot outside reaches a point
// inside a section through one of its openings: the spot sees the opening's
// wall from in front, the line passes the opening, and from there to the point
// it crosses no other wall and no partition of that storey. LaserGrenadiers
// centres an effect area there and nowhere else. The line is drawn to the point
// at the height of the opening.
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

// sightExcept draws a line that one section does not block.
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
		if f.view >= Screen && !r.gone.has(f.id) && l.cuts(&f.chain, f.top) {
			return false
		}
	}
	return true
}

// Blocks reports whether a line between two spots passes through the inside of
// a plan below a height. It is for what is not part of a map: models, units,
// smoke, wrecks. Plans whose corners go counterclockwise are not copied.
func (p Polygon) Blocks(top Length, a, b Spot) bool {
	s := shape{corners: p, box: boxOf(p...), convex: p.Convex()}
	if p.double() < 0 {
		s.corners = p.counterclockwise()
	}
	l := rayOf(a, b)
	return l.pierces(&s, int64(top))
}

package ground

// Middle returns a point of the feature: the mean of its corners, or the middle of the first
// piece of its line.
func (f *Feature) Middle() Point {
	if len(f.Line) > 1 {
		return Segment{f.Line[0], f.Line[1]}.Middle()
	}
	return f.Plan.Middle()
}

// Distance returns the distance from a point to the feature, rounded up. It is zero inside.
func (f *Feature) Distance(q Point) Length {
	if len(f.Line) == 0 {
		return f.Plan.Distance(q)
	}
	best := Limit
	for i := 1; i < len(f.Line); i++ {
		best = min(best, Segment{f.Line[i-1], f.Line[i]}.Distance(q))
	}
	return best
}

// Farthest returns the distance from a point to the farthest corner of the feature, rounded up.
func (f *Feature) Farthest(q Point) (far Length) {
	for _, corners := range [...][]Point{f.Plan, f.Line} {
		for _, c := range corners {
			far = max(far, Distance(q, c))
		}
	}
	return far
}

// WayDistance returns the least distance from q to the part of a straight way that leads through the
// feature, rounded up, or [Limit] if the way does not lead through. A line has a breadth, half of it on
// either side.
func (f *Feature) WayDistance(way Segment, q Point, breadth Length) Length {
	best := Limit
	for i := 1; i < len(f.Line); i++ {
		if s := (Segment{f.Line[i-1], f.Line[i]}); s.Between(way) <= breadth/2 {
			best = min(best, Distance(s.Nearest(way.crossingPoint(s)), q))
		}
	}
	if len(f.Plan) == 0 {
		return best
	}
	ends := f.Plan.crossings(way)
	for i, a := range ends {
		for _, b := range ends[i:] {
			// Of the pieces between two crossings, those inside count; a longer one that leaves
			// the plan has its middle outside or holds shorter ones.
			if s := (Segment{a, b}); f.Plan.Holds(s.Middle()) && s.hasNone(ends) {
				best = min(best, s.Distance(q))
			}
		}
	}
	return best
}

// crossingPoint returns the point of the segment in which it crosses another, or its end that is nearer
// to the other.
func (s Segment) crossingPoint(t Segment) Point {
	switch {
	case s.crosses(t):
		return s.Crossing(t)
	case t.Distance(s.A) <= t.Distance(s.B):
		return s.A
	}
	return s.B
}

// hasNone reports whether none of some points lies strictly within the segment.
func (s Segment) hasNone(points []Point) bool {
	long := s.Length()
	for _, p := range points {
		if p != s.A && p != s.B && Distance(s.A, p) < long && Distance(s.B, p) < long {
			return false
		}
	}
	return true
}

// compass holds sixteen directions, in thousandths.
var compass = [16]vec{
	{1000, 0}, {924, 383}, {707, 707}, {383, 924}, {0, 1000}, {-383, 924}, {-707, 707}, {-924, 383},
	{-1000, 0}, {-924, -383}, {-707, -707}, {-383, -924}, {0, -1000}, {383, -924}, {707, -707}, {924, -383},
}

// Around returns the outline of the part of the feature that is within a length of its middle, in
// sixteen directions. It is for drawing.
func (f *Feature) Around(far Length) (outline []Point) {
	at := f.Middle()
	for _, q := range f.Line {
		outline = append(outline, at.Toward(q, min(far, DistanceDown(at, q))))
	}
	if len(f.Plan) == 0 {
		return outline
	}
	for _, d := range compass {
		way, long := Segment{at, Point{at.X + far*Length(d.x)/1000, at.Y + far*Length(d.y)/1000}}, far
		for _, q := range f.Plan.crossings(way)[2:] {
			long = min(long, DistanceDown(at, q))
		}
		outline = append(outline, at.Toward(way.B, long))
	}
	return outline
}

// RoughLength returns how much of a straight move leads over difficult ground, as [Map.Rough] defines
// it. Each piece of a line that the move meets counts as the breadth.
func (m *Map) RoughLength(move Segment, r Destroyed, breadth Length) (n Length) {
	if !m.Rough(move, r) {
		return 0
	}
	for k := range m.features {
		f := &m.features[k]
		if f.Going != Difficult || r.IsGone(FeatureID(k)) {
			continue
		}
		n += f.Plan.lengthInside(move)
		for i := 1; i < len(f.Line); i++ {
			if move.Meets(Segment{f.Line[i-1], f.Line[i]}) {
				n += breadth
			}
		}
	}
	for s := range m.sections {
		if r.HasFallen(SectionID(s)) {
			n += m.sections[s].shape.corners.lengthInside(move)
		}
	}
	return min(n, move.Length())
}

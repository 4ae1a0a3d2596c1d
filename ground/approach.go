package ground

// An Approach is a straight way to a structure.
type Approach struct {
	Length Length // rounded up
	To     Point  // of the walls
	Rough  bool   // it crosses difficult ground
}

// Approach returns the shortest straight way from a point to the walls of a structure that nothing
// bars, and whether there is one. A way ends at the point of a wall that is nearest, at one of its
// ends or at its middle.
func (m *Map) Approach(at Point, s StructureID, r Destroyed) (best Approach, ok bool) {
	m.eachWayEnd(at, s, func(wall Segment, q Point) {
		nearest := wall.Nearest(at)
		if ok && (best.Length == 0 || !Within(at, q, best.Length-1) && q != nearest) {
			return // It is no nearer. The nearest point is rounded, and measured below.
		}
		l := Distance(at, q)
		if q == nearest {
			l = wall.Distance(at)
		}
		if ok && l >= best.Length {
			return
		}
		if way := (Segment{at, q.ShortOf(at)}); m.Passable(way, r) {
			best, ok = Approach{l, q, m.Rough(way, r)}, true
		}
	})
	return best, ok
}

// WalkToStructure returns the length of the shortest path from a point to the walls of a structure,
// as [Map.Walk] measures it, and whether there is one. A path round an obstacle ends at right angles
// to a wall, or where an [Map.Approach] may end.
func (m *Map) WalkToStructure(at Point, s StructureID, r Destroyed) (Length, bool) {
	way, ok := m.Approach(at, s, r)
	best := way.Length
	if ok && best == m.FromStructure(s, at) {
		return best, true
	}
	start := m.departure(at)
	try := func(q Point) {
		if ok && Distance(at, q) >= best {
			return
		}
		if l, found := m.walkFrom(start, q.ShortOf(at), &r); found && (!ok || l < best) {
			best, ok = l, true
		}
	}
	corners := m.corners()
	m.eachWayEnd(at, s, func(wall Segment, q Point) {
		try(q)
		for _, c := range corners {
			try(wall.Nearest(c))
		}
	})
	return best, ok
}

// eachWayEnd visits the points of the walls of a structure at which a way to them may end.
func (m *Map) eachWayEnd(at Point, s StructureID, visit func(wall Segment, q Point)) {
	first, end := m.StructureWalls(s)
	for w := first; w < end; w++ {
		line := m.walls[w].line
		for _, q := range [...]Point{line.Nearest(at), line.A, line.B, line.Middle()} {
			visit(line, q)
		}
	}
}

// corners lists the corners of sections and of impassable features.
func (m *Map) corners() (list []Point) {
	for i := range m.sections {
		list = append(list, m.sections[i].shape.corners...)
	}
	for i := range m.features {
		if x := &m.features[i]; x.Going == Impassable {
			list = append(append(list, x.Plan...), x.Line...)
		}
	}
	return list
}

// ShortOf returns a point near p towards another: at most two thousandths of an inch away in each
// coordinate. The nearest point of an oblique wall is rounded and may lie inside the wall, so a way to
// the wall ends a hair short of that point.
func (p Point) ShortOf(from Point) Point {
	const hair = 2
	p.X += max(-hair, min(hair, from.X-p.X))
	p.Y += max(-hair, min(hair, from.Y-p.Y))
	return p
}

package ground

// A pair holds what never changes about two openings: their distance, and the obstacles in each
// line between their sight points. With these, a check against what is destroyed compares a few words of bits.
type pair struct {
	apart Length
	lines []pairLine
}

type pairLine struct {
	a, b     Spot
	slow     bool // it runs through a touch point and is checked anew each time
	standing mask // obstacles that block it while they stand
	fallen   mask // obstacles that block it even after their fall
}

// BetweenOpenings returns the distance between two openings, from their nearest points, and
// whether troops at one can see those at the other. The first question about an opening computes
// and keeps its lines to all others. Later questions take a few nanoseconds.
func (m *Map) BetweenOpenings(a, b OpeningID, r Destroyed) (Length, bool) {
	row := m.pairs[a].Load()
	if row == nil {
		row = m.pairRow(a)
		// Every goroutine computes the same row, so a race is harmless.
		m.pairs[a].Store(row)
	}
	p := &(*row)[b]
	if m.intact(a, &r) && m.intact(b, &r) {
		for i := range p.lines {
			if l := &p.lines[i]; l.clear(&r) && (!l.slow || m.Sees(l.a, l.b, r)) {
				return p.apart, true
			}
		}
	}
	return p.apart, false
}

func (l *pairLine) clear(r *Destroyed) bool {
	for i := range l.standing {
		if l.standing[i]&^r.gone[i] != 0 || l.fallen[i]&r.gone[i] != 0 {
			return false
		}
	}
	return true
}

func (m *Map) pairRow(a OpeningID) *[]pair {
	row := make([]pair, len(m.openings))
	for b := range row {
		row[b].apart = m.openings[a].line.Between(m.openings[b].line)
		row[b].lines = m.lines(&m.openings[a], &m.openings[b])
	}
	return &row
}

// lines returns the lines between the sight points of two openings that are in front of each
// other.
func (m *Map) lines(x, y *opening) (lines []pairLine) {
	for _, a := range x.sightPoints {
		for _, b := range y.sightPoints {
			if m.walls[x.wall].covers(a.Point, b.Point, HalfArc) && m.walls[y.wall].covers(b.Point, a.Point, HalfArc) {
				lines = append(lines, m.line(a, b))
			}
		}
	}
	return lines
}

// line notes all obstacles that block a line, standing or fallen.
func (m *Map) line(a, b Spot) pairLine {
	l, p := rayOf(a, b), pairLine{a: a, b: b}
	for i := range m.solids {
		o := &m.solids[i]
		if o.stops(&l) != Opaque {
			continue
		}
		if l.pierces(&o.shape, o.top) {
			p.standing.set(o.id)
		}
		if l.pierces(&o.shape, o.low) {
			p.fallen.set(o.id)
		}
	}
	for i := range m.fences {
		f := &m.fences[i]
		if f.view >= Screen && l.cuts(&f.polyline, f.top) {
			p.standing.set(f.id)
		}
	}
	for i := range m.touchPoints {
		p.slow = p.slow || l.side(m.touchPoints[i].at) == 0
	}
	return p
}

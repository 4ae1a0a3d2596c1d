package ground

// pair is what is known for good about two openings: how far they are apart and
// what stands between them, so that ruins decide the rest in a few words.
type pair struct {
	apart Length
	front bool // each is in front of the other's wall
	slow  bool // the line runs through a pinch and is drawn anew each time
	whole mask // blocks while it stands
	heap  mask // blocks even when it has fallen
}

// BetweenOpenings returns how far two openings are apart, from their nearest
// points, and whether troops at one can see those at the other. The first
// question about an opening works out its lines to all others and keeps them;
// later ones cost a few nanoseconds.
func (m *Map) BetweenOpenings(a, b OpeningID, r Ruins) (Length, bool) {
	row := m.pairs[a].Load()
	if row == nil {
		row = m.pairRow(a)
		// Rows are equal whoever works them out, so that a race is harmless.
		m.pairs[a].Store(row)
	}
	p := &(*row)[b]
	switch {
	case !p.front || !m.intact(a, &r) || !m.intact(b, &r):
		return p.apart, false
	case p.slow:
		return p.apart, m.Sees(m.openings[a].middle, m.openings[b].middle, r)
	}
	for i := range p.whole {
		if p.whole[i]&^r.gone[i] != 0 || p.heap[i]&r.gone[i] != 0 {
			return p.apart, false
		}
	}
	return p.apart, true
}

func (m *Map) pairRow(a OpeningID) *[]pair {
	row := make([]pair, len(m.openings))
	x := &m.openings[a]
	for i := range row {
		y, p := &m.openings[i], &row[i]
		p.apart = x.line.Between(y.line)
		p.front = m.walls[x.wall].covers(x.middle.Point, y.middle.Point, HalfArc) &&
			m.walls[y.wall].covers(y.middle.Point, x.middle.Point, HalfArc)
		if p.front {
			l := rayOf(x.middle, y.middle)
			m.between(&l, p)
		}
	}
	return &row
}

// between notes everything that blocks a line, standing or fallen.
func (m *Map) between(l *ray, p *pair) {
	for i := range m.solids {
		o := &m.solids[i]
		if o.stops(l) != Opaque {
			continue
		}
		if l.pierces(&o.shape, o.top) {
			p.whole.set(o.id)
		}
		if l.pierces(&o.shape, o.low) {
			p.heap.set(o.id)
		}
	}
	for i := range m.fences {
		f := &m.fences[i]
		if f.view >= Screen && l.cuts(&f.chain, f.top) {
			p.whole.set(f.id)
		}
	}
	for i := range m.pinches {
		p.slow = p.slow || l.side(m.pinches[i].at) == 0
	}
}

package ground

import (
	"slices"
	"sync/atomic"
)

// A waypoint is a corner at which a path around obstacles may turn.
type waypoint struct {
	at            Point
	before, after Point // of a corner; nobody steps between them
	corner        bool
	id            int  // of its obstacle
	touch         mask // other obstacles that touch it and close the way round it
}

// between reports whether a step from the corner to a point would go inside.
func (p *waypoint) between(q Point) bool {
	return p.corner && turn(p.before, p.at, q) > 0 && turn(p.at, p.after, q) > 0
}

// findWaypoints lists the corners of all impassable obstacles.
func (m *Map) findWaypoints() {
	for i := range m.solids {
		s := &m.solids[i]
		for j := 0; s.going == Impassable && j < len(s.corners); j++ {
			e, f := s.corners.Edge(j), s.corners.Edge((j+1)%len(s.corners))
			if turn(e.A, e.B, f.B) > 0 {
				m.addWaypoint(waypoint{at: e.B, before: e.A, after: f.B, corner: true, id: s.id})
			}
		}
	}
	for i := range m.fences {
		f := &m.fences[i]
		for j := 0; f.going == Impassable && j < len(f.points); j++ {
			if p, ok := f.waypoint(j); ok {
				m.addWaypoint(p)
			}
		}
	}
	if n := len(m.waypoints); n <= maxRemembered {
		m.ways = make([]atomic.Uint32, (2*n*n+31)/32)
	}
}

// waypoint returns the waypoint at a point of a fence, if it is an end or a bend.
func (f *fence) waypoint(j int) (p waypoint, ok bool) {
	p = waypoint{at: f.points[j], id: f.id}
	if j == 0 || j+1 == len(f.points) {
		return p, true
	}
	p.before, p.after, p.corner = f.points[j-1], f.points[j+1], true
	t := turn(p.before, p.at, p.after)
	if t < 0 {
		p.before, p.after = p.after, p.before
	}
	return p, t != 0
}

func (m *Map) addWaypoint(p waypoint) {
	for i := range m.solids {
		s := &m.solids[i]
		if s.id != p.id && s.going == Impassable && s.corners.Holds(p.at) {
			p.touch.set(s.id)
		}
	}
	for i := range m.fences {
		f := &m.fences[i]
		for j := 0; f.id != p.id && f.going == Impassable && j+1 < len(f.points); j++ {
			if (Segment{f.points[j], f.points[j+1]}).On(p.at) {
				p.touch.set(f.id)
			}
		}
	}
	m.waypoints = append(m.waypoints, p)
}

// usable reports whether a path may turn at a waypoint among the ruins.
func (p *waypoint) usable(r *Destroyed) bool {
	if r.gone.has(p.id) {
		return false
	}
	for i := range p.touch {
		if p.touch[i]&^r.gone[i] != 0 {
			return false
		}
	}
	return true
}

// Passable reports whether a straight move meets no standing section and no impassable feature. A
// move may run along a wall and touch corners.
func (m *Map) Passable(move Segment, r Destroyed) bool {
	l := rayOf(Spot{Point: move.A}, Spot{Point: move.B})
	for i := range m.solids {
		s := &m.solids[i]
		if s.going == Impassable && !r.gone.has(s.id) && l.pierces(&s.shape, 1) {
			return false
		}
	}
	for i := range m.fences {
		f := &m.fences[i]
		if f.going == Impassable && !r.gone.has(f.id) && l.cuts(&f.polyline, 1) {
			return false
		}
	}
	for i := range m.touchPoints {
		p := &m.touchPoints[i]
		s, t := &m.solids[p.i], &m.solids[p.j]
		if s.going == Impassable && t.going == Impassable && !r.gone.has(s.id) && !r.gone.has(t.id) &&
			l.passesBetween(p.at, &s.shape, &t.shape, 1) {
			return false
		}
	}
	return true
}

// Rough reports whether a straight move crosses difficult ground: a difficult feature, or the
// rubble of a section. Konflikt '47 forbids running there.
func (m *Map) Rough(move Segment, r Destroyed) bool {
	l := rayOf(Spot{Point: move.A}, Spot{Point: move.B})
	for i := range m.solids {
		s := &m.solids[i]
		fallen := r.gone.has(s.id)
		rough := s.id < MaxSections && fallen || s.id >= MaxSections && !fallen && s.going == Difficult
		if rough && l.pierces(&s.shape, 1) {
			return true
		}
	}
	for i := range m.fences {
		f := &m.fences[i]
		if f.going == Difficult && !r.gone.has(f.id) && l.cuts(&f.polyline, 1) {
			return true
		}
	}
	return false
}

// maxRemembered bounds the waypoints of a map that remembers which of them have a straight way between them. It needs
// two bits for each pair, at most 64 KiB.
const maxRemembered = 512

// What is remembered of a way.
const (
	wayOpen   = 1
	wayClosed = 2
)

// passableBetween reports whether a step from one node to another is passable. As long as nothing is destroyed, the map
// remembers the answer for two waypoints. Node 0 is the goal, and -1 the start.
func (m *Map) passableBetween(start *departure, from, to int16, move Segment, r *Destroyed) bool {
	switch {
	case from < 0 && to > 0 && start.ways != nil:
		known := &start.ways[to-1]
		if *known == 0 {
			*known = m.way(move, r)
		}
		return *known == wayOpen
	case from > 0 && to > 0 && len(m.ways) > 0 && *r == (Destroyed{}):
		bit := 2 * (int(from-1)*len(m.waypoints) + int(to-1))
		word, shift := &m.ways[bit/32], bit%32
		known := word.Load() >> shift & (wayOpen | wayClosed)
		if known == 0 {
			known = m.way(move, r)
			word.Or(known << shift)
		}
		return known == wayOpen
	}
	return m.Passable(move, *r)
}

// way is [Map.Passable] as bits to remember.
func (m *Map) way(move Segment, r *Destroyed) uint32 {
	if m.Passable(move, *r) {
		return wayOpen
	}
	return wayClosed
}

// A step is the state of a node of the search: node 0 is the goal, the waypoints follow.
type step struct {
	length  int64 // from the start, in 1024ths, if some
	promise int64 // the least length of a path through it to the goal
	some    bool
	done    bool
	back    int16 // the node before, or -1 for the start
}

// Walk returns the length of the shortest path between two points around all impassable
// obstacles, rounded up, and whether there is one. A sum of roots is not exact: the length may be
// a thousandth too long if the true length is less than a hundredth of a thousandth below a whole
// thousandth. A path does not avoid difficult ground; see [Map.Rough]. It does not turn at a
// corner that another standing obstacle touches.
func (m *Map) Walk(start, goal Point, r Destroyed) (Length, bool) {
	return m.walkFrom(departure{at: start}, goal, &r)
}

// A departure is the start of some searches. It remembers to which waypoints there is a straight way.
type departure struct {
	at   Point
	ways []uint32 // by waypoint: 0 is unknown; nil remembers none
}

func (m *Map) departure(at Point) departure {
	return departure{at, make([]uint32, len(m.waypoints))}
}

// walkFrom is [Map.Walk] from a departure. All walks from it must be among the same ruins.
func (m *Map) walkFrom(start departure, goal Point, r *Destroyed) (Length, bool) {
	var buf [128]step
	steps := m.search(start, goal, r, buf[:0])
	return roundFine(steps[0].length), steps[0].done
}

// Route returns the corners of the path of [Map.Walk], with its start and its goal, or nil.
func (m *Map) Route(start, goal Point, r Destroyed) []Point {
	var buf [128]step
	steps := m.search(departure{at: start}, goal, &r, buf[:0])
	if !steps[0].done {
		return nil
	}
	route := []Point{goal}
	for at := steps[0].back; at >= 0; at = steps[at].back {
		route = append(route, m.waypoints[at-1].at)
	}
	route = append(route, start)
	slices.Reverse(route)
	return route
}

// search is A*: it settles the node with the shortest estimated path until that is the goal. Ties
// go to the lower number.
func (m *Map) search(start departure, goal Point, r *Destroyed, steps []step) []step {
	for range len(m.waypoints) + 1 {
		steps = append(steps, step{})
	}
	if m.Passable(Segment{start.at, goal}, *r) {
		steps[0] = step{length: fineDistance(start.at, goal), some: true, done: true, back: -1}
		return steps
	}
	m.extend(steps, &start, -1, start.at, goal, 0, r)
	for {
		at := promising(steps)
		if at < 0 {
			return steps
		}
		steps[at].done = true
		if at == 0 {
			return steps
		}
		m.extend(steps, &start, int16(at), m.waypoints[at-1].at, goal, steps[at].length, r)
	}
}

// promising returns the node with the shortest estimated path to the goal, or -1.
func promising(steps []step) int {
	at := -1
	for i := range steps {
		if s := &steps[i]; s.some && !s.done && (at < 0 || s.promise < steps[at].promise) {
			at = i
		}
	}
	return at
}

// extend extends the search from a node to all nodes in a straight line from it.
func (m *Map) extend(steps []step, start *departure, back int16, from, goal Point, length int64, r *Destroyed) {
	for i := range steps {
		to := goal
		if i > 0 {
			p := &m.waypoints[i-1]
			if to = p.at; !p.usable(r) || p.between(from) {
				continue
			}
		}
		if back > 0 && m.waypoints[back-1].between(to) {
			continue
		}
		s := &steps[i]
		total := length + fineDistance(from, to)
		if s.done || s.some && s.length <= total || !m.passableBetween(start, back, int16(i), Segment{from, to}, r) {
			continue
		}
		s.length, s.promise, s.some, s.back = total, total+max(0, fineDistance(to, goal)-1), true, back
	}
}

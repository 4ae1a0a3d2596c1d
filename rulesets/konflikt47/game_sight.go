package konflikt47

import (
	"math"
	"slices"
	"sync/atomic"

	"loophole/ground"
)

// eyeHeight is how high somebody looks from the ground, and is looked at. It is
// more than the height of any rubble, so that what has fallen hides nobody.
const eyeHeight = ground.Inch

// none is the way that there is not.
const noWay = 0xffff

// measure works out, once, every distance and line of sight of the ground.
func (f *Battlefield) measure() {
	for i := range f.places {
		if x := &f.places[i]; x.spot {
			f.add(x, node{work: -1, wall: -1, spot: ground.Spot{Point: x.point, Z: eyeHeight}, line: ground.Segment{A: x.point, B: x.point}})
			x.ports = 1
		}
	}
	m := f.ground
	for o := range f.doors {
		id, x := ground.OpeningID(o), &f.doors[o]
		at := f.floor(x.work, x.floor)
		f.add(at, node{
			kind: x.kind, side: x.side, work: x.work, floor: x.floor,
			spot: m.OpeningSpot(id), wall: int(m.WallOfOpening(id)), line: m.OpeningLine(id),
		})
		at.ports++
	}
	f.eyes = len(f.nodes)
	f.blankWalls()
	f.sees = make([][]sight, f.eyes)
	for e := range f.sees {
		f.sees[e] = make([]sight, len(f.nodes))
		for n := range f.nodes {
			if e != n {
				f.sees[e][n] = f.look(e, n)
			}
		}
	}
	f.glances = make([]atomic.Pointer[glance], 4*len(f.places)*len(f.places))
	f.walk()
	f.drive()
}

// add makes a node of a place.
func (f *Battlefield) add(x *place, n node) {
	x.nodes = append(x.nodes, uint16(len(f.nodes)))
	f.nodes = append(f.nodes, n)
}

// spots is how many nodes are spots, which stand before those of the openings.
func (f *Battlefield) spots() int { return f.eyes - len(f.doors) }

// blankWalls makes a node of the middle of every wall of every floor, for heavy
// weapons to aim at.
func (f *Battlefield) blankWalls() {
	m := f.ground
	for k := range f.works {
		first, end := m.WallsOf(ground.SectionID(k))
		for floor, at := range f.works[k].floors {
			low := m.FloorHeight(ground.Floor{Section: ground.SectionID(k), Storey: int8(floor)})
			high := m.FloorHeight(ground.Floor{Section: ground.SectionID(k), Storey: int8(floor) + 1})
			for w := first; w < end; w++ {
				line := m.WallLine(w)
				f.add(&f.places[at], node{
					kind: Wall, side: Side(m.WallSide(w)), work: int8(k), floor: uint8(floor), wall: int(w), line: line,
					spot: ground.Spot{Point: line.Middle(), Z: (low + high) / 2},
				})
			}
		}
	}
}

// look draws the line from an eye to a node.
func (f *Battlefield) look(e, n int) (s sight) {
	m, a, b := f.ground, &f.nodes[e], &f.nodes[n]
	s.far = max(1, measured(a.line.BetweenDown(b.line), a.line.Between(b.line)))
	if a.work >= 0 && a.work == b.work || !f.faces(a, b) || !f.faces(b, a) {
		return s
	}
	sections, features := f.between(a, b)
	s.clear = len(features) == 0
	for _, k := range sections {
		s.behind |= 1 << k
	}
	if a.wall >= 0 {
		s.arc = m.InArc(ground.OpeningID(e-f.spots()), b.spot.Point, f.arc())
	}
	return s
}

// arc is the arc of a fixed weapon behind its opening.
func (f *Battlefield) arc() ground.Arc {
	switch d := f.limits.arc; {
	case d >= 180:
		return ground.HalfArc
	case d == 90:
		return ground.QuarterArc
	default:
		half := float64(d) / 360 * math.Pi
		return ground.Arc{Front: int32(1000 * math.Cos(half)), Wide: int32(1000 * math.Sin(half))}
	}
}

// between lists what is in the way of a line between two nodes while everything
// stands.
func (f *Battlefield) between(a, b *node) ([]ground.SectionID, []ground.FeatureID) {
	return f.ground.Blockers(a.spot, b.spot, ground.Destroyed{})
}

// faces reports whether the wall of a node, if it has one, faces the other.
func (f *Battlefield) faces(a, b *node) bool {
	return a.wall < 0 || f.ground.Faces(ground.WallID(a.wall), b.spot.Point)
}

// walk measures the ways on foot between spots and openings, and the straight lines
// between places.
func (f *Battlefield) walk() {
	f.steps = make([][]step, f.eyes)
	for a := range f.steps {
		f.steps[a] = make([]step, f.eyes)
		for b := range a {
			s := f.way(b, a)
			f.steps[a][b], f.steps[b][a] = s, s
		}
	}
	for i := range f.places {
		for j := range f.places {
			a, b := f.places[i].point, f.places[j].point
			f.apart[i][j] = measured(ground.DistanceDown(a, b), ground.Distance(a, b))
		}
	}
}

// farthest is the longest way that anybody goes at once.
const farthest = 24 * ground.Inch

// way is the way on foot between two nodes, from the nearest part of an
// opening. The rubble of a section is reached once it has fallen; until then
// nobody goes there.
func (f *Battlefield) way(a, b int) step {
	x, y := &f.nodes[a], &f.nodes[b]
	if x.wall >= 0 && x.floor > 0 || y.wall >= 0 && y.floor > 0 || ground.Distance(x.spot.Point, y.spot.Point) > farthest {
		return step{mils: noWay}
	}
	ruins := f.rubbleOf(f.heap(a), f.heap(b))
	best, from, to := ground.Length(2*farthest+1), x.spot.Point, y.spot.Point
	for i, s := range [...]ground.Point{x.line.Nearest(y.spot.Point), x.line.A, x.line.B} {
		t := y.line.Nearest(s)
		d, ok := f.ground.Walk(s, t, ruins)
		if ok && i == 0 && f.ground.Passable(ground.Segment{A: s, B: t}, ruins) {
			d = x.line.Between(y.line) // a straight line is measured exactly
		}
		if ok && d < best {
			best, from, to = d, s, t
		}
	}
	if best > 2*farthest {
		return step{mils: noWay}
	}
	s := step{mils: uint16(best)}
	route := f.ground.Route(from, to, ruins)
	for i := 1; i < len(route); i++ {
		s.rough = s.rough || f.ground.Rough(ground.Segment{A: route[i-1], B: route[i]}, ruins)
	}
	return s
}

// rubbleOf is the ground with some sections in rubble. A section of -1 is none.
func (f *Battlefield) rubbleOf(sections ...int8) (r ground.Destroyed) {
	for _, k := range sections {
		if k >= 0 {
			r = r.Fallen(ground.SectionID(k))
		}
	}
	return r
}

// heap is the section of which a node is the rubble, or -1.
func (f *Battlefield) heap(n int) int8 {
	if n >= f.spots() {
		return -1
	}
	return f.spotOf(n).work
}

// spotOf is the place of a node that is a spot.
func (f *Battlefield) spotOf(n int) *place {
	i := slices.IndexFunc(f.places, func(x place) bool { return x.spot && int(x.nodes[0]) == n })
	return &f.places[i]
}

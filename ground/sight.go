package ground

// A Sight is the state of a line between two spots.
type Sight struct {
	Clear    bool
	Section  SectionID // a section that blocks, or None
	Feature  FeatureID // a feature that blocks, or None
	Hindered int       // features that hinder a clear line
}

// Sight draws a line between two spots. The line is blocked if it passes through a section or an
// opaque feature below its top, or through a screen in which neither end stands. A line is clear
// if it only touches a corner, runs along a wall or passes exactly at the height of a roof. A line
// that passes between two structures where they touch is blocked. Of several obstacles Sight names
// the lowest-numbered section, or else the lowest-numbered feature.
//
// Both directions give the same answer. A spot has to lie outside of sections, on their outlines,
// or at [Map.OpeningSpot]; from inside a wall everything is blocked. For a view through an
// opening use [Map.OpeningSees].
func (m *Map) Sight(a, b Spot, r Destroyed) Sight {
	l := rayOf(a, b)
	s := Sight{Clear: true, Section: None, Feature: None}
	for i := range m.solids {
		o := &m.solids[i]
		if !l.pierces(&o.shape, o.height(&r)) {
			continue
		}
		switch o.stops(&l) {
		case Opaque:
			return s.by(o.id)
		case Hinder:
			s.Hindered++
		}
	}
	for i := range m.fences {
		f := &m.fences[i]
		if f.view == Plain || r.gone.has(f.id) || !l.cuts(&f.polyline, f.top) {
			continue
		}
		if f.view != Hinder {
			return s.by(f.id)
		}
		s.Hindered++
	}
	for i := range m.touchPoints {
		if m.blockedAtTouch(&l, &m.touchPoints[i], &r) {
			return s.by(m.solids[m.touchPoints[i].i].id)
		}
	}
	return s
}

// Sees reports whether the line between two spots is clear, hindered or not.
func (m *Map) Sees(a, b Spot, r Destroyed) bool { return m.Sight(a, b, r).Clear }

// stops returns the effect of a solid on a line that pierces it: Opaque, Hinder or Plain. A
// screen only hinders lines into it and out of it.
func (o *solid) stops(l *ray) Opacity {
	if o.view == Screen {
		if o.corners.Holds(l.a) || o.corners.Holds(l.b) {
			return Hinder
		}
		return Opaque
	}
	return o.view
}

func (s Sight) by(id int) Sight {
	s.Clear, s.Hindered = false, 0
	if id < MaxSections {
		s.Section = SectionID(id)
	} else {
		s.Feature = FeatureID(id - MaxSections)
	}
	return s
}

// blockedAtTouch reports whether a touch point of two standing solids blocks a line.
func (m *Map) blockedAtTouch(l *ray, p *touchPoint, r *Destroyed) bool {
	if l.side(p.at) != 0 {
		return false
	}
	s, t := &m.solids[p.i], &m.solids[p.j]
	return s.stops(l) == Opaque && t.stops(l) == Opaque &&
		l.passesBetween(p.at, &s.shape, &t.shape, min(s.height(r), t.height(r)))
}

// Blockers lists every section and feature that blocks the line between two spots, each in the
// order of their numbers.
func (m *Map) Blockers(a, b Spot, r Destroyed) (sections []SectionID, features []FeatureID) {
	l := rayOf(a, b)
	for i := range m.solids {
		o := &m.solids[i]
		switch {
		case !l.pierces(&o.shape, o.height(&r)) || o.stops(&l) != Opaque:
		case o.id < MaxSections:
			sections = append(sections, SectionID(o.id))
		default:
			features = append(features, FeatureID(o.id-MaxSections))
		}
	}
	for i := range m.fences {
		f := &m.fences[i]
		if f.view >= Screen && !r.gone.has(f.id) && l.cuts(&f.polyline, f.top) {
			features = append(features, FeatureID(f.id-MaxSections))
		}
	}
	return sections, features
}

// Arc is the angle that an opening or a gun covers to either side. A target at x along the wall
// and y in front of it is inside if |x|*Front <= y*Wide.
type Arc struct{ Front, Wide int32 }

// The arcs that rulebooks use: everything in front, and a quarter of the
// compass, 45 degrees to either side.
var (
	HalfArc    = Arc{0, 1}
	QuarterArc = Arc{1, 1}
)

// covers reports whether a point is in front of a wall and inside an arc at a point of the wall.
// A point in line with the wall is not in front of it.
func (w *wall) covers(at, p Point, arc Arc) bool {
	ab, out := from(w.line.A, w.line.B), from(at, p)
	front, side := -ab.cross(out), magnitude(ab.dot(out))
	return front > 0 && ratio{int64(side), max(1, int64(arc.Wide))}.timesAtMost(int64(arc.Front), front)
}

// timesAtMost reports whether n*f <= g*d without overflow, where n and g are below 2^43, and f
// and d below 2^31.
func (a ratio) timesAtMost(f, g int64) bool {
	if f == 0 {
		return true
	}
	return !(ratio{g, f}).less(a)
}

// InArc reports whether a point lies in front of an opening's wall and inside an arc about the
// opening's middle. It ignores obstacles.
func (m *Map) InArc(o OpeningID, p Point, arc Arc) bool {
	x := &m.openings[o]
	return m.walls[x.wall].covers(x.middle.Point, p, arc)
}

// OpeningSees reports whether a spot and an opening can see each other: the spot is in front of
// the wall and inside the arc, and a line from the opening is clear. A line starts at the middle of
// the opening. An opening wider than an inch is divided into equal parts of at most an inch, or into
// eight longer ones, and a line starts at the middle of each. A fallen section has no openings.
func (m *Map) OpeningSees(o OpeningID, at Spot, arc Arc, r Destroyed) bool {
	if !m.intact(o, &r) {
		return false
	}
	x := &m.openings[o]
	for _, p := range x.sightPoints {
		if m.walls[x.wall].covers(p.Point, at.Point, arc) && m.Sees(p, at, r) {
			return true
		}
	}
	return false
}

func (m *Map) intact(o OpeningID, r *Destroyed) bool {
	return !r.HasFallen(m.walls[m.openings[o].wall].section)
}

// side is positive to the left of a segment.
func (s Segment) side(p Point) int64 { return turn(s.A, s.B, p) }

// middle returns the height of the middle of a storey, or of the top of the roof.
func (m *Map) middle(f Floor) Length {
	x := &m.sections[f.Section]
	i := int(f.Storey) + x.Cellars
	if i+1 < len(x.floors) {
		return x.floors[i] + (x.floors[i+1]-x.floors[i])/2
	}
	return x.floors[i] + x.Roof.Rise
}

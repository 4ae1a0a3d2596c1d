package ground

import (
	"math"
	"slices"
	"strings"
	"sync/atomic"
)

// at returns the point at a distance from the left end of the wall, rounded to the nearest
// thousandth. Roots and quotients of floats are the same on every machine. The length of a wall along
// an axis is whole, and the point then exact.
func (w *wall) at(d Length) Point {
	ab := from(w.line.A, w.line.B)
	long := math.Sqrt(float64(ab.square()))
	x := math.Round(float64(ab.x*int64(d)) / long)
	y := math.Round(float64(ab.y*int64(d)) / long)
	return Point{w.line.A.X + Length(x), w.line.A.Y + Length(y)}
}

// outside returns a point of a slanted wall that is not inside the plan. If rounding has put p
// inside, it returns the nearest whole thousandth outside, so that nobody is hidden by the wall
// that they look out of.
func outside(s *shape, p Point) Point {
	best, least := p, int64(math.MaxInt64)
	for dx := Length(-1); dx <= 1; dx++ {
		for dy := Length(-1); dy <= 1; dy++ {
			q := Point{p.X + dx, p.Y + dy}
			if d := from(p, q).square(); d < least && s.corners.Locate(q) != Inside {
				best, least = q, d
			}
		}
	}
	return best
}

// markSpacing is the largest distance between the marks of a wall, and maxMarks their largest
// number.
const (
	markSpacing = Inch / 2
	maxMarks    = 48
)

// marksOf spreads marks evenly over a wall. A wall is in sight if one of its marks is. No mark is
// at a corner, which would belong to the next wall too.
func marksOf(s *shape, line Segment) []Point {
	n := min(max(int64(line.Length()+markSpacing-1)/int64(markSpacing), 1), maxMarks)
	ab := from(line.A, line.B)
	marks := make([]Point, n)
	for i := range n {
		p := Point{line.A.X + Length(scale(ab.x, 2*i+1, 2*n)), line.A.Y + Length(scale(ab.y, 2*i+1, 2*n))}
		marks[i] = outside(s, p)
	}
	return marks
}

// maxSightPoints is the largest number of sight points of an opening.
const maxSightPoints = 8

// sightPointsOf divides an opening into equal parts of at most an inch, or into maxSightPoints longer
// ones, and returns their middles.
func sightPointsOf(s *shape, w *wall, o *opening) []Spot {
	n := min(int64(o.Width+Inch-1)/int64(Inch), maxSightPoints)
	if n == 1 {
		return []Spot{o.middle}
	}
	sightPoints := make([]Spot, n)
	for i := range n {
		left := int64(o.Place-o.Width/2) + int64(o.Width)*(2*i+1)/(2*n)
		sightPoints[i] = Spot{outside(s, w.at(Length(left))), o.middle.Z}
	}
	return sightPoints
}

func (b *builder) feature(i int, f *Feature) {
	b.in("feature", f.Name, "features", i, func() {
		x := feature{Feature: *f}
		x.Plan, x.Line = slices.Clone(f.Plan), slices.Clone(f.Line)
		id := MaxSections + len(b.m.features)
		b.between("its height", f.Height, 0, HeightLimit)
		if int(f.View) >= len(viewNames) {
			b.fault("its view is unknown: use one of %s", strings.Join(viewNames, ", "))
		}
		if int(f.Going) >= len(goingNames) {
			b.fault("its going is unknown: use one of %s", strings.Join(goingNames, ", "))
		}
		switch {
		case (len(f.Plan) > 0) == (len(f.Line) > 0):
			b.fault("it needs either a plan or a line")
		case len(f.Plan) > 0:
			if err := f.Plan.Check(); err != nil {
				b.fault("%v", err)
				break
			}
			s := shapeOf(f.Plan)
			x.shape = &s
			b.m.solids = append(b.m.solids, solid{s, int64(f.Height), goneHeight, id, f.View, f.Going})
		default:
			b.addPolyline(&x, id)
		}
		b.m.features = append(b.m.features, x)
	})
}

func (b *builder) addPolyline(x *feature, id int) {
	if n := len(x.Line); n < 2 || n > MaxCorners {
		b.fault("a line has 2 to %d points, not %d", MaxCorners, n)
		return
	}
	for i, p := range x.Line {
		if !p.within() {
			b.fault("point %d at %v lies more than %v inches from the origin", i+1, p, Limit)
		}
		if i > 0 && p == x.Line[i-1] {
			b.fault("points %d and %d are both at %v", i, i+1, p)
		}
	}
	x.polyline = &polyline{slices.Clone(x.Line), boxOf(x.Line...)}
	b.m.fences = append(b.m.fences, fence{*x.polyline, int64(x.Height), id, x.View, x.Going})
}

// checkNeighbours checks that sections do not overlap, notes the points where shapes touch, and seals
// the ends of fences.
func (b *builder) checkNeighbours() {
	solids := b.m.solids
	for j := range solids {
		for i := range j {
			if solids[i].box.isApart(&solids[j].box) {
				continue
			}
			s, t := &solids[i].shape, &solids[j].shape
			if solids[i].id < MaxSections && solids[j].id < MaxSections && overlap(s, t) {
				b.path = []string{b.paths[solids[j].id]}
				b.faultOf("plan", "sections %q and %q overlap: they may only touch",
					b.m.sections[solids[i].id].name, b.m.sections[solids[j].id].name)
				b.path = nil
			}
			for _, p := range touchingCorners(s, t) {
				b.m.touchPoints = append(b.m.touchPoints, touchPoint{p, i, j})
			}
		}
	}
	b.sealEnds()
}

// touchingCorners lists the corners of either shape that lie on the outline of the other.
func touchingCorners(s, t *shape) (at []Point) {
	for _, p := range s.corners {
		if t.corners.Locate(p) == Edge {
			at = append(at, p)
		}
	}
	for _, p := range t.corners {
		if s.corners.Locate(p) == Edge && !slices.Contains(at, p) {
			at = append(at, p)
		}
	}
	return at
}

// overlap reports whether the insides of two shapes have a point in common.
func overlap(s, t *shape) bool {
	return enteredBy(s, t) || enteredBy(t, s)
}

// enteredBy reports whether a side of t passes through the inside of s, or runs along a side of s
// with its inside on the same side.
func enteredBy(s, t *shape) bool {
	for i := range t.corners {
		e := t.corners.Edge(i)
		l := rayOf(Spot{Point: e.A}, Spot{Point: e.B})
		if l.pierces(s, 1) {
			return true
		}
		for j := range s.corners {
			f := s.corners.Edge(j)
			if l.side(f.A) == 0 && l.side(f.B) == 0 && l.ab.dot(from(f.A, f.B)) > 0 &&
				l.foot(f.A).n < l.foot(f.B).d && l.foot(f.B).n > 0 {
				return true
			}
		}
	}
	return false
}

// sealEnds lengthens the ends of fences that touch something by a hair, so that no line slips
// through at the joint.
func (b *builder) sealEnds() {
	for i := range b.m.fences {
		f := &b.m.fences[i]
		n := len(f.points)
		f.points[0] = b.sealedEnd(i, f.points[0], f.points[1])
		f.points[n-1] = b.sealedEnd(i, f.points[n-1], f.points[n-2])
		f.box = boxOf(f.points...)
	}
}

func (b *builder) sealedEnd(self int, end, next Point) Point {
	for i := range b.m.solids {
		s := &b.m.solids[i]
		if s.corners.Locate(end) != Edge {
			continue
		}
		if p, ok := straightOn(&s.shape, next, end); ok {
			return p
		}
	}
	for i := range b.m.fences {
		o := &b.m.fences[i]
		for j := 0; i != self && j+1 < len(o.points); j++ {
			if (Segment{o.points[j], o.points[j+1]}).On(end) {
				return beyond(next, end)
			}
		}
	}
	return end
}

// straightOn returns the neighbour of a point that lies inside a shape and most nearly straight
// on from the point before. Of two it returns the one on the left, so that a rotated table gives
// the same result.
func straightOn(s *shape, before, at Point) (best Point, some bool) {
	on := from(before, at)
	var ahead, left int64
	for d := range 9 {
		p := Point{at.X + Length(d%3-1), at.Y + Length(d/3-1)}
		if s.corners.Locate(p) != Inside {
			continue
		}
		v := from(at, p)
		a := on.dot(v)
		a *= int64(magnitude(a)) * 2 / v.square()
		if l := on.cross(v); !some || a > ahead || a == ahead && l > left {
			best, some, ahead, left = p, true, a, l
		}
	}
	return best, some
}

// beyond returns a point a few thousandths beyond q on the line from p.
func beyond(p, q Point) Point {
	d := from(p, q)
	long := math.Sqrt(float64(d.square()))
	return Point{q.X + Length(math.Round(float64(2*d.x)/long)), q.Y + Length(math.Round(float64(2*d.y)/long))}
}

// links joins the floors by stairs and by the links of the plan.
func (b *builder) links(l *Plan) {
	m := b.m
	for i := range m.sections {
		s := &m.sections[i]
		lo, hi := m.Storeys(SectionID(i))
		m.floorAt = append(m.floorAt, int32(len(m.exits)))
		for f := lo; f <= hi; f++ {
			var x []Exit
			if !s.NoStairs && f < hi {
				x = append(x, Exit{Stairs, Floor{SectionID(i), int8(f + 1)}})
			}
			if !s.NoStairs && f > lo {
				x = append(x, Exit{Stairs, Floor{SectionID(i), int8(f - 1)}})
			}
			m.exits = append(m.exits, x)
		}
	}
	for i := range l.Structures {
		s := &l.Structures[i]
		b.in("structure", s.Name, "structures", i, func() {
			for n, x := range s.Links {
				b.link(n, x, s.Name)
			}
		})
	}
	for n, x := range l.Links {
		b.link(n, x, "")
	}
}

func (b *builder) link(n int, x Link, structure string) {
	b.in("link", x.Name, "links", n, func() {
		f, ok := b.place(x.From, structure)
		t, also := b.place(x.To, structure)
		if !ok || !also {
			return
		}
		if f == t {
			b.fault("it leads from a floor to itself: give two floors")
			return
		}
		s, u := b.m.sections[f.Section].shape.corners, b.m.sections[t.Section].shape.corners
		switch {
		case int(x.Kind) >= len(linkNames):
			b.fault("the kind of the link is unknown")
		case x.Kind == Doorway && (f.Storey != t.Storey || !s.Overlaps(u)):
			b.fault("a doorway joins the same storey of two sections that touch: use stairs, a tunnel or a bridge")
		case (x.Kind == Stairs || x.Kind == Ladder || x.Kind == Hatch) && (f.Storey == t.Storey || !s.Overlaps(u)):
			b.fault("%v must join different storeys of one section or of two that touch", x.Kind)
		}
		b.m.addExit(f, Exit{x.Kind, t})
		b.m.addExit(t, Exit{x.Kind, f})
	})
}

func (m *Map) addExit(f Floor, x Exit) {
	i := int(m.floorAt[f.Section]) + int(f.Storey) + m.sections[f.Section].Cellars
	m.exits[i] = append(m.exits[i], x)
}

// sectionsOf lists the sections of a structure as the end of an error.
func (b *builder) sectionsOf(structure string) string {
	var list []string
	for path := range b.byName {
		if section, ok := strings.CutPrefix(path, structure+"/"); ok && section != "" {
			list = append(list, section)
		}
	}
	if len(list) == 0 {
		return ""
	}
	slices.Sort(list)
	return "; there are " + strings.Join(list, ", ")
}

func (b *builder) place(p Place, structure string) (Floor, bool) {
	name := p.Structure
	if name == "" {
		name = structure
	}
	id, ok := b.byName[name+"/"+p.Section]
	if !ok {
		b.fault("there is no section %q of a structure %q%s", p.Section, name, b.sectionsOf(name))
		return Floor{}, false
	}
	if lo, hi := b.m.Storeys(id); p.Storey < lo || p.Storey > hi {
		b.fault("%s has no storey %d: use %d to %d", b.m.sections[id].name, p.Storey, lo, hi)
		return Floor{}, false
	}
	return Floor{id, int8(p.Storey)}, true
}

// finish computes the values that every game uses often.
func (m *Map) finish() {
	n := len(m.sections)
	m.sectionGap = make([]Length, n*n)
	for i := range n {
		for j := range i {
			d := m.sections[i].shape.corners.Between(m.sections[j].shape.corners)
			m.sectionGap[i*n+j], m.sectionGap[j*n+i] = d, d
		}
	}
	m.pairs = make([]atomic.Pointer[[]pair], len(m.openings))
	m.findWaypoints()
}

package ground

import (
	"testing"

	"pgregory.net/rapid"
)

// TestPairsTwin compares the lines that the map keeps with lines drawn anew, on streets of houses
// with any of them fallen.
func TestPairsTwin(t *testing.T) {
	sees := 0
	rapid.Check(t, func(t *rapid.T) {
		m := mustNew(t, drawTown(t))
		var ruins Destroyed
		for s := range SectionID(m.Sections()) {
			if rapid.Bool().Draw(t, "fallen") {
				ruins = ruins.Fallen(s)
			}
		}
		if m.Features() > 0 && rapid.Bool().Draw(t, "gone") {
			ruins = ruins.Removed(0)
		}
		for a := range OpeningID(m.Openings()) {
			for b := range OpeningID(m.Openings()) {
				d, ok := m.BetweenOpenings(a, b, ruins)
				want := slowOpenings(m, a, b, ruins)
				if ok != want || d != m.OpeningLine(a).Between(m.OpeningLine(b)) {
					t.Fatalf("openings %d and %d: %v %v, want %v", a, b, d, ok, want)
				}
				if e, back := m.BetweenOpenings(b, a, ruins); e != d || back != ok {
					t.Fatal("not symmetric")
				}
				if ok {
					sees++
				}
			}
		}
	})
	if sees < 50 {
		t.Fatal("too few openings see each other:", sees)
	}
}

// slowOpenings draws every line between two openings anew.
func slowOpenings(m *Map, a, b OpeningID, r Destroyed) bool {
	x, y := &m.openings[a], &m.openings[b]
	for _, p := range x.sightPoints {
		for _, q := range y.sightPoints {
			// Each lies further to the right of the other's wall than the other.
			v, w := m.walls[x.wall].line, m.walls[y.wall].line
			front := v.side(q.Point) < v.side(p.Point) && w.side(p.Point) < w.side(q.Point)
			if front && m.intact(a, &r) && m.intact(b, &r) && m.Sees(p, q, r) {
				return true
			}
		}
	}
	return false
}

// TestWindowsLookOut looks straight out of a window in every wall of a house of any shape. No
// wall hides a spot right in front of its own windows.
func TestWindowsLookOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlan(t, 20000, "plan")
		h := hut("house", p, 3*Inch)
		s := &h.Sections[0]
		for i := range p {
			e := p.Edge(i)
			long := DistanceDown(e.A, e.B)
			s.Walls = append(s.Walls, Wall{Name: string(rune('a' + i))})
			if long > 4 {
				s.Openings = append(s.Openings, Opening{Name: string(rune('a' + i)), Wall: string(rune('a' + i)), Place: long / 2, Width: 2})
			}
		}
		m := mustNew(t, Plan{Structures: []Structure{h}})
		for o := range OpeningID(m.Openings()) {
			at, line := m.OpeningSpot(o), m.WallLine(m.WallOfOpening(o))
			d := vecOf(line)
			for _, far := range []int64{4, 40, 4000} {
				long := max(1, int64(line.Length()))
				out := Spot{Point{at.X + Length(d.y*far/long), at.Y - Length(d.x*far/long)}, at.Z}
				if m.FromSection(0, out.Point) == 0 || (Segment{at.Point, out.Point}).crossesOther(p, line) {
					continue // a spike of the house is in front
				}
				if m.InArc(o, out.Point, HalfArc) && !m.OpeningSees(o, out, HalfArc, Destroyed{}) {
					t.Fatalf("the window at %v in %v does not see %v", at, line, out)
				}
			}
		}
	})
}

// crossesOther reports whether a segment meets another side of a plan than one.
func (s Segment) crossesOther(p Polygon, one Segment) bool {
	q := p.counterclockwise()
	for i := range q {
		if e := q.Edge(i); e != one && e.Meets(s) {
			return true
		}
	}
	return false
}

func mustNew(t *rapid.T, l Plan) *Map {
	m, err := New(l)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m
}

// drawTown draws a few houses on a grid of 10 inches, some of which touch, with
// an opening in every wall, a hedge and a wood.
func drawTown(t *rapid.T) Plan {
	var l Plan
	n := rapid.IntRange(1, 6).Draw(t, "houses")
	for i := range n {
		x, y := Length(i%3)*10*Inch, Length(i/3)*10*Inch
		w := Length(rapid.IntRange(2, 10).Draw(t, "width")) * Inch
		d := Length(rapid.IntRange(2, 10).Draw(t, "depth")) * Inch
		p := Rect(Point{x, y}, w, d)
		if rapid.Bool().Draw(t, "ell") {
			p = Polygon{{x, y}, {x + w, y}, {x + w, y + d/2}, {x + w/2, y + d/2}, {x + w/2, y + d}, {x, y + d}}
		} else if rapid.Bool().Draw(t, "slanted") {
			p = Polygon{{x + w/3, y}, {x + w, y + d/3}, {x + w - w/3, y + d}, {x, y + d - d/3}}
		}
		h := hut(string(rune('a'+i)), p, Length(rapid.IntRange(1, 4).Draw(t, "height"))*Inch)
		s := &h.Sections[0]
		s.Rubble = Length(rapid.IntRange(0, 3000).Draw(t, "rubble"))
		for j := range p {
			s.Walls = append(s.Walls, Wall{Name: string(rune('p' + j))})
			e := p.Edge(j)
			s.Openings = append(s.Openings, Opening{Name: string(rune('A' + j)), Kind: Window, Wall: string(rune('p' + j)),
				Place: DistanceDown(e.A, e.B) / 2, Width: Length(rapid.IntRange(1, int(DistanceDown(e.A, e.B))).Draw(t, "wide"))})
		}
		l.Structures = append(l.Structures, h)
	}
	if rapid.Bool().Draw(t, "hedge") {
		l.Features = []Feature{
			{Name: "hedge", Line: []Point{drawPoint(t, 25000, "h1"), {25001, 0}, drawPoint(t, 25000, "h2")}, Height: 2 * Inch, View: Opaque, Going: Impassable},
			{Name: "wood", Plan: Rect(drawPoint(t, 20000, "wood"), 5*Inch, 5*Inch), Height: 3 * Inch, View: Screen, Going: Difficult},
		}
	}
	return l
}

// TestSightLaws turns and shifts whole towns.
func TestSightLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawTown(t)
		by := drawPoint(t, 90000, "by")
		m, shifted, turned := mustNew(t, l), mustNew(t, changed(l, func(p Point) Point { return Point{p.X + by.X, p.Y + by.Y} })), mustNew(t, changed(l, spun))
		for range 10 {
			a := Spot{drawPoint(t, 30000, "a"), Length(rapid.IntRange(0, 4000).Draw(t, "za"))}
			b := Spot{drawPoint(t, 30000, "b"), Length(rapid.IntRange(0, 4000).Draw(t, "zb"))}
			if rapid.Bool().Draw(t, "inches") {
				a.X, a.Y, b.X, b.Y = a.X/1000*1000, a.Y/1000*1000, b.X/1000*1000, b.Y/1000*1000
			}
			got := m.Sight(a, b, Destroyed{})
			if m.Sight(b, a, Destroyed{}) != got {
				t.Fatal("not the same way back")
			}
			if shifted.Sight(Spot{Point{a.X + by.X, a.Y + by.Y}, a.Z}, Spot{Point{b.X + by.X, b.Y + by.Y}, b.Z}, Destroyed{}) != got {
				t.Fatal("not the same elsewhere")
			}
			if turned.Sight(Spot{spun(a.Point), a.Z}, Spot{spun(b.Point), b.Z}, Destroyed{}) != got {
				t.Fatal("not the same turned")
			}
			sections, features := m.Blockers(a, b, Destroyed{})
			if got.Clear && len(sections)+len(features) > 0 {
				t.Fatal("clear, and yet something blocks")
			}
		}
	})
}

func changed(l Plan, f func(Point) Point) Plan {
	var out Plan
	for _, s := range l.Structures {
		x := s.Sections[0]
		x.Plan = nil
		for _, p := range s.Sections[0].Plan {
			x.Plan = append(x.Plan, f(p))
		}
		out.Structures = append(out.Structures, Structure{Name: s.Name, Sections: []Section{x}})
	}
	for _, x := range l.Features {
		var plan Polygon
		var line []Point
		for _, p := range x.Plan {
			plan = append(plan, f(p))
		}
		for _, p := range x.Line {
			line = append(line, f(p))
		}
		x.Plan, x.Line = plan, line
		out.Features = append(out.Features, x)
	}
	return out
}

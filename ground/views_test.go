package ground

import "testing"

// TestViews compares the views of a farm, with any of its sections fallen, with lines that are
// drawn anew, and its ways with walks. From (24,-4) to the gate at (22,3) it is √(2²+6²) at the
// nearest end of the gate, at (22,2).
func TestViews(t *testing.T) {
	m, n := farmMap(t)
	at := []Stand{{At(24, -4), None}, {At(35, 2), None}, {At(13, 3), n.house}}
	v := m.Views(at, Inch, QuarterArc, 24*Inch)
	if v.Stands != 3 || v.Eyes != 3+m.Openings() || len(v.Nodes) != v.Eyes+2*4+4+4 {
		t.Fatalf("%d stands, %d eyes and %d nodes", v.Stands, v.Eyes, len(v.Nodes))
	}
	seen, hidden := 0, 0
	for fallen := range uint16(1) << m.Sections() {
		var ruins Destroyed
		for s := range SectionID(m.Sections()) {
			if fallen>>s&1 == 1 {
				ruins = ruins.Rubble(None, s)
			}
		}
		for a := range v.Eyes {
			for b := range v.Nodes {
				x, y := &v.Nodes[a], &v.Nodes[b]
				if a == b || !v.Faces(a, b) || x.Floor.Section >= 0 && x.Floor.Section == y.Floor.Section {
					continue
				}
				view := v.View(a, b)
				sections, features := m.Blockers(x.Spot, y.Spot, ruins)
				if view.Far != max(1, x.Line.exactBetween(y.Line)) || view.InArc != (x.Opening >= 0 && m.InArc(x.Opening, y.Spot.Point, QuarterArc)) {
					t.Fatalf("%d to %d: %+v", a, b, *view)
				}
				want := len(sections) == 0 && len(features) == 0
				if view.Behind&^fallen == 0 != (len(sections) == 0) || view.Clear != (len(features) == 0) {
					t.Fatalf("%d to %d with %b fallen: %+v, and sections %v and features %v", a, b, fallen, *view, sections, features)
				}
				if want {
					seen++
				} else {
					hidden++
				}
			}
		}
	}
	if seen == 0 || hidden == 0 {
		t.Errorf("%d lines are clear and %d are not", seen, hidden)
	}
	gate := v.OfOpening(n.opening["gate"])
	if w := v.Way(gate, 0); w != v.Way(0, gate) || w.Length != Distance(At(24, -4), At(22, 2)) || !w.AtMost(7) || w.AtMost(6) {
		t.Errorf("from the gate: %+v", w)
	}
	if w := v.Way(0, 2); w.Length == NoWay || !w.Rough {
		t.Errorf("into the rubble of the house: %+v", w)
	}
	if d, ok := m.Walk(At(24, -4), At(35, 2), Destroyed{}); !ok || v.Way(0, 1).Length != d {
		t.Errorf("from stand to stand: %+v, not %d", v.Way(0, 1), d)
	}
	if attic := v.OfOpening(n.opening["attic"]); v.Way(attic, 0).Length != NoWay {
		t.Error("somebody walks out of the attic")
	}
}

// TestArcOf: 90 degrees are a quarter, 180 a half, and 45 are half as wide as a quarter: what is at
// 22 degrees aside is in it, and what is at 23 is not.
func TestArcOf(t *testing.T) {
	if ArcOf(90) != QuarterArc || ArcOf(180) != HalfArc {
		t.Error("a quarter and a half")
	}
	m, n := farmMap(t)
	slit := m.OpeningSpot(n.opening["slit"]).Point
	for _, c := range []struct {
		aside Length // per thousand ahead
		in    bool
	}{{404, true}, {425, false}} {
		if got := m.InArc(n.opening["slit"], Point{slit.X - 10*Inch, slit.Y + 10*c.aside}, ArcOf(45)); got != c.in {
			t.Errorf("%d aside of 1000 ahead: %v", c.aside, got)
		}
	}
}

// TestWaysOfSlantedDoor: a door in a slanted wall is reached from all points before it. Rounding puts the nearest
// point of the door inside the wall for many of them.
func TestWaysOfSlantedDoor(t *testing.T) {
	m, err := New(Plan{Structures: []Structure{{Name: "hall", Sections: []Section{{
		Plan: Polygon{At(0, 0), At(7, 3), At(7, 9), At(0, 9)}, Storeys: []Storey{{Height: 3 * Inch}},
		Openings: []Opening{{Name: "door", Wall: "south", Place: 3 * Inch, Width: Inch}},
	}}}}})
	if err != nil {
		t.Fatal(err)
	}
	var at []Stand
	for x := range Length(180) {
		at = append(at, Stand{Point{-Inch + x*Inch/20, -Inch - x*37}, None})
	}
	v := m.Views(at, Inch, HalfArc, 60*Inch)
	for i := range at {
		door, line := v.OfOpening(0), m.OpeningLine(0)
		if w := v.Way(i, door); w.Length == NoWay || w.Length < line.Distance(at[i].Point)-2 {
			t.Errorf("%v: %+v, and the door is %v away", at[i].Point, w, line.Distance(at[i].Point))
		}
	}
}

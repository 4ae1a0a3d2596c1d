package ground

import "testing"

// TestDrive: from the west the house is the next thing, and the barn is behind it. From the east
// nothing is between the yard and the barn, and to the bunker a feature bars the way.
func TestDrive(t *testing.T) {
	l := farm()
	l.Features = append(l.Features, Feature{Name: "ditch", Plan: Rect(At(34, -2), Inch, 8*Inch), Going: Impassable})
	m := mustMap(t, l)
	house, barn, bunker := SectionID(0), SectionID(1), SectionID(2)
	for _, c := range []struct {
		from   Point
		to     SectionID
		wall   string
		way    Length
		behind uint16
		barred bool
	}{
		{At(4, 3), house, "west", 6 * Inch, 0, false},
		{At(28, 3), barn, "gate-wall", 6 * Inch, 0, false},
		{At(28, 3), house, "east", 12 * Inch, 1 << barn, false},
		{At(28, 2), bunker, "west", 12 * Inch, 0, true},
		{At(13, 3), house, "", 0, 0, true},
	} {
		d := m.Drive(c.from, c.to)
		if c.wall == "" {
			if d.Wall != None || !d.Barred {
				t.Errorf("from within: %+v", d)
			}
			continue
		}
		if m.Wall(d.Wall).Name != c.wall || d.Way.Length() != c.way || d.Behind != c.behind || d.Barred != c.barred {
			t.Errorf("from %v to %d: %+v, wall %s", c.from, c.to, d, m.Wall(d.Wall).Name)
		}
	}
	if m.SectionWithin(At(8, 3), 2*Inch) || !m.SectionWithin(At(8, 3), 2*Inch+1) {
		t.Error("the house is two inches away")
	}
	if route := []Point{At(0, 0), At(10, 0), At(10, 10)}; At(13, 5).FromRoute(route) != 3*Inch || At(5, -1).FromRoute(route) != Inch || At(0, 0).FromRoute(nil) != Limit {
		t.Error("distances from a route")
	}
}

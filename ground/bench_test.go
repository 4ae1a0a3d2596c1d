package ground

import (
	"fmt"
	"testing"
)

// village lays out 24 houses of four windows in streets, with hedges between.
func village(b testing.TB) *Map {
	var l Plan
	for i := range 24 {
		x, y := Length(i%6)*10*Inch, Length(i/6)*10*Inch
		h := hut(fmt.Sprint("house ", i), Rect(Point{x, y}, 6*Inch, 5*Inch), 3*Inch)
		for _, side := range []string{"north", "east", "south", "west"} {
			h.Sections[0].Openings = append(h.Sections[0].Openings, Opening{Name: side, Kind: Window, Wall: side, Place: 2 * Inch, Width: Inch})
		}
		l.Structures = append(l.Structures, h)
	}
	for i := range 6 {
		x := Length(i)*10*Inch + 8*Inch
		l.Features = append(l.Features, Feature{Name: fmt.Sprint("hedge ", i), Line: []Point{{x, 0}, {x, 35 * Inch}}, Height: Inch, View: Hinder})
	}
	return mustMap(b, l)
}

var sink int

func BenchmarkFromSection(b *testing.B) {
	m := village(b)
	b.ReportAllocs()
	for i := range b.N {
		sink += int(m.FromSection(SectionID(i%24), Point{Length(i % 60000), -3000}))
	}
}

func BenchmarkFromOpening(b *testing.B) {
	m := village(b)
	b.ReportAllocs()
	for i := range b.N {
		sink += int(m.FromOpening(OpeningID(i%96), Point{Length(i % 60000), -3000}))
	}
}

func BenchmarkBetweenStructures(b *testing.B) {
	m := village(b)
	b.ReportAllocs()
	for i := range b.N {
		sink += int(m.BetweenStructures(StructureID(i%24), StructureID(i/24%24)))
	}
}

// BenchmarkSight draws a line right across 24 houses and six hedges.
func BenchmarkSight(b *testing.B) {
	m := village(b)
	b.ReportAllocs()
	for i := range b.N {
		if m.Sees(Spot{Point{-2000, Length(i % 35000)}, Inch}, Spot{Point{59000, 5500}, Inch}, Destroyed{}) {
			sink++
		}
	}
}

func BenchmarkBetweenOpenings(b *testing.B) {
	m := village(b)
	m.BetweenOpenings(0, 0, Destroyed{})
	b.ReportAllocs()
	for i := range b.N {
		d, _ := m.BetweenOpenings(0, OpeningID(i%96), Destroyed{})
		sink += int(d)
	}
}

func BenchmarkWalk(b *testing.B) {
	m := village(b)
	b.ReportAllocs()
	for i := range b.N {
		d, _ := m.Walk(Point{3000, -1000}, Point{Length(i % 60000), 8000}, Destroyed{})
		sink += int(d)
	}
}

func BenchmarkNew(b *testing.B) {
	for range b.N {
		sink += village(b).Sections()
	}
}

// TestNoAllocation: the questions that games ask often do not allocate.
func TestNoAllocation(t *testing.T) {
	m := village(t)
	r, err := NewRooms(cottage())
	if err != nil {
		t.Fatal(err)
	}
	m.BetweenOpenings(0, 9, Destroyed{})
	house := Rect(At(20, 8), 5*Inch, Inch)
	for name, ask := range map[string]func(){
		"FromSection":     func() { m.FromSection(3, At(-5, 9)) },
		"FromStructure":   func() { m.FromStructure(3, At(-5, 9)) },
		"FromOpening":     func() { m.FromOpening(3, At(-5, 9)) },
		"Sight":           func() { m.Sight(eye(-2, 3, Inch), eye(59, 7, Inch), Destroyed{}) },
		"NearestWall":     func() { m.NearestWall(Floor{3, 0}, eye(-2, 3, Inch), Destroyed{}) },
		"Seen":            func() { m.Seen(house, 0, Inch, eye(-2, 3, Inch), Destroyed{}) },
		"BetweenOpenings": func() { m.BetweenOpenings(0, 9, Destroyed{}) },
		"Struck":          func() { m.Struck(0, At(-3, -3), At(3, 3)) },
		"RoomSees":        func() { r.Sees(At(1, 3), At(8, 3), 0, 0) },
		"RoomWalk":        func() { r.Walk(At(3, 3), 0, At(9, 3), 1, 0) },
		"Walk":            func() { m.Walk(At(3, -1), At(3, 8), Destroyed{}) },
	} {
		if n := testing.AllocsPerRun(20, ask); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

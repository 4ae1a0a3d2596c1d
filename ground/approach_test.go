package ground

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// yard is an L-shaped house of two sections behind a rock, and a hut.
func yard(t *testing.T) *Map {
	t.Helper()
	storeys := []Storey{{Height: 3 * Inch}, {Height: 2 * Inch}}
	m, err := New(Plan{
		Structures: []Structure{
			{Name: "house", Sections: []Section{
				{Name: "hall", Plan: Rect(At(10, 10), 6*Inch, 4*Inch), Storeys: storeys},
				{Name: "wing", Plan: Rect(At(10, 14), 4*Inch, 4*Inch), Storeys: storeys[:1]},
			}},
			{Name: "hut", Sections: []Section{{Plan: Rect(At(20, 0), 2*Inch, 2*Inch), Storeys: storeys[:1]}}},
		},
		Features: []Feature{{Name: "rock", Plan: Rect(At(6, 4), 14*Inch, 2*Inch), Height: 4 * Inch, View: Opaque, Going: Impassable}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestStructures(t *testing.T) {
	m := yard(t)
	if low, high := m.Extent(0); low != At(10, 10) || high != At(16, 18) {
		t.Error("extent:", low, high)
	}
	if m.RoofHeight(0) != 5*Inch || m.RoofHeight(1) != 3*Inch {
		t.Error("roofs:", m.RoofHeight(0), m.RoofHeight(1))
	}
	first, end := m.StructureWalls(0)
	if first != 0 || m.SectionOfWall(end-1) != 1 || m.SectionOfWall(end) != 2 {
		t.Error("walls:", first, end)
	}
	for p, want := range map[Point]SectionID{At(12, 12): 0, At(12, 16): 1, At(21, 1): 2, At(15, 16): None, At(10, 12): None} {
		if s, in := m.SectionAt(p); s != want || in != (want != None) {
			t.Errorf("%v is in section %d, want %d", p, s, want)
		}
	}
	if !m.Barred(At(10, 5)) || m.Barred(At(10, 7)) {
		t.Error("the rock is not where it is")
	}
	names := m.BlockerNames(Spot{At(13, 0), Inch}, Spot{At(11, 20), Inch}, Destroyed{})
	if !slices.Equal(names, []string{"house/hall", "house/wing", "rock"}) {
		t.Error("in the way:", names)
	}
}

func TestApproach(t *testing.T) {
	m := yard(t)
	way, ok := m.Approach(At(13, 7), 0, Destroyed{})
	if want := (Approach{Length: 3 * Inch, To: At(13, 10)}); way != want || !ok {
		t.Errorf("to the nearest wall: %+v %v", way, ok)
	}
	if _, ok := m.Approach(At(13, 2), 0, Destroyed{}); ok {
		t.Error("a straight way through the rock")
	}
	l, ok := m.WalkToStructure(At(13, 2), 0, Destroyed{})
	round := Distance(At(13, 2), At(20, 4)) + 2*Inch + Distance(At(20, 6), At(16, 10))
	if !ok || l <= 8*Inch || l > round {
		t.Errorf("round the rock: %v %v, at the most %v", l, ok, round)
	}
	if l, ok = m.WalkToStructure(At(13, 2), 0, Destroyed{}.Removed(0)); l != 8*Inch || !ok {
		t.Error("without the rock:", l, ok)
	}
}

// TestApproachTwin: no way to a structure is shorter than its distance, a straight way that is
// as long as the distance is the shortest, and no corner is nearer on foot.
func TestApproachTwin(t *testing.T) {
	const rounded = 4 // Points on slanted walls are rounded, so lengths differ by some thousandths of an inch.
	rapid.Check(t, func(t *rapid.T) {
		m := mustNew(t, drawTown(t))
		at := At(rapid.IntRange(-5, 40).Draw(t, "x"), rapid.IntRange(-5, 40).Draw(t, "y"))
		if _, in := m.SectionAt(at); in {
			return
		}
		for s := range StructureID(m.Structures()) {
			far := m.FromStructure(s, at)
			way, straight := m.Approach(at, s, Destroyed{})
			if straight && way.Length+rounded < far {
				t.Fatalf("a straight way of %v to what is %v away", way.Length, far)
			}
			l, ok := m.WalkToStructure(at, s, Destroyed{})
			if straight && (!ok || l > way.Length) || ok && l+rounded < far {
				t.Fatalf("on foot %v %v, straight %v %v, distance %v", l, ok, way.Length, straight, far)
			}
			first, end := m.StructureWalls(s)
			for w := first; w < end; w++ {
				corner := m.WallLine(w).A.ShortOf(at)
				if n, found := m.Walk(at, corner, Destroyed{}); found && (!ok || n+rounded < l) {
					t.Fatalf("%v on foot, and %v to the corner %v", l, n, corner)
				}
			}
		}
	})
}

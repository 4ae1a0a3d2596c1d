package tideofiron

import (
	"testing"

	"loophole/ground"
)

func at(t *testing.T, name string) ground.Hex {
	c, err := parseHex(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDistances(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"C4", "C4", 0}, {"C4", "C5", 1}, {"C4", "D4", 1}, {"C4", "D3", 1}, {"C4", "B4", 1}, {"C4", "B3", 1},
		{"C4", "D5", 2}, {"A1", "G1", 6}, {"A1", "G4", 6}, {"A1", "G5", 7}, {"A6", "A1", 5}, {"B2", "D2", 2},
	} {
		if got := at(t, c.a).Distance(at(t, c.b)); got != c.want || at(t, c.b).Distance(at(t, c.a)) != got {
			t.Errorf("from %s to %s are %d hexes; want %d", c.a, c.b, got, c.want)
		}
	}
	for _, bad := range []string{"", "C", "c4", "C0", "C04", "4C", "CC4", "C444"} {
		if _, err := parseHex(bad); err == nil {
			t.Errorf("%q is a hex", bad)
		}
	}
}

// A line along the side between two hexes passes both, and is the same from either end.
func TestLines(t *testing.T) {
	line := hexesBetween(at(t, "B2"), at(t, "D2"))
	if len(line) != 1 || line[0][0] == line[0][1] {
		t.Errorf("from B2 to D2 the line passes %v; want two hexes of column C", line)
	}
	for _, c := range line[0] {
		if c.Q != 2 || c.Distance(at(t, "B2")) != 1 || c.Distance(at(t, "D2")) != 1 {
			t.Errorf("the line passes %v, which is not between", c)
		}
	}
	straight := hexesBetween(at(t, "A1"), at(t, "A4"))
	if len(straight) != 2 || straight[0] != [2]ground.Hex{at(t, "A2"), at(t, "A2")} || straight[1] != [2]ground.Hex{at(t, "A3"), at(t, "A3")} {
		t.Errorf("from A1 to A4 the line passes %v", straight)
	}
	set := func(pairs [][2]ground.Hex) map[ground.Hex]bool {
		m := map[ground.Hex]bool{}
		for _, p := range pairs {
			m[p[0]], m[p[1]] = true, true
		}
		return m
	}
	for q := range 6 {
		for r := range 6 {
			a, b := ground.Hex{}, ground.Hex{Q: int16(q), R: int16(r)}
			x, y := set(hexesBetween(a, b)), set(hexesBetween(b, a))
			if len(x) != len(y) {
				t.Errorf("to and from %v the line passes %v and %v", b, x, y)
			}
			for c := range x {
				if !y[c] {
					t.Errorf("from %v the line does not pass %v", b, c)
				}
			}
		}
	}
}

// street returns a map without buildings, of some columns and rows.
func street(columns, rows int) []SetupHex {
	var list []SetupHex
	for q := range columns {
		for r := range rows {
			list = append(list, SetupHex{Name: string(rune('A'+q)) + string(rune('1'+r)), Terrain: Open})
		}
	}
	return list
}

// build places a building, or its ruins, on a hex of the street.
func build(hexes []SetupHex, x SetupHex) {
	for i := range hexes {
		if hexes[i].Name == x.Name {
			hexes[i] = x
		}
	}
}

func TestSight(t *testing.T) {
	s := Setup{
		Rounds: 1, Actions: 1, Sides: [2]string{"a", "b"}, Task: Task{Kind: Survive},
		Hexes: street(1, 7), // a column, so that lines run through the centres
		Units: []SetupUnit{{Name: "x", Regulars: 1, At: "A1"}, {Name: "y", Side: 1, Regulars: 1, At: "A7"}},
	}
	build(s.Hexes, SetupHex{Name: "A3", Level: 1})
	build(s.Hexes, SetupHex{Name: "A6", Level: 2})
	build(s.Hexes, SetupHex{Name: "A2", Terrain: Collapsed})
	f, p, err := start(Rules.Published(), &s)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to           int
		fromFloor, toFloor uint8
		sees               bool
	}{
		{0, 1, 0, 0, true},  // next to each other
		{0, 2, 0, 0, false}, // over a ruin
		{0, 2, 0, 1, true},  // up to the first floor, over the ruin's edge
		{2, 2, 0, 1, true},  // one storey up
		{5, 5, 0, 2, false}, // two storeys up
		{2, 4, 0, 0, true},  // over the street
		{0, 4, 0, 0, false},
		{3, 5, 0, 2, true},
		{1, 5, 0, 2, false}, // A3 hides it
		{2, 5, 1, 2, true},
		{0, 5, 0, 2, false},
	} {
		a, b := place{uint8(c.from), c.fromFloor}, place{uint8(c.to), c.toFloor}
		if f.sees(&p, a, b) != c.sees || f.sees(&p, b, a) != c.sees {
			t.Errorf("from %s to %s: sight is %v, and back %v; want %v", f.placeName(a), f.placeName(b), f.sees(&p, a, b), f.sees(&p, b, a), c.sees)
		}
	}
	p.Hexes[2].Terrain = Overlay
	if f.sees(&p, place{1, 0}, place{5, 2}) != true {
		t.Error("a building that fell still hides what is behind it")
	}
}

package ground

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestHexNames(t *testing.T) {
	b := Board{Columns: 30, Rows: 12}
	for name, want := range map[string]Hex{
		"A1": {0, 0}, "A2": {0, 1}, "B1": {1, 0}, "C1": {2, -1}, "C4": {2, 2}, "D4": {3, 2}, "Z1": {25, -12}, "AA1": {26, -13}, "c4": {2, 2},
	} {
		if h, err := b.Parse(name); err != nil || h != want || b.Name(h) != strings.ToUpper(name) {
			t.Errorf("%s: %v %v, named %s", name, h, err, b.Name(h))
		}
	}
	for _, name := range []string{"", "4", "C", "C0", "C04", "C13", "AE1", "4C", "C-1", "C4x", "AAA1", "Ä1", "C99999999999999999999"} {
		if h, err := b.Parse(name); err == nil {
			t.Errorf("%q is hex %v", name, h)
		}
	}
	_, err := b.Parse("ZZ9")
	if err == nil || err.Error() != "ground: hex ZZ9 is not on the board, which ends with AD12" {
		t.Error(err)
	}
}

// TestStagger names the neighbours of C4 on each kind of board.
func TestStagger(t *testing.T) {
	for stagger, want := range map[Stagger]string{
		ColumnsDown: "B3 B4 C3 C5 D3 D4", // B and D are half a hex lower
		ColumnsUp:   "B4 B5 C3 C5 D4 D5", // higher
		RowsRight:   "B4 C3 C5 D3 D4 D5", // row 4 is half a hex to the right
		RowsLeft:    "B3 B4 B5 C3 C5 D4", // to the left
	} {
		b := Board{8, 8, stagger}
		h, err := b.Parse("C4")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for d := range 6 {
			names = append(names, b.Name(h.Neighbour(d)))
			if back, ok := h.Direction(h.Neighbour(d)); !ok || back != d {
				t.Error("direction", d, back)
			}
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%v: %s, want %s", stagger, got, want)
		}
	}
}

func FuzzHexName(f *testing.F) {
	for _, s := range []string{"C4", "AA12", "a1", "Z0", "4"} {
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, s string, stagger uint8) {
		b := Board{40, 12, Stagger(stagger % 4)}
		h, err := b.Parse(s)
		if err == nil && (!b.Holds(h) || b.Name(h) != strings.ToUpper(s)) {
			t.Fatalf("%q is %v, named %s", s, h, b.Name(h))
		}
	})
}

func drawBoard(t *rapid.T) Board {
	return Board{rapid.IntRange(1, 16).Draw(t, "columns"), rapid.IntRange(1, 16).Draw(t, "rows"), Stagger(rapid.IntRange(0, 3).Draw(t, "stagger"))}
}

func drawHex(t *rapid.T, b Board, label string) Hex {
	return b.Hex(rapid.IntRange(0, b.Columns-1).Draw(t, label+".column"), rapid.IntRange(0, b.Rows-1).Draw(t, label+".row"))
}

// TestHexDistance compares with a walk from neighbour to neighbour.
func TestHexDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t)
		m, err := NewHexMap(HexPlan{Board: b})
		if err != nil {
			t.Fatal(err)
		}
		a, c := drawHex(t, b, "a"), drawHex(t, b, "c")
		r := m.Reach(a, 100, func(_, _ Hex) (int, bool) { return 1, true })
		if cost, ok := r.Cost(c); !ok || cost != a.Distance(c) || a.Distance(c) != c.Distance(a) {
			t.Fatalf("%s to %s: %d steps, distance %d", b.Name(a), b.Name(c), cost, a.Distance(c))
		}
		if i := b.Index(a); b.Hex(i%b.Columns, i/b.Columns) != a {
			t.Fatal("index")
		}
	})
}

func line(b Board, from, to string) string {
	a, _ := b.Parse(from)
	c, _ := b.Parse(to)
	var s []string
	for _, x := range HexLine(a, c, nil) {
		if x.Along() {
			pair := []string{b.Name(x.One), b.Name(x.Other)}
			slices.Sort(pair)
			s = append(s, strings.Join(pair, "/"))
		} else {
			s = append(s, b.Name(x.One))
		}
	}
	return strings.Join(s, " ")
}

// TestHexLine draws lines on a board whose columns B, D, … are half a hex lower.
func TestHexLine(t *testing.T) {
	b := Board{12, 12, ColumnsDown}
	for _, c := range []struct{ from, to, want string }{
		{"C4", "C4", "C4"},
		{"C4", "C5", "C4 C5"},
		{"C4", "C8", "C4 C5 C6 C7 C8"},
		{"C4", "D4", "C4 D4"},
		// Straight across: out of C4 by a corner, along the side of D3 and D4,
		// into E4 by a corner, and again.
		{"C4", "E4", "C4 D3/D4 E4"},
		{"C4", "G4", "C4 D3/D4 E4 F3/F4 G4"},
		// In the direction of a neighbour nothing is beside the line.
		{"A1", "E3", "A1 B1 C2 D2 E3"},
		// Two columns over and one and a half down, along another kind of side.
		{"C4", "D5", "C4 C5/D4 D5"},
		// A knight's move runs along no side.
		{"C4", "D6", "C4 C5 D5 D6"},
	} {
		if got := line(b, c.from, c.to); got != c.want {
			t.Errorf("%s to %s: %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

// TestHexLineTwin clips the line to every hex of the board in rationals.
func TestHexLineTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t)
		from, to := drawHex(t, b, "from"), drawHex(t, b, "to")
		got, pairs := map[Hex]bool{}, map[Hex]bool{}
		last := -1
		for _, s := range HexLine(from, to, nil) {
			if s.Along() {
				pairs[s.One], pairs[s.Other] = true, true
				if s.One.Distance(s.Other) != 1 {
					t.Fatal("not neighbours")
				}
			} else {
				got[s.One] = true
			}
			if d := from.Distance(s.One) + from.Distance(s.Other); d < last {
				t.Fatal("not in order")
			} else {
				last = d
			}
		}
		for q := int16(-20); q < 40; q++ {
			for r := int16(-20); r < 40; r++ {
				h := Hex{q, r}
				inside, beside := slowHex(from, to, h)
				if inside != got[h] || beside != pairs[h] {
					t.Fatalf("%v to %v in %v: through %v, along %v; want %v, %v", from, to, h, got[h], pairs[h], inside, beside)
				}
			}
		}
	})
}

var hexCorners = [6]struct{ x, y int }{{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}}

// slowHex intersects the line with the six half-planes of a hex.
func slowHex(from, to, h Hex) (inside, beside bool) {
	x := func(h Hex) int64 { return 3 * int64(h.Q) }
	y := func(h Hex) int64 { return int64(h.Q) + 2*int64(h.R) }
	if from == to {
		return h == from, false
	}
	lo, hi := new(big.Rat), big.NewRat(1, 1)
	strict := true
	for i := range 6 {
		a, b := hexCorners[i], hexCorners[(i+1)%6]
		ex, ey := int64(b.x-a.x), int64(b.y-a.y)
		side := func(px, py int64) int64 { return ex*(py-y(h)-int64(a.y)) - ey*(px-x(h)-int64(a.x)) }
		s, e := side(x(from), y(from)), side(x(to), y(to))
		if s == e {
			if s < 0 {
				return false, false
			}
			strict = strict && s > 0
			continue
		}
		at := big.NewRat(s, s-e)
		if e > s && at.Cmp(lo) > 0 {
			lo = at
		}
		if e < s && at.Cmp(hi) < 0 {
			hi = at
		}
	}
	some := lo.Cmp(hi) < 0
	return some && strict, some && !strict
}

// hexes reads a picture of terrain: hex names with storeys.
func hexes(t testing.TB, b Board, cells ...HexCell) (*HexMap, func(string, int8) HexSpot) {
	t.Helper()
	m, err := NewHexMap(HexPlan{b, cells})
	if err != nil {
		t.Fatal(err)
	}
	return m, func(name string, level int8) HexSpot {
		h, err := b.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		return HexSpot{h, level}
	}
}

// TestHexSight works through a street in a city: a building of three floors in
// C4 and D4, one of a single floor in G5, a hill of level 2 in I1 to I3.
func TestHexSight(t *testing.T) {
	m, at := hexes(t, Board{12, 12, ColumnsDown},
		HexCell{Name: "C4", Building: "works", Storeys: 3, Heap: 1}, HexCell{Name: "D4", Building: "works", Storeys: 3, Heap: 1},
		HexCell{Name: "G5", Building: "shop", Storeys: 1}, HexCell{Name: "G7", Terrain: "woods", Storeys: 1},
		HexCell{Name: "I1", Ground: 2}, HexCell{Name: "I2", Ground: 2}, HexCell{Name: "I3", Ground: 2})
	c4, _ := m.Board().Parse("C4")
	d4, _ := m.Board().Parse("D4")
	both := m.With(m.With(HexSet{}, c4), d4)
	slope := HexSightRule{Slope: true}
	for _, c := range []struct {
		name   string
		a, b   HexSpot
		fallen HexSet
		rule   HexSightRule
		want   bool
	}{
		{"through the works", at("C2", 0), at("C6", 0), HexSet{}, HexSightRule{}, false},
		{"neighbours", at("C3", 0), at("C4", 0), HexSet{}, HexSightRule{}, true},
		{"into the works", at("C1", 0), at("C4", 2), HexSet{}, HexSightRule{}, true},
		{"out of its far hex, through its near one", at("D4", 0), at("B3", 0), HexSet{}, HexSightRule{}, false},
		{"fallen: a heap of one level blocks the ground", at("C2", 0), at("C6", 0), both, HexSightRule{}, false},
		{"from a level above the heap, two hexes on", at("C2", 1), at("C6", 0), both, HexSightRule{}, true},
		{"from a level above the heap, right behind it", at("C2", 1), at("C5", 0), both, HexSightRule{}, false},
		{"a longer shadow", at("C2", 1), at("C6", 0), both, HexSightRule{Shadow: 2}, false},
		{"no shadow", at("C2", 1), at("C5", 0), both, HexSightRule{Shadow: -1}, true},
		{"along the side of C4 and D4, both in the way", at("C5", 0), at("D3", 0), HexSet{}, HexSightRule{}, false},
		{"one of them has fallen, and the heap blocks", at("C5", 0), at("D3", 0), m.With(HexSet{}, c4), HexSightRule{}, false},
		{"at level 1 the other still stands: clear", at("C5", 1), at("D3", 1), m.With(HexSet{}, c4), HexSightRule{}, true},
		{"and so with the other one fallen", at("C5", 1), at("D3", 1), m.With(HexSet{}, d4), HexSightRule{}, true},
		{"unless either is enough, here too", at("C5", 1), at("D3", 1), m.With(HexSet{}, d4), HexSightRule{Either: true}, false},
		{"unless either is enough", at("C5", 1), at("D3", 1), m.With(HexSet{}, c4), HexSightRule{Either: true}, false},
		{"over the shop from above", at("G3", 1), at("G6", 0), HexSet{}, HexSightRule{}, false},
		// Eyes at 3/2 and 1/2 over three hexes: above G5 at 5/6, below the top at 1.
		{"by the slope too", at("G3", 1), at("G6", 0), HexSet{}, slope, false},
		// From level 2, 5/2: above G5 at 1/2 + 2/3 = 7/6.
		{"by the slope from higher", at("G3", 2), at("G6", 0), HexSet{}, slope, true},
		{"by levels from higher", at("G3", 2), at("G6", 0), HexSet{}, HexSightRule{}, false},
		{"from the hill over the hill", at("I1", 2), at("I3", 2), HexSet{}, HexSightRule{}, true},
		{"across the hill from below", at("H2", 0), at("J2", 0), HexSet{}, HexSightRule{}, false},
	} {
		if got := m.Sees(c.a, c.b, c.fallen, c.rule); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := m.Sees(c.b, c.a, c.fallen, c.rule); got != c.want {
			t.Errorf("%s, back: %v", c.name, got)
		}
	}
	if h, blocked := m.blocker(at("C2", 0), at("C6", 0), HexSet{}, HexSightRule{}); !blocked || h != c4 {
		t.Error("blocked by", m.Board().Name(h))
	}
	if got := m.Building(d4); len(got) != 2 || m.Building(at("I1", 0).Hex) != nil {
		t.Error("the hexes of the works", got)
	}
	row, _ := hexes(t, Board{6, 6, ColumnsDown}, HexCell{Name: "B2", Building: "row"}, HexCell{Name: "A1"}, HexCell{Name: "B3", Building: "row"},
		HexCell{Name: "B4", Building: "row"}, HexCell{Name: "B6", Building: "row"})
	if b2, _ := row.Board().Parse("B2"); len(row.Building(b2)) != 3 {
		t.Error("three hexes in a row, and one apart:", row.Building(b2))
	}
	if d := at("C4", 0).Distance(at("C4", 2)); d != 2 {
		t.Error("two floors up is", d)
	}
	if d := at("C4", 2).Distance(at("E4", 0)); d != 2 {
		t.Error("C4 to E4 is", d)
	}
	if m.In(HexSet{}, c4) || !m.In(both, c4) || m.Cell(c4).Building != "works" {
		t.Error("sets and cells")
	}
}

// TestHexReach pays for a squad as Tide of Iron does: 1 for clear ground, 2 for
// a building, 1 more uphill.
func TestHexReach(t *testing.T) {
	m, at := hexes(t, Board{5, 5, ColumnsDown}, HexCell{Name: "C3", Building: "house", Storeys: 1}, HexCell{Name: "C2", Ground: 1})
	squad := func(from, to Hex) (int, bool) {
		c := 1
		if m.Cell(to).Building != "" {
			c = 2
		}
		if m.Cell(to).Ground > m.Cell(from).Ground {
			c++
		}
		return c, m.Board().Name(to) != "E5"
	}
	r := m.Reach(at("C4", 0).Hex, 4, squad)
	for name, want := range map[string]int{"C4": 0, "C3": 2, "B3": 1, "B2": 2, "C2": 4, "C1": 4, "A1": 4} {
		if got, ok := r.Cost(at(name, 0).Hex); !ok || got != want {
			t.Errorf("%s costs %d %v, want %d", name, got, ok, want)
		}
	}
	if _, ok := r.Cost(at("E5", 0).Hex); ok {
		t.Error("E5 is closed")
	}
	if _, ok := r.Cost(Hex{-9, -9}); ok {
		t.Error("off the board")
	}
	if _, ok := m.Reach(at("C4", 0).Hex, 3, squad).Cost(at("C2", 0).Hex); ok {
		t.Error("C2 for 3")
	}
}

func TestHexLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t)
		var cells []HexCell
		for i := range rapid.IntRange(0, b.Columns*b.Rows).Draw(t, "cells") {
			cells = append(cells, HexCell{Name: b.Name(b.Hex(i%b.Columns, i/b.Columns)),
				Ground: int8(rapid.IntRange(0, 2).Draw(t, "ground")), Storeys: int8(rapid.IntRange(0, 3).Draw(t, "storeys"))})
		}
		m, err := NewHexMap(HexPlan{b, cells})
		if err != nil {
			t.Fatal(err)
		}
		rule := HexSightRule{Either: rapid.Bool().Draw(t, "either"), Slope: rapid.Bool().Draw(t, "slope"), Shadow: rapid.IntRange(-1, 3).Draw(t, "shadow")}
		x, y := HexSpot{drawHex(t, b, "x"), int8(rapid.IntRange(0, 4).Draw(t, "lx"))}, HexSpot{drawHex(t, b, "y"), int8(rapid.IntRange(0, 4).Draw(t, "ly"))}
		sees := m.Sees(x, y, HexSet{}, rule)
		if m.Sees(y, x, HexSet{}, rule) != sees {
			t.Fatal("not the same way back")
		}
		if strict := rule; sees {
			strict.Either = false
			higher := HexSpot{x.Hex, x.Level + 1}
			if !m.Sees(x, y, HexSet{}, strict) || !m.Sees(higher, HexSpot{y.Hex, max(y.Level, higher.Level)}, HexSet{}, strict) && y.Level <= x.Level {
				t.Fatal("sees less from higher, or by a kinder rule")
			}
		}
	})
}

func TestHexFaults(t *testing.T) {
	_, err := NewHexMap(HexPlan{Board{4, 4, 0}, []HexCell{{Name: "E1"}, {Name: "A1", Ground: 21}, {Name: "A1", Storeys: 1, Heap: 2}}})
	want := `ground: hex "E1": it is not on the board, which ends with D4
ground: hex "A1": ground 21, 0 storeys, heap 0: give levels up to 20 and a heap no higher than the building
ground: hex "A1": it is listed twice: list it once
ground: hex "A1": ground 0, 1 storeys, heap 2: give levels up to 20 and a heap no higher than the building`
	if err == nil || err.Error() != want {
		t.Error(err)
	}
	for _, b := range []Board{{}, {65, 1, 0}, {64, 64, 0}, {4, 4, 9}} {
		if _, err := NewHexMap(HexPlan{Board: b}); err == nil {
			t.Error("no fault:", fmt.Sprint(b))
		}
	}
}

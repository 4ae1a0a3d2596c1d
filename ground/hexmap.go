package ground

import (
	"fmt"
	"slices"
	"strconv"
)

// HexPlan describes a board of hexes. A hex that is not listed is open ground at level 0.
type HexPlan struct {
	Board Board
	Cells []HexCell
}

// HexCell describes a hex by the terrain under its centre dot.
type HexCell struct {
	Name     string // C4
	Terrain  string // free text for the rulebook: woods, building
	Building string // the name of its building; touching hexes with one name are one building
	Ground   int8   // level of the ground
	Storeys  int8   // levels of the hex that block sight, from the ground up; 0 for none
	Heap     int8   // the same after its building has collapsed
}

// MaxLevel bounds the levels and the numbers of storeys.
const MaxLevel = 20

// HexSet is a set of hexes of one board, such as the collapsed ones. It is comparable; the zero
// value is empty. It can hold the hexes of boards of up to 512 hexes.
type HexSet [8]uint64

// HexMap is a board of hexes that [NewHexMap] has checked. It does not change.
type HexMap struct {
	board    Board
	cells    []HexCell
	building []int16 // number of the building, or -1
	hexes    [][]Hex // of each building
}

// HexSpot is a level of a hex, where a unit stands. Level 0 is the ground of the lowest hexes.
// The upper floors of a building are the levels above its ground.
type HexSpot struct {
	Hex   Hex
	Level int8
}

// NewHexMap checks a board and builds its map. The error, if any, is [Faults].
func NewHexMap(f HexPlan) (*HexMap, error) {
	var faults Faults
	b := f.Board
	if b.Columns < 1 || b.Rows < 1 || b.Columns > MaxHexes || b.Rows > MaxHexes || b.Columns*b.Rows > 512 || b.Stagger > RowsLeft {
		return nil, Faults{{"board", fmt.Sprintf("%d columns by %d rows, %v: a board has 1 to %d of each and 512 hexes at most", b.Columns, b.Rows, b.Stagger, MaxHexes), ""}}
	}
	m := &HexMap{board: b, cells: make([]HexCell, b.Columns*b.Rows)}
	seen := make([]bool, len(m.cells))
	for _, c := range f.Cells {
		where := "hex " + strconv.Quote(c.Name)
		h, err := b.Parse(c.Name)
		if err != nil {
			faults = append(faults, Fault{where, "it is not on the board, which ends with " + b.last(), ""})
			continue
		}
		i := b.Index(h)
		if seen[i] {
			faults = append(faults, Fault{where, "it is listed twice: list it once", ""})
		}
		if c.Ground < -MaxLevel || c.Ground > MaxLevel || c.Storeys < 0 || c.Storeys > MaxLevel || c.Heap < 0 || c.Heap > c.Storeys {
			faults = append(faults, Fault{where, fmt.Sprintf("ground %d, %d storeys, heap %d: give levels up to %d and a heap no higher than the building", c.Ground, c.Storeys, c.Heap, MaxLevel), ""})
		}
		seen[i] = true
		m.cells[i] = c
	}
	if err := faults.orNil(); err != nil {
		return nil, err
	}
	m.join()
	return m, nil
}

// join finds the buildings: hexes that touch and have the same name.
func (m *HexMap) join() {
	m.building = make([]int16, len(m.cells))
	for i := range m.building {
		m.building[i] = -1
	}
	for i := range m.cells {
		name := m.cells[i].Building
		if name == "" || m.building[i] >= 0 {
			continue
		}
		id := int16(len(m.hexes))
		found := []Hex{m.board.Hex(i%m.board.Columns, i/m.board.Columns)}
		m.building[i] = id
		for k := 0; k < len(found); k++ {
			for d := range directions {
				h := found[k].Neighbour(d)
				if j := m.board.Index(h); j >= 0 && m.building[j] < 0 && m.cells[j].Building == name {
					m.building[j] = id
					found = append(found, h)
				}
			}
		}
		m.hexes = append(m.hexes, found)
	}
}

// Board returns the board.
func (m *HexMap) Board() Board { return m.board }

// Cell returns the description of a hex. It is empty for a hex off the board.
func (m *HexMap) Cell(h Hex) HexCell {
	if i := m.board.Index(h); i >= 0 {
		return m.cells[i]
	}
	return HexCell{}
}

// Building returns all hexes of the building in a hex, in order of discovery from its first, or
// nil. Tide of Iron gives a building one level limit for all of its hexes. Only the hex that is
// shot at collapses.
func (m *HexMap) Building(h Hex) []Hex {
	if i := m.board.Index(h); i >= 0 && m.building[i] >= 0 {
		return slices.Clone(m.hexes[m.building[i]])
	}
	return nil
}

// Top returns the highest level of a hex that blocks sight from that level and from below. For
// bare ground it is the level below the ground.
func (m *HexMap) Top(h Hex, fallen *HexSet) int {
	i := m.board.Index(h)
	if i < 0 {
		return -MaxLevel - 1
	}
	c := &m.cells[i]
	if fallen.has(i) {
		return int(c.Ground) + int(c.Heap) - 1
	}
	return int(c.Ground) + int(c.Storeys) - 1
}

func (s *HexSet) has(i int) bool { return s[i>>6]>>(i&63)&1 == 1 }

// With returns the set with a hex of the map added.
func (m *HexMap) With(s HexSet, h Hex) HexSet {
	if i := m.board.Index(h); i >= 0 {
		s[i>>6] |= 1 << (i & 63)
	}
	return s
}

// In reports whether the set holds a hex of the map.
func (m *HexMap) In(s HexSet, h Hex) bool {
	i := m.board.Index(h)
	return i >= 0 && s.has(i)
}

// Distance returns the distance of two spots in hexes. Within one hex it is the difference of the
// levels, since each floor counts as a hex of its own. Between different hexes levels do not
// count.
func (a HexSpot) Distance(b HexSpot) int {
	if a.Hex == b.Hex {
		return abs(int(a.Level) - int(b.Level))
	}
	return a.Hex.Distance(b.Hex)
}

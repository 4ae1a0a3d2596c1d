package ground

import (
	"fmt"
	"strconv"
	"strings"
)

// Hex is a hex of a board in axial coordinates. [Hex.Neighbour] returns its six neighbours. A
// [Board] says where it is printed.
type Hex struct{ Q, R int16 }

// directions are the neighbours of a hex in order around it.
var directions = [6]Hex{{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// Neighbour returns the neighbour in one of six directions, 0 to 5, in order
// around the hex.
func (h Hex) Neighbour(direction int) Hex {
	d := directions[direction]
	return Hex{h.Q + d.Q, h.R + d.R}
}

// Distance returns the number of steps from one hex to another, as Tide of Iron counts ranges
// from centre dot to centre dot. Neighbours are 1 apart.
func (h Hex) Distance(g Hex) int {
	q, r := int(g.Q)-int(h.Q), int(g.R)-int(h.R)
	return max(abs(q), abs(r), abs(q+r))
}

// Direction returns the direction of a neighbour, and false if the hexes are not neighbours.
func (h Hex) Direction(g Hex) (int, bool) {
	for d := range directions {
		if h.Neighbour(d) == g {
			return d, true
		}
	}
	return 0, false
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Stagger is the offset of the hexes of a board. Columns are lettered from A, rows numbered from
// 1.
type Stagger uint8

// The printed layouts: columns of hexes with every second column (B, D, …) half a hex lower or
// higher, or rows of hexes with every second row (2, 4, …) half a hex to the right or left.
const (
	ColumnsDown Stagger = iota
	ColumnsUp
	RowsRight
	RowsLeft
)

var staggerNames = []string{"columns-down", "columns-up", "rows-right", "rows-left"}

// String returns the name of the stagger.
func (s Stagger) String() string { return nameOf(staggerNames, int(s)) }

// MarshalText writes the name.
func (s Stagger) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name.
func (s *Stagger) UnmarshalText(b []byte) error { return read(s, staggerNames, "stagger", b) }

// MaxHexes bounds the columns and the rows of a board.
const MaxHexes = 64

// Board is a grid of hexes with names. The zero value has no hexes.
type Board struct {
	Columns, Rows int
	Stagger       Stagger
}

// Hex returns the hex in a column and a row, both counted from 0.
func (b Board) Hex(column, row int) Hex {
	q, r := column, row
	switch b.Stagger {
	case ColumnsDown:
		r -= (column - column&1) / 2
	case ColumnsUp:
		r -= (column + column&1) / 2
	case RowsRight:
		q -= (row - row&1) / 2
	default:
		q -= (row + row&1) / 2
	}
	return Hex{int16(q), int16(r)}
}

// Place returns the column and the row of a hex, counted from 0.
func (b Board) Place(h Hex) (column, row int) {
	q, r := int(h.Q), int(h.R)
	switch b.Stagger {
	case ColumnsDown:
		return q, r + (q-q&1)/2
	case ColumnsUp:
		return q, r + (q+q&1)/2
	case RowsRight:
		return q + (r-r&1)/2, r
	}
	return q + (r+r&1)/2, r
}

// Holds reports whether the hex is on the board.
func (b Board) Holds(h Hex) bool {
	c, r := b.Place(h)
	return 0 <= c && c < b.Columns && 0 <= r && r < b.Rows
}

// Index returns the number of a hex, from 0, row by row. It returns -1 for a hex that is not on
// the board.
func (b Board) Index(h Hex) int {
	c, r := b.Place(h)
	if c < 0 || c >= b.Columns || r < 0 || r >= b.Rows {
		return -1
	}
	return r*b.Columns + c
}

// Name returns the name of a hex: the letters of the column and the number of the row. C4 is the
// third column, fourth row; AA follows Z.
func (b Board) Name(h Hex) string {
	c, r := b.Place(h)
	name := ""
	for c++; c > 0; c = (c - 1) / 26 {
		name = string(rune('A'+(c-1)%26)) + name
	}
	return name + strconv.Itoa(r+1)
}

// Parse returns the hex with a name, in upper or lower case.
func (b Board) Parse(name string) (Hex, error) {
	letters := strings.TrimRight(name, "0123456789")
	column, ok := 0, len(letters) > 0 && len(letters) <= 2
	for _, c := range []byte(strings.ToUpper(letters)) {
		ok = ok && 'A' <= c && c <= 'Z'
		column = column*26 + int(c) - 'A' + 1
	}
	number := name[len(letters):]
	row, err := strconv.Atoi(number)
	if !ok || err != nil || len(number) > 3 || number[0] == '0' {
		return Hex{}, fmt.Errorf("ground: %q is not a hex: write the column's letters and the row's number, as C4", name)
	}
	if column > b.Columns || row > b.Rows {
		return Hex{}, fmt.Errorf("ground: hex %s is not on the board, which ends with %s", strings.ToUpper(name), b.last())
	}
	return b.Hex(column-1, row-1), nil
}

func (b Board) last() string {
	if b.Columns <= 0 || b.Rows <= 0 {
		return "no hex at all"
	}
	return b.Name(b.Hex(b.Columns-1, b.Rows-1))
}

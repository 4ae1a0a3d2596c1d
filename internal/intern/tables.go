package intern

import "math/bits"

// tables find values by hash. They contain numbers instead of values.
type tables struct {
	one  table
	many []table // instead of one, 1<<tableBits by the first bits of a hash
}

// A table finds values by hash. It uses open addressing and is at most half full.
type table struct {
	cells []cell // a power of two
	used  int
	most  int  // used cells at which the table doubles: half of them, or somewhat less
	shift uint // 32 less the binary logarithm of their number
}

// A cell holds a number and half of the hash of its value.
type cell struct {
	tag    uint32
	number int32 // one more than the number; 0 is free
}

// Above mostCells a table is split into many, each of which then grows separately, so that no value
// waits while a million cells are copied. Evenly spread values would make all of them grow at once,
// so each table has a different limit.
const (
	tableBits = 8
	mostCells = 1 << 14
)

// reset forgets all values and keeps the room of one table.
func (x *tables) reset() {
	x.many = nil
	if x.one.used > 0 {
		clear(x.one.cells)
		x.one.used = 0
	}
}

// tableOf returns the table for a tag among many, and the bits that select its cell.
func (x *tables) tableOf(tag uint32) (*table, uint32) {
	return &x.many[tag>>(32-tableBits)], tag << tableBits
}

// split splits the single table into many.
func (x *tables) split() {
	old := x.one.cells
	x.one, x.many = newTable(leastCells), make([]table, 1<<tableBits)
	for i := range x.many {
		x.many[i] = newTable(2 * mostCells >> tableBits)
		x.many[i].most -= (x.many[i].most / 4 * i) >> tableBits
	}
	for _, c := range old {
		if c.number != 0 {
			t, bits := x.tableOf(c.tag)
			if t.put(c, bits); t.used > t.most {
				x.enlarge(t)
			}
		}
	}
}

// enlarge doubles a table, or splits a large one.
func (x *tables) enlarge(t *table) {
	if x.many == nil && len(t.cells) >= mostCells {
		x.split()
		return
	}
	old, most := t.cells, 2*t.most
	*t = newTable(2 * len(old))
	t.most = most
	for _, c := range old {
		if c.number != 0 {
			bits := c.tag
			if x.many != nil {
				bits <<= tableBits
			}
			t.put(c, bits)
		}
	}
}

// leastCells is the number of cells of a new table.
const leastCells = 16

// newTable returns a table with a number of cells, all free.
func newTable(cells int) table {
	return table{cells: make([]cell, cells), most: cells / 2, shift: uint(32 - bits.Len(uint(cells-1)))}
}

// put adds a cell to a table that has room for it and does not contain it.
func (t *table) put(c cell, bits uint32) {
	i := bits >> t.shift
	for t.cells[i].number != 0 {
		i = (i + 1) & uint32(len(t.cells)-1)
	}
	t.cells[i] = c
	t.used++
}

// maxDense limits the words that serve as indices directly: two small numbers side by side, or one
// up to some thousands.
const maxDense = 1 << 12

// room doubles a list until it has an index.
func room(list []int32, i int) []int32 {
	if i < len(list) {
		return list
	}
	grown := make([]int32, max(64, 1<<bits.Len(uint(i))))
	copy(grown, list)
	return grown
}

// spread is 2^64 over the golden ratio: its products are well spread in their
// upper bits.
const spread = 0x9e3779b97f4a7c15

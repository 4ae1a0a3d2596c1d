package solve

import (
	"bytes"
	"hash/maphash"

	"loophole/game"
)

// A table numbers positions from 0 in the order in which they are added.
type table interface {
	add(game.Position) int
	find(game.Position) (int, bool)
	at(i int) game.Position
	bytes() int // approximate memory
}

// playedTable is a table of positions that this process plays.
type playedTable struct {
	set    *game.PositionSet
	runner *game.Runner
}

func (t *playedTable) add(p game.Position) int { return t.set.Add(t.runner.SetPosition(p)) }

func (t *playedTable) find(p game.Position) (int, bool) { return t.set.Find(t.runner.SetPosition(p)) }

func (t *playedTable) at(i int) game.Position { return t.set.At(i) }

func (t *playedTable) bytes() int { return t.set.Bytes() }

// byteTable is a table of positions as bytes. A process that joins the expansions of others needs
// nothing more.
type byteTable struct {
	instance *game.Instance
	size     int // of a position
	n        int
	pages    [][]byte // of positionsPerPage positions each
	seed     maphash.Seed
	slots    []int32 // by hash: the number of a position plus 1, or 0
}

const positionsPerPage = 1 << 12

func newByteTable(f *game.Instance) *byteTable {
	return &byteTable{instance: f, size: len(f.Start.Bytes()), seed: maphash.MakeSeed(), slots: make([]int32, 1024)}
}

func (t *byteTable) add(p game.Position) int { return t.addBytes(p.Bytes()) }

func (t *byteTable) find(p game.Position) (int, bool) {
	b := p.Bytes()
	if len(b) != t.size {
		return 0, false
	}
	i := int(t.slots[t.slot(b)]) - 1
	return i, i >= 0
}

func (t *byteTable) at(i int) game.Position {
	p, err := t.instance.Decode(t.bytesAt(i))
	if err != nil {
		panic("solve: " + err.Error()) // A worker wrote the position, and another one has expanded it.
	}
	return p
}

func (t *byteTable) bytes() int { return len(t.pages)*positionsPerPage*t.size + 4*len(t.slots) }

func (t *byteTable) bytesAt(i int) []byte {
	page, k := t.pages[i/positionsPerPage], i%positionsPerPage
	return page[k*t.size : (k+1)*t.size]
}

// slot returns the slot of a position, which is empty if it was not added.
func (t *byteTable) slot(b []byte) int {
	for i := int(maphash.Bytes(t.seed, b)) & (len(t.slots) - 1); ; i = (i + 1) & (len(t.slots) - 1) {
		if n := t.slots[i]; n == 0 || bytes.Equal(t.bytesAt(int(n)-1), b) {
			return i
		}
	}
}

// addBytes returns the number of a position of t.size bytes.
func (t *byteTable) addBytes(b []byte) int {
	i := t.slot(b)
	if n := t.slots[i]; n != 0 {
		return int(n) - 1
	}
	if t.n%positionsPerPage == 0 {
		t.pages = append(t.pages, make([]byte, positionsPerPage*t.size))
	}
	t.n++
	copy(t.bytesAt(t.n-1), b)
	t.slots[i] = int32(t.n)
	if 4*t.n > 3*len(t.slots) {
		t.slots = make([]int32, 2*len(t.slots))
		for k := range t.n {
			t.slots[t.slot(t.bytesAt(k))] = int32(k + 1)
		}
	}
	return t.n - 1
}

// Package intern numbers values and keeps them. The engines look up states and outcomes in it,
// millions of times a second.
package intern

import (
	"encoding/binary"
	"math/bits"
	"reflect"
	"sync"
	"unsafe"
)

// An Index numbers different values from 0, in the order of their first use. Engines look up the
// states of checkpoints and the outcomes of procedures millions of times a second. So values of
// integers and booleans are found by their bytes, and only others through a map. The zero Index is
// empty.
type Index[K comparable] struct {
	keys  Pages[K]
	dense []int32 // one more than the number, for words that are small
	tables
	kind  kindOfKey
	other map[K]int
}

// tables find values by hash. They contain numbers instead of values, so that every type of Index
// shares this code.
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

type kindOfKey uint8

const (
	keyUnknown kindOfKey = iota
	keyWord              // at most eight bytes, all of which count in comparisons
	keyBytes             // more bytes, all of which count in comparisons
	keyOther             // pointers, strings, padding, floats
)

// Len returns the number of different values.
func (x *Index[K]) Len() int { return x.keys.Len() }

// Bytes returns the approximate memory of the Index.
func (x *Index[K]) Bytes() int {
	var k K
	cells := len(x.one.cells)
	for i := range x.many {
		cells += len(x.many[i].cells)
	}
	return x.keys.Places()*int(unsafe.Sizeof(k)) + 4*len(x.dense) + 8*cells + len(x.other)*int(unsafe.Sizeof(k)+16)
}

// At returns the value with a number.
func (x *Index[K]) At(i int) K { return *x.keys.At(i) }

// Value is At for callers that do not know the type.
func (x *Index[K]) Value(i int) any { return x.At(i) }

// Place returns a pointer to the value with a number. The value must not be written, and the
// pointer is valid until another value is added.
func (x *Index[K]) Place(i int) *K { return x.keys.At(i) }

// AppendTo appends the values to a list in the order of their numbers.
func (x *Index[K]) AppendTo(list []K) []K { return x.keys.AppendTo(list) }

// Reset forgets all values and keeps room for some thousands.
func (x *Index[K]) Reset() {
	if n := x.keys.Len(); 16*n < len(x.dense) {
		for i := range n {
			k := x.keys.At(i)
			if word := wordAt(unsafe.Pointer(k), unsafe.Sizeof(*k)); word < uint64(len(x.dense)) {
				x.dense[word] = 0
			}
		}
	} else {
		clear(x.dense)
	}
	x.keys.Reset()
	x.tables.reset()
	clear(x.other)
}

// reset forgets all values and keeps the room of one table.
func (x *tables) reset() {
	x.many = nil
	if x.one.used > 0 {
		clear(x.one.cells)
		x.one.used = 0
	}
}

// Met returns the number of a value of at most two bytes, if it has one. Intern tries this first.
// It is a function of its own so that callers can inline it.
func (x *Index[K]) Met(k *K) (number int, ok bool) {
	if size := unsafe.Sizeof(*k); size == 1 || size == 2 {
		word := uint(*(*uint8)(unsafe.Pointer(k)))
		if size == 2 {
			word |= uint(*(*uint8)(unsafe.Add(unsafe.Pointer(k), 1))) << 8
		}
		if word < uint(len(x.dense)) {
			number = int(x.dense[word]) - 1
			return number, number >= 0
		}
	}
	return 0, false
}

// Intern returns the number of a value, and gives a new value the next number.
func (x *Index[K]) Intern(k *K) int {
	if x.kind != keyWord {
		return x.wide(k)
	}
	// The size is a constant, so the compiler removes the other cases. Bytes are read one by one if
	// the fields may just have been written one by one, because a wider read of several recent
	// writes stalls.
	var word uint64
	switch p := unsafe.Pointer(k); unsafe.Sizeof(*k) {
	case 1:
		word = uint64(*(*uint8)(p))
	case 2:
		word = uint64(*(*uint8)(p)) | uint64(*(*uint8)(unsafe.Add(p, 1)))<<8
	case 3:
		word = uint64(*(*uint8)(p)) | uint64(*(*uint8)(unsafe.Add(p, 1)))<<8 | uint64(*(*uint8)(unsafe.Add(p, 2)))<<16
	case 8:
		word = *(*uint64)(p)
	default:
		word = wordAt(p, unsafe.Sizeof(*k))
	}
	if word < uint64(len(x.dense)) {
		if n := x.dense[word]; n != 0 {
			return int(n - 1)
		}
	}
	return x.word(k, word)
}

// word numbers a value of at most eight bytes that Met does not find.
func (x *Index[K]) word(k *K, word uint64) int {
	if word < maxDense {
		x.dense = room(x.dense, int(word))
		n := x.keys.Len()
		x.keys.Add(*k)
		x.dense[word] = int32(n + 1)
		return n
	}
	return x.hashed(k, word)
}

// hashed numbers a value by a hash of it.
func (x *Index[K]) hashed(k *K, hash uint64) int {
	tag := uint32(hash * spread >> 32)
	// Nearly always the value has a number, in the first cell.
	if x.many == nil {
		if c := &x.one.cells[tag>>x.one.shift]; c.tag == tag && c.number != 0 && *x.keys.At(int(c.number - 1)) == *k {
			return int(c.number - 1)
		}
	}
	t, c := x.seek(k, tag)
	if c.number == 0 {
		x.keys.Add(*k)
		*c = cell{tag, int32(x.keys.Len())}
		if t.used++; t.used > t.most {
			x.enlarge(t)
		}
		return x.keys.Len() - 1
	}
	return int(c.number - 1)
}

// seek returns the cell of a value, or a free one for it.
func (x *Index[K]) seek(k *K, tag uint32) (*table, *cell) {
	t, bits := &x.one, tag
	if x.many != nil {
		t, bits = x.tableOf(tag)
	}
	for i := bits >> t.shift; ; i = (i + 1) & uint32(len(t.cells)-1) {
		if c := &t.cells[i]; c.number == 0 || c.tag == tag && *x.keys.At(int(c.number - 1)) == *k {
			return t, c
		}
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

// wide numbers values of more than eight bytes, and those that only a map can distinguish.
func (x *Index[K]) wide(k *K) int {
	if x.kind != keyBytes {
		return x.slow(k)
	}
	return x.hashed(k, hashOf(unsafe.Slice((*byte)(unsafe.Pointer(k)), unsafe.Sizeof(*k))))
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

// Find returns the number of a value, if it has one.
func (x *Index[K]) Find(k K) (number int, ok bool) {
	hash := uint64(0)
	switch p, size := unsafe.Pointer(&k), unsafe.Sizeof(k); x.kind {
	case keyUnknown:
		return 0, false
	case keyOther:
		number, ok = x.other[k]
		return number, ok
	case keyWord:
		if hash = wordAt(p, size); hash < maxDense {
			if hash >= uint64(len(x.dense)) {
				return 0, false
			}
			return int(x.dense[hash]) - 1, x.dense[hash] != 0
		}
	case keyBytes:
		hash = hashOf(unsafe.Slice((*byte)(p), size))
	}
	_, c := x.seek(&k, uint32(hash*spread>>32))
	return int(c.number) - 1, c.number != 0
}

// spread is 2^64 over the golden ratio: its products are well spread in their
// upper bits.
const spread = 0x9e3779b97f4a7c15

// slow finds the kind of the values, and numbers those that only a map can distinguish.
func (x *Index[K]) slow(k *K) int {
	if x.kind == keyUnknown {
		x.kind = kindOf(reflect.TypeFor[K]())
		switch x.kind {
		case keyWord:
			x.one = newTable(leastCells)
			return x.word(k, wordAt(unsafe.Pointer(k), unsafe.Sizeof(*k)))
		case keyBytes:
			x.one = newTable(leastCells)
			return x.wide(k)
		}
		x.other = map[K]int{}
	}
	i, ok := x.other[*k]
	if !ok {
		i = x.keys.Len()
		x.keys.Add(*k)
		x.other[*k] = i
	}
	return i
}

// kinds caches the kinds of types, because an engine makes an Index for each action that it
// evaluates, and a position has a hundred fields.
var kinds sync.Map

// kindOf returns the kind of a type's values.
func kindOf(t reflect.Type) kindOfKey {
	if kind, ok := kinds.Load(t); ok {
		return kind.(kindOfKey)
	}
	kind := keyOther
	if t.Size() > 0 && comparesByBytes(t) {
		kind = keyBytes
		if t.Size() <= 8 {
			kind = keyWord
		}
	}
	kinds.Store(t, kind)
	return kind
}

// comparesByBytes reports whether two values of a type are equal exactly if all of their bytes are
// equal.
func comparesByBytes(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return true
	case reflect.Array:
		return comparesByBytes(t.Elem())
	case reflect.Struct:
		size := uintptr(0)
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" || f.Offset != size || !comparesByBytes(f.Type) {
				return false
			}
			size += f.Type.Size()
		}
		return size == t.Size()
	}
	return false
}

// wordAt returns up to eight bytes as a word.
func wordAt(p unsafe.Pointer, size uintptr) uint64 {
	if size == 8 {
		return *(*uint64)(p)
	}
	return wordOf(unsafe.Slice((*byte)(p), size))
}

// wordOf returns up to eight bytes as a word.
func wordOf(b []byte) uint64 {
	w := uint64(0)
	for i, x := range b {
		w |= uint64(x) << (8 * i)
	}
	return w
}

// hashOf mixes more than eight bytes into a word.
func hashOf(b []byte) uint64 {
	h := uint64(len(b))
	for ; len(b) >= 8; b = b[8:] {
		h = bits.RotateLeft64((h^binary.LittleEndian.Uint64(b))*spread, 29)
	}
	if len(b) > 0 {
		h = bits.RotateLeft64((h^wordOf(b))*spread, 29)
	}
	return h
}

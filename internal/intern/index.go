// Package intern numbers values and keeps them: what the engines of exact odds look
// states and outcomes up in, millions of times a second.
package intern

import (
	"encoding/binary"
	"math/bits"
	"reflect"
	"sync"
	"unsafe"
)

// An Index numbers different values from 0, in the order in which they are
// first met. Engines look up the states of stage marks and the outcomes of
// procedures in one, millions of times a second, so values made of integers and
// booleans are looked up by their bytes; others go through a map. The zero
// Index is empty.
type Index[K comparable] struct {
	keys  Pages[K]
	dense []int32 // one more than the number, for words that are small
	tables
	kind  kindOfKey
	other map[K]int
}

// tables are what finds values by hash. They know numbers and not values, so that all kinds
// of Index share their code.
type tables struct {
	one  table
	many []table // instead of one, 1<<tableBits by the first bits of a hash
}

// A table finds values by hash: open addressing, at most half full.
type table struct {
	cells []cell // a power of two
	used  int
	most  int  // that are used before there are twice as many: a half, or somewhat less
	shift uint // 32 less the binary logarithm of their number
}

// A cell holds a number and half of the hash of its value.
type cell struct {
	tag    uint32
	number int32 // one more than the number; 0 is free
}

// Above mostCells a table is dealt out to many, each of which then grows by
// itself, so that no value waits until a million cells are copied. They do not
// grow all at once, which evenly spread values would bring about, since the last
// is not let fill as far as the first.
const (
	tableBits = 8
	mostCells = 1 << 14
)

type kindOfKey uint8

const (
	keyUnknown kindOfKey = iota
	keyWord              // eight bytes at most, all of them telling
	keyBytes             // more bytes, all of them telling
	keyOther             // pointers, strings, padding, floats
)

// Len returns how many different values were met.
func (x *Index[K]) Len() int { return x.keys.Len() }

// Bytes is about how much memory the Index takes.
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

// Value is At for who has forgotten the type.
func (x *Index[K]) Value(i int) any { return x.At(i) }

// Place returns the value with a number where it stands: it is not to be written, and
// stays there until another is met.
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

// Met returns the number of a value of two bytes at most, if it was met before.
// It is what Intern does first, apart so that it is inlined where it matters.
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

// Intern returns the number of a value, a new one if it was not met before.
func (x *Index[K]) Intern(k *K) int {
	if x.kind != keyWord {
		return x.wide(k)
	}
	// The size is a constant: the other cases are not there. Bytes are read one
	// by one where fields may just have been written one by one, since a read
	// of several young writes waits for the cache.
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

// word numbers a value of eight bytes at most that is no small word met before.
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
	// Nearly always it was met before, and stands in the first cell.
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

// seek returns the cell of a value, or the one that is free for it.
func (x *Index[K]) seek(k *K, tag uint32) (*table, *cell) {
	t, bits := &x.one, tag
	if x.many != nil {
		t, bits = x.dealt(tag)
	}
	for i := bits >> t.shift; ; i = (i + 1) & uint32(len(t.cells)-1) {
		if c := &t.cells[i]; c.number == 0 || c.tag == tag && *x.keys.At(int(c.number - 1)) == *k {
			return t, c
		}
	}
}

// dealt returns the table of a tag among many, and the bits that find its cell.
func (x *tables) dealt(tag uint32) (*table, uint32) {
	return &x.many[tag>>(32-tableBits)], tag << tableBits
}

// deal deals the one table out to many.
func (x *tables) deal() {
	old := x.one.cells
	x.one, x.many = newTable(leastCells), make([]table, 1<<tableBits)
	for i := range x.many {
		x.many[i] = newTable(2 * mostCells >> tableBits)
		x.many[i].most -= (x.many[i].most / 4 * i) >> tableBits
	}
	for _, c := range old {
		if c.number != 0 {
			t, bits := x.dealt(c.tag)
			if t.put(c, bits); t.used > t.most {
				x.enlarge(t)
			}
		}
	}
}

// enlarge gives a table twice as many cells, or deals a large one out.
func (x *tables) enlarge(t *table) {
	if x.many == nil && len(t.cells) >= mostCells {
		x.deal()
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

// leastCells is how many cells a table has at first.
const leastCells = 16

// newTable returns a table of so many cells, all of them free.
func newTable(cells int) table {
	return table{cells: make([]cell, cells), most: cells / 2, shift: uint(32 - bits.Len(uint(cells-1)))}
}

// put lays a cell into a table that has room for it and does not hold it.
func (t *table) put(c cell, bits uint32) {
	i := bits >> t.shift
	for t.cells[i].number != 0 {
		i = (i + 1) & uint32(len(t.cells)-1)
	}
	t.cells[i] = c
	t.used++
}

// wide numbers values of more than eight bytes, and those that only a map
// tells apart.
func (x *Index[K]) wide(k *K) int {
	if x.kind != keyBytes {
		return x.slow(k)
	}
	return x.hashed(k, hashOf(unsafe.Slice((*byte)(unsafe.Pointer(k)), unsafe.Sizeof(*k))))
}

// maxDense bounds the words that are indices themselves: two small numbers
// side by side, or one of some thousands.
const maxDense = 1 << 12

// room makes a list long enough to have an index, doubling it.
func room(list []int32, i int) []int32 {
	if i < len(list) {
		return list
	}
	grown := make([]int32, max(64, 1<<bits.Len(uint(i))))
	copy(grown, list)
	return grown
}

// Find returns the number of a value, if it was met.
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

// slow finds out what kind of values these are, and numbers those that only a
// map tells apart.
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

// kinds remembers the kinds of types: an engine makes an Index for each action that it
// weighs, and a position has a hundred fields.
var kinds sync.Map

// kindOf is what kind of values those of a type are.
func kindOf(t reflect.Type) kindOfKey {
	if kind, ok := kinds.Load(t); ok {
		return kind.(kindOfKey)
	}
	kind := keyOther
	if t.Size() > 0 && telling(t) {
		kind = keyBytes
		if t.Size() <= 8 {
			kind = keyWord
		}
	}
	kinds.Store(t, kind)
	return kind
}

// telling reports whether two values of a type are equal exactly if all their
// bytes are.
func telling(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return true
	case reflect.Array:
		return telling(t.Elem())
	case reflect.Struct:
		size := uintptr(0)
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" || f.Offset != size || !telling(f.Type) {
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

package rule

import (
	"encoding/binary"
	"math/bits"
	"reflect"
	"unsafe"
)

// An Index numbers different values from 0, in the order in which they are
// first met. Engines look up the states of stage marks and the outcomes of
// procedures in one, millions of times a second, so values made of integers and
// booleans are looked up by their bytes; others go through a map. The zero
// Index is empty.
type Index[K comparable] struct {
	keys  []K
	cells []cell // open addressing; a power of two, at most half full
	shift uint   // 64 less the binary logarithm of their number
	kind  kindOfKey
	other map[K]int
}

// A cell holds a number and what is known of its value: the value itself if
// eight bytes hold it, else a hash.
type cell struct {
	word   uint64
	number int32 // one more than the number; 0 is free
}

type kindOfKey uint8

const (
	keyUnknown kindOfKey = iota
	keyWord              // eight bytes at most, all of them telling
	keyBytes             // more bytes, all of them telling
	keyOther             // pointers, strings, padding, floats
)

// Len returns how many different values were met.
func (x *Index[K]) Len() int { return len(x.keys) }

// At returns the value with a number.
func (x *Index[K]) At(i int) K { return x.keys[i] }

// All returns the values in the order of their numbers. It must not be written.
func (x *Index[K]) All() []K { return x.keys }

// Reset forgets all values and keeps the room they took.
func (x *Index[K]) Reset() {
	clear(x.keys)
	x.keys = x.keys[:0]
	clear(x.cells)
	clear(x.other)
}

// Of returns the number of a value, a new one if it was not met before.
func (x *Index[K]) Of(k *K) int {
	var word uint64
	switch x.kind {
	case keyWord:
		word = wordOf(unsafe.Slice((*byte)(unsafe.Pointer(k)), unsafe.Sizeof(*k)))
	case keyBytes:
		word = hashOf(unsafe.Slice((*byte)(unsafe.Pointer(k)), unsafe.Sizeof(*k)))
	default:
		return x.slow(k)
	}
	for i := (word * spread) >> x.shift; ; i = (i + 1) & uint64(len(x.cells)-1) {
		switch c := &x.cells[i]; {
		case c.number == 0:
			return x.add(k, word, i)
		case c.word == word && (x.kind == keyWord || x.keys[c.number-1] == *k):
			return int(c.number - 1)
		}
	}
}

// Find returns the number of a value, if it was met.
func (x *Index[K]) Find(k K) (int, bool) {
	for i := range x.keys {
		if x.keys[i] == k {
			return i, true
		}
	}
	return 0, false
}

// spread is 2^64 over the golden ratio: its products are well spread in their
// upper bits.
const spread = 0x9e3779b97f4a7c15

func (x *Index[K]) add(k *K, word, i uint64) int {
	n := len(x.keys)
	x.keys = append(x.keys, *k)
	x.cells[i] = cell{word, int32(n + 1)}
	if 2*len(x.keys) > len(x.cells) {
		x.grow()
	}
	return n
}

func (x *Index[K]) grow() {
	old := x.cells
	x.cells = make([]cell, max(16, 4*len(old)))
	x.shift = uint(64 - bits.Len(uint(len(x.cells)-1)))
	for _, c := range old {
		if c.number == 0 {
			continue
		}
		i := (c.word * spread) >> x.shift
		for x.cells[i].number != 0 {
			i = (i + 1) & uint64(len(x.cells)-1)
		}
		x.cells[i] = c
	}
}

// slow finds out what kind of values these are, and numbers those that only a
// map tells apart.
func (x *Index[K]) slow(k *K) int {
	if x.kind == keyUnknown {
		x.kind = keyOther
		if t := reflect.TypeFor[K](); t.Size() > 0 && telling(t) {
			x.kind = keyBytes
			if t.Size() <= 8 {
				x.kind = keyWord
			}
			x.grow()
			return x.Of(k)
		}
		x.other = map[K]int{}
	}
	i, ok := x.other[*k]
	if !ok {
		i = len(x.keys)
		x.keys = append(x.keys, *k)
		x.other[*k] = i
	}
	return i
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

// wordOf returns up to eight bytes as a word.
func wordOf(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case 8:
		return binary.LittleEndian.Uint64(b)
	}
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

package intern

import (
	"reflect"
	"unsafe"
)

// values is a list of values of a type that is not known when the program is compiled. Like [Pages]
// it grows by pages after the first few thousand.
type values struct {
	list  reflect.Type // of lists of the type
	size  uintptr      // of a value
	first reflect.Value
	base  unsafe.Pointer   // of first
	rest  []unsafe.Pointer // pages
	room  int              // places in first
	n     int
}

// at returns a pointer to a value.
func (v *values) at(i int) unsafe.Pointer {
	if uint(i) >= uint(v.n) {
		panic("intern: there is no such value")
	}
	if i < firstPage {
		return unsafe.Add(v.base, uintptr(i)*v.size)
	}
	i -= firstPage
	return unsafe.Add(v.rest[i>>pageBits], uintptr(i&pageMask)*v.size)
}

// run returns a pointer to a value, and the number of values that follow it in memory, itself
// included. The value must be the first of a page.
func (v *values) run(i int) (p unsafe.Pointer, n int) {
	if i < firstPage {
		return v.at(i), min(v.n, firstPage) - i
	}
	return v.at(i), min(v.n-i, 1<<pageBits)
}

// add appends a value and returns a pointer to it. The caller writes it.
func (v *values) add() unsafe.Pointer {
	if v.n == v.room && v.n < firstPage {
		v.room = min(max(8, 2*v.room), firstPage)
		grown := reflect.MakeSlice(v.list, v.room, v.room)
		if v.n > 0 {
			reflect.Copy(grown, v.first)
		}
		v.first, v.base = grown, grown.UnsafePointer()
	} else if v.n >= firstPage+len(v.rest)<<pageBits {
		v.rest = append(v.rest, reflect.MakeSlice(v.list, 1<<pageBits, 1<<pageBits).UnsafePointer())
	}
	v.n++
	return v.at(v.n - 1)
}

// addBytes appends a value without pointers.
func (v *values) addBytes(k unsafe.Pointer) { copy(v.bytes(v.add()), v.bytes(k)) }

// bytes returns the bytes of a value.
func (v *values) bytes(k unsafe.Pointer) []byte { return unsafe.Slice((*byte)(k), v.size) }

// equal reports whether a value of the list has the same bytes.
func (v *values) equal(i int, k unsafe.Pointer) bool {
	p := v.at(i)
	if v.size == 8 {
		return *(*uint64)(p) == *(*uint64)(k)
	}
	return string(v.bytes(p)) == string(v.bytes(k))
}

// places returns the number of values for which there is room.
func (v *values) places() int { return v.room + len(v.rest)<<pageBits }

// reset removes all values and keeps the memory of the first page. It clears that memory if the
// values have pointers.
func (v *values) reset(pointers bool) {
	if pointers && v.n > 0 {
		v.first.Clear()
	}
	v.rest, v.n = nil, 0
}

// Package intern numbers values and keeps them. The engines look up states and outcomes in it,
// millions of times a second.
package intern

import (
	"reflect"
	"slices"
	"unsafe"
)

// An Index numbers different values of one type from 0, in the order of their first use. Engines
// look up the states of checkpoints and the outcomes of procedures millions of times a second. So
// values of integers and booleans are found by their bytes, and only others through a map.
//
// The Index itself does not know the type, because a compiler repeats generic code for each type
// and a ruleset has dozens. [New] and the functions that take or return values know it. They must
// all be called with the same type.
type Index struct {
	values
	dense []int32 // one more than the number, for words that are small
	tables
	layout
	clean []byte // room for a value whose padding is 0, written for each value: in cache lines of its own
	other map[any]int
	typed any // a nil pointer to a value
}

// cacheLine is the size of a line of the processor's cache, in bytes. If two goroutines write to one line, each
// waits for the other.
const cacheLine = 64

// New returns an empty Index for a type.
func New[K comparable]() *Index { return newIndex((*K)(nil)) }

func newIndex(typed any) *Index {
	t := reflect.TypeOf(typed).Elem()
	x := &Index{values: values{list: reflect.SliceOf(t), size: t.Size()}, layout: layoutOf(t), typed: typed}
	if x.kind == keyOther {
		x.other = map[any]int{}
	} else {
		x.one = newTable(leastCells)
	}
	if x.solid != nil {
		x.clean = make([]byte, (x.size+cacheLine-1)/cacheLine*cacheLine)[:x.size]
	}
	return x
}

// Of reports whether an Index is for a type.
func Of[K comparable](x *Index) bool {
	_, ok := x.typed.(*K)
	return ok
}

// Len returns the number of different values.
func (x *Index) Len() int { return x.n }

// Bytes returns the approximate memory of the Index.
func (x *Index) Bytes() int {
	cells := len(x.one.cells)
	for i := range x.many {
		cells += len(x.many[i].cells)
	}
	return x.places()*int(x.size) + 4*len(x.dense) + 8*cells + len(x.other)*int(x.size+16)
}

// At returns a pointer to the value with a number. The value must not be written, and the pointer
// is valid until another value is added. At panics if the Index is for another type.
func At[K comparable](x *Index, i int) *K {
	_ = x.typed.(*K)
	return (*K)(x.at(i))
}

// Value returns the value with a number.
func (x *Index) Value(i int) any {
	return reflect.NewAt(x.list.Elem(), x.at(i)).Elem().Interface()
}

// AppendTo appends the values to a list in the order of their numbers.
func AppendTo[K comparable](x *Index, list []K) []K {
	list = slices.Grow(list, x.n)
	for i := 0; i < x.n; {
		p, n := x.run(i)
		list = append(list, unsafe.Slice((*K)(p), n)...)
		i += n
	}
	return list
}

// Reset forgets all values and keeps room for some thousands.
func (x *Index) Reset() {
	if 16*x.n < len(x.dense) {
		for i := range x.n {
			if word := wordAt(x.at(i), x.size); word < uint64(len(x.dense)) {
				x.dense[word] = 0
			}
		}
	} else {
		clear(x.dense)
	}
	x.values.reset(x.kind == keyOther)
	x.tables.reset()
	clear(x.other)
}

// Met returns the number of a value of at most two bytes, if it has one. Intern tries this first.
// It is a function of its own so that callers can inline it.
func Met[K comparable](x *Index, k *K) (number int, ok bool) {
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
func Intern[K comparable](x *Index, k *K) int {
	if x.kind != keyWord {
		if x.kind == keyOther {
			return internOther(x, k)
		}
		return x.wide(unsafe.Pointer(k))
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
	return x.word(unsafe.Pointer(k), word)
}

// internOther numbers values that only a map can distinguish.
func internOther[K comparable](x *Index, k *K) int {
	i, ok := x.other[*k]
	if !ok {
		i = x.n
		*(*K)(x.add()) = *k
		x.other[*k] = i
	}
	return i
}

// word numbers a value of at most eight bytes that Met does not find.
func (x *Index) word(k unsafe.Pointer, word uint64) int {
	if word < maxDense {
		x.dense = room(x.dense, int(word))
		n := x.n
		x.addBytes(k)
		x.dense[word] = int32(n + 1)
		return n
	}
	return x.hashed(k, word)
}

// wide numbers values of more than eight bytes, and those with padding.
func (x *Index) wide(k unsafe.Pointer) int {
	if x.solid != nil {
		x.copySolid(x.clean, k)
		k = unsafe.Pointer(unsafe.SliceData(x.clean))
	}
	return x.hashed(k, hashOf(x.bytes(k)))
}

// hashed numbers a value by a hash of it.
func (x *Index) hashed(k unsafe.Pointer, hash uint64) int {
	tag := uint32(hash * spread >> 32)
	// Nearly always the value has a number, in the first cell.
	if x.many == nil {
		if c := &x.one.cells[tag>>x.one.shift]; c.tag == tag && c.number != 0 && x.equal(int(c.number-1), k) {
			return int(c.number - 1)
		}
	}
	t, c := x.seek(k, tag)
	if c.number == 0 {
		x.addBytes(k)
		*c = cell{tag, int32(x.n)}
		if t.used++; t.used > t.most {
			x.enlarge(t)
		}
		return x.n - 1
	}
	return int(c.number - 1)
}

// seek returns the cell of a value, or a free one for it.
func (x *Index) seek(k unsafe.Pointer, tag uint32) (*table, *cell) {
	t, bits := &x.one, tag
	if x.many != nil {
		t, bits = x.tableOf(tag)
	}
	for i := bits >> t.shift; ; i = (i + 1) & uint32(len(t.cells)-1) {
		if c := &t.cells[i]; c.number == 0 || c.tag == tag && x.equal(int(c.number-1), k) {
			return t, c
		}
	}
}

// Find returns the number of a value, if it has one.
func Find[K comparable](x *Index, k K) (number int, ok bool) {
	if x.kind == keyOther {
		number, ok = x.other[k]
		return number, ok
	}
	return x.find(unsafe.Pointer(&k))
}

func (x *Index) find(k unsafe.Pointer) (number int, ok bool) {
	var hash uint64
	if x.kind == keyBytes {
		if x.solid != nil {
			clean := make([]byte, x.size)
			x.copySolid(clean, k)
			k = unsafe.Pointer(unsafe.SliceData(clean))
		}
		hash = hashOf(x.bytes(k))
	} else if hash = wordAt(k, x.size); hash < maxDense {
		if hash >= uint64(len(x.dense)) {
			return 0, false
		}
		return int(x.dense[hash]) - 1, x.dense[hash] != 0
	}
	_, c := x.seek(k, uint32(hash*spread>>32))
	return int(c.number) - 1, c.number != 0
}

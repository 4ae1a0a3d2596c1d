package intern

import (
	"encoding/binary"
	"math/bits"
	"reflect"
	"sync"
	"unsafe"
)

type kindOfKey uint8

const (
	keyOther kindOfKey = iota // pointers, strings, floats
	keyWord                   // at most eight bytes, all of which count in comparisons
	keyBytes                  // other integers and booleans
)

// A layout says how values of a type are compared.
type layout struct {
	kind  kindOfKey
	solid []span // the bytes of keyBytes that count in comparisons; nil if all do
}

// A span is a part of a value without padding.
type span struct{ from, to uintptr }

// layouts caches the layouts of types, because an engine makes an Index for each action that it
// evaluates, and a position has a hundred fields.
var layouts sync.Map

// layoutOf returns the layout of a type's values.
func layoutOf(t reflect.Type) layout {
	if known, ok := layouts.Load(t); ok {
		return known.(layout)
	}
	l := layout{kind: keyOther}
	if solid, ok := solidOf(t, 0, nil); ok && len(solid) > 0 {
		l = layout{keyBytes, solid}
		if solid[0] == (span{0, t.Size()}) {
			l.solid = nil
			if t.Size() <= 8 {
				l.kind = keyWord
			}
		}
	}
	layouts.Store(t, l)
	return l
}

// IsWord reports whether two values of a type have at most eight bytes, and are equal exactly if those bytes are.
func IsWord[K comparable]() bool { return layoutOf(reflect.TypeFor[K]()).kind == keyWord }

// solidOf appends the spans of a value that begins at an offset. It reports whether two values are
// equal exactly if the bytes of their spans are.
func solidOf(t reflect.Type, at uintptr, list []span) ([]span, bool) {
	ok := true
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if n := len(list); n > 0 && list[n-1].to == at {
			list[n-1].to += t.Size()
		} else {
			list = append(list, span{at, at + t.Size()})
		}
	case reflect.Array:
		for i := range t.Len() {
			if list, ok = solidOf(t.Elem(), at+uintptr(i)*t.Elem().Size(), list); !ok {
				break
			}
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" {
				continue // Comparisons ignore it.
			}
			if list, ok = solidOf(f.Type, at+f.Offset, list); !ok {
				break
			}
		}
	default:
		ok = false
	}
	return list, ok
}

// copySolid copies the bytes of a value that count in comparisons.
func (l *layout) copySolid(to []byte, k unsafe.Pointer) {
	for _, s := range l.solid {
		copy(to[s.from:s.to], unsafe.Slice((*byte)(unsafe.Add(k, s.from)), s.to-s.from))
	}
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

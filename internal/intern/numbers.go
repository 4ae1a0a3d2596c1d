package intern

import (
	"reflect"
	"unsafe"
)

// Numbers reads the integers of fixed size and the booleans of a value in the order of its fields, as floats. It
// skips other fields.
type Numbers[K any] struct{ fields []field }

type field struct {
	offset uintptr
	kind   reflect.Kind
}

// NumbersOf returns a reader for a type.
func NumbersOf[K any]() Numbers[K] {
	return Numbers[K]{fieldsOf(reflect.TypeFor[K](), 0, nil)}
}

func fieldsOf(t reflect.Type, at uintptr, list []field) []field {
	switch t.Kind() {
	case reflect.Array:
		for i := range t.Len() {
			list = fieldsOf(t.Elem(), at+uintptr(i)*t.Elem().Size(), list)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			list = fieldsOf(t.Field(i).Type, at+t.Field(i).Offset, list)
		}
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		list = append(list, field{at, t.Kind()})
	}
	return list
}

// Len returns the number of numbers in a value.
func (n Numbers[K]) Len() int { return len(n.fields) }

// Append appends the numbers of a value.
func (n Numbers[K]) Append(out []float32, k *K) []float32 {
	for _, f := range n.fields {
		p := unsafe.Add(unsafe.Pointer(k), f.offset)
		var x float32
		switch f.kind {
		case reflect.Bool, reflect.Uint8:
			x = float32(*(*uint8)(p))
		case reflect.Int8:
			x = float32(*(*int8)(p))
		case reflect.Int16:
			x = float32(*(*int16)(p))
		case reflect.Uint16:
			x = float32(*(*uint16)(p))
		case reflect.Int32:
			x = float32(*(*int32)(p))
		case reflect.Uint32:
			x = float32(*(*uint32)(p))
		case reflect.Int64:
			x = float32(*(*int64)(p))
		default:
			x = float32(*(*uint64)(p))
		}
		out = append(out, x)
	}
	return out
}

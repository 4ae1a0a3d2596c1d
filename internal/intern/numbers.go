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
		out = append(out, f.read(unsafe.Pointer(k)))
	}
	return out
}

// AppendChosen appends some of the numbers of a value, given by their places in the result of
// [Numbers.Append].
func (n Numbers[K]) AppendChosen(out []float32, k *K, chosen []int32) []float32 {
	for _, i := range chosen {
		out = append(out, n.fields[i].read(unsafe.Pointer(k)))
	}
	return out
}

func (f field) read(start unsafe.Pointer) float32 {
	p := unsafe.Add(start, f.offset)
	switch f.kind {
	case reflect.Bool, reflect.Uint8:
		return float32(*(*uint8)(p))
	case reflect.Int8:
		return float32(*(*int8)(p))
	case reflect.Int16:
		return float32(*(*int16)(p))
	case reflect.Uint16:
		return float32(*(*uint16)(p))
	case reflect.Int32:
		return float32(*(*int32)(p))
	case reflect.Uint32:
		return float32(*(*uint32)(p))
	case reflect.Int64:
		return float32(*(*int64)(p))
	}
	return float32(*(*uint64)(p))
}

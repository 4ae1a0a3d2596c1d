package game

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// mostFieldValues bounds the list of [Instance.FieldValues].
const mostFieldValues = 1 << 20

// FieldValues lists the values of the battlefield, each as its path, a tab and the value. No action may change
// them, and the conformance kit compares the lists before and after. Functions are left out, and the
// values of packages sync and sync/atomic, which hold caches.
func (f *Instance) FieldValues() []string {
	d := &fieldDump{seen: map[fieldPointer]bool{}}
	d.add("", reflect.ValueOf(f.bound.battlefield()))
	return d.list
}

func (b *boundSpec[S, F, P]) battlefield() any { return b.field }

// A fieldDump collects values with their paths. It follows each pointer once.
type fieldDump struct {
	list []string
	seen map[fieldPointer]bool
}

type fieldPointer struct {
	at  uintptr
	typ reflect.Type
}

func (d *fieldDump) add(path string, v reflect.Value) {
	if !v.IsValid() || len(d.list) >= mostFieldValues || strings.HasPrefix(v.Type().PkgPath(), "sync") {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			d.value(path, "nil")
			return
		}
		if v.Kind() == reflect.Pointer {
			p := fieldPointer{v.Pointer(), v.Type()}
			if d.seen[p] {
				return
			}
			d.seen[p] = true
		}
		d.add(path, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Anonymous {
				d.add(path, v.Field(i))
			} else {
				d.add(join(path, f.Name, "."), v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice {
			d.value(path, "of "+strconv.Itoa(v.Len()))
		}
		for i := range v.Len() {
			d.add(join(path, strconv.Itoa(i+1), "."), v.Index(i))
		}
	case reflect.Map:
		d.value(path, "of "+strconv.Itoa(v.Len()))
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, k := range keys {
			d.add(join(path, fmt.Sprint(k), "."), v.MapIndex(k))
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
	default:
		text := ""
		if v.CanInt() && v.Type().NumMethod() == 0 {
			text = strconv.FormatInt(v.Int(), 10) // Most values are such numbers, and Sprint is slow.
		} else {
			text = fmt.Sprint(v)
		}
		d.value(path, text)
	}
}

func (d *fieldDump) value(path, text string) { d.list = append(d.list, path+"\t"+text) }

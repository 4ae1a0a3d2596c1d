// Package fieldtags reads the struct tags that describe the fields of situations, states and
// set-ups. No other package reads them:
//
//	key       the name of the field in files and on command lines
//	doc       its meaning, in one line
//	unit      the unit of a number
//	min, max  the range of a number, or of each number in a list; 0 to 99 in a situation without them
//	table     the table of the rulebook whose rows the values are, after "none"; min:"1" excludes "none"
//	of        of a set-up: the list at its top whose texts the values are
//	least, most  of a set-up: how many members a list has
//	single    of a set-up: "yes" for a list that may be written as one value
//	each      of a situation: the names of the elements of an array, with commas; else they have numbers from 1
package fieldtags

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Tags are the tags of a field. The elements of a list share the tags of the list.
type Tags reflect.StructTag

func (t Tags) get(name string) string { return reflect.StructTag(t).Get(name) }

// Doc returns the meaning of the field, or "".
func (t Tags) Doc() string { return t.get("doc") }

// Keyed reports whether a tag states the key of the field.
func (t Tags) Keyed() bool { return t.get("key") != "" }

// Unit returns the unit of the field, or "".
func (t Tags) Unit() string { return t.get("unit") }

// Table returns the name of the table whose rows are the values, or "".
func (t Tags) Table() string { return t.get("table") }

// Of returns the key of the list whose texts are the values, or "".
func (t Tags) Of() string { return t.get("of") }

// Each returns the names of an array's elements, or nil.
func (t Tags) Each() []string {
	names, named := reflect.StructTag(t).Lookup("each")
	if !named {
		return nil
	}
	return strings.Split(names, ",")
}

// Single reports whether a list of one value may be written as the value.
func (t Tags) Single() bool { return t.get("single") == "yes" }

// Min returns the least value of a number, and false if no tag states it.
func (t Tags) Min() (int64, bool) { return t.Number("min") }

// Max returns the greatest value of a number, and false if no tag states it.
func (t Tags) Max() (int64, bool) { return t.Number("max") }

// A Place is where a struct with tags stands.
type Place string

const (
	InSituation Place = "situation" // a situation, an outcome or the state of a checkpoint
	InSetup     Place = "set-up"
	InPosition  Place = "position"
)

// heeded lists the tags that are read in each place. In a position, keys and meanings are read by
// nobody; they come with structs that situations and set-ups contain too.
var heeded = map[Place][]string{
	InSituation: {"key", "doc", "unit", "min", "max", "table", "each"},
	InSetup:     {"key", "doc", "unit", "min", "max", "table", "of", "least", "most", "single", "json"},
	InPosition:  {"key", "doc", "unit", "min", "max", "table", "of", "least", "most", "single", "each", "json"},
}

// all returns the names of the tags with their values, in order.
func (t Tags) all() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for rest := string(t); ; {
			name, value, found := strings.Cut(rest, ":")
			quoted, err := strconv.QuotedPrefix(value)
			if !found || err != nil {
				return
			}
			text, _ := strconv.Unquote(quoted)
			if !yield(strings.TrimSpace(name), text) {
				return
			}
			rest = value[len(quoted):]
		}
	}
}

// Fault returns an error for a tag that nothing would heed, in the tags of a field of a type.
func (t Tags) Fault(in Place, of reflect.Type) error {
	var bounds, length bool // Tags bound a number, or the length of a list.
	for name, text := range t.all() {
		if !slices.Contains(heeded[in], name) {
			return fmt.Errorf("nothing reads the tag %s in a %s: the tags there are %s", name, in, strings.Join(heeded[in], ", "))
		}
		switch name {
		case "min", "max":
			bounds = true
		case "least", "most":
			length = true
		default:
			continue
		}
		if _, err := strconv.ParseInt(text, 10, 64); err != nil {
			return fmt.Errorf("%s:%q is no whole number", name, text)
		}
	}
	inner := of
	for inner.Kind() == reflect.Slice || inner.Kind() == reflect.Array {
		inner = inner.Elem()
	}
	if zero := reflect.Zero(inner); bounds && !zero.CanInt() && !zero.CanUint() {
		if inner != of {
			return errors.New("min and max bound numbers; the numbers of a list of structs have tags of their own, and least and most bound its length")
		}
		return errors.New("min and max bound whole numbers, and this is none")
	}
	if length && of.Kind() != reflect.Slice {
		return errors.New("least and most bound the length of a slice, and this is none")
	}
	return nil
}

// Number returns the whole number in a tag, and false if there is none.
func (t Tags) Number(name string) (int64, bool) {
	n, err := strconv.ParseInt(t.get(name), 10, 64)
	return n, err == nil
}

// Range returns the range that the tags state. The arguments stand for a missing min or
// max.
func (t Tags) Range(lo, hi int64) (int64, int64) {
	if n, stated := t.Min(); stated {
		lo = n
	}
	if n, stated := t.Max(); stated {
		hi = n
	}
	return lo, hi
}

// Key returns the key of a field: its tag or, without one, its name in lower case with
// hyphens. AntiTank becomes anti-tank, and MGs becomes mgs.
func Key(f reflect.StructField) string {
	if key := f.Tag.Get("key"); key != "" {
		return key
	}
	var b strings.Builder
	runes := []rune(f.Name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && unicode.IsLower(runes[i-1]) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// A Field is a field of a struct value.
type Field struct {
	Key      string
	Value    reflect.Value
	Tags     Tags
	Exported bool
}

// Fields calls visit with each field of a struct, in order. The fields of an embedded
// struct count as its own.
func Fields(v reflect.Value, visit func(Field)) {
	for i, f := range fieldsOf(v.Type()) {
		if f.embedded {
			Fields(v.Field(i), visit)
			continue
		}
		visit(Field{f.key, v.Field(i), f.tags, f.exported})
	}
}

// A TypeField is a field of a struct type.
type TypeField struct {
	Key   string
	Index []int // as [reflect.Type.FieldByIndex] takes it
	Tags  Tags
}

// FieldsOf calls visit with each field of a struct type, in the order of [Fields].
func FieldsOf(t reflect.Type, visit func(TypeField)) {
	for i, f := range fieldsOf(t) {
		if f.embedded {
			FieldsOf(t.Field(i).Type, func(x TypeField) {
				x.Index = append([]int{i}, x.Index...)
				visit(x)
			})
			continue
		}
		visit(TypeField{f.key, []int{i}, f.tags})
	}
}

// described is a field of a struct type.
type described struct {
	key                string
	tags               Tags
	exported, embedded bool
}

// types caches the fields of each struct type that was read, as []described.
var types sync.Map

func fieldsOf(t reflect.Type) []described {
	if list, known := types.Load(t); known {
		return list.([]described)
	}
	list := make([]described, t.NumField())
	for i := range list {
		f := t.Field(i)
		list[i] = described{Key(f), Tags(f.Tag), f.IsExported(), f.Anonymous && f.Type.Kind() == reflect.Struct}
	}
	types.Store(t, list)
	return list
}

// Names returns the names of the values of a number, the name of 0 first. It returns nil
// for a number without names. The function rows returns the names of a table's rows, and
// false for an unknown table; lists holds the lists of a set-up by key.
func Names(v reflect.Value, t Tags, rows func(table string) ([]string, bool), lists map[string][]string) []string {
	if of := t.Of(); of != "" {
		return lists[of]
	}
	if table := t.Table(); table != "" && (v.CanInt() || v.CanUint()) {
		if names, known := rows(table); known {
			return append([]string{"none"}, names...)
		}
	}
	if v.NumMethod() == 0 {
		return nil
	}
	if !v.CanInterface() {
		v = reflect.Zero(v.Type())
	}
	if n, named := v.Interface().(interface{ Names() []string }); named {
		return n.Names()
	}
	return nil
}

// Int returns the value of an integer field.
func Int(v reflect.Value) int64 {
	if v.CanUint() {
		return int64(v.Uint())
	}
	return v.Int()
}

// SetInt sets an integer field.
func SetInt(v reflect.Value, n int64) {
	if v.CanUint() {
		v.SetUint(uint64(n))
	} else {
		v.SetInt(n)
	}
}

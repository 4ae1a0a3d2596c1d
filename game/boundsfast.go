package game

import (
	"encoding"
	"reflect"
	"sync"

	"loophole/rule"
)

// A check reports whether a value is within its bounds. It gives the answer of [checkBounds]
// without naming faults or setting anything. Top is the whole struct, whose lists bound the places
// of texts. A nil check holds for every value.
type check func(v, top reflect.Value) bool

// checks caches the check of each type of struct. Tags are read once for a type, because random games
// check every position.
var checks sync.Map

type checkKey struct {
	rules *rule.Ruleset
	typ   reflect.Type
}

// withinAll reports whether all fields of a struct, given by its pointer, are within their bounds.
func withinAll(rules *rule.Ruleset, value any) bool {
	v := reflect.ValueOf(value).Elem()
	key := checkKey{rules, v.Type()}
	c, ok := checks.Load(key)
	if !ok {
		c, _ = checks.LoadOrStore(key, (&checkMaker{rules, v.Type()}).of(v.Type(), ""))
	}
	holds := c.(check)
	return holds == nil || holds(v, v)
}

// A checkMaker makes the check of a struct.
type checkMaker struct {
	rules *rule.Ruleset
	top   reflect.Type
}

// of returns the check of a type of values under the tag of their field.
func (m *checkMaker) of(t reflect.Type, tag reflect.StructTag) check {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return nil
	}
	switch t.Kind() {
	case reflect.Struct:
		return m.ofStruct(t)
	case reflect.Slice, reflect.Array:
		return m.ofList(t, tag)
	}
	return m.ofNumber(t, tag)
}

func (m *checkMaker) ofStruct(t reflect.Type) check {
	type fieldCheck struct {
		index []int
		holds check
	}
	var list []fieldCheck
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous && f.Type.Kind() == reflect.Struct || !f.IsExported() {
			continue
		}
		if holds := m.of(f.Type, f.Tag); holds != nil {
			list = append(list, fieldCheck{f.Index, holds})
		}
	}
	if list == nil {
		return nil
	}
	return func(v, top reflect.Value) bool {
		for i := range list {
			x := &list[i]
			if len(x.index) == 1 && !x.holds(v.Field(x.index[0]), top) || len(x.index) > 1 && !x.holds(v.FieldByIndex(x.index), top) {
				return false
			}
		}
		return true
	}
}

func (m *checkMaker) ofList(t reflect.Type, tag reflect.StructTag) check {
	var each check
	isNamed := t.Elem().Implements(reflect.TypeFor[rule.Named]())
	if tag != "" || t.Elem().Kind() != reflect.Uint8 || isNamed {
		each = m.of(t.Elem(), tag)
	}
	least, _ := bound(tag, "least")
	most, bounded := bound(tag, "most")
	if t.Kind() == reflect.Array {
		least, bounded = 0, false
	}
	if each == nil && least == 0 && !bounded {
		return nil
	}
	return func(v, top reflect.Value) bool {
		n := v.Len()
		if int64(n) < least || bounded && int64(n) > most {
			return false
		}
		for i := 0; each != nil && i < n; i++ {
			if !each(v.Index(i), top) {
				return false
			}
		}
		return true
	}
}

func (m *checkMaker) ofNumber(t reflect.Type, tag reflect.StructTag) check {
	zero := reflect.New(t).Elem()
	if !zero.CanInt() && !zero.CanUint() {
		return nil
	}
	_, high := bound(tag, "max")
	if of := tag.Get("of"); of != "" && !high {
		for _, f := range reflect.VisibleFields(m.top) {
			if f.IsExported() && fileKey(f) == of && isTexts(f.Type) {
				return func(v, top reflect.Value) bool {
					c := bounds{lists: map[string]int{of: top.FieldByIndex(f.Index).Len()}}
					lo, hi, _ := c.limits(v, tag)
					return lo <= signed(v) && signed(v) <= hi
				}
			}
		}
	}
	lo, hi, bounded := (&bounds{rules: m.rules}).limits(zero, tag)
	if !bounded {
		return nil
	}
	return func(v, _ reflect.Value) bool {
		n := signed(v)
		return lo <= n && n <= hi
	}
}

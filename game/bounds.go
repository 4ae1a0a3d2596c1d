package game

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/fieldtags"
	"loophole/rule"
)

// The tags of a field bound its values: in a set-up for files and for [Game.NewInstance],
// in a position for [Instance.Decode] and [Instance.Validate].
//
//	min, max     a whole number, or each of a list of them
//	of           the index of a text in a list at the top of the set-up, from 0: of:"sides"
//	table        a row of a table of the rulebook, from 1, or 0 for none; min:"1" wants a row
//	least, most  how many members a list has
//
// A value with names, as in [rule.Named], needs no tag: it must be one of its names.

// tagFaults returns an error for each tag of a struct that would have no effect, or that names a table or
// a list that does not exist.
func tagFaults(rules *rule.Ruleset, in fieldtags.Place, t reflect.Type) error {
	var faults []error
	var lists []string
	eachField(reflect.Zero(t), func(key string, x reflect.Value, _ reflect.StructTag) {
		if isTexts(x.Type()) {
			lists = append(lists, key)
		}
	})
	var walk func(path string, t reflect.Type)
	walk = func(path string, t reflect.Type) {
		for t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
			return
		}
		for i := range t.NumField() {
			f := t.Field(i)
			at := join(path, f.Name, ".")
			if f.Anonymous {
				at = path
			}
			err := fieldtags.Tags(f.Tag).Fault(in, f.Type)
			if table := f.Tag.Get("table"); err == nil && table != "" {
				err = rules.CheckTable(table)
			}
			if of := f.Tag.Get("of"); err == nil && of != "" && !slices.Contains(lists, of) {
				err = fmt.Errorf("there is no list of texts %q at the top of the struct%s", of, rule.Suggest(of, lists))
			}
			if err != nil {
				faults = append(faults, fmt.Errorf("the %s: %s: %w", in, at, err))
			}
			walk(at, f.Type)
		}
	}
	walk("", t)
	return errors.Join(faults...)
}

// A PositionError is the error of a position that is out of its bounds or that [Spec.Validate] rejects.
// [Game.NewInstance] returns one if Init accepts a set-up that leads to such a position.
type PositionError struct{ Err error }

// Error says what is wrong with the position.
func (e *PositionError) Error() string { return e.Err.Error() }

// Unwrap returns the faults.
func (e *PositionError) Unwrap() error { return e.Err }

// A boundError is an error about a value that is out of its bounds.
type boundError struct{ path, text string }

func (e *boundError) Error() string { return e.path + ": " + e.text }

// bounds walks a struct. It notes the values that are out of their bounds, and sets each to the
// nearest value within them.
type bounds struct {
	rules  *rule.Ruleset
	lists  map[string]int // the lengths of the lists of texts at the top of the struct
	faults []error
}

// checkBounds checks all fields of a struct, given by its pointer. It sets those that are out of
// their bounds to the nearest value within them.
func checkBounds(rules *rule.Ruleset, value any) error {
	if withinAll(rules, value) {
		return nil
	}
	return findFaults(rules, value)
}

// findFaults is checkBounds without the quick check before it.
func findFaults(rules *rule.Ruleset, value any) error {
	v := reflect.ValueOf(value).Elem()
	c := &bounds{rules: rules, lists: map[string]int{}}
	eachField(v, func(key string, x reflect.Value, _ reflect.StructTag) {
		if isTexts(x.Type()) {
			c.lists[key] = x.Len()
		}
	})
	c.value("", v, "")
	return errors.Join(c.faults...)
}

// isTexts reports whether a type is a list of texts.
func isTexts(t reflect.Type) bool {
	return (t.Kind() == reflect.Array || t.Kind() == reflect.Slice) && t.Elem().Kind() == reflect.String
}

// withinBounds checks a set-up. It does not change one with faults, but returns a copy within its
// bounds, in which further faults can be found.
func withinBounds[S any](rules *rule.Ruleset, setup *S) (*S, error) {
	repaired := *setup
	copyLists(reflect.ValueOf(&repaired).Elem())
	if err := checkBounds(rules, &repaired); err != nil {
		return &repaired, err
	}
	return setup, nil
}

// copyLists copies the lists within a value.
func copyLists(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				copyLists(v.Field(i))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		list := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(list, v)
		v.Set(list)
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			copyLists(v.Index(i))
		}
	}
}

// eachField calls a function for the exported fields of a struct, with their keys. The fields of an
// embedded struct count as its own.
func eachField(v reflect.Value, visit func(key string, x reflect.Value, tag reflect.StructTag)) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			eachField(v.Field(i), visit)
		case f.IsExported():
			visit(fileKey(f), v.Field(i), f.Tag)
		}
	}
}

// fileKey returns the key of a field in files.
func fileKey(f reflect.StructField) string {
	if key := f.Tag.Get("key"); key != "" {
		return key
	}
	return strings.ToLower(f.Name)
}

// value checks a value and everything in it.
func (c *bounds) value(path string, v reflect.Value, tag reflect.StructTag) {
	if _, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		eachField(v, func(key string, x reflect.Value, tag reflect.StructTag) { c.value(join(path, key, "."), x, tag) })
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice {
			c.length(path, v, tag)
		}
		if tag == "" && v.Type().Elem().Kind() == reflect.Uint8 && v.Len() > 0 && !named(v.Index(0)) {
			return
		}
		for i := range v.Len() {
			c.value(join(path, strconv.Itoa(i+1), "."), v.Index(i), tag)
		}
	default:
		c.number(path, v, tag)
	}
}

// length checks the length of a list, and cuts one that is too long.
func (c *bounds) length(path string, v reflect.Value, tag reflect.StructTag) {
	least, _ := bound(tag, "least")
	most, bounded := bound(tag, "most")
	switch n := int64(v.Len()); {
	case n < least && !bounded:
		c.fault(path, "the list has %d members: %d or more are needed", n, least)
	case n < least, bounded && n > most:
		c.fault(path, "the list has %d members: %d to %d are allowed", n, least, most)
	}
	if bounded && int64(v.Len()) > most {
		v.Set(v.Slice(0, int(most)))
	}
}

// number checks a whole number or a named value.
func (c *bounds) number(path string, v reflect.Value, tag reflect.StructTag) {
	if !v.CanInt() && !v.CanUint() {
		return
	}
	lo, hi, bounded := c.limits(v, tag)
	if !bounded {
		return
	}
	n := signed(v)
	switch {
	case n < lo:
		n = lo
	case n > hi:
		n = hi
	default:
		return
	}
	switch {
	case lo == 1 && signed(v) == 0 && tag.Get("table") != "":
		c.fault(path, "%s", c.rowNeeded(tag.Get("table")))
	case lo == math.MinInt64:
		c.fault(path, "%d is out of range: %d or less", signed(v), hi)
	case hi == math.MaxInt64:
		c.fault(path, "%d is out of range: %d or more", signed(v), lo)
	case signed(v) == 0:
		c.fault(path, "it is 0 or missing: give a number from %d to %d", lo, hi)
	default:
		c.fault(path, "%d is out of range: %d to %d", signed(v), lo, hi)
	}
	if v.CanUint() {
		v.SetUint(uint64(n))
	} else {
		v.SetInt(n)
	}
}

// rowNeeded says that a row of a table is needed, and which it has.
func (c *bounds) rowNeeded(table string) string {
	var names []string
	for _, t := range c.rules.Tables {
		if t.Name == table {
			for _, r := range t.Rows {
				names = append(names, r.Name)
			}
		}
	}
	if len(names) > 12 {
		names = append(names[:12:12], "…")
	}
	return "it is missing: choose one of " + strings.Join(names, ", ")
}

// limits returns the lowest and the highest value of a number. It reports false for a number
// without bounds.
func (c *bounds) limits(v reflect.Value, tag reflect.StructTag) (lo, hi int64, bounded bool) {
	lo, low := bound(tag, "min")
	hi, high := bound(tag, "max")
	last, listed := c.last(v, tag)
	switch {
	case listed && !high:
		hi = last
	case !low && !high:
		return 0, 0, false
	case !high:
		hi = math.MaxInt64
	}
	if !low && v.CanInt() && high {
		lo = math.MinInt64
	}
	return lo, hi, true
}

// last is the highest value of a number that stands for a name, a text of a list or a
// row of a table. It reports false for other numbers.
func (c *bounds) last(v reflect.Value, tag reflect.StructTag) (int64, bool) {
	if of := tag.Get("of"); of != "" {
		return int64(max(1, c.lists[of]) - 1), true
	}
	if name := tag.Get("table"); name != "" {
		for _, t := range c.rules.Tables {
			if t.Name == name {
				return int64(len(t.Rows)), true
			}
		}
	}
	if n, ok := v.Interface().(rule.Named); ok {
		return int64(len(n.Names())) - 1, true
	}
	return 0, false
}

func named(v reflect.Value) bool {
	_, ok := v.Interface().(rule.Named)
	return ok
}

func signed(v reflect.Value) int64 {
	if v.CanUint() {
		return int64(v.Uint())
	}
	return v.Int()
}

func bound(tag reflect.StructTag, key string) (n int64, found bool) {
	n, err := strconv.ParseInt(tag.Get(key), 10, 64)
	return n, err == nil
}

func (c *bounds) fault(path, format string, args ...any) {
	c.faults = append(c.faults, &boundError{path, fmt.Sprintf(format, args...)})
}

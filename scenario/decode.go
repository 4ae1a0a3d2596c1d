package scenario

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"loophole/internal/fieldtags"
	"loophole/internal/usertext"
	"loophole/rule"
)

// A decoder reads a tree into a Go value by the tags of its fields; see package fieldtags.
// Besides the values of situations it reads texts, lists of any length, and types that read
// themselves from a text. It continues after an error, so that writers see all of them.
type decoder struct {
	*file
	rules      *rule.Ruleset
	lists      textLists
	faults     []error  // the errors so far
	unreadable []string // paths of values with an error
	setupKey   place    // of the key of the set-up
}

// textLists are the lists of texts at the top level of a set-up, by key.
type textLists map[string][]string

// listsOf returns the lists of texts of a set-up.
func listsOf(v reflect.Value) textLists {
	all := textLists{}
	eachField(v, func(x fieldtags.Field) {
		if isTextList(x.Value) {
			for i := range x.Value.Len() {
				all[x.Key] = append(all[x.Key], x.Value.Index(i).String())
			}
		}
	})
	return all
}

// maxReported is the number of errors of one file that are reported.
const maxReported = 20

func (d *decoder) err() error {
	if len(d.faults) > maxReported {
		d.faults = append(d.faults[:maxReported:maxReported], fmt.Errorf("%s: and %d more errors", d.name, len(d.faults)-maxReported))
	}
	return errors.Join(d.faults...)
}

func (d *decoder) addError(p place, format string, args ...any) {
	d.faults = append(d.faults, d.fault(p, format, args...))
}

// valueError notes an error of the value at a path.
func (d *decoder) valueError(path string, p place, format string, args ...any) {
	d.addError(p, "%s: %s", path, fmt.Sprintf(format, args...))
	d.unreadable = append(d.unreadable, path)
}

func (d *decoder) fill(path string, into any, n *node) {
	v := reflect.ValueOf(into).Elem()
	// The lists at the top come first, since other values name their texts.
	first := &decoder{file: d.file, rules: d.rules}
	eachField(v, func(x fieldtags.Field) {
		for _, k := range n.keys {
			if k.name == x.Key && k.value.kind == list && isTextList(x.Value) {
				first.value(path+"."+x.Key, k.place, x.Value, x.Tags, k.value)
			}
		}
	})
	d.lists = listsOf(v)
	d.value(path, n.place, v, "", n)
}

// isTextList reports whether a value is a list of texts.
func isTextList(v reflect.Value) bool {
	return (v.Kind() == reflect.Slice || v.Kind() == reflect.Array) && v.Type().Elem().Kind() == reflect.String
}

// value reads one value. The place is that of its key.
func (d *decoder) value(path string, p place, v reflect.Value, tags fieldtags.Tags, n *node) {
	if t, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if d.is(text, path, p, n) {
			if err := t.UnmarshalText([]byte(n.text)); err != nil {
				d.valueError(path, n.place, "%v", err)
			}
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		if d.is(table, path, p, n) {
			d.fields(path, v, n)
		}
	case reflect.Slice:
		if tags.Single() && n.kind == text {
			n = &node{place: n.place, kind: list, items: []*node{n}}
		}
		if d.is(list, path, p, n) {
			v.Set(reflect.MakeSlice(v.Type(), len(n.items), len(n.items)))
			d.items(path, v, tags, n)
		}
	case reflect.Array:
		if !d.is(list, path, p, n) {
			return
		}
		if len(n.items) > v.Len() {
			d.valueError(path, p, "%d values are too many: give at most %d", len(n.items), v.Len())
			return
		}
		d.items(path, v, tags, n)
	default:
		if d.is(text, path, p, n) {
			d.scalar(path, v, tags, n)
		}
	}
}

func (d *decoder) items(path string, v reflect.Value, tags fieldtags.Tags, n *node) {
	for i, item := range n.items {
		d.value(fmt.Sprintf("%s.%d", path, i+1), item.place, v.Index(i), tags, item)
	}
}

// is checks the kind of a node.
func (d *decoder) is(want kind, path string, p place, n *node) bool {
	if n.kind == want {
		return true
	}
	d.valueError(path, p, "must be %s, not %s", kindNames[want], kindNames[n.kind])
	return false
}

// fields reads a struct.
func (d *decoder) fields(path string, v reflect.Value, n *node) {
	fields := map[string]fieldtags.Field{}
	var names []string
	eachField(v, func(x fieldtags.Field) {
		fields[x.Key] = x
		names = append(names, x.Key)
	})
	seen := map[string]place{}
	for _, k := range n.keys {
		x, known := fields[k.name]
		first, twice := seen[k.name]
		switch {
		case !known:
			d.valueError(path, k.place, "unknown key %q%s", usertext.Truncate(k.name), rule.Suggest(k.name, names))
		case twice:
			d.faults = append(d.faults, d.duplicate(k, first))
		default:
			d.value(path+"."+k.name, k.place, x.Value, x.Tags, k.value)
		}
		seen[k.name] = k.place
	}
}

// eachField calls visit with the fields of a struct that files may set.
func eachField(v reflect.Value, visit func(fieldtags.Field)) {
	fieldtags.Fields(v, func(f fieldtags.Field) {
		if f.Exported {
			visit(f)
		}
	})
}

// scalar reads a text, a yes or no, or a number, which may have a name.
func (d *decoder) scalar(path string, v reflect.Value, tags fieldtags.Tags, n *node) {
	switch {
	case v.Kind() == reflect.String:
		v.SetString(n.text)
	case v.Kind() == reflect.Bool:
		switch strings.ToLower(n.text) {
		case "yes", "true", "on":
			v.SetBool(true)
		case "no", "false", "off":
			v.SetBool(false)
		default:
			d.valueError(path, n.place, "%q is neither yes nor no", usertext.Truncate(n.text))
		}
	case v.CanInt() || v.CanUint():
		i, err := d.number(v, tags, n.text)
		if err != nil {
			d.valueError(path, n.place, "%v", err)
			return
		}
		fieldtags.SetInt(v, i)
	default:
		d.valueError(path, n.place, "a %v cannot be written in a file", v.Type())
	}
}

func (d *decoder) number(v reflect.Value, tags fieldtags.Tags, s string) (int64, error) {
	if names := namesOf(d.rules, d.lists, v, tags); names != nil {
		least := leastName(tags)
		names = names[min(least, len(names)):]
		for i, name := range names {
			if strings.EqualFold(name, s) {
				return int64(least + i), nil
			}
		}
		return 0, fmt.Errorf("unknown value %q%s", usertext.Truncate(s), rule.Suggest(s, names))
	}
	i, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number", usertext.Truncate(s))
	}
	lo, hi := bounds(v, tags)
	if i < lo || i > hi {
		return 0, fmt.Errorf("%d is out of range: %d to %d", i, lo, hi)
	}
	return i, nil
}

// namesOf lists the names of a value that is written by name, or nil.
func namesOf(rules *rule.Ruleset, lists textLists, v reflect.Value, tags fieldtags.Tags) []string {
	return fieldtags.Names(v, tags, func(table string) ([]string, bool) {
		if rules == nil {
			return nil, false
		}
		for _, t := range rules.Tables {
			if t.Name == table {
				var names []string
				for _, r := range t.Rows {
					names = append(names, r.Name)
				}
				return names, true
			}
		}
		return nil, false
	}, lists)
}

// leastName returns the index of the first name of a value that a file may write: 1 for a row of a table
// if min:"1" excludes "none".
func leastName(tags fieldtags.Tags) int {
	if n, stated := tags.Min(); stated && n > 0 && tags.Table() != "" {
		return 1
	}
	return 0
}

// bounds returns the range of a number: that of its tags or else that of its type, at most
// 32 bits. Without a min it begins at 0.
func bounds(v reflect.Value, tags fieldtags.Tags) (lo, hi int64) {
	bits := v.Type().Bits()
	if !v.CanUint() {
		bits--
	}
	lo, hi = tags.Range(0, 1<<min(bits, 31)-1)
	if _, stated := tags.Min(); !stated && hi < 0 {
		lo = -1 << 31
	}
	return lo, hi
}

package rule

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/fieldtags"
)

// A situation is the input of a procedure: a small comparable struct of integers, booleans, named
// values, table rows, nested structs and fixed arrays of those. Tags give names, meanings, units and
// ranges of the fields, so that one description serves typed words, files, help and records:
//
//	Distance int `key:"distance" unit:"hexes" min:"0" max:"40" doc:"from the attacker to the target hex"`
//	Lead     Ref `key:"lead" table:"units" doc:"the unit that attacks"`
//
// The tags are key, doc, unit, min, max (0 to 99 without them), table, and each, which names the
// elements of an array.

// A Named value is an integer that players write as a name. Names lists the names, from the name of
// 0 on.
type Named interface{ Names() []string }

// A Setting is a key of a situation or of house rules with a value, and the place in the file.
type Setting struct {
	Path  string
	Value string
	Place string // "siege.yaml:3:5", or empty
	Many  int    // of a list without a value of its own: the number of its elements, which other settings set
}

// IsHouseRule reports whether the setting is of a fact, a ruling or a table, and not of a situation or a set-up.
func (s Setting) IsHouseRule() bool {
	part, _, _ := strings.Cut(s.Path, ".")
	return part == "facts" || part == "rulings" || part == "tables"
}

// A Key describes a key of a situation.
type Key struct {
	Path    string   `json:"key"`
	Kind    string   `json:"kind"` // integer, yes/no, name, list
	Unit    string   `json:"unit,omitempty"`
	Doc     string   `json:"doc,omitempty"`
	Values  []string `json:"values,omitempty"`
	Texts   []string `json:"-"` // of the values, for players
	Default string   `json:"default"`
	Min     int      `json:"min"`
	Max     int      `json:"max"`
	Table   string   `json:"-"` // the table whose rows the values are, after "none" if Min is 0; or empty
	Derived bool     `json:"-"` // no tag states the key: it is made from the name of the field
}

// A schema reads and writes one struct type by the tags of its fields.
type schema struct {
	what  string // "situation" or "outcome", for errors
	rules *Ruleset
}

// leaf is one scalar place of a value.
type leaf struct {
	path string
	v    reflect.Value
	tag  fieldtags.Tags
}

// walk visits the leaves of v in order, the arrays with list and the others with scalar. An array comes before its
// elements. The tag is that of the field that has v.
func (c *schema) walk(v reflect.Value, tag fieldtags.Tags, list func(leaf), scalar func(leaf)) {
	s := shapeOf(v.Type(), tag)
	for i := range s.order {
		x := &s.order[i]
		switch {
		case !x.list:
			scalar(x.leaf(v))
		case list != nil:
			list(x.leaf(v))
		}
	}
}

// keys describes the keys of a struct, each array by its first element.
func (c *schema) keys(defaults any) []Key {
	v := reflect.New(reflect.TypeOf(defaults)).Elem()
	v.Set(reflect.ValueOf(defaults))
	var out []Key
	var inArray string
	c.walk(v, "", func(l leaf) {
		if inArray == "" || !strings.HasPrefix(l.path, inArray+".") {
			inArray = l.path
			out = append(out, Key{
				Path: l.path, Kind: "list", Doc: l.tag.Doc(), Unit: l.tag.Unit(),
				Default: c.list(l), Max: l.v.Len(), Derived: !l.tag.Keyed(),
			})
		}
	}, func(l leaf) {
		path := l.path
		if inArray != "" && strings.HasPrefix(path, inArray+".") {
			rest := strings.TrimPrefix(path, inArray+".")
			n, field, nested := strings.Cut(rest, ".")
			if n != "1" || !nested {
				return
			}
			path = inArray + ".N." + field
			l.v = reflect.Zero(l.v.Type())
		}
		k := Key{Path: path, Doc: l.tag.Doc(), Unit: l.tag.Unit(), Default: c.text(l), Table: l.tag.Table(), Derived: !l.tag.Keyed()}
		k.Kind, k.Values, k.Min, k.Max = c.kind(l)
		k.Texts = c.texts(l, k.Values)
		out = append(out, k)
	})
	return out
}

func (c *schema) kind(l leaf) (kind string, values []string, lo, hi int) {
	if names := c.names(l); names != nil {
		lo = leastName(l)
		return "name", names[min(lo, len(names)):], lo, len(names) - 1
	}
	if l.v.Kind() == reflect.Bool {
		return "yes/no", []string{"no", "yes"}, 0, 1
	}
	least, greatest := l.tag.Range(0, 99)
	return "integer", nil, int(least), int(greatest)
}

// names lists the names of a leaf that is written by name, and is nil for others.
func (c *schema) names(l leaf) []string {
	return fieldtags.Names(l.v, l.tag, c.rules.rowsOf, nil)
}

// leastName returns the least value of a leaf that is written by name: 1 for a row of a table if min:"1"
// excludes "none".
func leastName(l leaf) int {
	if n, stated := l.tag.Min(); stated && n > 0 && l.tag.Table() != "" {
		return 1
	}
	return 0
}

// texts returns the values of a leaf for players: the texts of the rows of a table, or the names as
// words.
func (c *schema) texts(l leaf, names []string) (list []string) {
	least := leastName(l)
	for i, n := range names {
		if t := l.tag.Table(); t != "" && i+least > 0 {
			list = append(list, c.rules.table(t).Rows[i+least-1].Text)
			continue
		}
		list = append(list, strings.ReplaceAll(n, "-", " "))
	}
	return list
}

// text returns the value of a leaf as text.
func (c *schema) text(l leaf) string {
	switch {
	case l.v.Kind() == reflect.Bool && l.v.Bool():
		return "yes"
	case l.v.Kind() == reflect.Bool:
		return "no"
	}
	if names := c.names(l); names != nil {
		if i := int(fieldtags.Int(l.v)); i < len(names) {
			return names[i]
		}
	}
	return strconv.FormatInt(fieldtags.Int(l.v), 10)
}

// list returns an array as the heads of its elements, up to the last that is not zero.
func (c *schema) list(l leaf) string {
	var heads []string
	for i := range used(l.v) {
		var head string
		c.walk(l.v.Index(i), l.tag, nil, func(e leaf) {
			if head == "" {
				head = c.text(e)
			}
		})
		heads = append(heads, head)
	}
	return strings.Join(heads, ",")
}

// used returns the number of elements of an array up to the last that is not zero.
func used(v reflect.Value) int {
	n := v.Len()
	for n > 0 && v.Index(n-1).IsZero() {
		n--
	}
	return n
}

// encode returns a value as settings: every leaf, except those of array elements that are zero.
// A setting with the path and the length of an array comes before its elements.
func (c *schema) encode(value any) []Setting {
	v := reflect.New(reflect.TypeOf(value)).Elem()
	v.Set(reflect.ValueOf(value))
	var out []Setting
	var empty []string // paths of elements that are zero
	zero := func(l leaf) bool {
		return slices.ContainsFunc(empty, func(e string) bool { return l.path == e || strings.HasPrefix(l.path, e+".") })
	}
	c.walk(v, "", func(l leaf) {
		if zero(l) {
			return
		}
		out = append(out, Setting{Path: l.path, Many: used(l.v)})
		for i := range l.v.Len() {
			if l.v.Index(i).IsZero() {
				empty = append(empty, l.path+"."+strconv.Itoa(i+1))
			}
		}
	}, func(l leaf) {
		if !zero(l) {
			out = append(out, Setting{Path: l.path, Value: c.text(l)})
		}
	})
	return out
}

// words returns the differences from the defaults in the shortest form that can be read back. A
// list has the heads of its elements and their other values that are not zero. A struct has its own
// name for its first field.
func (c *schema) words(value, defaults any) []string {
	v := reflect.New(reflect.TypeOf(value)).Elem()
	v.Set(reflect.ValueOf(value))
	d := reflect.New(v.Type()).Elem()
	d.Set(reflect.ValueOf(defaults))
	whole := map[string]bool{} // unchanged lists
	var usual []reflect.Value  // of the defaults, in the order of walk
	note := func(l leaf) { usual = append(usual, l.v) }
	c.walk(d, "", note, note)
	changed := func(l leaf) bool {
		u := usual[0]
		usual = usual[1:]
		return !u.Equal(l.v)
	}
	var out, lists []string
	heads := map[string]bool{}
	c.walk(v, "", func(l leaf) {
		lists = append(lists, l.path)
		if whole[l.path] = !changed(l); !whole[l.path] {
			out = append(out, l.path+"="+c.list(l))
		}
	}, func(l leaf) {
		differs := changed(l)
		parent := l.path[:max(0, strings.LastIndexByte(l.path, '.'))]
		if slices.Contains(lists, parent) {
			return // an element without fields is its own head
		}
		head := parent != "" && !heads[parent]
		heads[parent] = true
		for _, list := range lists {
			if strings.HasPrefix(l.path, list+".") {
				if !whole[list] && !head && !l.v.IsZero() {
					out = append(out, l.path+"="+c.text(l))
				}
				return
			}
		}
		switch {
		case differs && head:
			out = append(out, parent+"="+c.text(l))
		case differs:
			out = append(out, l.path+"="+c.text(l))
		}
	})
	return out
}

// tagFault returns the first error in the tags of a value.
func (c *schema) tagFault(value any) (err error) {
	check := func(l leaf) {
		if err == nil {
			err = l.tag.Fault(fieldtags.InSituation, l.v.Type())
			if name := l.tag.Table(); err == nil && name != "" {
				err = c.rules.CheckTable(name)
			}
			if err != nil {
				err = fmt.Errorf("key %s: %w", l.path, err)
			}
		}
	}
	c.walk(reflect.New(reflect.TypeOf(value)).Elem(), "", check, check)
	return err
}

// checkZeroValues returns an error for keys of list elements whose range excludes 0, and for a default "none"
// that a tag excludes. An element without settings is zero, so zero must be valid.
func (c *schema) checkZeroValues(defaults any) error {
	v := reflect.New(reflect.TypeOf(defaults)).Elem()
	v.Set(reflect.ValueOf(defaults))
	var fault error
	var lists []string
	c.walk(v, "", func(l leaf) { lists = append(lists, l.path) }, func(l leaf) {
		if fault == nil && leastName(l) > 0 && l.v.IsZero() {
			fault = fmt.Errorf("key %s: min:\"1\" excludes none, and none is its value in Default: choose a row", l.path)
		}
		for _, list := range lists {
			if fault != nil || !strings.HasPrefix(l.path, list+".") {
				continue
			}
			if _, _, lo, hi := c.kind(l); lo > 0 || hi < 0 {
				fault = fmt.Errorf("key %s: 0 must be in its range, as in every list", l.path)
			}
		}
	})
	return fault
}

// A SettingError is the error of an unknown key, or of an invalid value of a key.
type SettingError struct {
	Setting
	Err error
}

// Error returns the place of the setting, if known, and the problem.
func (b *SettingError) Error() string {
	if b.Place == "" {
		return b.Err.Error()
	}
	return b.Place + ": " + b.Err.Error()
}

// Unwrap returns the problem without the place.
func (b *SettingError) Unwrap() error { return b.Err }

func (c *schema) set(l leaf, value string) error {
	kind, names, lo, hi := c.kind(l)
	n := int64(-1)
	switch kind {
	case "name":
		for i, name := range names {
			if strings.EqualFold(name, value) {
				n = int64(lo + i)
			}
		}
		if n < 0 {
			return fmt.Errorf("%s: unknown value %q%s", l.path, value, suggest(value, names))
		}
	case "yes/no":
		yes, ok := truth(value)
		if !ok {
			return fmt.Errorf("%s: %q is neither yes nor no", l.path, value)
		}
		l.v.SetBool(yes)
		return nil
	default:
		var err error
		if n, err = strconv.ParseInt(value, 10, 64); err != nil {
			return fmt.Errorf("%s: %q is not a whole number", l.path, value)
		}
		if n < int64(lo) || n > int64(hi) {
			unit := ""
			if s := l.tag.Unit(); s != "" {
				unit = " " + s
			}
			return fmt.Errorf("%s: %s is out of range: %d to %d%s", l.path, value, lo, hi, unit)
		}
	}
	fieldtags.SetInt(l.v, n)
	return nil
}

// truth reads yes or no.
func truth(value string) (yes, ok bool) {
	switch strings.ToLower(value) {
	case "yes", "true", "on", "1":
		return true, true
	case "no", "false", "off", "0":
		return false, true
	}
	return false, false
}

// ParseValue returns a value of the key in canonical form; ok is false if written is not a value.
// It does not check the range of the key.
func (k Key) ParseValue(written string) (value string, ok bool) {
	switch k.Kind {
	case "name":
		i := slices.IndexFunc(k.Values, func(v string) bool { return strings.EqualFold(v, written) })
		if i < 0 {
			return "", false
		}
		return k.Values[i], true
	case "yes/no":
		yes, ok := truth(written)
		if yes {
			return "yes", ok
		}
		return "no", ok
	}
	n, err := strconv.ParseInt(written, 10, 64)
	return strconv.FormatInt(n, 10), err == nil
}

// tree returns a value as nested maps and lists, as in JSON, with numbers and truth values in their
// own types.
func (c *schema) tree(value any) map[string]any {
	v := reflect.New(reflect.TypeOf(value)).Elem()
	v.Set(reflect.ValueOf(value))
	t, _ := c.branch(v, "").(map[string]any)
	return t
}

func (c *schema) branch(v reflect.Value, tag fieldtags.Tags) any {
	switch v.Kind() {
	case reflect.Struct:
		m := map[string]any{}
		fieldtags.Fields(v, func(f fieldtags.Field) { m[f.Key] = c.branch(f.Value, f.Tags) })
		return m
	case reflect.Array:
		list := []any{}
		for i := range used(v) {
			if e := v.Index(i); e.IsZero() && e.Kind() == reflect.Struct {
				list = append(list, map[string]any{})
			} else {
				list = append(list, c.branch(e, tag))
			}
		}
		return list
	case reflect.Bool:
		return v.Bool()
	}
	l := leaf{v: v, tag: tag}
	if c.names(l) != nil {
		return c.text(l)
	}
	return fieldtags.Int(v)
}

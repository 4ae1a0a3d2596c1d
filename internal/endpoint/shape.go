package endpoint

import (
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

// A shape is the form of a JSON value.
type shape struct {
	kind    shapeKind
	least   float64  // of a whole number
	element *shape   // of a list or a table
	fields  []member // of an object
}

type shapeKind int

const (
	anything shapeKind = iota // a type that decodes itself
	boolean
	whole
	text
	list
	table // an object with any names
	object
)

// A member is a field of an object.
type member struct {
	name     string
	required bool
	nullable bool
	shape    *shape
	limits   limits
}

// shapeOf returns the form of the JSON of a type. It panics for a type that a request cannot have.
func shapeOf(t reflect.Type, seen map[reflect.Type]*shape) *shape {
	if s := seen[t]; s != nil {
		return s
	}
	s := &shape{least: math.MinInt64}
	if p := reflect.PointerTo(t); p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return s
	}
	seen[t] = s
	switch t.Kind() {
	case reflect.Pointer:
		*s = *shapeOf(t.Elem(), seen)
	case reflect.Bool:
		s.kind = boolean
	case reflect.Int, reflect.Int64:
		s.kind = whole
	case reflect.Uint8, reflect.Uint64:
		s.kind, s.least = whole, 0
	case reflect.String:
		s.kind = text
	case reflect.Slice:
		s.kind, s.element = list, shapeOf(t.Elem(), seen)
	case reflect.Map:
		s.kind, s.element = table, shapeOf(t.Elem(), seen)
	case reflect.Struct:
		s.kind, s.fields = object, membersOf(t, seen)
	default:
		panic(fmt.Sprintf("endpoint: a body cannot have a %s", t))
	}
	return s
}

func membersOf(t reflect.Type, seen map[reflect.Type]*shape) (all []member) {
	each(t, nil, func(f reflect.StructField, _ []int) {
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() {
			return
		}
		kind := f.Type.Kind()
		all = append(all, member{
			name: name, required: !strings.Contains(rest, "omitempty"), shape: shapeOf(f.Type, seen), limits: limitsOf(f.Tag),
			nullable: kind == reflect.Pointer || kind == reflect.Slice || kind == reflect.Map,
		})
	})
	return all
}

// check compares a JSON value with the shape.
func (s *shape) check(at string, value any, l *limits, bad *InvalidError) {
	wants := func(ok bool, what string) bool {
		if !ok {
			bad.add(at, "it must be "+what, value)
		}
		return ok
	}
	switch s.kind {
	case boolean:
		_, ok := value.(bool)
		wants(ok, "true or false")
	case whole:
		if x, ok := value.(float64); wants(ok && x == math.Trunc(x) && x >= s.least, "a whole number") {
			l.number(at, x, bad)
		}
	case text:
		if x, ok := value.(string); wants(ok, "a text") {
			l.text(at, x, bad)
		}
	case list:
		if x, ok := value.([]any); wants(ok, "a list") {
			s.checkList(at, x, l, bad)
		}
	case table:
		if x, ok := value.(map[string]any); wants(ok, "an object") {
			l.properties(at, len(x), bad)
			for _, name := range slices.Sorted(maps.Keys(x)) {
				s.element.check(at+"."+usertext.Truncate(name), x[name], &limits{}, bad)
			}
		}
	case object:
		if x, ok := value.(map[string]any); wants(ok, "an object") {
			s.checkObject(at, x, bad)
		}
	}
}

// checkList compares the elements of a list. Limits of texts or numbers apply to each element.
func (s *shape) checkList(at string, values []any, l *limits, bad *InvalidError) {
	l.list(at, len(values), bad)
	for i, v := range values {
		s.element.check(at+"["+strconv.Itoa(i)+"]", v, &limits{enum: l.enum}, bad)
	}
}

// checkObject compares the members of an object.
func (s *shape) checkObject(at string, values map[string]any, bad *InvalidError) {
	for i := range s.fields {
		m := &s.fields[i]
		v, there := values[m.name]
		switch {
		case !there && m.required:
			bad.add(at+"."+m.name, "it is required", nil)
		case !there || v == nil && (m.nullable || !m.required):
		default:
			m.shape.check(at+"."+m.name, v, &m.limits, bad)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(s.fields, func(m member) bool { return m.name == name }) {
			bad.add(at+"."+usertext.Truncate(name), "there is no such property"+rule.Suggest(name, s.names()), nil)
		}
	}
}

// names returns the names of an object's members.
func (s *shape) names() (list []string) {
	for i := range s.fields {
		list = append(list, s.fields[i].name)
	}
	return list
}

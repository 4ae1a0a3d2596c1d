package rule

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"loophole/internal/usertext"
)

// A layer is a group of settings that are read together into a struct: the words of an example, the
// keys of a file, or the words of a command line. Within a layer the order has no meaning: lists
// are read before their elements, no key has two values, and no element exceeds the length of its
// list. A layer overrides the earlier ones, and its lists replace theirs.
type layer struct {
	*schema
	*shape
	into   reflect.Value
	ends   map[string]int     // the number of elements of each list in the layer
	given  map[string]Setting // by the path of its place
	faults []error
}

// decode applies layers of settings to the struct that target points to. It returns every error
// that it finds, each a [SettingError].
func (c *schema) decode(target any, layers [][]Setting) (faults []error) {
	into := reflect.ValueOf(target).Elem()
	r := &layer{schema: c, shape: shapeOf(into.Type(), ""), into: into}
	for _, settings := range layers {
		faults = append(faults, r.read(settings)...)
	}
	return faults
}

// read applies the settings of one layer.
func (r *layer) read(settings []Setting) []error {
	r.ends, r.given, r.faults = map[string]int{}, map[string]Setting{}, nil
	whole := map[string]Setting{}
	var single []Setting
	for _, s := range settings {
		if _, ok := r.lists[s.Path]; !ok {
			single = append(single, s)
			continue
		}
		first, twice := whole[s.Path]
		if whole[s.Path] = s; twice && (first.Value != s.Value || first.Many != s.Many) {
			r.bad(s, twofold(s.Path, first.Value, s.Value))
		}
	}
	for _, i := range r.arrays {
		x := &r.order[i]
		if s, ok := whole[x.path]; ok {
			r.list(x.leaf(r.into), s)
		}
	}
	for _, s := range single {
		r.single(s)
	}
	for _, s := range settings {
		r.within(s)
	}
	return r.faults
}

func (r *layer) bad(s Setting, err error) { r.faults = append(r.faults, &SettingError{s, err}) }

// twofold returns the error for a key with two values. The program does not guess which one the
// player meant.
func twofold(path, first, second string) error {
	return errors.New(usertext.GivenTwice(path, first, second))
}

// list clears an array and sets the head of each element from "a,b,c".
func (r *layer) list(l leaf, s Setting) {
	var words []string
	if s.Value != "" {
		words = strings.Split(s.Value, ",")
	}
	many := max(len(words), s.Many)
	if r.ends[l.path] = many; many > l.v.Len() {
		r.bad(s, fmt.Errorf("%s: %d values, but there is room for %d", l.path, many, l.v.Len()))
		return
	}
	l.v.SetZero()
	for i, w := range words {
		w = strings.TrimSpace(w)
		h, _ := r.head(l.path + "." + strconv.Itoa(i+1))
		if err := r.set(h, w); err != nil {
			r.bad(s, err)
			return
		}
		r.given[h.path] = Setting{Path: s.Path, Value: w}
	}
}

// single sets one place.
func (r *layer) single(s Setting) {
	l, ok := r.head(s.Path)
	if !ok {
		r.bad(s, fmt.Errorf("unknown key %q%s", s.Path, suggest(s.Path, r.known())))
		return
	}
	before := r.text(l)
	if err := r.set(l, s.Value); err != nil {
		r.bad(s, err)
		return
	}
	if first, twice := r.given[l.path]; twice && r.text(l) != before {
		r.bad(s, twofold(l.path, first.Value, s.Value))
	}
	r.given[l.path] = s
}

// head returns the place of a path. The name of a struct refers to its first field.
func (r *layer) head(path string) (leaf, bool) {
	if i, ok := r.scalars[path]; ok {
		return r.order[i].leaf(r.into), true
	}
	path += "."
	for i := range r.order {
		if x := &r.order[i]; !x.list && strings.HasPrefix(x.path, path) {
			return x.leaf(r.into), true
		}
	}
	return leaf{}, false
}

// within rejects a setting for an element beyond the end of a list that the same layer sets.
func (r *layer) within(s Setting) {
	for _, i := range r.arrays {
		x := &r.order[i]
		rest, inside := strings.CutPrefix(s.Path, x.path)
		if !inside || !strings.HasPrefix(rest, ".") {
			continue
		}
		l := x.leaf(r.into)
		number, _, _ := strings.Cut(rest[1:], ".")
		n, err := strconv.Atoi(number)
		if err != nil || n > l.v.Len() {
			continue
		}
		if last, given := r.ends[l.path]; given && n > last {
			r.bad(s, fmt.Errorf("%s: %s has no member %d: give the list with it, as %s=%s", s.Path, l.path, n, l.path, r.longer(l, last, n)))
			return
		}
	}
}

// longer returns a list of n elements that begins with the existing ones.
func (r *layer) longer(l leaf, have, n int) string {
	var heads []string
	for i := range n {
		h, _ := r.head(l.path + "." + strconv.Itoa(i+1))
		word := r.text(h)
		if kind, names, lo, hi := r.kind(h); i >= have && h.v.IsZero() {
			switch kind {
			case "integer":
				word = strconv.Itoa(max(lo, min(1, hi)))
			default:
				word = names[min(1, len(names)-1)]
			}
		}
		heads = append(heads, word)
	}
	return strings.Join(heads, ",")
}

// known lists the existing paths.
func (r *layer) known() []string {
	var names []string
	for p := range r.scalars {
		names = append(names, p)
	}
	for p := range r.lists {
		names = append(names, p)
	}
	return names
}

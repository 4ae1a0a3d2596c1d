package rule

import (
	"errors"
	"fmt"
	"loophole/internal/usertext"
	"reflect"
	"strconv"
	"strings"
)

// A layer is settings that are read together into a struct: the words of an
// example, or what a file says, or what somebody typed over both. Within a layer
// the order means nothing: lists are read before their members, no key has two
// values, and no member stands beyond the end of its list. A layer goes over
// those before it, and a list that it gives begins anew.
type layer struct {
	*schema
	places map[string]leaf
	lists  map[string]leaf
	order  []leaf             // the places as they follow each other
	outer  []leaf             // the lists, each before those inside it
	ends   map[string]int     // how many members the lists have that it gives
	given  map[string]Setting // by the path of the place that it sets
	faults []error
}

// decode applies layers of settings to a struct, the target of the pointer, and
// returns every fault it finds, each a [SettingError].
func (c *schema) decode(target any, layers [][]Setting) (faults []error) {
	r := &layer{schema: c, places: map[string]leaf{}, lists: map[string]leaf{}}
	c.walk("", reflect.ValueOf(target).Elem(), "", func(l leaf) {
		r.lists[l.path] = l
		r.outer = append(r.outer, l)
	}, func(l leaf) {
		r.places[l.path] = l
		r.order = append(r.order, l)
	})
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
	for _, l := range r.outer {
		if s, ok := whole[l.path]; ok {
			r.list(l, s)
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

// twofold is the error of a key with two values. The program does not guess which one is meant.
func twofold(path, first, second string) error {
	return errors.New(usertext.GivenTwice(path, first, second))
}

// list empties an array and, from "a,b,c", sets the head of each element.
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

// head finds the place of a path. The name of a struct stands for its first
// field.
func (r *layer) head(path string) (leaf, bool) {
	if l, ok := r.places[path]; ok {
		return l, true
	}
	for _, l := range r.order {
		if strings.HasPrefix(l.path, path+".") {
			return l, true
		}
	}
	return leaf{}, false
}

// within refuses a setting of a member beyond the end of a list that the layer
// gives as well.
func (r *layer) within(s Setting) {
	for _, l := range r.outer {
		rest, inside := strings.CutPrefix(s.Path, l.path+".")
		if !inside {
			continue
		}
		number, _, _ := strings.Cut(rest, ".")
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

// longer writes a list of n members that begins with those there are.
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

// known lists the paths that there are.
func (r *layer) known() []string {
	var names []string
	for p := range r.places {
		names = append(names, p)
	}
	for p := range r.lists {
		names = append(names, p)
	}
	return names
}

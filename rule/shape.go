package rule

import (
	"reflect"
	"strconv"
	"sync"

	"loophole/internal/fieldtags"
)

// A shape lists the leaves of a type in the order of [schema.walk]. It is built once for each type,
// because reading a situation needs it for every question.
type shape struct {
	order   []shaped
	scalars map[string]int // by path: the place in order
	lists   map[string]int
	arrays  []int // the places of the lists in order, each before the lists in it
}

// shaped is a leaf of a type: its path, and the fields and elements that lead to it.
type shaped struct {
	path  string
	tag   fieldtags.Tags
	steps []int
	list  bool
}

// leaf returns the leaf within a value of the type.
func (x *shaped) leaf(v reflect.Value) leaf {
	for _, i := range x.steps {
		if v.Kind() == reflect.Array {
			v = v.Index(i)
		} else {
			v = v.Field(i)
		}
	}
	return leaf{x.path, v, x.tag}
}

// shapes caches the shape of each type that was read, as *shape by shapeKey.
var shapes sync.Map

// A shapeKey is a type with the tags of the field that has it.
type shapeKey struct {
	of  reflect.Type
	tag fieldtags.Tags
}

func shapeOf(t reflect.Type, tag fieldtags.Tags) *shape {
	key := shapeKey{t, tag}
	if s, known := shapes.Load(key); known {
		return s.(*shape)
	}
	s := &shape{scalars: map[string]int{}, lists: map[string]int{}}
	s.add("", t, tag, nil)
	shapes.Store(key, s)
	return s
}

// add adds the leaves of a type. Elements of arrays have numbers from 1, or the names of a tag each:"one,other". The
// array itself comes first.
func (s *shape) add(path string, t reflect.Type, tag fieldtags.Tags, steps []int) {
	steps = steps[:len(steps):len(steps)]
	switch t.Kind() {
	case reflect.Struct:
		fieldtags.FieldsOf(t, func(f fieldtags.TypeField) {
			name := f.Key
			if path != "" {
				name = path + "." + name
			}
			s.add(name, t.FieldByIndex(f.Index).Type, f.Tags, append(steps, f.Index...))
		})
	case reflect.Array:
		s.lists[path] = len(s.order)
		s.arrays = append(s.arrays, len(s.order))
		s.order = append(s.order, shaped{path, tag, steps, true})
		names := tag.Each()
		for i := range t.Len() {
			name := strconv.Itoa(i + 1)
			if i < len(names) {
				name = names[i]
			}
			s.add(path+"."+name, t.Elem(), tag, append(steps, i))
		}
	default:
		s.scalars[path] = len(s.order)
		s.order = append(s.order, shaped{path, tag, steps, false})
	}
}

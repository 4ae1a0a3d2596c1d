package rule

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"testing"

	"loophole/internal/fieldtags"
)

// slowWalk is walk by recursion over the value, without a shape.
func slowWalk(path string, v reflect.Value, tag fieldtags.Tags, visit func(l leaf, list bool)) {
	switch v.Kind() {
	case reflect.Struct:
		fieldtags.Fields(v, func(f fieldtags.Field) {
			name := f.Key
			if path != "" {
				name = path + "." + name
			}
			slowWalk(name, f.Value, f.Tags, visit)
		})
	case reflect.Array:
		visit(leaf{path, v, tag}, true)
		names := tag.Each()
		for i := range v.Len() {
			name := strconv.Itoa(i + 1)
			if i < len(names) {
				name = names[i]
			}
			slowWalk(path+"."+name, v.Index(i), tag, visit)
		}
	default:
		visit(leaf{path, v, tag}, false)
	}
}

// TestShape: walk visits what recursion over the value visits, in the same order, also within embedded structs,
// named elements and arrays of arrays.
func TestShape(t *testing.T) {
	type inner struct {
		A int `key:"alpha" min:"1"`
		b bool
	}
	type Outer struct {
		inner
		N    int8 `unit:"inches"`
		List [2]struct {
			X  int
			In inner
		} `doc:"some"`
		Two  [2]int    `each:"left,right"`
		Deep [2][2]int `max:"3"`
	}
	c := &schema{"situation", nil}
	for _, value := range []any{
		Outer{inner: inner{1, true}, N: 2, List: [2]struct {
			X  int
			In inner
		}{{3, inner{4, false}}, {5, inner{6, true}}}, Two: [2]int{7, 8}, Deep: [2][2]int{{9, 10}, {11, 12}}},
		[2]int{1, 2}, 7, struct{}{},
	} {
		show := func(l leaf, list bool) string { return fmt.Sprintf("%s %v %q %t", l.path, l.v, l.tag, list) }
		var want, got []string
		v := reflect.ValueOf(value)
		slowWalk("", v, `min:"9"`, func(l leaf, list bool) { want = append(want, show(l, list)) })
		c.walk(v, `min:"9"`, func(l leaf) { got = append(got, show(l, true)) }, func(l leaf) { got = append(got, show(l, false)) })
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%T:\n%q\nwant\n%q", value, got, want)
		}
	}
}

type mood uint8

func (mood) Names() []string { return []string{"calm", `"wild"`} }

// TestAppendJSON: a value is written as encoding/json writes its map.
func TestAppendJSON(t *testing.T) {
	type inner struct {
		Z    int
		Mood mood
	}
	type Outer struct {
		inner
		B    bool
		A    int8 `key:"an-a"`
		U    uint16
		List [3]inner
		Two  [2]int
		Deep [2][2]uint8
	}
	c := &schema{"outcome", nil}
	for _, value := range []any{
		Outer{}, struct{}{},
		Outer{inner: inner{-5, 1}, B: true, A: -1, U: 65535, List: [3]inner{{}, {1, 1}}, Two: [2]int{0, 1 << 60}, Deep: [2][2]uint8{{0, 1}}},
	} {
		want, err := json.Marshal(c.tree(value))
		if err != nil {
			t.Fatal(err)
		}
		if got := c.appendJSON([]byte("x"), reflect.ValueOf(value), ""); string(got) != "x"+string(want) {
			t.Errorf("%s, want x%s", got, want)
		}
	}
}

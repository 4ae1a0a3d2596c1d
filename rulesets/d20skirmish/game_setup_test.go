package d20skirmish_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"loophole/rulesets/d20skirmish"
	"loophole/scenario"
)

// TestTags: the tags of every field of a set-up have its key and its meaning. Whole numbers have a
// range, and enumerations names.
func TestTags(t *testing.T) {
	tagged(t, reflect.TypeFor[d20skirmish.Setup]())
}

func tagged(t *testing.T, s reflect.Type) {
	seen := map[string]bool{}
	for i := range s.NumField() {
		f := s.Field(i)
		key := f.Tag.Get("key")
		if !f.IsExported() || key == "" || seen[key] || f.Tag.Get("doc") == "" {
			t.Errorf("%v.%s: no key of its own, or no doc", s, f.Name)
		}
		seen[key] = true
		x := f.Type
		for x.Kind() == reflect.Slice || x.Kind() == reflect.Array {
			x = x.Elem()
		}
		switch x.Kind() {
		case reflect.Struct:
			tagged(t, x)
		case reflect.Int:
			if f.Tag.Get("of") == "" && (f.Tag.Get("min") == "" || f.Tag.Get("max") == "") {
				t.Errorf("%v.%s: no min or max", s, f.Name)
			}
		case reflect.Uint8:
			if _, ok := reflect.Zero(x).Interface().(interface{ Names() []string }); !ok {
				t.Errorf("%v.%s: %v has no names", s, f.Name, x)
			}
		case reflect.String, reflect.Bool:
		default:
			t.Errorf("%v.%s: a scenario file has no %v", s, f.Name, x)
		}
	}
}

// FuzzSetup reads random set-ups. Each is an error or can be played, and none causes a panic.
func FuzzSetup(f *testing.F) {
	for _, s := range scenario.ForRuleset("d20skirmish") {
		text, err := json.Marshal(begin(f, s.Name).Setup)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var s d20skirmish.Setup
		if json.Unmarshal(text, &s) != nil {
			return
		}
		instance, err := d20skirmish.Game.NewInstance("fuzz", &s, nil)
		if err == nil {
			randomGame(t, instance, 1)
		}
	})
}

package rulestest

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"loophole/game"
	"loophole/internal/fieldtags"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
)

// checkScenarios sets up every scenario. Then it sets each number of a set-up to the most that its tag
// allows, which must not lead to a position that the tags of the position forbid.
func (k *kit) checkScenarios(t reporter) {
	if _, err := k.fights(); err != nil {
		t.Errorf("%v", err)
		return
	}
	tried := map[string]bool{}
	for _, b := range k.scenarios {
		k.checkMost(t, b, tried)
	}
	t.Logf("%d scenarios; %d numbers of the set-up were set to the most that is allowed", len(k.scenarios), len(tried))
}

// checkMost sets each number of a scenario that was not tried yet to the most that its tag allows.
func (k *kit) checkMost(t reporter, b *scenario.Scenario, tried map[string]bool) {
	for {
		f, err := scenario.NewInstance(k.game, b, nil)
		if err != nil {
			t.Errorf("%v", err)
			return
		}
		key, most := raise("", reflect.ValueOf(f.Setup).Elem(), "", tried)
		if key == "" {
			return
		}
		var out *game.PositionError
		err = recovered(func() error { _, err := k.game.NewInstance(b.Name, f.Setup, f.House); return err })
		if errors.As(err, &out) {
			t.Errorf("the set-up allows %s to be %d, and the position does not: %v: give both the same max", key, most, out)
		}
	}
}

// raise sets the first number of a value that was not tried yet to the most that its tag allows. It
// returns its key, without the numbers of list members, or "".
func raise(path string, v reflect.Value, tags fieldtags.Tags, tried map[string]bool) (key string, most int64) {
	if !v.CanSet() {
		return "", 0
	}
	switch v.Kind() {
	case reflect.Struct:
		fieldtags.Fields(v, func(f fieldtags.Field) {
			if key == "" {
				key, most = raise(strings.TrimPrefix(path+"."+f.Key, "."), f.Value, f.Tags, tried)
			}
		})
	case reflect.Slice, reflect.Array:
		if v.Len() > 0 {
			key, most = raise(path, v.Index(0), tags, tried)
		}
	default:
		most, bounded := tags.Max()
		if !bounded || tried[path] || !v.CanInt() && !v.CanUint() {
			return "", 0
		}
		tried[path] = true
		fieldtags.SetInt(v, most)
		return path, most
	}
	return key, most
}

// setup finds fields of a set-up without a key or a meaning. Types of other packages than that of the
// set-up have their own tests.
func (d *docs) setup(kind string, t reflect.Type, seen map[reflect.Type]bool) {
	home := t.PkgPath()
	var visit func(t reflect.Type)
	visit = func(t reflect.Type) {
		for t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || t.PkgPath() != home || seen[t] || reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			f := t.Field(i)
			if f.IsExported() && !f.Anonymous {
				if f.Tag.Get("key") == "" {
					d.Errorf("%s: the field %s of %s has no key: say what files call it", kind, f.Name, t.Name())
				}
				d.say(fmt.Sprintf("%s: the field %s of %s", kind, f.Name, t.Name()), "a doc", f.Tag.Get("doc"))
			}
			visit(f.Type)
		}
	}
	visit(t)
}

// battlefieldGames is the number of games of each scenario after which the battlefield is compared.
const battlefieldGames = 2

// checkBattlefield plays random games. No action may change the battlefield, which all positions of a
// game share: odds, undo and other games would see the change too.
func (k *kit) checkBattlefield(t reporter) {
	for _, b := range k.scenarios {
		for g := range battlefieldGames {
			if by, change, err := k.fieldChange(b, g, false); err != nil {
				t.Errorf("%v", err)
				return
			} else if change == "" {
				continue
			} else if closely, first, err := k.fieldChange(b, g, true); err == nil && first != "" {
				by, change = closely, first
				t.Errorf("%s: %s changes the battlefield, which all positions share: %s: write to the position instead", b.Name, by, change)
			} else {
				t.Errorf("%s: a game changes the battlefield, which all positions share: %s", b.Name, change)
			}
			return
		}
	}
}

// fieldChange plays a random game and returns the first change of its battlefield: after each action, or
// only at the end.
func (k *kit) fieldChange(b *scenario.Scenario, g int, closely bool) (by, change string, err error) {
	f, err := scenario.NewInstance(k.game, b, nil)
	if err != nil {
		return "", "", err
	}
	was := f.FieldValues()
	w := newWalk(&silence{}, []*game.Instance{f})
	w.dice.Start(11, uint64(g))
	w.playing, w.chance = f, policy.NewRand(11, uint64(g), 0)
	r := w.runners[0].SetPosition(f.Start)
	// Faults of the actions themselves are for the check of games.
	_ = recovered(func() error {
		return rule.Catch(func() {
			for step := 0; step < 400 && change == "" && !r.Status().Over; step++ {
				a, err := w.random.ChooseAction(r, w.chance)
				if err != nil {
					return
				}
				r.Apply(w.umpires[0], a)
				if closely {
					by, change = "Apply of "+k.game.ActionTypes[a.Type].Name, firstChange(was, f.FieldValues())
				}
			}
		})
	})
	if !closely {
		change = firstChange(was, f.FieldValues())
	}
	return by, change, nil
}

// firstChange returns the first difference of two lists of values, or "".
func firstChange(was, is []string) string {
	for i := range max(len(was), len(is)) {
		switch {
		case i >= len(was):
			return "new is " + is[i]
		case i >= len(is):
			return "gone is " + was[i]
		case was[i] != is[i]:
			path, value, _ := strings.Cut(is[i], " ")
			_, before, _ := strings.Cut(was[i], " ")
			return fmt.Sprintf("%s was %s, and is %s", path, before, value)
		}
	}
	return ""
}

// silence is a reporter that keeps nothing.
type silence struct{}

func (*silence) Errorf(string, ...any) {}
func (*silence) Logf(string, ...any)   {}

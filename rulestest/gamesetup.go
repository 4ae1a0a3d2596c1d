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

// checkScenarios sets up every scenario. Then it sets each number of a set-up to the least and to the most
// that files may write, which must not lead to a position that the tags of the position or Validate forbid.
func (k *kit) checkScenarios(t reporter) {
	if _, err := k.fights(); err != nil {
		t.Errorf("%v", err)
		return
	}
	tried := map[string]bool{}
	for _, b := range k.scenarios {
		k.checkSetupEnds(t, b, tried)
	}
	t.Logf("%d scenarios; %d numbers of the set-up were set to the least and the most that is allowed", len(k.scenarios), len(tried)/2)
}

// checkSetupEnds sets each number of a scenario that was not tried yet to the ends of its range.
func (k *kit) checkSetupEnds(t reporter, b *scenario.Scenario, tried map[string]bool) {
	for {
		f, err := scenario.NewInstance(k.game, b, nil)
		if err != nil {
			t.Errorf("%v", err)
			return
		}
		key, end := toEnd("", reflect.ValueOf(f.Setup).Elem(), "", tried)
		if key == "" {
			return
		}
		var out *game.PositionError
		err = recovered(func() error { _, err := k.game.NewInstance(b.Name, f.Setup, f.House); return err })
		if errors.As(err, &out) {
			t.Errorf("the set-up allows %s to be %d, and the position does not: %v: give both the same min and max, or let Init say what is wrong, with its place", key, end, out)
		}
	}
}

// toEnd sets the first number of a value that was not tried yet to the least or to the most that files may
// write. It returns its key, without the numbers of list members, or "". Without a min the least is 0.
// Without a max no most is tried.
func toEnd(path string, v reflect.Value, tags fieldtags.Tags, tried map[string]bool) (key string, end int64) {
	if !v.CanSet() {
		return "", 0
	}
	switch v.Kind() {
	case reflect.Struct:
		fieldtags.Fields(v, func(f fieldtags.Field) {
			if key == "" {
				key, end = toEnd(strings.TrimPrefix(path+"."+f.Key, "."), f.Value, f.Tags, tried)
			}
		})
	case reflect.Slice, reflect.Array:
		if v.Len() > 0 {
			key, end = toEnd(path, v.Index(0), tags, tried)
		}
	default:
		if !v.CanInt() && !v.CanUint() {
			return "", 0
		}
		least, _ := tags.Min()
		most, bounded := tags.Max()
		switch {
		case bounded && !tried[path+" max"]:
			tried[path+" max"] = true
			end = most
		case tags.Keyed() && !tried[path+" min"]:
			tried[path+" min"] = true
			end = least
		default:
			return "", 0
		}
		fieldtags.SetInt(v, end)
		return path, end
	}
	return key, end
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
// game share: odds, undo and other games would see the change too. A battlefield may fill lists that were
// empty with what it computes at the first need, and does not change when the same game is played again.
func (k *kit) checkBattlefield(t reporter) {
	for _, b := range k.scenarios {
		for g := range battlefieldGames {
			if fault := k.battlefieldFault(b, g); fault != "" {
				t.Errorf("%s: %s: write to the position instead", b.Name, fault)
				return
			}
		}
	}
}

// battlefieldFault plays a random game twice and returns how it changes the battlefield, or "".
func (k *kit) battlefieldFault(b *scenario.Scenario, g int) string {
	var list [2]*game.Instance
	for i := range list {
		f, err := scenario.NewInstance(k.game, b, nil)
		if err != nil {
			return err.Error()
		}
		list[i] = f
	}
	f, again := list[0], list[1]
	was := f.FieldValues()
	playOn(f, g, nil)
	filled := f.FieldValues()
	if change := firstChange(was, filled, true); change != "" {
		by := "a game"
		playOn(again, g, func(actionType int) bool {
			first := firstChange(was, again.FieldValues(), true)
			if first != "" {
				by, change = "Apply of "+k.game.ActionTypes[actionType].Name, first
			}
			return first == ""
		})
		return fmt.Sprintf("%s changes the battlefield, which all positions share: %s", by, change)
	}
	playOn(f, g, nil)
	if change := firstChange(filled, f.FieldValues(), false); change != "" {
		return "the same game played again changes the battlefield, which all positions share: " + change
	}
	return ""
}

// playOn plays a random game with a number. The function next, unless it is nil, is called after each
// action and says whether to go on. Faults of the actions themselves are for the check of games.
func playOn(f *game.Instance, g int, next func(actionType int) bool) {
	w := newWalk(&silence{}, []*game.Instance{f})
	w.dice.Start(11, uint64(g))
	w.playing, w.rng = f, policy.NewRand(11, uint64(g), 0)
	r := w.runners[0].SetPosition(f.Start)
	_ = recovered(func() error {
		return rule.Catch(func() {
			for step := 0; step < 400 && !r.Status().Over; step++ {
				a, err := w.random.ChooseAction(r, w.rng)
				if err != nil {
					return
				}
				r.Apply(w.umpires[0], a)
				if next != nil && !next(int(a.Type)) {
					return
				}
			}
		})
	})
}

// firstChange returns the first difference of two lists of values, or "". Lists that were empty may be
// filled, if the caller says so.
func firstChange(was, is []string, filled bool) string {
	if holds(is, was, filled) && (filled || len(is) == len(was)) {
		return ""
	}
	now := make(map[string]string, len(is))
	for _, x := range is {
		path, value, _ := strings.Cut(x, "\t")
		now[path] = value
	}
	before := make(map[string]bool, len(was))
	for _, x := range was {
		path, value, _ := strings.Cut(x, "\t")
		before[path] = true
		if now[path] != value && !(filled && (value == "nil" || value == "of 0")) {
			return fmt.Sprintf("%s was %s, and is %s", path, value, now[path])
		}
	}
	for _, x := range is {
		if path, value, _ := strings.Cut(x, "\t"); !before[path] && !filled {
			return fmt.Sprintf("%s is new, and is %s", path, value)
		}
	}
	return ""
}

// holds reports whether a list has all entries of another in the same order, as it usually does. Empty ones
// may be missing if they may have been filled.
func holds(list, part []string, filled bool) bool {
	i := 0
	for _, x := range part {
		if filled && (strings.HasSuffix(x, "\tnil") || strings.HasSuffix(x, "\tof 0")) {
			continue
		}
		for i < len(list) && list[i] != x {
			i++
		}
		if i == len(list) {
			return false
		}
		i++
	}
	return true
}

// silence is a reporter that keeps nothing.
type silence struct{}

func (*silence) Errorf(string, ...any) {}
func (*silence) Logf(string, ...any)   {}

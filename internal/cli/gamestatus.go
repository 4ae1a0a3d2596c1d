package cli

import (
	"cmp"
	"context"
	"reflect"
	"strings"

	"loophole/rule"
)

// status prints the state of the game.
func (t *terminalGame) status(_ context.Context, _ int, _ string) error {
	p, s := t.seen(), t.match.Status()
	t.say("%s, %s: round %d, %s\n", t.instance.Game.Rules.Title, t.instance.Scenario, s.Round, s.Phase)
	switch a, open := t.match.Pending(); {
	case s.Over:
		t.say("the game is over: %s\n", t.verdict(s))
	case open:
		t.say("pending: %s: %s\n", t.instance.Sides[t.acting], t.instance.FormatAction(a))
	default:
		t.say("to act: %s\n", t.instance.Sides[s.Side])
	}
	if t.gist != "" {
		t.say("scenario: %s\n", t.gist)
	}
	if task := taskOf(t.instance.Setup, t.sideNames()); task != "" {
		t.say("task: %s\n", task)
	}
	for i, line := range strings.Split(strings.TrimSpace(t.instance.Text(p)), "\n") {
		if i == 0 || strings.Contains(line, "objective") {
			t.say("%s\n", line)
		}
	}
	t.seats()
	t.say("dice: %s\n", t.diceModes())
	name := cmp.Or(t.record, "none; type save FILE to write one")
	if ofHands(t.match.Header) {
		name = "kept by the server; type save FILE to write a copy"
	}
	t.say("record: %s\n", name)
	return nil
}

// seats prints for each side who plays it, and its models in play and lost.
func (t *terminalGame) seats() {
	here, lost := t.instance.CountModels(t.seen())
	for side, name := range t.instance.Sides {
		who := atTheTable
		if t.names[side] != "" {
			who = "policy " + t.names[side]
		}
		t.say("%s (%s): %s\n", name, who, rule.Counted("%d {model} in play, %d lost", here[side], lost[side]))
	}
}

// tasks are the goals of each kind of task, as formats for [rule.Counted].
var tasks = map[string]string{
	"hold":    "hold %d of the objectives at the end of the game",
	"seize":   "hold %d of the objectives at the same time",
	"destroy": "destroy %d of the objectives",
	"clear":   "leave no enemy in the objectives",
	"survive": "have %d {model or piece|models or pieces} left at the end of the game",
	"most":    "occupy more objectives than the enemy at the end of the game",
	"points":  "have more points at the end of the game",
}

// taskOf describes the task of a set-up, or returns "" if the set-up has none that it can read. It
// reads the fields Kind, Side and Many of a field Task, because set-ups have no common type. Those
// of other modules may have fields of the same names for something else.
func taskOf(setup any, sides []string) string {
	task := field(reflect.Indirect(reflect.ValueOf(setup)), "Task")
	kind, side, many := field(task, "Kind"), number(field(task, "Side")), number(field(task, "Many"))
	if !kind.IsValid() || !kind.CanInterface() || side < 0 || side >= len(sides) {
		return ""
	}
	named, ok := kind.Interface().(interface{ Names() []string })
	i := number(kind)
	if !ok || i < 0 {
		return ""
	}
	names := named.Names()
	if i >= len(names) {
		return ""
	}
	text, known := tasks[names[i]]
	switch {
	case !known:
		text = names[i]
	case many < 0 && strings.Contains(text, "%d"):
		return ""
	}
	return sides[side] + ": " + rule.Counted(text, many)
}

// field returns the field of a struct with a name, or the zero Value if there is none.
func field(v reflect.Value, name string) reflect.Value {
	if v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	f, ok := v.Type().FieldByName(name)
	if !ok {
		return reflect.Value{}
	}
	x, err := v.FieldByIndexErr(f.Index) // FieldByName panics at a nil pointer to an embedded struct.
	if err != nil {
		return reflect.Value{}
	}
	return x
}

// number returns the value of an integer field of any size, or -1 if there is no such field.
func number(v reflect.Value) int {
	switch {
	case !v.IsValid():
		return -1
	case v.CanUint():
		return int(v.Uint())
	case v.CanInt():
		return int(v.Int())
	}
	return -1
}

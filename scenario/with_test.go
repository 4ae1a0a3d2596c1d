package scenario

import (
	"strings"
	"testing"

	"loophole/rule"
)

const withText = `format: 1
ruleset: tideofiron
name: x
setup:
  rounds: 2
  units:
    - {name: guards, side: Soviet, at: B1}
    - {name: sappers, side: German, at: A1}
  task: {kind: hold, many: 1}
`

// flat lists the settings of a set-up.
func flat(t *testing.T, b *Scenario) string {
	t.Helper()
	f := newFlattener(b.file)
	if err := f.flatten("", b.setup.place, b.setup); err != nil {
		t.Fatal(err)
	}
	var s []string
	for _, x := range f.out {
		s = append(s, x.Path+"="+x.Value)
	}
	return strings.Join(s, " ")
}

// TestWith changes values by their paths, elements by name and by number, and does not change the
// original scenario.
func TestWith(t *testing.T) {
	b, err := Read("x.yaml", strings.NewReader(withText))
	if err != nil {
		t.Fatal(err)
	}
	before := flat(t, b)
	for _, c := range []struct{ path, value, want, gone string }{
		{"rounds", "5", "rounds=5", "rounds=2"},
		{"units.guards.at", "C1", "units.1.at=C1", "at=B1"},
		{"units.2.at", "C1", "units.2.at=C1", "at=A1"},
		{"units.guards.floor", "1", "units.1.floor=1", ""},
		{"units.guards", "none", "units.1.name=sappers", "guards"},
		{"units.scouts", "{name: scouts, at: A1}", "units.3.name=scouts", ""},
		{"units.guards", "{name: added}", "units.1.name=added", "guards"},
		{"task.many", "2", "task.many=2", "many=1"},
		{"sides", "[a, b]", "sides.2=b", ""},
	} {
		x, err := b.With([]rule.Setting{{Path: c.path, Value: c.value}})
		if err != nil {
			t.Errorf("%s=%s: %v", c.path, c.value, err)
			continue
		}
		if have := flat(t, x); !strings.Contains(have, c.want) || c.gone != "" && strings.Contains(have, c.gone) {
			t.Errorf("%s=%s: %s", c.path, c.value, have)
		}
	}
	for _, c := range []struct{ path, value, want string }{
		{"units.nobody.at", "B1", `"nobody"`},
		{"units.9", "none", `"9"`},
		{"rounds.more", "1", "plain value"},
		{"board.size", "1", `no "board"`},
		{"rounds", "[1", "x.yaml"},
		{"rounds", "3\nunits: []", "one line"},
	} {
		if _, err := b.With([]rule.Setting{{Path: c.path, Value: c.value}}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%s: %v", c.path, c.value, err)
		}
	}
	if flat(t, b) != before {
		t.Error("the scenario itself has changed")
	}
}

// TestWithJSON changes a scenario in a JSON file with values as in any other file.
func TestWithJSON(t *testing.T) {
	b, err := Read("x.json", strings.NewReader(`{"format": 1, "ruleset": "tideofiron", "name": "x", "setup": {"rounds": 2}}`))
	if err != nil {
		t.Fatal(err)
	}
	x, err := b.With([]rule.Setting{{Path: "rounds", Value: "3"}, {Path: "units", Value: "[{name: guards}]"}})
	if err != nil {
		t.Fatal(err)
	}
	if have, want := flat(t, x), "rounds=3 units= units.1.name=guards"; have != want {
		t.Errorf("got  %s\nwant %s", have, want)
	}
}

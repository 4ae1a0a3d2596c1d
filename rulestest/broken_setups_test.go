package rulestest

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"loophole/game"
	"loophole/rule"
)

// TestSetupDocs: a field of a set-up has a key and a meaning.
func TestSetupDocs(t *testing.T) {
	type men struct {
		Men    int `doc:"in each heap"`
		Silent int `key:"silent"`
	}
	type setup struct {
		Heaps []men `key:"heaps" doc:"the heaps"`
	}
	h := &heard{}
	(&docs{reporter: h, seen: map[string]bool{}}).setup("set-up", reflect.TypeFor[setup](), map[reflect.Type]bool{})
	want := []string{"set-up: the field Men of men has no key: say what files call it", "set-up: the field Silent of men has no doc: say it in one line"}
	if !slices.Equal(h.faults, want) {
		t.Errorf("%q", h.faults)
	}
}

// TestSetupEnds: each number of a set-up is set to both ends of its range. Without a min the least is 0, and
// without a max there is no most.
func TestSetupEnds(t *testing.T) {
	x := struct {
		Men   int         `key:"men" max:"8"`
		Depth int         `key:"depth" min:"-3"`
		Kind  rule.Ref    `key:"kind" table:"kinds" min:"1"`
		Heaps [2]nimSetup `key:"heaps"`
		Plain int
	}{}
	tried := map[string]bool{}
	var got []string
	for {
		key, end := toEnd("", reflect.ValueOf(&x).Elem(), "", tried)
		if key == "" {
			break
		}
		got = append(got, fmt.Sprintf("%s=%d", key, end))
	}
	if want := "men=8 men=0 depth=-3 kind=1 heaps.men=8 heaps.men=1"; strings.Join(got, " ") != want {
		t.Errorf("%s; want %s", got, want)
	}
}

// TestFaultyTags: a game refuses tags that nothing heeds.
func TestFaultyTags(t *testing.T) {
	type setup struct {
		Heaps []nimSetup `key:"heaps" max:"3"`
		Kind  rule.Ref   `key:"kind" table:"kinds"`
	}
	defer func() {
		said := fmt.Sprint(recover())
		for _, want := range []string{"the set-up: Heaps: min and max bound numbers", `the set-up: Kind: there is no table "kinds"; there are none. List it in Tables`} {
			if !strings.Contains(said, want) {
				t.Errorf("%s; want %s", said, want)
			}
		}
	}()
	n := newNim()
	game.Spec[setup, nimField, nim]{
		Rules: n.Rules, Gist: n.Gist, Sides: n.Sides, Status: n.Status, CountModels: n.CountModels, Text: n.Text, ActionTypes: n.ActionTypes,
		Init: func(*rule.HouseRules, *setup) (*nimField, nim, error) { return nil, nim{}, nil },
	}.Game()
	t.Error("the game was made")
}

// TestStaleScenarios: in the repository the kit plays the scenarios of the program, and refuses to if
// those of the folder are others.
func TestStaleScenarios(t *testing.T) {
	dir := t.TempDir()
	o := Options{Dir: filepath.Join(dir, "rulesets", "nim"), Game: newNim().Game()}
	put(t, dir, "rulesets/nim/testdata/cases.txt", "", nil)
	put(t, dir, "scenario/bundled/nim/five.yaml", fiveMen, nil)
	if _, err := open(nimRules, o); err == nil || !strings.Contains(err.Error(), "scenario/bundled/nim (five.yaml): run go generate -run tools/pack") {
		t.Errorf("a scenario that is not packed: %v", err)
	}
	put(t, dir, "rulesets/nim/scenarios/five.yaml", fiveMen, nil)
	if _, err := open(nimRules, o); err == nil || !strings.Contains(err.Error(), "move them to scenario/bundled/nim") {
		t.Errorf("a scenario beside the ruleset: %v", err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "scenario")); err != nil {
		t.Fatal(err)
	}
	if k, err := open(nimRules, o); err != nil || len(k.scenarios) != 1 {
		t.Errorf("a scenario of a module of its own: %v", err)
	}
}

// TestPointless: after a fault that explains others, the checks that would report those are skipped.
func TestPointless(t *testing.T) {
	k := openGame(t, newNim())
	put(t, k.dir, "casebook/a.txt", "case", nil)
	expectFault(t, k, "switches", "the game has no scenarios")
	if why := k.pointless("games", map[string]bool{"scenarios": true}); !strings.Contains(why, "see scenarios") {
		t.Errorf("games without scenarios: %q", why)
	}
	if why := k.pointless("docs", map[string]bool{"scenarios": true}); why != "" {
		t.Errorf("docs without scenarios: %q", why)
	}
	k = openGame(t, newNim(), fiveMen)
	put(t, k.dir, "casebook/a.txt", "case", nil)
	expectFault(t, k, "casebook", "a.txt:1")
	expectFault(t, k, "switches", "no case can be played")
	if why := k.pointless("switches", map[string]bool{"casebook": true}); !strings.Contains(why, "see casebook") {
		t.Errorf("switches with a casebook that cannot be read: %q", why)
	}
	if why := k.pointless("evidence", map[string]bool{"docs": true}); !strings.Contains(why, "docs") {
		t.Errorf("evidence after another fault: %q", why)
	}
	if why := k.pointless("evidence", map[string]bool{"docs": false}); why != "" {
		t.Errorf("evidence without a fault: %q", why)
	}
	names := []string{}
	for _, c := range k.checks() {
		names = append(names, c.name)
	}
	if names[0] != "scenarios" || names[len(names)-1] != "evidence" {
		t.Errorf("the order of checks: %v", names)
	}
}

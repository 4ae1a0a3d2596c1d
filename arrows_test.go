package loophole

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// arrows lists, for every room, which other rooms it may import. A room stands
// for its folder and everything below it; "rulesets/*" for each rulebook.
var arrows = map[string][]string{
	".":            {},
	"rule":         {},
	"dice":         {"rule", "numeral"},
	"bench":        {"rule"},
	"odds":         {"rule"},
	"sim":          {"rule", "odds"},
	"ground":       {"rule"},
	"scene":        {"ground"},
	"game":         {"rule", "scene"},
	"policy":       {"rule", "game", "odds", "sim"},
	"match":        {"rule", "game", "record", "dice"},
	"record":       {"rule", "dice"},
	"rulesets":     {"rule", "rulesets/*", "game"},
	"rulesets/*":   {"rule", "ground", "game", "scene"},
	"casebook":     {"rule", "dice", "odds", "game", "policy", "scenario", "scene"},
	"rulestest":    {"casebook", "rule", "dice", "odds", "sim", "record", "scenario", "game", "match", "policy", "scene"},
	"scenario":     {"rule", "game"},
	"numeral":      {},
	"wire":         {"rule", "odds", "sim", "match", "scene", "game"},
	"chart":        {"numeral", "wire"},
	"store":        {},
	"hands":        {},
	"twohands":     {"rule", "dice", "hands", "match", "game"},
	"tabletop":     {"rule", "dice", "odds", "sim", "record", "rulesets", "scenario", "game", "policy", "match", "scene", "wire", "chart", "store", "hands", "twohands"},
	"cmd/loophole": {"casebook", "rule", "dice", "odds", "sim", "record", "rulesets", "scenario", "game", "policy", "match", "scene", "numeral", "wire", "chart", "store", "tabletop", "hands", "twohands"},
	"tools":        {"casebook", "rule", "odds", "sim", "rulesets", "rulestest", "scenario", "game", "policy"},

	"tabletop/browsertest": {},
}

// testsToo lists what test files may import besides: the kit and the engines
// that a room is tested with.
var testsToo = map[string][]string{
	"rule":         {"odds"},
	"dice":         {"odds"},
	"bench":        {"odds", "sim"},
	"casebook":     {"rulesets"},
	"odds":         {"rulesets"},
	"sim":          {"odds"},
	"record":       {"rulesets", "rulesets/*"},
	"scenario":     {"rulesets", "rulesets/*", "policy", "sim"},
	"rulesets":     {"odds", "sim", "policy", "scenario"},
	"policy":       {"rulesets", "rulesets/*", "scenario"},
	"match":        {"rulesets/*", "policy", "rulesets", "scenario"},
	"twohands":     {"rulesets", "rulesets/*", "scenario"},
	"rulesets/*":   {"rulestest", "odds", "sim", "dice", "record", "policy", "match", "scenario"},
	"rulestest":    {"rulesets", "rulesets/*"},
	"cmd/loophole": {},

	"tabletop/browsertest": {"rule", "tabletop", "store", "match", "rulesets", "wire"},
}

// pure rooms import nothing but the standard library and know no clock, no
// chance and no world outside.
var pure = []string{"rule", "hands", "ground", "scene", "game", "rulesets/*"}

var forbidden = []string{"math/rand", "math/rand/v2", "crypto/rand", "time", "os", "net", "net/http"}

func TestArrows(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && strings.HasPrefix(e.Name(), ".") && name != "." {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		seen++
		checkFile(t, filepath.ToSlash(name))
		return nil
	})
	if err != nil || seen < 20 {
		t.Fatal(seen, err)
	}
}

func checkFile(t *testing.T, name string) {
	room := roomOf(path.Dir(name))
	allowed, known := arrows[room]
	if !known {
		t.Errorf("%s: the room %q is not on the plan", name, room)
		return
	}
	test := strings.HasSuffix(name, "_test.go")
	if test {
		allowed = append(append([]string(nil), allowed...), testsToo[room]...)
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	for _, i := range f.Imports {
		p, _ := strconv.Unquote(i.Path.Value)
		checkImport(t, name, room, p, allowed, test)
	}
}

func checkImport(t *testing.T, name, room, p string, allowed []string, test bool) {
	ours, inside := strings.CutPrefix(p, "loophole/")
	if room != "tabletop/browsertest" && strings.HasPrefix(p, "github.com/chromedp/") {
		t.Errorf("%s: only the browser tests drive a browser", name)
	}
	switch {
	case inside && roomOf(ours) == room && (room != "rulesets/*" || strings.HasPrefix(path.Dir(name), ours)):
	case inside:
		if !has(allowed, roomOf(ours)) {
			t.Errorf("%s: no arrow leads from %s to %s", name, room, ours)
		}
	case has(pure, room) && !test:
		if strings.Contains(strings.Split(p, "/")[0], ".") {
			t.Errorf("%s: %s imports the standard library only, not %s", name, room, p)
		}
		if has(forbidden, p) {
			t.Errorf("%s: %s may not import %s", name, room, p)
		}
	}
}

// roomOf names the room of a folder.
func roomOf(dir string) string {
	parts := strings.Split(dir, "/")
	switch {
	case dir == "rulesets":
		return dir
	case parts[0] == "rulesets":
		return "rulesets/*"
	case dir == "tabletop/browsertest":
		return dir
	case parts[0] == "cmd":
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	return parts[0]
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// TestArrowsCatches proves that the check can fail.
func TestArrowsCatches(t *testing.T) {
	for _, c := range []struct{ name, room, imports string }{
		{"rule/x.go", "rule", "loophole/odds"},
		{"rule/x.go", "rule", "time"},
		{"rule/x.go", "rule", "github.com/spf13/cobra"},
		{"rulesets/a/x.go", "rulesets/*", "loophole/rulesets/b"},
		{"rulesets/a/x.go", "rulesets/*", "math/rand/v2"},
		{"tabletop/x.go", "tabletop", "github.com/chromedp/chromedp"},
	} {
		probe := &testing.T{}
		checkImport(probe, c.name, c.room, c.imports, arrows[c.room], false)
		if !probe.Failed() {
			t.Errorf("%s may import %s", c.name, c.imports)
		}
	}
}

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const published = "example.org/dice/loophole"

// mine is a program of somebody else: it asks odds of a bundled rulebook and of its own
// dice, and has a rulebook of its own.
const mine = `package main

import (
	"context"
	"fmt"
	"strings"

	"example.org/dice/loophole/notation"
	"example.org/dice/loophole/odds"
	"example.org/dice/loophole/rule"
	"example.org/dice/loophole/rulesets"
)

type toss struct {
	Coins uint8 ` + "`key:\"coins\" min:\"0\" max:\"9\" doc:\"how many coins\"`" + `
}

type fell struct {
	Heads uint8 ` + "`key:\"heads\" doc:\"how many show heads\"`" + `
}

var spec = rule.Spec[toss, fell]{
	Name: "toss", Gist: "coins are tossed", Default: toss{Coins: 3}, Questions: 1,
	Play: func(u *rule.Umpire, s *toss) fell {
		return fell{uint8(u.Count(int(s.Coins), rule.D2, rule.AtLeast(2), "coin.heads", "heads?"))}
	},
	Events:   []rule.Event[fell]{{Name: "all", Gist: "all three show heads", Holds: func(f fell) bool { return f.Heads == 3 }}},
	Examples: []rule.Example{{Name: "three", Settings: "coins=3", Gist: "three coins"}},
}

var coins = rule.MustRuleset(rule.Ruleset{ID: "coins", Title: "Coins", Chapter: "all", Procedures: []*rule.Procedure{spec.Procedure()}},
	"## All\ncoin.heads | rule | p1 | A coin shows heads or tails.\n")

func main() {
	rulesets.Add(coins, nil, nil)
	for _, ask := range [][2]string{{"tideofiron", "attack"}, {"coins", "toss"}} {
		r, err := rulesets.Find(ask[0])
		if err != nil {
			panic(err)
		}
		p, err := r.Procedure(ask[1])
		if err != nil {
			panic(err)
		}
		words, err := rule.ParseWords(strings.Fields(p.Examples[0].Settings))
		if err != nil {
			panic(err)
		}
		q, err := p.Ask(nil, words)
		if err != nil {
			panic(err)
		}
		a, err := odds.Solve(context.Background(), q, odds.Options{})
		if err != nil {
			panic(err)
		}
		fmt.Println(ask[0], a.Events[0])
	}
	e, err := notation.Parse("4d6kh3 >= 16")
	if err != nil {
		panic(err)
	}
	p, err := e.P()
	fmt.Println(p, err)
	begin()
}
`

// without is what main ends with where the whole program is not built in.
const without = "package main\n\nfunc begin() {}\n"

// with has the whole program in it.
const with = "package main\n\nimport \"example.org/dice/loophole/cmd/loophole/app\"\n\nfunc begin() { app.Main() }\n"

// The module under another path is packed, served from a folder as a proxy does, and
// got, imported and added to by a module that lies elsewhere.
func TestImported(t *testing.T) {
	if os.Getenv("LOOPHOLE_LONG") == "" {
		t.Skip("it compiles all of it anew: set LOOPHOLE_LONG")
	}
	tree := copied(t)
	if err := rename(tree, published); err != nil {
		t.Fatal(err)
	}
	proxy := filepath.Join(t.TempDir(), "proxy")
	serve(t, tree, proxy)
	home := t.TempDir()
	write(t, filepath.Join(home, "go.mod"), "module mine\n\ngo 1.26.0\n\nrequire "+published+" v0.9.0\n")
	write(t, filepath.Join(home, "main.go"), mine)
	write(t, filepath.Join(home, "begin.go"), without)
	out := run(t, proxy, home, "go", "run", ".")
	// Three coins: 1 of 8. The best three of four dice: 21 + 54 + 94 of 1,296.
	if !strings.Contains(out, "tideofiron ") || !strings.Contains(out, "coins 1/8\n169/1296 <nil>\n") {
		t.Errorf("%s", out)
	}
	write(t, filepath.Join(home, "begin.go"), with)
	if out = run(t, proxy, home, "go", "run", ".", "odds", "coins", "toss", "coins=3"); !strings.Contains(out, "12.5 %  1/8") {
		t.Errorf("%s", out)
	}
}

// copied copies what git keeps, as it is in the tree, to a repository of its own.
func copied(t *testing.T) string {
	t.Helper()
	files, err := kept("../..")
	if err != nil {
		t.Fatal(err)
	}
	tree := t.TempDir()
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join("../..", f))
		if os.IsNotExist(err) {
			continue // It was removed and not yet committed.
		}
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(tree, f), string(text))
	}
	tracked(t, tree)
	return tree
}

// tracked makes a repository of a folder that has all its files.
func tracked(t *testing.T, tree string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = tree
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", args[0], err, out)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// serve packs the module as a proxy has it.
func serve(t *testing.T, tree, proxy string) {
	t.Helper()
	at := filepath.Join(proxy, published, "@v")
	info, err := json.Marshal(map[string]any{"Version": "v0.9.0", "Time": time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(tree, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(at, "list"), "v0.9.0\n")
	write(t, filepath.Join(at, "v0.9.0.info"), string(info))
	write(t, filepath.Join(at, "v0.9.0.mod"), string(mod))
	if err := os.RemoveAll(filepath.Join(tree, ".git")); err != nil {
		t.Fatal(err)
	}
	packed, err := os.Create(filepath.Join(at, "v0.9.0.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	if err := zip.CreateFromDir(packed, module.Version{Path: published, Version: "v0.9.0"}, tree); err != nil {
		t.Fatal(err)
	}
}

// run runs a command of the module elsewhere. It gets the module from the proxy, all
// others from what is downloaded already, and keeps them apart.
func run(t *testing.T, proxy, home string, args ...string) string {
	t.Helper()
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "GOMODCACHE="+filepath.Join(home, "modules"), "GOFLAGS=-mod=mod -modcacherw", "GOSUMDB=off", "GOWORK=off",
		"GOPROXY=file://"+proxy+",file://"+filepath.Join(strings.TrimSpace(string(cache)), "cache", "download"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// A path without a dot is no address, and nothing is changed for it.
func TestRenameRefuses(t *testing.T) {
	for _, to := range []string{"loophole", "", "Example.org/x y", "example.org/../x"} {
		if err := rename(t.TempDir(), to); err == nil || !strings.Contains(err.Error(), "example.org/you/loophole") {
			t.Errorf("%q: %v", to, err)
		}
	}
}

// The path changes in imports, in the links of doc comments, in instructions and in settings. What
// only looks like it stays.
func TestRename(t *testing.T) {
	tree := t.TempDir()
	for name, text := range renamed {
		write(t, filepath.Join(tree, name), strings.ReplaceAll(text, "PATH", "loophole"))
	}
	tracked(t, tree)
	if err := rename(tree, published); err != nil {
		t.Fatal(err)
	}
	for name, text := range renamed {
		got, err := os.ReadFile(filepath.Join(tree, name))
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(text, "PATH", published); string(got) != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// renamed are the files of a module, with PATH where its path changes.
var renamed = map[string]string{
	"go.mod":       "module PATH\n\ngo 1.26.0\n",
	"rule/rule.go": "package rule\n",
	"doc.go": "// Package loophole begins with [PATH/rule.Die] of PATH/rule.\npackage loophole\n\nimport _ \"PATH/rule\"\n\n" +
		"var paths = []string{\"PATH/rule/...\", \"loophole/rulings\", \"/home/loophole/rule\", \"my-loophole/rule\"}\n",
	"README.md":        "Type `go doc PATH/rule` or `go install PATH@latest`; see cmd/loophole/rule, loophole/more and postgres://loophole@127.0.0.1/loophole.\n",
	"staticcheck.conf": "dot = [\"PATH/rule\"]\n",
}

// No text of the module itself keeps a path that does not change. A literal that needs the path
// takes it from the module.
func TestNothingKeepsThePath(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	files, err := kept("../..")
	if err != nil {
		t.Fatal(err)
	}
	old := regexp.MustCompile(`(?m)(^|[^\w./@-])loophole/[\w./-]*`)
	for _, f := range files {
		if path.Ext(f) != ".go" || strings.Contains(f, "testdata/") || strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", f))
		if os.IsNotExist(err) {
			continue // It was removed and not yet committed.
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, err = imports(f, text, "loophole", published); err != nil {
			t.Fatal(err)
		}
		if x := old.Find(packages("../..", text, "loophole", published)); x != nil {
			t.Errorf("%s: %q stays", f, x)
		}
	}
}

package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	_ "loophole/internal/lazygc"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) {
	flag.Set("test.parallel", "6") // Most tests wait.
	testscript.Main(m, map[string]func(){"loophole": main})
}

func TestScript(t *testing.T) {
	t.Parallel() // beside the tests that wait
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"json":   field,
		},
	})
}

// status runs a command and checks its exit status: status 2 loophole odds …
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// field checks a field of JSON: json stdout events/0/p 1/6. A path that ends in len is the length
// of a list. Without a value the field must exist. Negated, the field must be absent, or have
// another value.
func field(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: json file path [value]")
	}
	d := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	d.UseNumber()
	var tree any
	ts.Check(d.Decode(&tree))
	got, ok := follow(tree, strings.Split(args[1], "/"))
	holds := ok && (len(args) == 2 || fmt.Sprint(got) == args[2])
	if holds == neg {
		ts.Fatalf("%s: there is %v", strings.Join(args[1:], " "), got)
	}
}

func follow(tree any, path []string) (any, bool) {
	for _, name := range path {
		switch x := tree.(type) {
		case map[string]any:
			v, ok := x[name]
			if !ok {
				return nil, false
			}
			tree = v
		case []any:
			if name == "len" {
				return len(x), true
			}
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(x) {
				return nil, false
			}
			tree = x[i]
		default:
			return nil, false
		}
	}
	return tree, true
}

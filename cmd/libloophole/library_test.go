package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"loophole/internal/cli"
)

// tool returns the path of a program. Without it the test is skipped, or fails if LOOPHOLE_PYTHON is
// set.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv("LOOPHOLE_PYTHON") != "" {
		t.Fatalf("there is no %s", name)
	}
	t.Skipf("there is no %s", name)
	return ""
}

// run runs a program and returns what it prints.
func run(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	var failed strings.Builder
	c.Stderr = &failed
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, failed.String())
	}
	return string(out)
}

// library is the path of the library, once a test has built it, and TestMain removes its folder.
var library string

func TestMain(m *testing.M) {
	status := m.Run()
	if library != "" {
		os.RemoveAll(filepath.Dir(library))
	}
	os.Exit(status)
}

// build builds the library, once for all tests, and returns its path.
func build(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds the library: run without -short")
	}
	tool(t, "gcc")
	if library == "" {
		folder, err := os.MkdirTemp("", "libloophole")
		if err != nil {
			t.Fatal(err)
		}
		library = filepath.Join(folder, "libloophole.so")
		// Without symbols for a debugger it is linked faster.
		run(t, []string{"CGO_ENABLED=1"}, "go", "build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", library, ".")
	}
	return library
}

// command returns what the program prints for a command.
func command(t *testing.T, args ...string) string {
	t.Helper()
	var out, failed strings.Builder
	if status := cli.Main(t.Context(), args, strings.NewReader(""), &out, &failed); status != 0 {
		t.Fatalf("%q: status %d: %s", args, status, failed.String())
	}
	return out.String()
}

// answers prints the bytes of answers, each after its length. It then plays a game by text and
// by index, copies it, and passes what is wrong.
const answers = `
import json, sys, threading
sys.dont_write_bytecode = True
import loophole
for request in json.loads(sys.argv[1]):
    said = loophole.text(*request)
    sys.stdout.write("%d\n%s" % (len(said), said.decode()))
game = loophole.Game(ruleset="tideofiron", scenario="block", seed=1)
assert game.sides == ["German", "Soviet"] and game.seed == "1", game.sides
legal = game.legal()
assert legal["turn"] == game.sides[game.status()] and len(legal["actions"]) == game.count()
outcomes = game.outcomes(legal["actions"][0])
assert outcomes["action"] == legal["actions"][0], outcomes
copy = game.clone()
first, second = game.step(legal["actions"][0]), copy.step(0)
assert first == second and first["action"] == legal["actions"][0], (first, second)
assert game.observe(0) == copy.observe(0) and game.features(1) == copy.features(1)
copy.play(0)
assert game.result()["status"] == game.status()
for wrong in (lambda: game.step("nothing"), lambda: game.play(100000), lambda: game.features(2),
              lambda: loophole.Game(scenario="blok"), lambda: loophole.dice("d"),
              lambda: loophole.odds("tideofiron", "attack", words=["dice=9", "board=other"])):
    try:
        wrong()
        raise AssertionError("no error")
    except loophole.Error as error:
        last = error
assert last.reasons[0]["clause"] == "scope.boards", last.reasons
ends = []
def play(seed):
    game = loophole.Game(scenario="arnhem", seed=seed)
    while game.status() < loophole.FIRST_WON:
        game.play(seed % game.count())
    ends.append((seed, game.observe(0)["position"]))
threads = [threading.Thread(target=play, args=(seed % 4,)) for seed in range(8)]
for t in threads: t.start()
for t in threads: t.join()
assert len(ends) == 8 and len(set(ends)) == 4, ends
`

// TestPython compares answers of the library, through the Python example, with the output of the
// program, and plays the example.
func TestPython(t *testing.T) {
	python := tool(t, "python3")
	env := []string{"LOOPHOLE_LIBRARY=" + build(t), "PYTHONPATH=../../examples/python"}
	want := ""
	for _, args := range [][]string{
		{"odds", "tideofiron", "attack", "dice=9", "level=1", "--json"},
		{"odds", "oldworld", "assault", "--json"},
		{"dice", "4d6kh3 >= 16", "--json"},
	} {
		said := command(t, args...)
		want += strconv.Itoa(len(said)) + "\n" + said
	}
	requests := `[["odds", "{\"ruleset\": \"tideofiron\", \"procedure\": \"attack\", \"words\": [\"dice=9\", \"level=1\"]}"],
		["odds", "{\"ruleset\": \"oldworld\", \"procedure\": \"assault\"}"], ["dice", "4d6kh3 >= 16"]]`
	if got := run(t, env, python, "-c", answers, requests); got != want {
		t.Errorf("the answers differ:\n%.500s\nand from the program:\n%.500s", got, want)
	}
	said := run(t, env, python, "-B", "../../examples/python/environment.py", "arnhem", "2000", "1")
	again := run(t, env, python, "-B", "../../examples/python/environment.py", "arnhem", "2000", "1")
	games, _, _ := strings.Cut(said, "\n")
	if !regexp.MustCompile(`^arnhem: \d\d games, won by British \d+, by German \d+, drawn \d+\n2000 steps, \d+ a second`).MatchString(said) {
		t.Errorf("the example prints %q", said)
	}
	if !strings.HasPrefix(again, games+"\n") {
		t.Errorf("games of one seed differ: %q and %q", said, again)
	}
}

// caller is a program in C.
const caller = `
#include <stdio.h>
#include <string.h>
#include "loophole.h"

int main(void) {
	char *said = loophole_new_game("{\"scenario\": \"arnhem\", \"seed\": 1}");
	long long game = 0;
	if (sscanf(said, "{ \"game\": %lld", &game) != 1) return 1;
	loophole_free_string(said);
	int n = 0;
	while (loophole_status(game) < LOOPHOLE_FIRST_WON) {
		if (loophole_play(game, n % loophole_count(game)) < 0) return 2;
		n++;
	}
	if (loophole_free(game) != 0 || loophole_status(game) != LOOPHOLE_NO_GAME) return 3;
	said = loophole_odds(NULL);
	if (!strstr(said, "\"error\"")) return 4;
	loophole_free_string(said);
	loophole_free_string(NULL);
	printf("%d actions", n);
	return 0;
}
`

// TestC compiles a program with the header and plays a game in it.
func TestC(t *testing.T) {
	library, folder := build(t), t.TempDir()
	source := filepath.Join(folder, "caller.c")
	if err := os.WriteFile(source, []byte(caller), 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(folder, "caller")
	run(t, nil, "gcc", "-Wall", "-Werror", "-std=c99", "-I.", "-o", program, source, library)
	if said := run(t, []string{"LD_LIBRARY_PATH=" + filepath.Dir(library)}, program); !regexp.MustCompile(`^[1-9]\d* actions$`).MatchString(said) {
		t.Error(said)
	}
}

// TestHeader checks that header and page describe the functions that the library exports, and no
// others.
func TestHeader(t *testing.T) {
	names := func(file, pattern string) (list []string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
			list = append(list, m[1])
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	want := names("main.go", `(?m)^//export (\w+)$`)
	if len(want) < 15 {
		t.Fatal(want)
	}
	if got := names("loophole.h", `(?m)^\w[\w *]*[ *](loophole_\w+)\(`); !slices.Equal(got, want) {
		t.Errorf("the header has %q, and the library %q", got, want)
	}
	if got := names("../../docs/embedding.md", "(?m)^\\| `[^`]*?(loophole_\\w+)\\("); !slices.Equal(got, want) {
		t.Errorf("the page has %q, and the library %q", got, want)
	}
}

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What the tests say is added up, and of times and memory the worst counts.
func TestRead(t *testing.T) {
	p := newPage(time.Hour)
	p.read("TestKilledServer", "    kill_test.go:94: 12 kills, 700 acknowledged, 5 asked again\nPASS\n")
	p.read("TestKilledServer", "    kill_test.go:94: 3 kills, 100 acknowledged, 2 asked again\nPASS\n")
	p.read("TestKilledHands", "    killhands_test.go:1: 12 kills, 480 lines of two hands\n")
	p.read("crowd", `    siege_test.go:1: besieged by 120 slow connections and a flood of 1528 requests, of which 944 were refused
    load_test.go:1: 500 matches, 1500 listeners, thinking 0s to 0s: 12210 actions in 31.2s, 391 a second
    load_test.go:2: an action takes 12.3ms (p50), 40ms (p90), 88.1ms (p99), 1.2s (most); a state 70ms (p99)
    load_test.go:3: the server: 90 MiB of memory (120 at most) before play, 300 MiB of memory (312 at most) after it; 1.2ms of processor for an action
`)
	p.read("crowd", `    load_test.go:1: 500 matches, 1500 listeners, thinking 0s to 0s: 90 actions in 31.2s, 391 a second
    load_test.go:2: an action takes 11ms (p50), 40ms (p90), 101ms (p99), 900ms (most); a state 70ms (p99)
    load_test.go:3: the server: an unknown size before play, an unknown size after it; 1.2ms of processor
`)
	p.read("rulesets/tideofiron", "    games.go:1: 500 games of 6 scenarios, 40000 steps, 1290 of them looked at closely\n")
	p.read("rulesets/tideofiron", "    games.go:1: 1500 games of 6 scenarios, 2 steps, 1 of them looked at closely\n")
	p.read("match FuzzRead", "fuzz: elapsed: 0s, gathering baseline coverage: 0/12 completed\nfuzz: elapsed: 3s, execs: 900 (300/sec), new interesting: 3 (total: 8)\nfuzz: elapsed: 5s, execs: 1400 (250/sec), new interesting: 3 (total: 8)\nPASS\n")
	p.read("match FuzzRead", "fuzz: elapsed: 5s, execs: 100 (20/sec), new interesting: 0 (total: 8)\n")
	p.read("nothing", "PASS\n")
	if k := *p.kills["TestKilledServer"]; k != (killing{15, 800, 7}) {
		t.Error(k)
	}
	if k := *p.kills["TestKilledHands"]; k != (killing{12, 480, 0}) {
		t.Error(k)
	}
	if l := *p.loads["crowd"]; l != (load{2, 12300, 12300 * time.Microsecond, 101 * time.Millisecond, 1200 * time.Millisecond, 312, 120, 944}) {
		t.Error(l)
	}
	if g := *p.games["rulesets/tideofiron"]; g != (playing{2000, 40002, 1291}) {
		t.Error(g)
	}
	if n := p.fuzz["match FuzzRead"]; n != 1500 || len(p.fuzz) != 1 { // 1400 and 100: each line counts from the beginning of its run
		t.Error(p.fuzz)
	}
	p.lasted, p.rounds = 57*time.Minute, 3
	p.faults = []fault{{"match FuzzRead", "go test -run 'FuzzRead/abc' ./match", "--- FAIL: FuzzRead"}}
	text := string(p.text())
	for _, want := range []string{"| `TestKilledServer` | 15 | 800 | 7 |", "| crowd | 2 | 12300 | 12.3ms | 101ms | 1.2s | 312 MiB | 120 | 944 |", "| rulesets/tideofiron | 2000 | 40002 | 1291 |", "| match FuzzRead | 1500 |", "| lasted | 0 h 57 min |", "| faults | 1 |", "$ go test -run 'FuzzRead/abc' ./match\n--- FAIL: FuzzRead"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "stopped before") { // 57 of 60 minutes are the 95 of 100 that rounds leave
		t.Error(text)
	}
	if p.lasted = 56 * time.Minute; !strings.Contains(string(p.text()), "It was stopped before its 1 h 00 min") {
		t.Error("a soak that was interrupted does not say so")
	}
}

// The tests of this module say what is read: of each kind one is run.
func TestFiguresOfRealTests(t *testing.T) {
	if os.Getenv("LOOPHOLE_LONG") == "" {
		t.Skip("it builds and plays tests of three packages: set LOOPHOLE_LONG")
	}
	s := &soaking{root: "../..", page: newPage(time.Minute), pace: map[string]float64{}}
	game := step{folder: "rulesets/d20skirmish", env: []string{"LOOPHOLE_GAMES=20", "LOOPHOLE_FIRST_GAME=7"}, test: "TestConformance/games"}
	if !s.run(t.Context(), "game", 20, time.Minute, game) || s.page.games["game"] == nil || s.page.games["game"].games != 20 {
		t.Error(s.page)
	}
	kills := step{folder: "cmd/loophole", env: []string{"LOOPHOLE_KILLS=1"}, test: "TestKilledServer"}
	if !s.run(t.Context(), "kills", 1, time.Minute, kills) || s.page.kills["kills"] == nil || s.page.kills["kills"].kills != 1 || s.pace["kills"] <= 0 {
		t.Error(s.page)
	}
	crowd := step{folder: "cmd/loophole", env: []string{"LOOPHOLE_MATCHES=2", "LOOPHOLE_ACTIONS=4", "LOOPHOLE_BESIEGERS=3"}, test: "TestLoad"}
	if !s.run(t.Context(), "crowd", 4, time.Minute, crowd) || s.page.loads["crowd"] == nil || s.page.loads["crowd"].p99 <= 0 || s.page.loads["crowd"].slow < 3 {
		t.Error(s.page)
	}
	if len(s.page.faults) > 0 {
		t.Error(s.page.faults)
	}
	bad := step{folder: "rulesets/d20skirmish", env: []string{"LOOPHOLE_GAMES=none"}, test: "TestConformance/games"}
	if s.run(t.Context(), "bad", 1, time.Minute, bad) || len(s.page.faults) != 1 || !strings.Contains(s.page.faults[0].why, `LOOPHOLE_GAMES="none" is not a number of games`) ||
		s.page.faults[0].command != `LOOPHOLE_GAMES=none go test -count 1 -timeout 0 -v -run '^TestConformance$/^games$' ./rulesets/d20skirmish` {
		t.Error(s.page.faults)
	}
	over, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	long := step{folder: "rulesets/d20skirmish", env: []string{"LOOPHOLE_GAMES=100000000"}, test: "TestConformance/games"}
	if began := time.Now(); !s.run(over, "long", 1, time.Minute, long) || time.Since(began) > 20*time.Second || len(s.page.faults) != 1 {
		t.Error("an interruption is a fault, or is not heeded: ", s.page.faults)
	}
}

// The targets and the rulebooks are found, and how much is done follows from what it took.
func TestTests(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	targets, books, err := tests(root)
	if err != nil || len(targets) < 20 || len(books) != 5 {
		t.Error(targets, books, err)
	}
	found := false
	for _, x := range targets {
		found = found || x == target{"match", "FuzzRead"}
	}
	if !found {
		t.Error(targets)
	}
	s := &soaking{pace: map[string]float64{"a": 0.5, "b": 90}}
	if a, b, c := s.sized("a", time.Minute, 6), s.sized("b", time.Minute, 6), s.sized("c", time.Minute, 6); a != 120 || b != 1 || c != 6 {
		t.Error(a, b, c)
	}
	// Once the time is over nothing is begun: this would be a fault.
	s.until = time.Now().Add(-time.Second)
	if bad := (step{folder: "no/such/folder", test: "TestNothing"}); !s.run(t.Context(), "late", 1, time.Minute, bad) || len(s.page.faults) > 0 {
		t.Error("it goes on after its time: ", s.page.faults)
	}
}

// A fault is shown by the input that fuzzing found, which is on the disk.
func TestAgain(t *testing.T) {
	x := step{folder: "match", fuzz: "FuzzRead", span: 30 * time.Second}
	said := "--- FAIL: FuzzRead (0.02s)\n    Failing input written to testdata/fuzz/FuzzRead/abc123\n    To re-run:\n    go test -run=FuzzRead/abc123\nFAIL\n"
	if got := x.again(said); got != "go test -run 'FuzzRead/abc123' ./match" {
		t.Error(got)
	}
	if got := x.again("panic: oh"); got != "go test -run '^$' -fuzz '^FuzzRead$' -fuzztime 30s -fuzzminimizetime 10x ./match" {
		t.Error(got)
	}
	if got := faultOf("=== RUN x\n=== RUN y\n    a_test.go:1: it is wrong\n--- FAIL: y (0s)\nFAIL\n"); !strings.Contains(got, "it is wrong") || !strings.Contains(got, "--- FAIL: y") {
		t.Error(got)
	}
}

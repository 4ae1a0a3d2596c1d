//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"loophole/scenario"
)

// seconds has 40 shards of a second or so.
const seconds = `
format: 1
name: seconds
seed: 4
games: 1000
shard: 25
policies: [[cautious, cautious]]
scenarios: [{scenario: troll-barn}]
`

// used returns the processor time that a process took.
func (p *process) used() time.Duration {
	return p.ProcessState.UserTime() + p.ProcessState.SystemTime()
}

// TestEfficiency compares the processor time of one process for a sweep with that of two workers and
// their coordinator. It runs with LOOPHOLE_LONG only.
func TestEfficiency(t *testing.T) {
	if os.Getenv("LOOPHOLE_LONG") == "" {
		t.Skip("it takes minutes: set LOOPHOLE_LONG=1")
	}
	x := newFixture(t, seconds)
	const shards = 40
	began := time.Now()
	one := start(t, "program", "sweep", x.file, "--out", x.path("one.json"))
	checkExits(t, one)
	t.Logf("one process: %.1f s, %.3f s of the processor for each shard",
		time.Since(began).Seconds(), one.used().Seconds()/shards)
	began = time.Now()
	c := x.coordinator()
	workers := []*process{x.worker(), x.worker()}
	checkExits(t, c, workers[0], workers[1])
	took, both := time.Since(began), workers[0].used()+workers[1].used()
	t.Logf("two workers: %.1f s, %.3f s of the processor for each shard", took.Seconds(), both.Seconds()/shards)
	t.Logf("their coordinator: %.3f s of the processor for each shard", c.used().Seconds()/shards)
	efficiency := one.used().Seconds() / (both + c.used()).Seconds()
	t.Logf("efficiency %.2f", efficiency)
	if efficiency < 0.8 {
		t.Error("the efficiency is too small")
	}
	x.checkResult()
}

// everythingGames is the number of games of each cell of TestEverything, from LOOPHOLE_SWEEP_GAMES.
func everythingGames(t *testing.T) int {
	text := os.Getenv("LOOPHOLE_SWEEP_GAMES")
	if text == "" {
		return 2
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("LOOPHOLE_SWEEP_GAMES: %q", text)
	}
	return n
}

// TestEverything plays every bundled scenario with 36 pairs of policies on four workers, of which two
// are killed. The result is that of one process. It runs with LOOPHOLE_LONG only.
func TestEverything(t *testing.T) {
	if os.Getenv("LOOPHOLE_LONG") == "" {
		t.Skip("it takes minutes: set LOOPHOLE_LONG=1")
	}
	games, scenarios := everythingGames(t), scenario.Bundled()
	var text strings.Builder
	fmt.Fprintf(&text, "format: 1\nname: everything\nseed: 9\ngames: %d\nshard: %d\npolicies:\n", games, min(max(1, games/2), 25))
	policies := []string{"random", "aggressive", "cautious", "recruit", "corporal", "sergeant"}
	for _, first := range policies {
		for _, second := range policies {
			fmt.Fprintf(&text, "  - [%s, %s]\n", first, second)
		}
	}
	text.WriteString("scenarios:\n")
	for _, s := range scenarios {
		fmt.Fprintf(&text, "  - {ruleset: %s, scenario: %s}\n", s.Ruleset, s.Name)
	}
	x, began := newFixture(t, text.String()), time.Now()
	c := x.coordinator("--ack-wait", "10s")
	var workers []*process
	for range 4 {
		workers = append(workers, x.worker())
	}
	x.share(0.2)
	workers[0].kill()
	x.share(0.6)
	workers[1].kill()
	checkExits(t, c, workers[2], workers[3])
	took := time.Since(began)
	x.checkResult()
	cells := len(policies) * len(policies) * len(scenarios)
	used := time.Duration(0)
	for _, w := range workers {
		used += w.used()
	}
	t.Logf("%d scenarios: %d cells of %d games, %d games in %.0f s, %.0f s of the processors of the workers and %.1f s of the coordinator",
		len(scenarios), cells, games, cells*games, took.Seconds(), used.Seconds(), c.used().Seconds())
}

// share waits until a share of the shards of a long sweep is done.
func (x *fixture) share(of float64) {
	x.t.Helper()
	for deadline := time.Now().Add(longPatience); time.Now().Before(deadline); time.Sleep(time.Second) {
		var s state
		text, err := x.get("/state.json")
		if err == nil && json.Unmarshal([]byte(text), &s) == nil && float64(s.Done) >= of*float64(s.All) {
			return
		}
	}
	x.t.Fatalf("a share of %v is never done", of)
}

//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
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

// used is the time of the processor that a process took.
func (p *process) used() time.Duration {
	return p.ProcessState.UserTime() + p.ProcessState.SystemTime()
}

// TestEfficiency compares the time of the processor that one process takes for a sweep with that of
// two workers and their coordinator. It runs with LOOPHOLE_LONG only.
func TestEfficiency(t *testing.T) {
	if os.Getenv("LOOPHOLE_LONG") == "" {
		t.Skip("it takes minutes: set LOOPHOLE_LONG=1")
	}
	x := newTable(t, seconds)
	const shards = 40
	began := time.Now()
	one := start(t, "program", "sweep", x.file, "--out", x.path("one.json"))
	fine(t, one)
	t.Logf("one process: %.1f s, %.3f s of the processor for each shard",
		time.Since(began).Seconds(), one.used().Seconds()/shards)
	began = time.Now()
	c := x.coordinator()
	workers := []*process{x.worker(), x.worker()}
	fine(t, c, workers[0], workers[1])
	took, both := time.Since(began), workers[0].used()+workers[1].used()
	t.Logf("two workers: %.1f s, %.3f s of the processor for each shard", took.Seconds(), both.Seconds()/shards)
	t.Logf("their coordinator: %.3f s of the processor for each shard", c.used().Seconds()/shards)
	efficiency := one.used().Seconds() / (both + c.used()).Seconds()
	t.Logf("efficiency %.2f", efficiency)
	if efficiency < 0.8 {
		t.Error("the efficiency is too small")
	}
	x.same()
}

// TestEverything plays every bundled scenario with 36 pairs of policies on four workers, of which two
// are killed. The result is that of one process. It runs with LOOPHOLE_LONG only.
func TestEverything(t *testing.T) {
	if os.Getenv("LOOPHOLE_LONG") == "" {
		t.Skip("it takes minutes: set LOOPHOLE_LONG=1")
	}
	var text strings.Builder
	text.WriteString("format: 1\nname: everything\nseed: 9\ngames: 4\nshard: 2\npolicies:\n")
	policies := []string{"random", "aggressive", "cautious", "recruit", "corporal", "sergeant"}
	for _, first := range policies {
		for _, second := range policies {
			fmt.Fprintf(&text, "  - [%s, %s]\n", first, second)
		}
	}
	text.WriteString("scenarios:\n")
	for _, s := range scenario.Bundled() {
		fmt.Fprintf(&text, "  - {ruleset: %s, scenario: %s}\n", s.Ruleset, s.Name)
	}
	x := newTable(t, text.String())
	c := x.coordinator("--ack-wait", "10s")
	var workers []*process
	for range 4 {
		workers = append(workers, x.worker())
	}
	x.long(200)
	workers[0].kill()
	x.long(800)
	workers[1].kill()
	fine(t, c, workers[2], workers[3])
	x.same()
	scenarios := len(scenario.Bundled())
	t.Logf("%d scenarios: %d cells of 4 games", scenarios, len(policies)*len(policies)*scenarios)
}

// long is done for a sweep of minutes.
func (x *table) long(n int) {
	x.t.Helper()
	for deadline := time.Now().Add(20 * time.Minute); time.Now().Before(deadline); time.Sleep(time.Second) {
		var s state
		text, err := x.get("/state.json")
		if err == nil && json.Unmarshal([]byte(text), &s) == nil && s.Done >= n {
			return
		}
	}
	x.t.Fatalf("%d shards are never done", n)
}

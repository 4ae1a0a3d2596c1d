//go:build unix

package main

import (
	"os"
	"testing"
	"time"
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
	t.Logf("one process: %.1f s, %.3f s of the processor for each shard", time.Since(began).Seconds(), one.used().Seconds()/shards)
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

//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// long is a sweep of some seconds, whose cells go to their end. Those of tested stop by a sequential
// test, some of them early.
const (
	long = `
format: 1
name: long <b>&amp;
seed: 11
games: 2800
shard: 50
policies: [[cautious, cautious], [random, random]]
scenarios: [{scenario: stairs}]
questions: [{ruleset: tideofiron, procedure: attack, example: worked, vary: ["level=0..2"]}]
`
	tested = `
format: 1
name: tested
seed: 3
games: 40000
shard: 250
stop: {elo0: -4, elo1: 4}
policies: [[cautious, cautious], [aggressive, cautious], [random, random]]
scenarios: [{scenario: stairs, vary: [setup.rounds=3..4]}]
`
)

func needsTime(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
}

// TestFullDisk fills the disk of the store in the middle. The coordinator says so and ends. With room
// on the disk the same command goes on. This waits longest, so it begins first.
func TestFullDisk(t *testing.T) {
	needsTime(t)
	x := newFixture(t, long)
	disk := x.path("disk")
	if err := os.Mkdir(disk, 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted: %v: %s", err, out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", disk).Run() })
	x.store = filepath.Join(disk, "store")
	c := x.coordinator()
	w := x.worker()
	x.waitForShards(10)
	w.pause()
	filler := filepath.Join(disk, "filler")
	if err := os.WriteFile(filler, make([]byte, 8<<20), 0o666); err == nil {
		t.Fatal("the disk has too much room")
	}
	w.proceed()
	if status := c.end(); status != 2 || !strings.Contains(c.said(), "make room there; the same command continues") {
		t.Fatalf("status %d:\n%s", status, c.said())
	}
	if err := errors.Join(os.Remove(filler), os.Remove(x.path("many.json"))); err != nil {
		t.Fatal(err)
	}
	c = x.coordinator()
	c.until("the store has ")
	checkExits(t, c, w)
	x.checkResult()
}

// TestKilledWorkers kills two of four workers without warning. Their shards are given out again, and
// another worker joins. The result is that of one process.
func TestKilledWorkers(t *testing.T) {
	needsTime(t)
	x := newFixture(t, long)
	c := x.coordinator("--ack-wait", "1s", "--check", "4")
	var workers []*process
	for i := range 4 {
		workers = append(workers, x.worker("--name", fmt.Sprintf("<i>%d", i)))
	}
	x.waitForShards(10)
	workers[0].kill()
	x.waitForShards(30)
	x.until("the page shows a worker", func(s *state) bool { return len(s.Workers) >= 3 })
	page, err := x.get("/")
	if err != nil || !strings.Contains(page, "long &lt;b&gt;&amp;amp;") || !strings.Contains(page, "&lt;i&gt;") ||
		strings.Contains(page, "<i>") {
		t.Errorf("%v\n%s", err, page)
	}
	workers[1].kill()
	late := x.worker()
	checkExits(t, c, workers[2], workers[3], late)
	x.checkResult()
}

// TestKilledCoordinator kills the coordinator without warning and starts it again on its store. It
// goes on with what is there. The workers stay. A SIGTERM ends it in order.
func TestKilledCoordinator(t *testing.T) {
	needsTime(t)
	for name, text := range map[string]string{"long": long, "tested": tested} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newFixture(t, text)
			c := x.coordinator("--ack-wait", "2s")
			workers := []*process{x.worker(), x.worker()}
			x.waitForShards(10)
			c.kill()
			os.Remove(x.path("many.json")) // The store alone has what is done.
			c = x.coordinator("--ack-wait", "2s")
			c.until("the store has ")
			x.waitForShards(25)
			c.Process.Signal(syscall.SIGTERM)
			if status := c.end(); status != 130 || !strings.Contains(c.said(), "the same command continues") {
				t.Errorf("status %d:\n%s", status, c.said())
			}
			c = x.coordinator("--ack-wait", "2s")
			checkExits(t, append(workers, c)...)
			x.checkResult()
			checkExits(t, x.coordinator()) // It is complete, and needs no worker.
			x.checkResult()
		})
	}
}

// TestOtherVersion checks that a worker of another version gets no work, and is told why.
func TestOtherVersion(t *testing.T) {
	needsTime(t)
	x := newFixture(t, strings.Replace(long, "games: 2800", "games: 400", 1)) // Nothing happens in the middle.
	c := x.coordinator()
	p := start(t, "older", "nats://"+x.natsAddr, filepath.Join(x.store, "token"))
	if status := p.end(); status != 2 || !strings.Contains(p.said(), "is loophole 0.0.1: use the same version") {
		t.Errorf("status %d:\n%s", status, p.said())
	}
	c.until("older is refused: it is loophole 0.0.1")
	second := start(t, "program", "sweep", x.file, "--coordinate", "--store", x.store, "--listen", "127.0.0.1:0")
	if status := second.end(); status != 2 || !strings.Contains(second.said(), "another coordinator uses it") {
		t.Errorf("status %d:\n%s", status, second.said())
	}
	stranger := start(t, "program", "work", "--nats", "nats://"+x.natsAddr, "--patience", "1s")
	if status := stranger.end(); status != 2 || !strings.Contains(stranger.said(), "Authorization Violation") {
		t.Errorf("status %d:\n%s", status, stranger.said())
	}
	checkExits(t, x.worker(), c)
	x.checkResult()
}

// TestSlowWorker stops a worker for longer than the server waits for it. Others compute its shards,
// and the worker sends its results too when it goes on. A worker whose shard takes longer than that
// keeps it: it is computed once.
func TestSlowWorker(t *testing.T) {
	needsTime(t)
	x := newFixture(t, long)
	c := x.coordinator("--ack-wait", "1s")
	slow, other := x.worker("--name", "slow"), x.worker("--name", "other")
	x.until("both compute", func(s *state) bool { return len(s.Workers) == 2 && s.Done > 5 && s.Done < 60 })
	slow.pause()
	other.pause() // It could finish the sweep before the server gives up waiting.
	time.Sleep(1200 * time.Millisecond)
	done := 0
	x.until("both stand still", func(s *state) bool { done = s.Done; return true })
	other.proceed()
	x.waitForShards(done + 5)
	slow.proceed()
	x.waitForShards(done + 15)
	slow.pause()
	checkExits(t, c, other)
	x.checkResult()

	const question = `
format: 1
name: slow
games: 4
shard: 2
policies: [[captain, captain]]
scenarios: [{scenario: stairs}]
`
	y := newFixture(t, question)
	c = y.coordinator("--ack-wait", "1s")
	w := y.worker()
	checkExits(t, c, w)
	if !strings.Contains(w.said(), "2 shards computed") {
		t.Error(w.said())
	}
	y.checkResult()
}

// TestDuplicates gives shards out a second time after they are done. They are computed again, and
// the result stays the same. A different result for a shard that is there ends the sweep.
func TestDuplicates(t *testing.T) {
	needsTime(t)
	x := newFixture(t, long)
	c := x.coordinator()
	js, results := x.results()
	w := x.worker()
	x.waitForShards(5)
	w.pause()
	keys, err := results.Keys(t.Context())
	if err != nil || len(keys) < 5 {
		t.Fatal(keys, err)
	}
	again := 0
	for _, key := range keys {
		subject := "loophole." + strings.TrimPrefix(results.Bucket(), "loophole-") + ".work." + key
		if _, err := js.Publish(t.Context(), subject, nil); err == nil {
			again++ // Otherwise the shard is not acknowledged yet, and in the stream.
		}
	}
	if again == 0 {
		t.Error("no shard is given out again")
	}
	w.proceed()
	checkExits(t, c, w)
	x.checkResult()

	x = newFixture(t, strings.Replace(long, "seed: 11", "seed: 12", 1))
	c = x.coordinator()
	_, results = x.results()
	w = x.worker()
	x.waitForShards(5)
	w.pause()
	if keys, err = results.Keys(t.Context()); err != nil {
		t.Fatal(err)
	}
	e, err := results.Get(t.Context(), keys[0])
	if err != nil {
		t.Fatal(err)
	}
	forged := strings.Replace(string(e.Value()), `"actions":[`, `"actions":[1`, 1)
	if _, err := results.Put(t.Context(), keys[0], []byte(forged)); err != nil {
		t.Fatal(err)
	}
	if status := c.end(); status != 2 || !strings.Contains(c.said(), "with different results") {
		t.Errorf("status %d:\n%s", status, c.said())
	}
}

// results connects to the server of a coordinator and returns its bucket.
func (x *fixture) results() (jetstream.JetStream, jetstream.KeyValue) {
	x.t.Helper()
	token, err := os.ReadFile(filepath.Join(x.store, "token"))
	if err != nil {
		x.t.Fatal(err)
	}
	nc, err := nats.Connect("nats://"+x.natsAddr, nats.Token(strings.TrimSpace(string(token))))
	if err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		x.t.Fatal(err)
	}
	buckets := js.KeyValueStoreNames(x.t.Context())
	results, err := js.KeyValue(x.t.Context(), <-buckets.Name())
	if err != nil {
		x.t.Fatal(err)
	}
	return js, results
}

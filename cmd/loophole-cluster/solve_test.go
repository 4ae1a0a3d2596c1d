//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// newSolve is a table for the solution of a game. Its arguments are what one process gets too.
func newSolve(t *testing.T) *fixture {
	x := &fixture{t: t, dir: t.TempDir(), natsAddr: freeAddr(t), statusAddr: freeAddr(t)}
	x.store = x.path("store")
	return x
}

// solver starts a coordinator that solves a game.
func (x *fixture) solver(args ...string) *process {
	x.t.Helper()
	p := start(x.t, "program", append(args, "--coordinate", "--store", x.store, "--listen", x.natsAddr, "--status", x.statusAddr)...)
	p.until("waiting for workers")
	return p
}

// works waits until a number of works is done.
func (x *fixture) works(n int) {
	x.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(poll) {
		var s state
		if text, err := x.get("/state.json"); err == nil {
			if err := json.Unmarshal([]byte(text), &s); err != nil {
				x.t.Fatal(err)
			}
		}
		if s.Done >= n {
			return
		}
		if time.Now().After(deadline) {
			x.t.Fatalf("%d works are never done: %+v", n, s)
		}
	}
}

// TestSolve solves a game by two workers, of which one is killed, with a coordinator that is killed too.
// Each time the same command goes on. What it prints is what one process prints.
func TestSolve(t *testing.T) {
	needsTime(t)
	args := []string{"solve", "oldworld", "troll-barn", "--memory", "4G", "--positions", "1100", "--json"}
	if os.Getenv("LOOPHOLE_LONG") != "" {
		args[6] = "8000"
	}
	one := start(t, "program", args...)
	x := newSolve(t)
	c := x.solver(append(args, "--ack-wait", "1s", "--check", "3")...)
	first, second := x.worker("--name", "first"), x.worker("--name", "second")
	x.works(8)
	first.kill()
	x.works(14)
	c.kill()
	c = x.solver(append(args, "--ack-wait", "1s")...)
	c.until("the store has ")
	x.works(20)
	c.Process.Signal(syscall.SIGTERM)
	if status := c.end(); status != 130 || !strings.Contains(c.said(), "the same command continues") {
		t.Errorf("status %d:\n%s", status, c.said())
	}
	c = x.solver(append(args, "--ack-wait", "1s")...)
	checkExits(t, c, second, one)
	var got struct{ Positions, Open int }
	if err := json.Unmarshal(one.out.Bytes(), &got); err != nil || got.Positions < 1000 || got.Open < 1000 {
		t.Fatal(err, got)
	}
	if !bytes.Equal(c.out.Bytes(), one.out.Bytes()) {
		t.Errorf("the solution of the cluster is\n%s\nnot\n%s", c.out.Bytes(), one.out.Bytes())
	}
	again := x.solver(args...) // The store has all, and it needs no worker.
	checkExits(t, again)
	if !bytes.Equal(again.out.Bytes(), one.out.Bytes()) {
		t.Errorf("the solution of the store is\n%s", again.out.Bytes())
	}
	t.Logf("%d positions expanded, %d found; one process took %.1f s of the processor, and the last coordinator %.1f s",
		got.Positions, got.Positions+got.Open, one.used().Seconds(), again.used().Seconds())
}

// TestSolveSmall solves a game whole, from a file, with house rules of its own.
func TestSolveSmall(t *testing.T) {
	needsTime(t)
	args := []string{"solve", "../../internal/exam/fights/d20skirmish/backdoor.yaml", "--ruling", "no-grenade=melee-only", "--json"}
	one := start(t, "program", args...)
	x := newSolve(t)
	c, w := x.solver(append(args, "--check", "1")...), x.worker()
	checkExits(t, c, w, one)
	if !bytes.Equal(c.out.Bytes(), one.out.Bytes()) || !strings.Contains(c.out.String(), `"solved": true`) {
		t.Errorf("the solution of the cluster is\n%s\nnot\n%s", c.out.Bytes(), one.out.Bytes())
	}
}

package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"loophole/internal/store/postgrestest"
)

// TestFailover runs two servers on a database with TLS and a synchronous replica, by a URL with both
// hosts. The primary is killed under play and the replica promoted. The servers end with an error and
// are started again, as a service manager does, and no acknowledged action is lost. It runs with
// LOOPHOLE_LONG only.
func TestFailover(t *testing.T) {
	if os.Getenv("LOOPHOLE_LONG") == "" {
		t.Skip("it takes a minute: set LOOPHOLE_LONG=1")
	}
	pair, program := postgrestest.StartPair(t), built(t)
	for _, bad := range [][2]string{{"ca.pem", "other.pem"}, {"@127.0.0.1", "@localhost"}, {"of-the-test", "wrong"}} {
		out, err := exec.Command(program, "serve", "--check", "--data", t.TempDir(), "--store", strings.Replace(pair.URL, bad[0], bad[1], 1)).CombinedOutput()
		if err == nil || strings.Contains(string(out), "of-the-test") {
			t.Errorf("with %s it connects, or says the password: %s", bad[1], out)
		}
		t.Logf("%s", out)
	}
	c := newCrowd(t, program, pair.URL, 2)
	c.patience = time.Minute
	var players []*player
	for i := range 6 {
		players = append(players, c.player(i))
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var all sync.WaitGroup
	heard := make(chan bool, 1000)
	for _, p := range players {
		p.heard = heard
		all.Go(func() { p.play(ctx, "") })
	}
	for range 60 {
		<-heard
	}
	began := time.Now()
	var failing sync.WaitGroup
	for i := range c.at {
		x := c.server(i)
		x.faulty = true // It logs that its database is gone.
		failing.Go(func() {
			var failed *exec.ExitError
			if err := x.cmd.Wait(); !errors.As(err, &failed) {
				t.Errorf("a server without its database ends with %v", err)
			}
			t.Logf("server %d ends after %v", i, time.Since(began).Round(100*time.Millisecond))
		})
	}
	pair.Fail(t)
	t.Logf("the replica is promoted after %v", time.Since(began).Round(100*time.Millisecond))
	failing.Wait()
	for i := range c.at {
		c.start(i)
	}
	t.Logf("both servers run again after %v", time.Since(began).Round(100*time.Millisecond))
	for len(heard) > 0 {
		<-heard
	}
	for range 60 {
		<-heard
	}
	cancel()
	await(&all, heard)
	acknowledged := 0
	for _, p := range players {
		acknowledged += p.acknowledged
	}
	t.Logf("%d actions were acknowledged, and %d requests sent again", acknowledged, c.retries.Load())
	c.settled(players...)
}

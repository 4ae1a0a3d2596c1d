package main

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loophole/internal/store/postgrestest"
)

// The settings of the long test of several servers.
var (
	crowdMatches  = setting("LOOPHOLE_CROWD_MATCHES", strconv.Atoi, 1000)
	crowdServers  = setting("LOOPHOLE_CROWD_SERVERS", strconv.Atoi, 2)
	crowdFor      = setting("LOOPHOLE_CROWD_FOR", time.ParseDuration, 10*time.Minute)
	crowdKill     = setting("LOOPHOLE_CROWD_KILL", time.ParseDuration, 30*time.Second) // 0 kills none
	crowdThinking = setting("LOOPHOLE_CROWD_THINKING", time.ParseDuration, 10*time.Second)
)

// TestManyServers plays many matches on a few servers and one database for minutes. One of the
// servers is killed every half minute, and started again. No acknowledged action is lost, doubled or
// out of order. The times of actions are from the first attempt of the client to the answer.
func TestManyServers(t *testing.T) {
	if os.Getenv("LOOPHOLE_LONG") == "" {
		t.Skip("a test of minutes: set LOOPHOLE_LONG=1")
	}
	c := newCrowd(t, built(t, t.TempDir()), postgrestest.Start(t).Database(t), crowdServers)
	var players []*player
	for i := range crowdMatches {
		p := c.player(i)
		if !p.begin("") {
			t.Fatal("no match")
		}
		players = append(players, p)
	}
	var times, outages sample
	var lastKill atomic.Int64
	ctx, cancel := context.WithTimeout(t.Context(), crowdFor)
	defer cancel()
	began := time.Now()
	cost, kills := killSometimes(ctx, c, &lastKill)
	var all sync.WaitGroup
	for i, p := range players {
		all.Go(func() {
			dice := rand.New(rand.NewPCG(seed, uint64(i)))
			for {
				wait := crowdThinking/2 + time.Duration(dice.Int64N(int64(crowdThinking)))
				select {
				case <-ctx.Done():
					return
				case <-time.After(wait):
				}
				took, ok := p.timed()
				if !ok {
					return
				}
				times.add(took)
				if since := time.Duration(time.Now().UnixNano() - lastKill.Load()); since < 5*time.Second {
					outages.add(took)
				}
			}
		})
	}
	all.Wait()
	took := time.Since(began)
	n := <-kills
	spent := <-cost
	acknowledged := 0
	for _, p := range players {
		acknowledged += p.acknowledged
	}
	c.settled(players...)
	t.Logf("%d matches on %d servers for %v, %d kills: %d actions acknowledged, %.0f a second, %d requests sent again", crowdMatches, crowdServers, took.Round(time.Second), n, acknowledged, float64(acknowledged)/took.Seconds(), c.retries.Load())
	t.Logf("an action takes %v (p50), %v (p90), %v (p99), %v (most)", times.at(0.5), times.at(0.9), times.at(0.99), times.at(1))
	t.Logf("in the five seconds after a kill: %d actions, %v (p50), %v (p99), %v (most)", len(outages.list), outages.at(0.5), outages.at(0.99), outages.at(1))
	t.Logf("the servers: %v of processor for an action with the two requests before it, as far as they lived to tell", (spent / time.Duration(max(1, acknowledged))).Round(time.Microsecond))
	if acknowledged < crowdMatches {
		t.Error("too little was played to prove anything")
	}
}

// killSometimes kills a server at each interval, in turn, and starts it again after two seconds. At the
// end it sends the processor time of the servers and the number of kills.
func killSometimes(ctx context.Context, c *crowd, last *atomic.Int64) (cost chan time.Duration, kills chan int) {
	cost, kills = make(chan time.Duration, 1), make(chan int, 1)
	go func() {
		spent, n := time.Duration(0), 0
		defer func() {
			for i := range c.at {
				spent += c.server(i).processor()
			}
			cost <- spent
			kills <- n
		}()
		if crowdKill <= 0 {
			<-ctx.Done()
			return
		}
		for tick := time.NewTicker(crowdKill); ; {
			select {
			case <-ctx.Done():
				tick.Stop()
				return
			case <-tick.C:
			}
			victim := n % len(c.at)
			x := c.server(victim)
			spent += x.processor()
			last.Store(time.Now().UnixNano())
			x.kill() // The players find out by themselves.
			n++
			time.Sleep(2 * time.Second)
			c.start(victim)
		}
	}()
	return cost, kills
}

// timed plays one action, and returns the time of its request.
func (p *player) timed() (took time.Duration, ok bool) {
	send := p.via
	defer func() { p.via = send }()
	p.via = func(method, path string, body []byte, key, token string) (int, []byte, bool) {
		began := time.Now()
		status, text, ok := send(method, path, body, key, token)
		if key != "" {
			took = time.Since(began)
		}
		return status, text, ok
	}
	ok = p.plays()
	return took, ok
}

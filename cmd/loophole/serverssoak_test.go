package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"loophole/internal/store/postgrestest"
)

// The settings of the long test of several servers.
var (
	crowdMatches  = setting("LOOPHOLE_CROWD_MATCHES", strconv.Atoi, 1000)
	crowdServers  = setting("LOOPHOLE_CROWD_SERVERS", strconv.Atoi, 2)
	crowdFor      = setting("LOOPHOLE_CROWD_FOR", time.ParseDuration, 2*time.Minute)
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
	c := newCrowd(t, built(t), postgrestest.Start(t).Database(t), crowdServers)
	empty, first := c.memory(), c.size()
	var players []*player
	for i := range crowdMatches {
		p := c.player(i)
		if !p.begin("") {
			t.Fatal("no match")
		}
		players = append(players, p)
	}
	laid, begun := c.memory(), c.size()
	base := c.processor()
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
	acknowledged, played := 0, c.size()
	for _, p := range players {
		acknowledged += p.acknowledged
	}
	database, forwarded := c.processor()-base, c.forwarded()
	peak := c.memory()
	c.settled(players...)
	t.Logf("%d matches on %d servers for %v, %d kills: %d actions acknowledged, %.0f a second, %d requests sent again", crowdMatches, crowdServers, took.Round(time.Second), n, acknowledged, float64(acknowledged)/took.Seconds(), c.retries.Load())
	t.Logf("an action takes %v (p50), %v (p90), %v (p99), %v (most)", times.at(0.5), times.at(0.9), times.at(0.99), times.at(1))
	t.Logf("in the five seconds after a kill: %d actions, %v (p50), %v (p99), %v (most)", len(outages.list), outages.at(0.5), outages.at(0.99), outages.at(1))
	t.Logf("the servers: %v of processor for an action with the two requests before it, as far as they lived to tell", (spent / time.Duration(max(1, acknowledged))).Round(time.Microsecond))
	each := func(n int64) float64 { return float64(n) / 1000 / float64(crowdMatches) }
	t.Logf("memory of all servers: %.0f MB without matches, %.0f kB more for each match that has begun, %.0f kB after play", float64(empty)/1e6, each(laid-empty), each(peak-empty))
	t.Logf("the database: %.1f kB for each match that has begun, %.2f kB for each action; its sessions take %v of processor for an action", each(begun-first), float64(played-begun)/1000/float64(max(1, acknowledged)), (database / time.Duration(max(1, acknowledged))).Round(time.Microsecond))
	t.Logf("%.0f requests were forwarded between servers that still live", forwarded)
	if acknowledged < crowdMatches {
		t.Error("too little was played to prove anything")
	}
}

// memory returns the resident memory of all servers, in bytes.
func (c *crowd) memory() (sum int64) {
	for i := range c.at {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", c.server(i).cmd.Process.Pid))
		if words := strings.Fields(string(text)); len(words) > 1 {
			pages, _ := strconv.ParseInt(words[1], 10, 64)
			sum += pages * int64(os.Getpagesize())
		}
	}
	return sum
}

// size returns the size of the database's tables and indexes, in bytes.
func (c *crowd) size() (sum int64) {
	ctx := context.Background()
	db, err := pgconn.Connect(ctx, c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	defer db.Close(ctx)
	rows, err := db.Exec(ctx, "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c WHERE relnamespace = 'loophole'::regnamespace AND relkind = 'r'").ReadAll()
	if err != nil {
		c.t.Fatal(err)
	}
	sum, err = strconv.ParseInt(string(rows[0].Rows[0][0]), 10, 64)
	if err != nil {
		c.t.Fatal(err)
	}
	return sum
}

// processor returns the processor time of the sessions of the database that are open, as Linux tells.
func (c *crowd) processor() (sum time.Duration) {
	at, err := url.Parse(c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range all {
		if text, _ := os.ReadFile(name); !bytes.HasPrefix(text, []byte("postgres: ")) || !bytes.Contains(text, []byte(at.Path[1:])) {
			continue
		}
		text, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "stat"))
		_, after, _ := bytes.Cut(text, []byte(") "))
		if words := strings.Fields(string(after)); len(words) > 12 {
			user, _ := strconv.Atoi(words[11])
			system, _ := strconv.Atoi(words[12])
			sum += time.Duration(user+system) * 10 * time.Millisecond
		}
	}
	return sum
}

// forwarded returns the number of requests that the servers have forwarded.
func (c *crowd) forwarded() (sum float64) {
	for i := range c.at {
		sum += c.server(i).metric(c.t, `loophole_requests_forwarded_total{result="answered"}`)
	}
	return sum
}

// killSometimes kills a server at each interval, in turn, and starts it again after two seconds. At the
// end it sends the processor time of the servers and the number of kills.
func killSometimes(ctx context.Context, c *crowd, last *atomic.Int64) (cost chan time.Duration, kills chan int) {
	cost, kills = make(chan time.Duration, 1), make(chan int, 1)
	go func() {
		spent, n := time.Duration(0), 0
		for i := range c.at {
			spent -= c.server(i).processor()
		}
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

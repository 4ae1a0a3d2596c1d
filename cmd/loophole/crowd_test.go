package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loophole/internal/store/postgrestest"
)

// A crowd is several servers on one database.
type crowd struct {
	t            *testing.T
	program, url string
	database     *postgrestest.Server
	dir          string
	flags        []string      // of the servers
	patience     time.Duration // of a player for an answer
	retries      atomic.Int64  // requests that were sent again

	mu sync.Mutex
	at []*child // nil while it does not run
}

func newCrowd(t *testing.T, program, url string, n int) *crowd {
	c := &crowd{t: t, program: program, url: url, dir: t.TempDir(), patience: 30 * time.Second, at: make([]*child, n)}
	for i := range n {
		c.start(i)
	}
	return c
}

// start starts a server, by number.
func (c *crowd) start(i int) {
	flags := append([]string{"--rate", "0", "--begin-rate", "0", "--store", c.url}, c.flags...)
	x := start(c.t, c.program, filepath.Join(c.dir, fmt.Sprint("data", i)), flags...)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at[i] = x
}

// server returns a server, by number.
func (c *crowd) server(i int) *child {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at[i]
}

// take returns a server that players no longer use.
func (c *crowd) take(i int) *child {
	c.mu.Lock()
	defer c.mu.Unlock()
	x := c.at[i]
	c.at[i] = nil
	return x
}

// base returns a server that runs: number first, or the next one.
func (c *crowd) base(first int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k := range c.at {
		if x := c.at[(first+k)%len(c.at)]; x != nil {
			return x.base
		}
	}
	return "http://127.0.0.1:1"
}

// via sends requests to the servers that pick names, as a client behind a load balancer does: if one
// does not answer, or asks to try again, it sends the same request to another.
func (c *crowd) via(pick func() int) sending {
	return func(method, path string, body []byte, key, token string) (status int, text []byte, ok bool) {
		first := pick()
		for began := time.Now(); time.Since(began) < c.patience; first++ {
			status, text, ok = sent(c.t, method, c.base(first)+path, body, key, token)
			if ok && status != http.StatusServiceUnavailable {
				return status, text, true
			}
			c.retries.Add(1)
			time.Sleep(20 * time.Millisecond)
		}
		c.t.Errorf("%s %s: no answer within %v; the last is %d %s", method, path, c.patience, status, text)
		return 0, nil, false
	}
}

// player returns a player whose requests go to random servers.
func (c *crowd) player(i int) *player {
	dice := rand.New(rand.NewPCG(seed, uint64(i)))
	of := [][2]string{{"tideofiron", "row"}, {"oldworld", "troll-barn"}, {"d20skirmish", "wxyz"}, {"lasergrenadiers", "street"}}[i%4]
	return &player{t: c.t, of: of, dice: rand.New(rand.NewPCG(seed, uint64(1000+i))), via: c.via(func() int { return dice.IntN(len(c.at)) })}
}

// plays plays one action of a match.
func (p *player) plays() bool {
	for n := p.acknowledged; n == p.acknowledged; {
		var s standing
		if !p.get("", "", &s) {
			return false
		}
		if s.Sequence != p.sequence {
			p.t.Errorf("the record ends with %d; acknowledged was %d", s.Sequence, p.sequence)
			return false
		}
		if s.Over != nil && !p.begin("") {
			return false
		} else if s.Over != nil {
			continue
		}
		if r := p.next("", &s); r == nil || !p.send("", r) {
			return false
		}
	}
	return true
}

// settled checks that the records end with what was acknowledged, and verifies them.
func (c *crowd) settled(players ...*player) {
	c.t.Helper()
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for _, p := range players {
		p.heard = nil
		p.play(over, "")
	}
	for i := range c.at {
		if x := c.take(i); x != nil {
			x.ended(c.t)
		}
	}
	verifyStore(c.t, openedPostgres(c.t, c.url))
}

// metric returns a value that a server measures.
func (c *child) metric(t *testing.T, name string) float64 {
	t.Helper()
	_, text, _ := sent(t, "GET", strings.TrimSuffix(c.base, "/api/v1")+"/metrics", nil, "", "")
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			x, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			if err != nil {
				t.Error(err)
			}
			return x
		}
	}
	return 0
}

// A listener hears the events of a match, and connects again when a stream ends.
type listener struct {
	t    *testing.T
	last atomic.Int64 // number of the last entry
	ends atomic.Int64 // of streams
}

// listens listens until the context ends, each time at the server that base names.
func listens(ctx context.Context, t *testing.T, base func() string, path, token string) *listener {
	l := &listener{t: t}
	go func() {
		for ctx.Err() == nil {
			r, err := http.NewRequestWithContext(ctx, "GET", base()+path+"/events", nil)
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("Authorization", "Bearer "+token)
			r.Header.Set("Last-Event-ID", strconv.FormatInt(l.last.Load(), 10))
			if w, err := http.DefaultClient.Do(r); err == nil {
				if w.StatusCode == http.StatusOK {
					l.hear(w.Body)
				}
				w.Body.Close()
			}
			l.ends.Add(1)
			time.Sleep(50 * time.Millisecond)
		}
	}()
	return l
}

func (l *listener) hear(stream io.Reader) {
	in, id := bufio.NewScanner(stream), int64(0)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if text, ok := strings.CutPrefix(in.Text(), "id: "); ok {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				l.t.Error(err)
			}
			id = n
		}
		if in.Text() == "event: entry" {
			if was := l.last.Swap(id); id <= was {
				l.t.Errorf("entry %d follows %d", id, was)
			}
		}
	}
}

// hears waits until a listener has heard an entry.
func (l *listener) hears(n int) {
	l.t.Helper()
	for began := time.Now(); l.last.Load() != int64(n); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > 30*time.Second {
			l.t.Fatalf("a listener has heard entry %d, not %d", l.last.Load(), n)
		}
	}
}

// await waits until all players end, and takes what they still report.
func await[T any](all *sync.WaitGroup, heard <-chan T) {
	done := make(chan bool)
	go func() { all.Wait(); close(done) }()
	for {
		select {
		case <-heard:
		case <-done:
			return
		}
	}
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"loophole/internal/store/postgrestest"
)

// takeover is the longest time from the end of the owner of a match to the next answer.
const takeover = 5 * time.Second

// TestServers runs several servers on one database, each in a process.
func TestServers(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	database, dir := postgrestest.Start(t), t.TempDir()
	program := built(t, dir)
	for _, x := range []struct {
		name    string
		servers int
		test    func(*testing.T, *crowd)
	}{
		{"forwarded", 2, testForwarded}, {"killed", 2, testOwnerKilled}, {"stopped", 2, testOwnerStopped}, {"rolling", 3, testRolling}, {"restored", 2, testRestored},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := newCrowd(t, program, database.Database(t), x.servers)
			c.database = database
			x.test(t, c)
		})
	}
}

// A crowd is several servers on one database.
type crowd struct {
	t            *testing.T
	program, url string
	database     *postgrestest.Server
	dir          string
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
	x := start(c.t, c.program, filepath.Join(c.dir, fmt.Sprint("data", i)), "--rate", "0", "--begin-rate", "0", "--store", c.url)
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

// A server forwards requests and events of a match to its owner. Nobody else can mark a request as
// forwarded.
func testForwarded(t *testing.T, c *crowd) {
	p := c.player(0)
	p.via = c.via(func() int { return 0 })
	if !p.begin("") {
		t.Fatal("no match")
	}
	p.via = c.via(func() int { return 1 })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	l := listens(ctx, t, func() string { return c.base(1) }, p.path, p.token)
	for range 5 {
		if !p.plays() {
			t.Fatal("nobody can play")
		}
		l.hears(p.sequence)
	}
	if n := l.ends.Load(); n > 0 {
		t.Errorf("%d streams ended", n)
	}
	a, b := c.at[0], c.at[1]
	if n := b.metric(t, `loophole_requests_forwarded_total{result="answered"}`); n < 11 {
		t.Errorf("%v requests were forwarded", n)
	}
	if own, other := a.metric(t, "loophole_matches_loaded"), b.metric(t, "loophole_matches_loaded"); own != 1 || other != 0 {
		t.Errorf("%v and %v matches are in memory", own, other)
	}
	for _, mark := range []string{"1", "1 198.51.100.7 abc", fmt.Sprintf("%d 198.51.100.7 %064x", time.Now().Unix(), 0)} {
		r, _ := http.NewRequest("GET", a.base+p.path, nil)
		r.Header.Set("Authorization", "Bearer "+p.token)
		r.Header.Set("Loophole-Forwarded", mark)
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		w.Body.Close()
		if w.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%q is answered with %d", mark, w.StatusCode)
		}
	}
	for _, token := range []string{"", "x"} { // The owner checks tokens, for any server.
		if status, text, _ := sent(t, "GET", b.base+p.path, nil, "", token); status != 401 && status != 403 {
			t.Errorf("%d %s", status, text)
		}
	}
	if status, _, _ := sent(t, "GET", b.base+"/matches/none", nil, "", "x"); status != 404 {
		t.Error(status)
	}
	cancel()
	c.settled(p)
}

// The owner of matches is killed in the middle of actions. The other server answers within five
// seconds, and goes on with every match.
func testOwnerKilled(t *testing.T, c *crowd) {
	var players []*player
	heard := make(chan bool)
	for i := range 4 {
		p := c.player(i)
		p.heard = heard
		players = append(players, p)
	}
	chance := rand.New(rand.NewPCG(seed, 5))
	for round := range 3 {
		victim := round % 2
		ctx, cancel := context.WithCancel(context.Background())
		var all sync.WaitGroup
		for _, p := range players {
			all.Go(func() { p.play(ctx, "") })
		}
		for range 15 + chance.IntN(20) {
			<-heard
		}
		time.Sleep(time.Duration(chance.IntN(3000)) * time.Microsecond)
		c.server(victim).kill() // The players find out by themselves.
		began := time.Now()
		for range 4 * len(players) { // Each of them is probably among the next.
			select {
			case <-heard:
			case <-time.After(takeover):
				t.Fatal("the other server does not answer")
			}
		}
		t.Logf("%d actions within %v of the kill", 4*len(players), time.Since(began).Round(time.Millisecond))
		cancel()
		done := make(chan bool)
		go func() { all.Wait(); close(done) }()
		for open := true; open; {
			select {
			case <-heard:
			case <-done:
				open = false
			}
		}
		for _, p := range players {
			began := time.Now()
			p.heard = nil
			if !p.plays() {
				t.Fatal("a match does not go on")
			}
			if d := time.Since(began); d > takeover {
				t.Errorf("an action took %v", d)
			}
			p.heard = heard
		}
		if n := c.server(1-victim).metric(t, "loophole_leases_taken_over_total"); n == 0 {
			t.Error("no match was taken over")
		}
		c.start(victim)
	}
	t.Logf("%d requests were sent again", c.retries.Load())
	c.settled(players...)
}

// A server that stands still loses its matches within five seconds. When it goes on, it writes
// nothing, and ends.
func testOwnerStopped(t *testing.T, c *crowd) {
	p := c.player(0)
	p.via = c.via(func() int { return 0 })
	if !p.begin("") || !p.plays() {
		t.Fatal("no match")
	}
	a, b := c.take(0), c.at[1]
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	l := listens(ctx, t, func() string { return b.base }, p.path, p.token)
	l.hears(p.sequence)
	var now standing
	if !p.get("", "", &now) { // The other server knows the owner.
		t.Fatal("no state")
	}
	direct := p.next("", &now)
	if err := a.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Skip(err) // Windows has no such signal.
	}
	began := time.Now()
	late := make(chan int, 1)
	go func() { // It waits at the stopped server.
		status, _, _ := sent(t, "POST", a.base+p.path+direct.path, direct.body, "late", p.token)
		late <- status
	}()
	if !p.plays() {
		t.Fatal("the match does not go on")
	}
	if d := time.Since(began); d > takeover {
		t.Errorf("the next action took %v", d)
	} else {
		t.Logf("the next action took %v", d.Round(time.Millisecond))
	}
	l.hears(p.sequence)
	if n := b.metric(t, "loophole_servers_given_up_total"); n != 1 {
		t.Errorf("%v servers were given up", n)
	}
	if err := a.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if status := <-late; status == http.StatusOK {
		t.Error("a server without its lease has carried out an action")
	}
	ended := make(chan error, 1)
	go func() { ended <- a.cmd.Wait() }()
	select {
	case err := <-ended:
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Errorf("it ends as if all were well: %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Error("it does not end")
	}
	for range 3 {
		if !p.plays() {
			t.Fatal("the match does not go on")
		}
	}
	cancel()
	c.settled(p)
}

// Three servers are replaced one after another under play. Each ends with status 0, players and
// listeners go on, and all of it is quick.
func testRolling(t *testing.T, c *crowd) {
	var players []*player
	var listeners []*listener
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for i := range 6 {
		p := c.player(4 * i) // It plays without secrets, so each entry has the next number.
		if !p.begin("") {
			t.Fatal("no match")
		}
		players = append(players, p)
		listeners = append(listeners, listens(ctx, t, func() string { return c.base(i) }, p.path, p.token))
	}
	// Nothing depends on the connections for notices.
	postgrestest.Exec(t, c.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'")
	stop := make(chan bool)
	var all sync.WaitGroup
	var longest atomic.Int64
	for _, p := range players {
		all.Go(func() {
			for match := p.path; match == p.path; { // until the game is over
				began := time.Now()
				if !p.plays() {
					return
				}
				if d := int64(time.Since(began)); d > longest.Load() {
					longest.Store(d)
				}
				select {
				case <-stop:
					return
				case <-time.After(30 * time.Millisecond):
				}
			}
		})
	}
	for i, x := range c.at {
		if i > 0 { // The load balancer sends nothing more to it; to the first it does.
			c.take(i)
			time.Sleep(200 * time.Millisecond)
		}
		x.ended(t)
		c.start(i)
		time.Sleep(300 * time.Millisecond)
	}
	close(stop)
	all.Wait()
	acknowledged := 0
	for i, p := range players {
		if acknowledged += p.acknowledged; listeners[i].ends.Load() == 0 {
			t.Error("a stream outlived its server")
		}
	}
	if acknowledged < 30 {
		t.Errorf("only %d actions were played", acknowledged)
	}
	if d := time.Duration(longest.Load()); d > takeover {
		t.Errorf("an action took %v", d)
	}
	t.Logf("%d actions, the longest took %v; %d requests were sent again", acknowledged, time.Duration(longest.Load()).Round(time.Millisecond), c.retries.Load())
	cancel()
	c.settled(players...)
}

// A dump that is made under play is restored into another database. All its matches are valid, and
// servers go on with them.
func testRestored(t *testing.T, c *crowd) {
	dump, restore := postgrestest.Program(t, "pg_dump"), postgrestest.Program(t, "pg_restore")
	players := []*player{c.player(0), c.player(1), c.player(2)}
	for _, p := range players {
		if !p.begin("") || !p.plays() {
			t.Fatal("no match")
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for _, p := range players {
		all.Go(func() { p.play(ctx, "") })
	}
	file, other := filepath.Join(c.dir, "matches.dump"), c.database.Database(t)
	run := func(name string, words ...string) string {
		t.Helper()
		out, err := exec.Command(name, words...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v %s", name, err, out)
		}
		return string(out)
	}
	run(dump, "--format", "custom", "--schema", "loophole", "--file", file, c.url)
	cancel()
	all.Wait()
	c.settled(players...)
	run(restore, "--exit-on-error", "--no-owner", "--dbname", other, file)
	if said := run(c.program, "serve", "--check", "--store", other, "--data", filepath.Join(c.dir, "check")); !strings.Contains(said, "are valid") {
		t.Error(said)
	}
	restored := newCrowd(t, c.program, other, 2)
	for _, p := range players {
		var s standing
		status, text, _ := sent(t, "GET", restored.base(0)+p.path, nil, "", p.token)
		if err := json.NewDecoder(bytes.NewReader(text)).Decode(&s); status != http.StatusOK && status != http.StatusNotFound || err != nil {
			t.Errorf("%d %s", status, text)
		}
		if status == http.StatusNotFound {
			continue // It began after the dump.
		}
		p.sequence, p.via = s.Sequence, restored.via(func() int { return 1 })
		if !p.plays() {
			t.Error("a restored match does not go on")
		}
	}
	restored.settled()
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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
	t.Parallel()
	database := postgrestest.Start(t)
	program := built(t)
	for _, x := range []struct {
		name    string
		servers int
		test    func(*testing.T, *crowd)
	}{
		{"rolling", 3, testRolling}, {"forwarded", 2, testForwarded}, {"killed", 2, testOwnerKilled}, {"stopped", 2, testOwnerStopped}, {"restored", 2, testRestored}, {"traced", 0, testTraced},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			c := newCrowd(t, program, database.Database(t), x.servers)
			c.database = database
			x.test(t, c)
		})
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
	const loaded = "loophole_matches_loaded"
	for range 3 {
		ctx, cancel := context.WithCancel(context.Background())
		var all sync.WaitGroup
		for _, p := range players {
			all.Go(func() { p.play(ctx, "") })
		}
		for range 15 + chance.IntN(20) {
			<-heard
		}
		time.Sleep(time.Duration(chance.IntN(3000)) * time.Microsecond)
		victim := 0 // Whoever has most matches: one without any leaves nothing to take over.
		if c.server(1).metric(t, loaded) > c.server(0).metric(t, loaded) {
			victim = 1
		}
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
		await(&all, heard)
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
	a.faulty = true // It may fail to save what it was doing when it stood still.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	l := listens(ctx, t, func() string { return b.base }, p.path, p.token)
	l.hears(p.sequence)
	var now standing
	if !p.get("", "", &now) { // The other server knows the owner.
		t.Fatal("no state")
	}
	direct := p.next("", &now)
	if err := a.pause(); errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
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
	if err := a.resume(); err != nil {
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
		if i == 1 { // Somebody never completes a request to it, so it ends after ten seconds.
			defer c.hangs(1).Close()
		}
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

// hangs begins a match at a server, and sends half of an action.
func (c *crowd) hangs(at int) net.Conn {
	c.t.Helper()
	p := c.player(0)
	p.via = c.via(func() int { return at })
	host, _, _ := strings.Cut(strings.TrimPrefix(c.base(at), "http://"), "/")
	conn, err := net.Dial("tcp", host)
	if err != nil || !p.begin("") {
		c.t.Fatal("no match: ", err)
	}
	fmt.Fprintf(conn, "POST /api/v1%s/actions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{", p.path, p.token)
	return conn
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

// Two servers send the spans of a forwarded request to a collector, as one trace.
func testTraced(t *testing.T, c *crowd) {
	var mu sync.Mutex
	names := map[string][]string{} // of the spans, by trace
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var x struct {
			ResourceSpans []struct {
				ScopeSpans []struct {
					Spans []struct{ TraceID, Name string }
				}
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&x); err != nil || len(x.ResourceSpans) != 1 {
			t.Errorf("%s: %v", r.URL, err)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, s := range x.ResourceSpans[0].ScopeSpans[0].Spans {
			names[s.TraceID] = append(names[s.TraceID], s.Name)
		}
		io.WriteString(w, "{}")
	}))
	defer collector.Close()
	c.flags, c.at = []string{"--traces", collector.URL}, make([]*child, 2)
	c.start(0)
	c.start(1)
	p := c.player(0)
	p.via = c.via(func() int { return 0 })
	if !p.begin("") {
		t.Fatal("no match")
	}
	p.via = c.via(func() int { return 1 })
	if !p.plays() {
		t.Fatal("nobody can play")
	}
	c.settled(p)
	mu.Lock()
	defer mu.Unlock()
	for _, list := range names {
		slices.Sort(list)
		if slices.Equal(list, []string{"POST /api/v1/matches/{id}/actions", "forward", "forwarded"}) {
			return
		}
	}
	t.Errorf("no trace is that of a forwarded action: %v", names)
}

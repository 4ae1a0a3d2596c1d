package server

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"loophole/internal/store"
)

// TestTokens: reading or playing a match needs one of its tokens.
func TestTokens(t *testing.T) {
	srv := served(t, Options{})
	p, other := began(t, srv, block), began(t, srv, block)
	for _, path := range []string{"", "/actions", "/odds?action=rest", "/sight?piece=x", "/record", "/record.jsonl", "/steps/0", "/events"} {
		c := &client{t: t, s: srv}
		if h := c.want(http.StatusUnauthorized, nil, "GET", p.path+path, nil); h.Get("WWW-Authenticate") == "" {
			t.Error(path, h)
		}
		c.token = other.seats[0].token
		c.want(http.StatusForbidden, nil, "GET", p.path+path, nil)
	}
	for _, x := range [][3]string{{"POST", "/actions", `{"action":"rest sig-33b"}`}, {"POST", "/answers", `{"question":"1","roll":true}`}, {"POST", "/undo"}, {"POST", "/redo"}, {"POST", "/undo/consent", `{"agree":true}`}, {"PUT", "/seats/German/dice", `{"dice":"typed"}`}, {"PUT", "/seats/German/player", `{"player":"Ada"}`}} {
		var body any
		if x[2] != "" {
			body = x[2]
		}
		(&client{t: t, s: srv}).want(http.StatusUnauthorized, nil, x[0], p.path+x[1], body)
		(&client{t: t, s: srv, token: other.seats[0].token}).want(http.StatusForbidden, nil, x[0], p.path+x[1], body)
		if w := p.look.ask(x[0], p.path+x[1], body); w.Code < 400 || w.Code >= 500 {
			t.Errorf("a spectator may %s %s: %d", x[0], x[1], w.Code)
		}
	}
	(&client{t: t, s: srv, token: "x"}).want(http.StatusNotFound, nil, "GET", "/matches/nowhere", nil)
	if a, b := p.Tokens["German"], p.Tokens["Soviet"]; a == b || len(a) != 22 {
		t.Error(a, b)
	}
}

// TestGuards: requests of other origins and for other hosts are rejected. Every answer has the
// security headers.
func TestGuards(t *testing.T) {
	srv := served(t, Options{Loopback: true})
	c := &client{t: t, s: srv}
	h := c.want(http.StatusOK, nil, "GET", "/healthz", nil)
	if !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" {
		t.Error(h)
	}
	c.want(http.StatusForbidden, nil, "POST", "/matches", block, "Origin", "https://elsewhere.example")
	c.want(http.StatusForbidden, nil, "POST", "/matches", block, "Sec-Fetch-Site", "cross-site")
	c.want(http.StatusCreated, nil, "POST", "/matches", block, "Origin", "http://localhost")
	for host, status := range map[string]int{"elsewhere.example": 421, "localhost:8047": 200, "127.0.0.1": 200, "[::1]:1": 200, "192.168.0.7": 421} {
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Host = host
		w := httptest.NewRecorder()
		srv.ServeHTTP(w, r)
		if w.Code != status {
			t.Errorf("%s: %d, want %d", host, w.Code, status)
		}
	}
}

// TestLimits: bodies that are too large, too many matches or requests, and questions that are too
// large or too many each get their problem.
func TestLimits(t *testing.T) {
	srv := served(t, Options{MaxMatches: 1, OddsBudget: 10})
	c := &client{t: t, s: srv}
	p := began(t, srv, block)
	if h := c.want(http.StatusServiceUnavailable, nil, "POST", "/matches", block); h.Get("Retry-After") == "" {
		t.Error(h)
	}
	c.want(http.StatusRequestEntityTooLarge, nil, "POST", "/matches", NewMatch{YAML: strings.Repeat("#", 2<<20)})
	p.seats[0].want(http.StatusRequestEntityTooLarge, nil, "POST", p.path+"/actions", `{"action":"`+strings.Repeat("x", 80<<10)+`"}`)
	var large Problem
	const odds = "/rulesets/tideofiron/procedures/attack/odds?example=worked"
	c.want(http.StatusUnprocessableEntity, &large, "GET", odds, nil)
	if large.Estimate == nil || large.Estimate.Runs <= 10 || large.Estimate.Budget != 10 {
		t.Errorf("%+v", large)
	}
	c.want(http.StatusOK, nil, "GET", odds+"&trials=500", nil)
	for range cap(srv.bench.queue) {
		srv.bench.queue <- struct{}{}
	}
	if h := c.want(http.StatusServiceUnavailable, nil, "GET", odds, nil); h.Get("Retry-After") == "" {
		t.Error(h)
	}
}

func TestRate(t *testing.T) {
	b := newRateLimiter(2)
	at := time.Unix(1000, 0)
	n := 0
	for ; n < 100; n++ {
		if _, ok := b.take("a", at); !ok {
			break
		}
	}
	if n != 6 {
		t.Errorf("%d at once; want 6", n)
	}
	if wait, _ := b.take("a", at); wait != 500*time.Millisecond {
		t.Error(wait)
	}
	if _, ok := b.take("b", at); !ok {
		t.Error("one address pays for another")
	}
	if _, ok := b.take("a", at.Add(500*time.Millisecond)); !ok {
		t.Error("nothing comes back")
	}
	b.take("c", at.Add(time.Hour))
	if len(b.by) != 1 {
		t.Errorf("%d addresses are remembered", len(b.by))
	}
	srv := served(t, Options{Rate: 1})
	c := &client{t: t, s: srv}
	for range 3 {
		c.want(http.StatusOK, nil, "GET", "/", nil)
	}
	if h := c.want(http.StatusTooManyRequests, nil, "GET", "/", nil); h.Get("Retry-After") != "1" {
		t.Error(h)
	}
}

// TestGateGivesUp: a question whose client stops waiting frees its place.
func TestGateGivesUp(t *testing.T) {
	g := newQueueLimiter(1, 1)
	leave, err := g.enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := g.enter(ctx); err == nil {
		t.Error("two calculate in one place")
	}
	leave()
	if leave, err = g.enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	leave()
	if len(g.queue) != 0 || len(g.places) != 0 {
		t.Error("places are lost")
	}
}

// TestBrokenTable: entries that another process added, or that could not be saved, are never shown;
// the match is loaded again.
func TestBrokenTable(t *testing.T) {
	srv := served(t, Options{})
	p := began(t, srv, row())
	x, err := srv.store.Load(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	second := New(srv.store, Options{Program: "loophole test"})
	defer second.Close()
	c := &client{t: t, s: second, token: p.seats[0].token}
	p.state(p.seats[0]) // Both servers have loaded the match.
	c.want(http.StatusOK, nil, "GET", p.path, nil)
	c.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	w := p.seats[0].ask("POST", p.path+"/actions", map[string]string{"action": "rest sig-33b"})
	if w.Code != http.StatusConflict {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if n := p.state(p.seats[0]).Sequence; n != p.state(c).Sequence || n == len(x.Lines)-1 {
		t.Error("the server still shows what is not so")
	}
	srv.store.Close()
	w = p.seats[0].ask("POST", p.path+"/actions", map[string]string{"action": "rest stug-iii"})
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "not-kept") {
		t.Errorf("not kept, and yet %d %s", w.Code, w.Body)
	}
	p.seats[0].want(http.StatusServiceUnavailable, nil, "GET", "/readyz", nil)
	if err := srv.store.Add(store.Append{}); !errors.Is(err, store.ErrClosed) {
		t.Error(err)
	}
}

// TestLog: the log contains no secrets.
func TestLog(t *testing.T) {
	var b bytes.Buffer
	srv := served(t, Options{Log: slog.New(slog.NewJSONHandler(&b, nil))})
	p := began(t, srv, block)
	p.state(p.seats[0])
	p.seats[0].ask("GET", p.path+"/actions?text="+p.seats[0].token, nil)
	for name, token := range p.Tokens {
		if strings.Contains(b.String(), token) {
			t.Errorf("the token of %s is in the log", name)
		}
	}
	if n := strings.Count(b.String(), "\n"); n != 3 || !strings.Contains(b.String(), `"status":201`) {
		t.Error(b.String())
	}
}

// TestPanic: a panic becomes an answer and a line of the log, and the server continues.
func TestPanic(t *testing.T) {
	srv := served(t, Options{})
	w := httptest.NewRecorder()
	srv.recovered(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("at the table") })).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "at the table") {
		t.Error(w.Code, w.Body)
	}
}

// TestServe: a server that is asked to end first answers its open requests.
func TestServe(t *testing.T) {
	srv := served(t, Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, l) }()
	p := began(t, srv, block)
	s := listen(t, "http://"+l.Addr().String(), p.path+"/events", p.Tokens[roleSpectator])
	s.next()
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("it does not end while somebody listens")
	}
}

// TestPages: pages have tags and are compressed for clients that accept it, and the metrics count
// requests.
func TestPages(t *testing.T) {
	srv := served(t, Options{})
	c := &client{t: t, s: srv}
	for _, path := range []string{"/", "/m/anything", "/odds", "/api"} {
		w := c.ask("GET", path, nil, "Accept-Encoding", "gzip")
		if w.Code != 200 || w.Header().Get("Content-Encoding") != "gzip" || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			t.Error(path, w.Code, w.Header())
		}
		if w = c.ask("GET", path, nil, "If-None-Match", w.Header().Get("ETag")); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
			t.Error(path, w.Code, w.Body)
		}
	}
	w := c.ask("GET", "/metrics", nil)
	for _, want := range []string{
		`loophole_requests_total{route="GET /odds",status="304"} 1`, `loophole_request_seconds_bucket{route="GET /odds",le="+Inf"} 2`,
		"loophole_requests_limited_total 0", "loophole_policies_overruled_total 0", "loophole_matches_loaded 0", "loophole_streams_open 0",
		"loophole_answer_bytes_waiting 0", "go_goroutines ", "process_resident_memory_bytes ",
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the metrics lack %s:\n%s", want, w.Body)
		}
	}
	c.want(http.StatusNotFound, nil, "GET", "/page/none.js", nil)
	c.want(http.StatusOK, nil, "GET", "/readyz", nil)
}

// TestScenarioFile: a match of a scenario file is like any other, and an invalid file is rejected
// with its lines.
func TestScenarioFile(t *testing.T) {
	srv := served(t, Options{})
	c := &client{t: t, s: srv}
	var x ScenarioDetail
	c.want(http.StatusOK, &x, "GET", "/scenarios/oldworld/troll-barn", nil)
	p := began(t, srv, NewMatch{YAML: x.YAML, House: map[string]string{}, Strict: false})
	if s := p.state(p.look); s.Ruleset != "oldworld" || s.Scenario != "troll-barn" || s.Scene == nil {
		t.Errorf("%+v", s)
	}
	var bad Problem
	c.want(http.StatusUnprocessableEntity, &bad, "POST", "/matches", NewMatch{YAML: strings.Replace(x.YAML, "setup:", "setup:\n  nonsense: 1", 1)})
	if !strings.Contains(bad.Detail, "scenario.yaml:") || !strings.Contains(bad.Detail, "nonsense") {
		t.Error(bad.Detail)
	}
	var y ScenarioDetail
	c.want(http.StatusOK, &y, "GET", "/scenarios/lasergrenadiers/street", nil)
	for _, name := range []string{"table", "spectator", "Breakers"} {
		if r := c.ask("POST", "/matches", NewMatch{YAML: strings.ReplaceAll(y.YAML, "Tenants", name)}); r.Code != http.StatusUnprocessableEntity {
			t.Errorf("a side called %s: %d %s", name, r.Code, r.Body)
		}
	}
	for _, w := range []NewMatch{{}, {Ruleset: "chess", Scenario: "block"}, {Ruleset: "tideofiron", Scenario: "block", YAML: x.YAML}, {Ruleset: "tideofiron", Scenario: "block", Seed: "-1"},
		{Ruleset: "tideofiron", Scenario: "block", Rulings: map[string]string{"halving": "never"}}, {Ruleset: "tideofiron", Scenario: "block", House: map[string]string{"facts.none": "1"}},
		{Ruleset: "tideofiron", Scenario: "block", Seats: []NewSeat{{Policy: "wise"}}}, {Ruleset: "tideofiron", Scenario: "block", Seats: []NewSeat{{Player: "policy random"}}},
		{Ruleset: "tideofiron", Scenario: "block", Dice: []string{"loaded"}}} {
		if r := c.ask("POST", "/matches", w); r.Code != http.StatusUnprocessableEntity {
			t.Errorf("%+v: %d %s", w, r.Code, r.Body)
		}
	}
}

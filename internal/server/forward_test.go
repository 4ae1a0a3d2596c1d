package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"loophole/internal/store"
	"loophole/internal/store/memory"
	"loophole/internal/store/storetest"
)

// A site is one of several servers that share a store.
type site struct {
	*Server
	member  *storetest.Member
	http    *httptest.Server
	handler atomic.Pointer[http.Handler] // of http
}

// answers replaces the handler of the server's address.
func (x *site) answers(h http.Handler) { x.handler.Store(&h) }

// client returns a client of this server, whose answers are not compared with the API's description.
func (x *site) client(t *testing.T, token string) *client {
	return &client{t: t, s: http.HandlerFunc(x.ServeHTTP), token: token}
}

// strict returns a client whose answers are compared with the API's document.
func (x *site) strict(t *testing.T, token string) *client {
	return &client{t: t, s: x.Server, token: token}
}

// sites starts servers that share a store.
func sites(t *testing.T, options ...Options) (list []*site) {
	g := storetest.NewGroup(memory.New(nil))
	for _, o := range options {
		o.Program = "loophole test"
		x := &site{}
		x.http = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			(*x.handler.Load()).ServeHTTP(w, r)
		}))
		x.member = g.Join(x.http.URL)
		x.Server = New(x.member, o)
		x.answers(x.Server)
		t.Cleanup(func() { x.Close(); x.http.CloseClientConnections(); x.http.Close() })
		list = append(list, x)
	}
	return list
}

// counted returns how many requests a server has forwarded with a result.
func (x *site) counted(what string) uint64 {
	return x.web.metrics.set.GetOrCreateCounter(fmt.Sprintf("loophole_requests_forwarded_total{result=%q}", what)).Get()
}

// Answers are the same from any server, with their headers, and large ones are compressed for the
// client.
func TestForwardedAnswers(t *testing.T) {
	x := sites(t, Options{}, Options{})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	token := p.Tokens[roleSpectator]
	own, other := x[0].client(t, token), x[1].client(t, token)
	for _, path := range []string{"", "/record", "/told", "/actions", "/hands", "/sight?piece=none", "/none"} {
		a, b := own.ask("GET", p.path+path, nil), other.ask("GET", p.path+path, nil)
		if a.Code != b.Code || a.Body.String() != b.Body.String() {
			t.Errorf("%s: %d %s\nand not %d %s", path, b.Code, b.Body, a.Code, a.Body)
		}
		for name := range a.Header() {
			if a.Header().Get(name) != b.Header().Get(name) {
				t.Errorf("%s: %s is %q and not %q", path, name, b.Header().Get(name), a.Header().Get(name))
			}
		}
	}
	tag := own.want(200, nil, "GET", p.path, nil).Get("ETag")
	other.want(http.StatusNotModified, nil, "GET", p.path, nil, "If-None-Match", tag)
	if h := other.want(200, nil, "GET", p.path+"/actions", nil, "Accept-Encoding", "gzip"); h.Get("Content-Encoding") != "gzip" {
		t.Errorf("%v", h)
	}
	other.want(http.StatusRequestEntityTooLarge, nil, "POST", p.path+"/actions", strings.Repeat(" ", mostBody+1))
	other.want(http.StatusRequestEntityTooLarge, nil, "POST", p.path+"/actions", strings.Repeat(" ", mostForwardedBody+1))
	other.want(http.StatusForbidden, nil, "POST", p.path+"/undo", nil, "Origin", "http://elsewhere.example", "Sec-Fetch-Site", "cross-site")
	if n := x[1].counted("answered"); n < 10 {
		t.Errorf("%d requests were forwarded", n)
	}
	if x[0].registry.loaded() != 1 || x[1].registry.loaded() != 0 {
		t.Error("the match is in the wrong memory")
	}
}

// TestForwardedLimits: the limits of a client apply once, on the server that it reaches.
func TestForwardedLimits(t *testing.T) {
	x := sites(t, Options{Rate: 1, Hosts: []string{"owner.example"}}, Options{})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	c := x[1].client(t, p.Tokens[roleSpectator])
	for range 20 { // More than the owner allows the address of its other clients, under another name.
		c.want(200, nil, "GET", p.path, nil, "Host", "edge.example")
	}
	edge := sites(t, Options{}, Options{Rate: 1})
	p = began(t, edge[0].client(t, "").s, row("program", "program"))
	c, limited := edge[1].client(t, p.Tokens[roleSpectator]), 0
	for range 20 {
		if c.ask("GET", p.path, nil).Code == http.StatusTooManyRequests {
			limited++
		}
	}
	if limited < 15 {
		t.Errorf("%d of 20 were limited", limited)
	}
}

// TestForwardedKey: only the other servers can mark a request as forwarded, and nobody can alter
// such a request.
func TestForwardedKey(t *testing.T) {
	to := &store.Peer{ID: 1, Secret: []byte("secret")}
	now := time.Now()
	signed := func() *http.Request {
		r := httptest.NewRequest("POST", "/api/v1/matches/x/actions?a=b", nil)
		signForwarded(r, to, "2001:db8::1 %", now)
		return r
	}
	if client, ok := forwardedFrom(signed(), to, now); !ok || client != "2001:db8::1 %" {
		t.Error(client, ok)
	}
	for name, bad := range map[string]func(r *http.Request) (*store.Peer, time.Time){
		"another server": func(*http.Request) (*store.Peer, time.Time) { return &store.Peer{Secret: []byte("other")}, now },
		"late":           func(*http.Request) (*store.Peer, time.Time) { return to, now.Add(mostSkew + 2*time.Second) },
		"early":          func(*http.Request) (*store.Peer, time.Time) { return to, now.Add(-mostSkew - 2*time.Second) },
		"method":         func(r *http.Request) (*store.Peer, time.Time) { r.Method = "PUT"; return to, now },
		"query":          func(r *http.Request) (*store.Peer, time.Time) { r.URL.RawQuery = "a=c"; return to, now },
		"client": func(r *http.Request) (*store.Peer, time.Time) {
			words := strings.Fields(r.Header.Get(forwardedHeader))
			words[1] = "10.0.0.1"
			r.Header.Set(forwardedHeader, strings.Join(words, " "))
			return to, now
		},
		"nothing": func(r *http.Request) (*store.Peer, time.Time) { r.Header.Del(forwardedHeader); return to, now },
		"words":   func(r *http.Request) (*store.Peer, time.Time) { r.Header.Set(forwardedHeader, "x y z"); return to, now },
	} {
		r := signed()
		if client, ok := forwardedFrom(r, to, now); !ok {
			t.Fatal(client)
		}
		self, at := bad(r)
		if client, ok := forwardedFrom(r, self, at); ok {
			t.Errorf("%s: %q is taken", name, client)
		}
	}
}

// A request is forwarded once: a server that is asked for a match of a third does not forward it
// again, and the first one finds the third.
func TestOneHop(t *testing.T) {
	x := sites(t, Options{}, Options{}, Options{})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	c := x[2].client(t, p.Tokens[roleSpectator])
	c.want(200, nil, "GET", p.path, nil) // The third server knows the owner.
	if err := x[0].member.Release(map[string]int{p.ID: 1}); err != nil {
		t.Fatal(err)
	}
	x[1].client(t, p.Tokens[roleSpectator]).want(200, nil, "GET", p.path, nil)
	x[0].registry.remove(p.ID)
	c.want(200, nil, "GET", p.path, nil)
	if a, b := x[2].counted("elsewhere"), x[2].counted("answered"); a != 1 || b != 2 {
		t.Errorf("%d elsewhere, %d answered", a, b)
	}
	if n := x[0].counted("answered"); n != 0 {
		t.Errorf("a forwarded request was forwarded %d times", n)
	}
}

// TestOwnerEnds: a server continues the matches of one that has ended. A request that was being
// answered is sent again if that has no second effect.
func TestOwnerEnds(t *testing.T) {
	x := sites(t, Options{}, Options{})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	c := x[1].client(t, p.Tokens[p.Turn])
	action := func() any {
		s, list := &State{}, &Actions{}
		c.want(200, s, "GET", p.path, nil)
		c.want(200, list, "GET", p.path+"/actions", nil)
		return map[string]string{"action": list.Groups[0].Actions[0].Line, "position": s.Position}
	}
	c.want(200, nil, "POST", p.path+"/actions", action(), "Idempotency-Key", "one")
	var once bool
	x[0].answers(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost { // It carries the request out, and ends before the answer.
			once = true
			x[0].ServeHTTP(httptest.NewRecorder(), r)
			x[0].member.End()
			panic(http.ErrAbortHandler)
		}
		x[0].ServeHTTP(w, r)
	}))
	next := action()
	a := &Played{}
	c.want(200, a, "POST", p.path+"/actions", next, "Idempotency-Key", "two")
	if !once || len(a.Entries) == 0 {
		t.Errorf("%v %+v", once, a)
	}
	now := p.state(c)
	if again := c.ask("POST", p.path+"/actions", next, "Idempotency-Key", "two"); again.Code != 200 || p.state(c).Sequence != now.Sequence {
		t.Errorf("%d %s", again.Code, again.Body)
	}
	if n := x[1].member.Sharing(); n.Takeovers != 1 {
		t.Errorf("%+v", n)
	}
}

// TestUnknownOutcome: an action without a key is not sent again if it may have been carried out.
func TestUnknownOutcome(t *testing.T) {
	x := sites(t, Options{}, Options{})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	c := x[1].strict(t, p.Tokens[p.Turn])
	x[0].answers(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	var no Problem
	c.want(http.StatusServiceUnavailable, &no, "POST", p.path+"/undo", nil)
	if no.Kind != "urn:loophole:unknown" || x[1].counted("failed") != 1 {
		t.Errorf("%+v", no)
	}
}

// TestNoOwner: a server gives up a read of a match whose owner never answers.
func TestNoOwner(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for seconds: run without -short")
	}
	t.Parallel()
	x := sites(t, Options{}, Options{})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	c := x[1].strict(t, p.Tokens[p.Turn])
	x[0].answers(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	var all sync.WaitGroup
	for _, path := range []string{"", "/actions", "/hands", "/hands.jsonl", "/record", "/record.jsonl", "/sight?piece=none", "/steps/0"} {
		all.Go(func() {
			var no Problem
			c.want(http.StatusServiceUnavailable, &no, "GET", p.path+path, nil)
			if no.Kind != "urn:loophole:no-owner" {
				t.Errorf("%s: %+v", path, no)
			}
		})
	}
	all.Wait()
}

// A server that doubts its leases answers nothing about its matches until it knows.
func TestDoubt(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	x := sites(t, Options{})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	x[0].member.Pause(true)
	answered := make(chan int)
	go func() { answered <- x[0].client(t, p.Tokens[roleSpectator]).ask("GET", p.path, nil).Code }()
	select {
	case code := <-answered:
		t.Fatalf("it answers %d", code)
	case <-time.After(4 * holdPause):
	}
	if code := x[0].client(t, "").ask("GET", "/readyz", nil).Code; code != http.StatusServiceUnavailable {
		t.Error("it says that it is ready: ", code)
	}
	x[0].member.Pause(false)
	if code := <-answered; code != 200 {
		t.Error(code)
	}
}

// TestFencedChange: a server does not change a match if the match has another owner than the server
// remembers. The next request finds the owner.
func TestFencedChange(t *testing.T) {
	x := sites(t, Options{}, Options{})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	if err := x[0].member.Release(map[string]int{p.ID: 1}); err != nil {
		t.Fatal(err)
	}
	if epoch, _, err := x[1].member.Claim(t.Context(), p.ID); epoch != 2 || err != nil {
		t.Fatal(epoch, err)
	}
	c := x[0].strict(t, p.Tokens[p.Turn])
	var no Problem
	c.want(http.StatusServiceUnavailable, &no, "PUT", p.path+"/seats/"+p.Turn+"/player", map[string]string{"player": "Ada"})
	if no.Kind != "urn:loophole:moved" {
		t.Errorf("%+v", no)
	}
	c.want(200, nil, "PUT", p.path+"/seats/"+p.Turn+"/player", map[string]string{"player": "Bea"})
	if x[0].counted("answered") != 1 || x[0].member.Sharing().Refused != 1 {
		t.Error(x[0].counted("answered"), x[0].member.Sharing())
	}
}

// Events pass a forwarder one by one. The stream ends with the owner, so that the listener connects
// again.
func TestForwardedEvents(t *testing.T) {
	x := sites(t, Options{}, Options{})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	r, err := http.NewRequest("GET", x[1].http.URL+"/api/v1"+p.path+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+p.Tokens[roleSpectator])
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	if kind := w.Header.Get("Content-Type"); w.StatusCode != 200 || kind != "text/event-stream" || w.Header.Get("X-Accel-Buffering") != "no" {
		t.Fatal(w)
	}
	heard := make(chan string, 100)
	go func() {
		for in := bufio.NewScanner(w.Body); in.Scan(); {
			if name, ok := strings.CutPrefix(in.Text(), "event: "); ok {
				heard <- name
			}
		}
		close(heard)
	}()
	await := func(want string) {
		t.Helper()
		for {
			select {
			case name, open := <-heard:
				if name == want {
					return
				}
				if !open {
					t.Fatal("the stream ended")
				}
			case <-time.After(10 * time.Second):
				t.Fatalf("no %s was heard", want)
			}
		}
	}
	await("state")
	c := x[0].client(t, p.Tokens[p.Turn])
	c.want(200, nil, "PUT", p.path+"/seats/"+p.Turn+"/player", map[string]string{"player": "Ada"})
	await("state")
	if n := x[1].streams.count(); n != 1 {
		t.Errorf("%d streams are open", n)
	}
	x[0].member.End()
	for open := true; open; {
		select {
		case _, open = <-heard:
		case <-time.After(10 * time.Second):
			t.Fatal("the stream outlives its owner")
		}
	}
}

// Matches that leave the memory are free for other servers.
func TestDroppedMatchIsFree(t *testing.T) {
	x := sites(t, Options{}, Options{})
	p := began(t, x[0].client(t, "").s, row("program", "program"))
	r := x[0].registry
	r.mu.Lock()
	r.matches[p.ID].live.used = time.Now().Add(-2 * idle)
	r.dropIdle(false)
	r.mu.Unlock()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		_, owner, err := x[1].member.Claim(t.Context(), p.ID)
		if err != nil || time.Since(began) > 10*time.Second {
			t.Fatal(owner, err)
		}
		if owner == nil {
			break
		}
	}
	x[1].client(t, p.Tokens[roleSpectator]).want(200, nil, "GET", p.path, nil)
}

// A server that ends gives up each match as soon as its last request is done.
func TestEndingReleasesMatches(t *testing.T) {
	x := sites(t, Options{}, Options{})
	p, q := began(t, x[0].client(t, "").s, row("program", "program")), began(t, x[0].client(t, "").s, row("program", "program"))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- x[0].Serve(ctx, l) }()
	slow, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	fmt.Fprintf(slow, "POST /api/v1%s/actions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{", p.path, p.Tokens[p.Turn])
	refs := func() int {
		x[0].registry.mu.Lock()
		defer x[0].registry.mu.Unlock()
		if s := x[0].registry.matches[p.ID]; s != nil && s.live != nil {
			return s.live.refs
		}
		return 0
	}
	waited(t, "the match is used", func() bool { return refs() == 1 })
	cancel()
	x[0].answers(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	x[1].client(t, q.Tokens[roleSpectator]).want(200, nil, "GET", q.path, nil)
	if _, owner, err := x[1].member.Claim(t.Context(), p.ID); err != nil || owner == nil || refs() != 1 {
		t.Errorf("a match in use is at %+v: %v", owner, err)
	}
	select {
	case err := <-ended:
		t.Errorf("the server has ended before its last request: %v", err)
	default:
	}
	slow.Write([]byte("}"))
	slow.SetReadDeadline(time.Now().Add(10 * time.Second))
	if text, _ := io.ReadAll(slow); !strings.HasPrefix(string(text), "HTTP/1.1 4") {
		t.Errorf("the request that had begun is answered with %q", text)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	x[0].Close()
	x[0].member.Close()
	x[1].client(t, p.Tokens[roleSpectator]).want(200, nil, "GET", p.path, nil)
}

// TestAloneForwardsNothing: a server with a store of its own forwards nothing.
func TestAloneForwardsNothing(t *testing.T) {
	s := served(t, Options{})
	p := began(t, s, row("program", "program"))
	r := httptest.NewRequest("GET", "/api/v1"+p.path, nil)
	r.Host = "localhost"
	r.Header.Set("Authorization", "Bearer "+p.Tokens[roleSpectator])
	r.Header.Set(forwardedHeader, "1 2 3")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != 200 || !json.Valid(w.Body.Bytes()) {
		t.Error(w.Code)
	}
	if text := (&client{t: t, s: s}).ask("GET", "/metrics", nil).Body.String(); strings.Contains(text, "loophole_leases") {
		t.Error("it has metrics of leases")
	}
}

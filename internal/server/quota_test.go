package server

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

// asked returns a request about a match, from an address behind a trusted proxy.
func asked(path, from, token string) *http.Request {
	r := httptest.NewRequest("GET", "/api/v1/matches/m/"+path, nil)
	r.Header.Set("X-Forwarded-For", from)
	r.Header.Set("Authorization", "Bearer "+token)
	return r
}

// held returns a server whose answers wait until they are released. in sends a request and reports
// whether the server admits it within a moment; if not, it returns the answer.
func held(t *testing.T, o Options) (s *Server, in func(*http.Request) (bool, *httptest.ResponseRecorder)) {
	t.Helper()
	o.Proxies = loopback
	s = served(t, o)
	s.ownQueueTimeout = 50 * time.Millisecond
	entered, free := make(chan bool), make(chan bool)
	t.Cleanup(func() { close(free) })
	h := s.guarded(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		entered <- true
		<-free
		io.WriteString(w, "ok")
	}))
	return s, func(r *http.Request) (bool, *httptest.ResponseRecorder) {
		w, done := httptest.NewRecorder(), make(chan bool)
		go func() { h.ServeHTTP(w, r); close(done) }()
		select {
		case <-entered:
			return true, nil
		case <-done:
			return false, w
		}
	}
}

// TestClassOf: each operation that can fail because a queue is full has a class, so that one client
// cannot fill the queue. The operations that change a match have no class: they have the status 503
// because of the store.
func TestClassOf(t *testing.T) {
	want := map[string]requestClass{
		"begin-match": fileWork, "read-scenario": fileWork, "listen": streamWork,
		"get-procedure": benchWork, "get-odds": benchWork, "draw-odds": benchWork, "list-odds": benchWork, "list-states": benchWork, "list-changes": benchWork,
		"compare-odds": benchWork, "get-dice": benchWork, "answer-topics": benchWork, "analyse-record": benchWork, "write-analysis-page": benchWork,
		"get-action-odds": playWork, "get-puzzle-odds": playWork, "list-tags": playWork, "get-hint": playWork, "get-sight": playWork, "list-told": playWork,
		"analyse-match": playWork, "get-analysis-page": playWork,
	}
	for _, e := range served(t, Options{}).allEndpoints() {
		path := strings.NewReplacer("{", "", "}", "").Replace(e.Path)
		got := classOf(httptest.NewRequest(e.Method, path, nil))
		if got != want[e.ID] {
			t.Errorf("%s, %s %s: class %d; want %d", e.ID, e.Method, e.Path, got, want[e.ID])
		}
		if queued := e.Method == http.MethodGet || !e.Seated; queued && slices.Contains(e.Errors, http.StatusServiceUnavailable) && got == anyWork {
			t.Errorf("%s, %s %s: it waits in a queue and has no class", e.ID, e.Method, e.Path)
		}
		delete(want, e.ID)
	}
	for id := range want {
		t.Errorf("there is no operation %s", id)
	}
}

// TestSpreadToken: one token, used from many addresses, has half of an address's limits and does
// not block others. Of 80 streams an address has 40 and a token 20. Of questions an address has
// eight and a token four.
func TestSpreadToken(t *testing.T) {
	for path, most := range map[string]int{"events": 20, "odds": 4, "told": 4} {
		_, in := held(t, Options{MaxStreams: 80})
		for i := range most {
			if ok, w := in(asked(path, "198.51.100."+string(rune('1'+i%9)), "spread")); !ok {
				t.Fatalf("%s: of %d only %d are let in: %d %s", path, most, i, w.Code, w.Body)
			}
		}
		ok, w := in(asked(path, "203.0.113.7", "spread"))
		if ok {
			t.Fatalf("%s: more than %d with one token", path, most)
		}
		if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
		for _, r := range []*http.Request{asked(path, "203.0.113.7", "other"), asked(path, "198.51.100.1", "other")} {
			if ok, w := in(r); !ok {
				t.Errorf("%s: another token is refused: %d %s", path, w.Code, w.Body)
			}
		}
	}
}

// TestSharedAddress: of many tokens behind one address, a token beyond its limit takes no place
// from the others while it waits. All together have the limits of the address.
func TestSharedAddress(t *testing.T) {
	s, in := held(t, Options{})
	s.ownQueueTimeout = time.Minute // for requests that wait for their token
	for range mostQuestions / tokenDivisor {
		if ok, w := in(asked("odds", "198.51.100.1", "greedy")); !ok {
			t.Fatal(w.Code, w.Body)
		}
	}
	waits := make(chan bool)
	h := s.guarded(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a greedy one is let in") }))
	for range 20 {
		r := asked("odds", "198.51.100.1", "greedy").WithContext(t.Context())
		go func() { waits <- true; h.ServeHTTP(httptest.NewRecorder(), r) }()
		<-waits
	}
	time.Sleep(20 * time.Millisecond) // Until all requests wait.
	for _, token := range []string{"a", "b", "c", "d"} {
		ok, w := in(asked("odds", "198.51.100.1", token))
		if !ok {
			t.Fatalf("%s waits for a greedy one: %d %s", token, w.Code, w.Body)
		}
	}
	s.ownQueueTimeout = 50 * time.Millisecond
	if ok, _ := in(asked("odds", "198.51.100.1", "e")); ok {
		t.Error("nine questions of one address are answered at a time; the most is eight")
	}
	if ok, w := in(asked("odds", "198.51.100.2", "e")); !ok {
		t.Error("another address waits for it:", w.Code, w.Body)
	}
}

// TestBytesOfToken: of 800 waiting bytes, one address can have 200 and one token 100. A single
// answer can be larger if nothing else waits.
func TestBytesOfToken(t *testing.T) {
	s := newShares(80, 800)
	token := byToken + "x"
	releaseFirst, ok := s.reserve(60, "a", token)
	if !ok {
		t.Fatal("60 of 800 are refused")
	}
	if _, ok := s.reserve(60, "b", token); ok {
		t.Error("120 of one token, from two addresses")
	}
	releaseSecond, ok := s.reserve(60, "a", byToken+"y")
	if !ok {
		t.Error("60 more of the same address, with another token, are refused")
	}
	if _, ok := s.reserve(90, "a"); ok {
		t.Error("210 of one address")
	}
	releaseFirst()
	releaseSecond()
	if s.bytes != 0 || len(s.by) != 0 {
		t.Errorf("%d bytes of %d clients are still counted", s.bytes, len(s.by))
	}
	releaseAll, ok := s.reserve(700, "a", token)
	if !ok {
		t.Fatal("a large answer is refused though nothing waits")
	}
	releaseAll()
}

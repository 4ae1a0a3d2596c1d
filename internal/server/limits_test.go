package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("192.0.2.1/32")}

// TestClient: the client's address is the one that connects to the last trusted proxy, whatever the
// client writes in the header.
func TestClient(t *testing.T) {
	s := served(t, Options{Proxies: loopback})
	for _, x := range []struct {
		from, forwarded, want string
	}{
		{"203.0.113.9:1", "", "203.0.113.9"},
		{"203.0.113.9:1", "198.51.100.1", "203.0.113.9"}, // not a proxy
		{"127.0.0.1:1", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1:1", "1.1.1.1, 198.51.100.1", "198.51.100.1"}, // the client wrote the first address
		{"127.0.0.1:1", "198.51.100.1, 127.0.0.5", "198.51.100.1"},
		{"127.0.0.1:1", "nonsense", "127.0.0.1"},
		{"127.0.0.1:1", "", "127.0.0.1"},
		{"127.0.0.1:1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
		{"127.0.0.1:1", "[2001:db8:1:2:ffff::1]:443", "2001:db8:1:2::"},
		{"[::ffff:203.0.113.9]:1", "", "203.0.113.9"},
		{"[fe80::1%eth0]:1", "", "fe80::"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = x.from
		if x.forwarded != "" {
			r.Header.Set("X-Forwarded-For", x.forwarded)
		}
		if got := s.clientOf(r); got != x.want {
			t.Errorf("%s for %q: %s; want %s", x.from, x.forwarded, got, x.want)
		}
	}
}

// TestPublicHost: a server answers only to its public names.
func TestPublicHost(t *testing.T) {
	s := served(t, Options{Loopback: true, Hosts: []string{"play.example"}})
	for host, want := range map[string]int{"play.example": 200, "PLAY.example:443": 200, "other.example": 421, "localhost": 200} {
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Host = host
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != want {
			t.Errorf("%s: %d; want %d", host, w.Code, want)
		}
	}
}

// listening serves on loopback, with loopback as a trusted proxy, so that a test can have many
// clients.
func listening(t *testing.T, o Options) (*Server, string) {
	t.Helper()
	o.Proxies = loopback
	s := served(t, o)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() { cancel(); <-ended })
	return s, l.Addr().String()
}

// TestFlood: while one address floods the odds page, another one plays, asks for odds and begins
// matches with short waits.
func TestFlood(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	_, at := listening(t, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	var flood sync.WaitGroup
	defer flood.Wait()
	defer cancel()
	ask := func(ctx context.Context, from, method, path, body string) (int, error) {
		r, err := http.NewRequestWithContext(ctx, method, "http://"+at+path, strings.NewReader(body))
		if err != nil {
			return 0, err
		}
		r.Header.Set("X-Forwarded-For", from)
		r.Header.Set("Content-Type", "application/json")
		w, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, err
		}
		defer w.Body.Close()
		io.Copy(io.Discard, w.Body)
		return w.StatusCode, nil
	}
	yaml := fmt.Sprintf(`{"yaml":%q}`, strings.Repeat("a: [b, c]\n", 3000))
	for i := range 60 {
		flood.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				if i%2 == 0 {
					ask(ctx, "198.51.100.1", "GET", fmt.Sprintf("%s&trials=%d", "/api/v1/rulesets/tideofiron/procedures/attack/odds?example=worked", 100_000+i*1000+n), "")
				} else {
					ask(ctx, "198.51.100.1", "POST", "/api/v1/matches", yaml)
				}
			}
		})
	}
	time.Sleep(200 * time.Millisecond)
	var took []time.Duration
	for range 40 {
		began := time.Now()
		status, err := ask(context.Background(), "203.0.113.5", "POST", "/api/v1/matches", `{"ruleset":"tideofiron","scenario":"block"}`)
		if err != nil || status != http.StatusCreated {
			t.Fatal(status, err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	if p := took[len(took)*99/100]; p > 3*time.Second {
		t.Errorf("beside a flood, a match begins in %v", p)
	}
}

// TestSlowReaders: a hundred clients that request large answers and do not read them use no more
// memory than the limit of answers, and delay nobody else.
func TestSlowReaders(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	const most = 8 << 20
	s, at := listening(t, Options{MaxBytes: most})
	big := "GET /large HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.%d\r\n\r\n"
	page := bytes.Repeat([]byte("0123456789abcdef"), 4<<20/16)
	s.web.handler = s.guarded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/large" {
			w.Write(page)
			return
		}
		io.WriteString(w, "ok")
	}))
	for i := range 100 {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.(*net.TCPConn).SetReadBuffer(4 << 10)
		fmt.Fprintf(c, big, i)
	}
	time.Sleep(300 * time.Millisecond)
	if n := s.web.shares.waiting(); n > most || n == 0 {
		t.Errorf("%d bytes wait; the most is %d", n, most)
	}
	began := time.Now()
	w, err := http.Get("http://" + at + "/")
	if err != nil || w.StatusCode != http.StatusOK || time.Since(began) > 2*time.Second {
		t.Error(w, err, time.Since(began))
	}
	w, err = http.Get("http://" + at + "/large")
	if err != nil || w.StatusCode != http.StatusServiceUnavailable || w.Header.Get("Retry-After") == "" {
		t.Error(w, err)
	}
}

// TestGiant: an answer that is too large becomes a problem with a remedy, and no part of it is
// sent.
func TestGiant(t *testing.T) {
	s := served(t, Options{})
	h := s.guarded(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("ETag", `"x"`)
		w.WriteHeader(http.StatusOK)
		w.Write(make([]byte, mostAnswer+1))
	}))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "urn:loophole:too-long") || w.Header().Get("Etag") != "" || w.Body.Len() > 1000 {
		t.Error(w.Code, w.Header(), w.Body.Len())
	}
	if n := s.web.shares.waiting(); n != 0 || len(s.web.shares.by) != 0 {
		t.Errorf("%d bytes of %d clients are still counted", n, len(s.web.shares.by))
	}
}

// TestListeners: one address cannot use all streams.
func TestListeners(t *testing.T) {
	s := newShares(80, 1)
	n := 0
	for ; n < 100; n++ {
		if _, _, ok := s.enter("a", true); !ok {
			break
		}
	}
	_, leave, ok := s.enter("b", true)
	if n != 40 || !ok {
		t.Errorf("one has %d streams of 80; another gets one: %v", n, ok)
	}
	leave()
	if len(s.by) != 1 {
		t.Errorf("%d clients are remembered", len(s.by))
	}
}

// TestManyMatches: one address cannot fill the server quickly; another one can still begin a match.
func TestManyMatches(t *testing.T) {
	s := served(t, Options{MatchesPerHour: 10, Proxies: loopback})
	begin := func(from string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/api/v1/matches", strings.NewReader(`{"ruleset":"tideofiron","scenario":"block"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-For", from)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	n := 0
	var last *httptest.ResponseRecorder
	for ; n < 20; n++ {
		if last = begin("198.51.100.1"); last.Code != http.StatusCreated {
			break
		}
	}
	if n != 5 || last.Code != http.StatusTooManyRequests || last.Header().Get("Retry-After") == "" {
		t.Error(n, last.Code, last.Header())
	}
	if w := begin("198.51.100.2"); w.Code != http.StatusCreated {
		t.Error(w.Code, w.Body)
	}
}

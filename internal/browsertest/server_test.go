package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"time"

	"loophole/internal/server"
	"loophole/internal/store/sqlite"
)

// A house is a server on loopback.
type house struct {
	t       testing.TB
	address string // host and port
	browser *engine
}

// hostKey is the operator's key.
const hostKey = "the-key-of-the-host"

// door is an address of this machine that represents its address in a network.
var door = netip.MustParseAddr("127.0.0.2")

// outside returns the server as others in the network reach it, while it is open.
func (h *house) outside() *house {
	port := netip.MustParseAddrPort(h.address).Port()
	return &house{h.t, netip.AddrPortFrom(door, port).String(), h.browser}
}

// served runs a server with a new store until the test ends. Its matches always have the same dice.
func served(t testing.TB) *house {
	t.Helper()
	return servedBy(t, nil, func(h http.Handler) http.Handler { return h })
}

// servedBy is served with the program for browsers, behind what wrap makes of the server.
func servedBy(t testing.TB, program map[string][]byte, wrap func(http.Handler) http.Handler) *house {
	t.Helper()
	browser := shell
	if program != nil { // It lives in a worker, from page to page.
		browser = fullBrowser
	}
	b := browser.runs(t) // Without one the test is skipped.
	st, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := server.New(st, server.Options{
		Program: "loophole test", Loopback: true, Rate: 200, Browser: program,
		HostKey: hostKey, Port: netip.MustParseAddrPort(l.Addr().String()).Port(), ListenAddrs: func() []netip.Addr { return []netip.Addr{door} },
	})
	h := &http.Server{Handler: wrap(seeded(s)), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(l) }()
	t.Cleanup(func() {
		s.Stop()
		grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		h.Shutdown(grace) // Connections closed here belong to closed pages.
		h.Close()
		<-ended
		s.Close()
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return &house{t, l.Addr().String(), b}
}

// of returns the server for another test.
func (h *house) of(t testing.TB) *house { return &house{t, h.address, h.browser} }

// inWhole returns the server as seen by the whole browser.
func (h *house) inWhole() *house {
	h.t.Helper()
	return &house{h.t, h.address, fullBrowser.runs(h.t)}
}

func (h *house) url(path string) string { return "http://" + h.address + path }

// seeded gives every new match the same seed. The lobby has no field for it, and a test needs the
// same dice each time.
func seeded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Path == "/api/v1/matches" {
			var wanted map[string]any
			if err := json.NewDecoder(r.Body).Decode(&wanted); err == nil {
				if wanted["terms"] == nil { // Dice of two hands have no seed.
					wanted["seed"] = "20"
				}
				body, _ := json.Marshal(wanted) // It was decoded from JSON.
				r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			}
		}
		next.ServeHTTP(w, r)
	})
}

// begin begins a match by the API, for tests of other parts than the lobby.
func (h *house) begin(wanted map[string]any) *server.CreatedMatch {
	h.t.Helper()
	body, err := json.Marshal(wanted)
	if err != nil {
		h.t.Fatal(err)
	}
	answer, err := http.Post(h.url("/api/v1/matches"), "application/json", bytes.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	b := &server.CreatedMatch{}
	if err := json.NewDecoder(answer.Body).Decode(b); err != nil || answer.StatusCode != http.StatusCreated {
		h.t.Fatal(answer.Status, err)
	}
	return b
}

// ask sends a request with a token, and decodes the answer.
func (h *house) ask(path, token string, into any) {
	h.t.Helper()
	r, err := http.NewRequest(http.MethodGet, h.url("/api/v1"+path), nil)
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil || answer.StatusCode != http.StatusOK {
		h.t.Fatal(path, answer.Status, err)
	}
}

// A cable connects a browser to a server, and can be cut.
type cable struct {
	to       string
	listener net.Listener

	mu   sync.Mutex
	cut  bool
	ends map[net.Conn]bool
}

// cabled returns a cable to a server, and the server as reached by it.
func (h *house) cabled() (*house, *cable) {
	h.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		h.t.Fatal(err)
	}
	c := &cable{to: h.address, listener: l, ends: map[net.Conn]bool{}}
	go c.serve()
	h.t.Cleanup(func() { l.Close(); c.set(true) })
	return &house{h.t, l.Addr().String(), h.browser}, c
}

func (c *cable) serve() {
	for {
		near, err := c.listener.Accept()
		if err != nil {
			return
		}
		go c.carry(near)
	}
}

// carry copies the data of one connection both ways, until an end is closed.
func (c *cable) carry(near net.Conn) {
	defer near.Close()
	far, err := net.Dial("tcp", c.to)
	if err != nil || !c.hold(near, far) {
		return
	}
	go func() {
		io.Copy(far, near)
		far.Close()
	}()
	io.Copy(near, far)
	far.Close()
}

func (c *cable) hold(ends ...net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range ends {
		if c.cut {
			e.Close()
		} else {
			c.ends[e] = true
		}
	}
	return !c.cut
}

// set cuts the cable and its connections, or repairs it.
func (c *cable) set(cut bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut = cut
	for e := range c.ends {
		e.Close()
	}
	clear(c.ends)
}

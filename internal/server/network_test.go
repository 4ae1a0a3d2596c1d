package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"rsc.io/qr"

	"loophole/internal/store/sqlite"
)

const hostKey = "the-key-of-the-host"

// door is an address of this machine that represents one in a network.
var door = netip.MustParseAddr("127.0.0.2")

// hosting serves on loopback, ready to open to the network, and returns the server and its port.
func hosting(t *testing.T, doors ...netip.Addr) (*Server, uint16) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	st, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	port := netip.MustParseAddrPort(l.Addr().String()).Port()
	s := New(st, Options{Program: "loophole test", Loopback: true, HostKey: hostKey, Port: port, ListenAddrs: func() []netip.Addr { return doors }})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		<-ended
		s.Close()
		st.Close()
	})
	return s, port
}

// sent sends a request over a real connection, with an address and a host name.
func sent(t *testing.T, method, at, host, path, key, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, "http://"+at+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	w, err := c.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer w.Body.Close()
	text, _ := io.ReadAll(w.Body) // A truncated answer shows in the text.
	return w.StatusCode, string(text)
}

// TestNetworkIsOpenedByItsHost: only the operator can open and close the server to the network, and
// the server accepts no other host names.
func TestNetworkIsOpenedByItsHost(t *testing.T) {
	s, port := hosting(t, door)
	inner, outer := netip.AddrPortFrom(netip.MustParseAddr("127.0.0.1"), port).String(), netip.AddrPortFrom(door, port).String()
	const path, open, shut = "/api/v1/network", `{"open":true}`, `{"open":false}`
	is := func(want int, method, at, host, path, key, body string) string {
		t.Helper()
		got, text := sent(t, method, at, host, path, key, body)
		if got != want {
			t.Errorf("%s %s as %q with %q: %d %s; want %d", method, at+path, host, key, got, text, want)
		}
		return text
	}
	is(0, "GET", outer, "", "/healthz", "", "")
	is(401, "PUT", inner, "", path, "", open)
	is(403, "PUT", inner, "", path, "another-key", open)
	is(421, "PUT", inner, "192.168.0.7", path, hostKey, open)
	is(0, "GET", outer, "", "/healthz", "", "")

	var n Network
	if err := json.Unmarshal([]byte(is(200, "PUT", inner, "", path, hostKey, open)), &n); err != nil || !n.Open || !n.Yours || n.Fixed || len(n.Addresses) != 1 || n.Addresses[0] != "http://"+outer {
		t.Fatalf("%+v %v", n, err)
	}
	is(200, "PUT", inner, "", path, hostKey, open) // It is already open.
	is(200, "GET", outer, "", "/healthz", "", "")
	is(421, "GET", outer, "elsewhere.example", "/healthz", "", "")
	is(421, "GET", outer, "localhost", "/healthz", "", "")
	is(200, "GET", inner, "localhost", "/healthz", "", "")
	is(421, "GET", inner, "192.168.0.7", "/healthz", "", "")
	is(403, "PUT", outer, "", path, hostKey, shut) // Not over the network, even with the key.
	if text := is(200, "GET", outer, "", path, hostKey, ""); !strings.Contains(text, `"yours":false`) {
		t.Error(text)
	}
	is(201, "POST", outer, "", "/api/v1/matches", "", `{"ruleset":"tideofiron","scenario":"row"}`)

	is(200, "PUT", inner, "", path, hostKey, shut)
	is(0, "GET", outer, "", "/healthz", "", "")
	is(200, "GET", inner, "", "/healthz", "", "")
	if err := s.OpenNetwork(); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	is(0, "GET", outer, "", "/healthz", "", "") // The network listener closes with the server.
}

// TestNetworkThatCannotBeOpened: a server that cannot be opened returns the reason and the remedy.
// A server with an address of its own is fixed.
func TestNetworkThatCannotBeOpened(t *testing.T) {
	key := func(s *Server) *client { return &client{t: t, s: s, token: hostKey} }
	none := served(t, Options{Loopback: true, HostKey: hostKey, ListenAddrs: func() []netip.Addr { return nil }})
	var p Problem
	key(none).want(http.StatusConflict, &p, "PUT", "/network", map[string]bool{"open": true})
	if !strings.Contains(p.Detail, "no address in a private network") {
		t.Error(p.Detail)
	}
	key(none).want(http.StatusUnprocessableEntity, nil, "PUT", "/network", map[string]string{"open": "wide"})
	key(none).want(http.StatusOK, nil, "PUT", "/network", map[string]bool{"open": false})
	(&client{t: t, s: none}).want(http.StatusUnauthorized, nil, "PUT", "/network", map[string]bool{"open": true})
	var n Network
	fixed := served(t, Options{HostKey: hostKey})
	key(fixed).want(http.StatusOK, &n, "GET", "/network", nil)
	if !n.Open || !n.Fixed || n.Yours || len(n.Addresses) != 0 {
		t.Errorf("%+v", n)
	}
	key(fixed).want(http.StatusForbidden, nil, "PUT", "/network", map[string]bool{"open": false})
}

// TestPrivateAddresses: the addresses of this machine are private and not loopback.
func TestPrivateAddresses(t *testing.T) {
	for _, a := range privateAddresses() {
		if !a.Is4() || !a.IsPrivate() || a.IsLoopback() {
			t.Error(a)
		}
	}
}

// TestCode: the path of a code covers exactly its dark modules.
func TestCode(t *testing.T) {
	c := &client{t: t, s: served(t, Options{})}
	const link = "http://192.168.1.5:8047/m/ON2Kcd_XJZa_#rs_fW2oLq3Zt0r9vQm1Xyz"
	var x Code
	c.want(http.StatusOK, &x, "POST", "/codes", map[string]string{"text": link})
	want, err := qr.Encode(link, qr.M)
	if err != nil || x.Size != want.Size {
		t.Fatal(x.Size, err)
	}
	dark := map[[2]int]bool{}
	for _, run := range strings.Split(strings.TrimSuffix(x.Path, "z"), "z") {
		var at, y, long, back int
		if n, err := fmt.Sscanf(strings.ReplaceAll(run, "-", " -"), "M%d %dh%dv1h -%d", &at, &y, &long, &back); n != 4 || err != nil || back != long {
			t.Fatalf("%q: %v", run, err)
		}
		for i := range long {
			dark[[2]int{at + i, y}] = true
		}
	}
	for y := range want.Size {
		for x := range want.Size {
			if want.Black(x, y) != dark[[2]int{x, y}] {
				t.Fatalf("module %d, %d", x, y)
			}
		}
	}
	c.want(http.StatusUnprocessableEntity, nil, "POST", "/codes", map[string]string{"text": ""})
}

// TestPresenceAndNames: listeners receive the presence of others and the names of players.
func TestPresenceAndNames(t *testing.T) {
	srv := served(t, Options{})
	web := httptest.NewServer(srv)
	defer web.Close()
	defer srv.Stop() // Streams end with the server.
	p := began(t, srv, NewMatch{Ruleset: "tideofiron", Scenario: "row", Seed: "1", HotSeat: true})
	here := func(s *stream) string {
		t.Helper()
		for {
			e, ok := s.next()
			if !ok {
				t.Fatal("the stream ended")
			}
			if e.name == "presence" {
				return e.data
			}
		}
	}
	is := func(s *stream, want string) {
		t.Helper()
		for got := ""; got != want; { // Two simultaneous changes can share one event.
			got = here(s)
		}
	}
	first := listen(t, web.URL, p.path+"/events", p.Tokens["German"])
	is(first, `{"here":["German"],"table":false,"spectators":0}`)
	second := listen(t, web.URL, p.path+"/events", p.Tokens["Soviet"])
	is(second, `{"here":["German","Soviet"],"table":false,"spectators":0}`)
	is(first, `{"here":["German","Soviet"],"table":false,"spectators":0}`)
	look, both := listen(t, web.URL, p.path+"/events", p.Tokens["spectator"]), listen(t, web.URL, p.path+"/events", p.Tokens["table"])
	is(first, `{"here":["German","Soviet"],"table":true,"spectators":1}`)
	is(both, `{"here":["German","Soviet"],"table":true,"spectators":1}`)
	look.cancel()
	both.cancel()
	second.cancel()
	is(first, `{"here":["German"],"table":false,"spectators":0}`)

	name := func(c *client, side, player string, status int) {
		t.Helper()
		c.want(status, nil, "PUT", p.path+"/seats/"+side+"/player", map[string]string{"player": player})
	}
	tag := p.seats[0].ask("GET", p.path, nil).Header().Get("ETag")
	name(p.seats[0], "German", "  Ada \u202e of\tLondon ", 200)
	if x := p.state(p.look); x.Seats[0].Player != "Ada of London" || x.Seats[1].Player != "player 2" {
		t.Errorf("%+v", x.Seats)
	}
	if p.seats[0].ask("GET", p.path, nil).Header().Get("ETag") == tag {
		t.Error("the state is another, and its tag is not")
	}
	name(p.seats[0], "Soviet", "Bert", 403)
	name(p.look, "Soviet", "Bert", 403)
	name(p.both, "Soviet", "Bert", 200)
	name(p.seats[0], "French", "Bert", 404)
	name(p.seats[0], "German", "policy search", 422)
	name(p.seats[0], "German", strings.Repeat("x", 41), 422)
	(&client{t: t, s: srv}).want(http.StatusUnauthorized, nil, "PUT", p.path+"/seats/German/player", map[string]string{"player": "x"})
	name(p.seats[0], "German", "", 200)
	if x := p.state(p.look); x.Seats[0].Player != "player 1" || x.Seats[1].Player != "Bert" {
		t.Errorf("%+v", x.Seats)
	}
	alone := began(t, srv, NewMatch{Ruleset: "tideofiron", Scenario: "row", Seats: []NewSeat{{}, {Policy: "random"}}})
	alone.seats[0].want(http.StatusForbidden, nil, "PUT", alone.path+"/seats/Soviet/player", map[string]string{"player": "me"})
}

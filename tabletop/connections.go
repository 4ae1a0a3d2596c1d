//go:build !js

package tabletop

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// connections counts the open connections of each address. A connection takes a file descriptor
// and memory before its first request, so without a limit one address could exhaust both.
type connections struct {
	most   int // limit for one address
	trusts func(netip.Addr) bool
	mu     sync.Mutex
	by     map[net.Conn]string
	many   map[string]int
}

func newConnections(most int, trusts func(netip.Addr) bool) *connections {
	return &connections{most: most, trusts: trusts, by: map[net.Conn]string{}, many: map[string]int{}}
}

// enter counts a connection, unless its address has too many. A trusted proxy has no limit,
// because its connections are those of its clients.
func (c *connections) enter(x net.Conn) bool {
	at, err := netip.ParseAddrPort(x.RemoteAddr().String())
	if err != nil || c.trusts(at.Addr().Unmap()) {
		return true
	}
	from := clientAt(at.Addr())
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.many[from] >= c.most {
		return false
	}
	c.by[x] = from
	c.many[from]++
	return true
}

// told takes the state changes of a connection.
func (c *connections) told(x net.Conn, state http.ConnState) {
	if state != http.StateClosed && state != http.StateHijacked {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	from, counted := c.by[x]
	if !counted {
		return
	}
	delete(c.by, x)
	if c.many[from]--; c.many[from] == 0 {
		delete(c.many, from)
	}
}

// A limitedListener closes new connections of an address with too many.
type limitedListener struct {
	net.Listener
	server *Server
}

// Accept waits for the next connection within the limit.
func (d *limitedListener) Accept() (net.Conn, error) {
	for {
		x, err := d.Listener.Accept()
		if err != nil || d.server.web.connections.enter(x) {
			return x, err
		}
		d.server.meter.limited()
		x.Close()
	}
}

// now returns the number of open connections of a client.
func (c *connections) now(from string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.many[from]
}

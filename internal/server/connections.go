//go:build !js

package server

import (
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
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
	empty  map[net.Conn]bool // connections whose first request has not arrived, or only in part
}

func newConnections(most int, trusts func(netip.Addr) bool) *connections {
	return &connections{most: most, trusts: trusts, by: map[net.Conn]string{}, many: map[string]int{}, empty: map[net.Conn]bool{}}
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

// noteState takes the state changes of a connection.
func (c *connections) noteState(x net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if state == http.StateNew {
		c.empty[x] = true
		return
	}
	delete(c.empty, x)
	if state != http.StateClosed && state != http.StateHijacked {
		return
	}
	from, counted := c.by[x]
	if !counted {
		return
	}
	delete(c.by, x)
	if c.many[from]--; c.many[from] == 0 {
		delete(c.many, from)
	}
}

// dropEmpty closes the connections whose first request has not arrived. A server that shuts down
// carries out no request that arrives later, so no answer is lost.
func (c *connections) dropEmpty() {
	c.mu.Lock()
	list := slices.Collect(maps.Keys(c.empty))
	c.mu.Unlock()
	for _, x := range list {
		x.Close()
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

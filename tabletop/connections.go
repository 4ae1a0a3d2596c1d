package tabletop

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// connections are those that are open, by the address that they come from. Before it has
// asked anything a connection holds a file of the system, and memory for what it says of its
// request, so that one address could take all that there are.
type connections struct {
	most   int // of one address
	trusts func(netip.Addr) bool
	mu     sync.Mutex
	by     map[net.Conn]string
	many   map[string]int
}

func newConnections(most int, trusts func(netip.Addr) bool) *connections {
	return &connections{most: most, trusts: trusts, by: map[net.Conn]string{}, many: map[string]int{}}
}

// enter counts a connection, unless its address has too many. A trusted proxy has as many
// as it wants: they are of its clients.
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

// told is told what has become of a connection.
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

// An entrance is a listener that closes at once what an address has too many of.
type entrance struct {
	net.Listener
	server *Server
}

// Accept waits for the next connection that may come in.
func (d *entrance) Accept() (net.Conn, error) {
	for {
		x, err := d.Listener.Accept()
		if err != nil || d.server.connections.enter(x) {
			return x, err
		}
		d.server.meters.limited.Inc()
		x.Close()
	}
}

// now is how many are open from a client.
func (c *connections) now(from string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.many[from]
}

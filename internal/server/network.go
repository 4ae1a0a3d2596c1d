//go:build !js

package server

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"

	"loophole/internal/usertext"
)

// A network opens a server for this machine to other machines in the same network, and closes it
// again, while the server runs.
type network struct {
	mu      sync.Mutex
	at      []netip.AddrPort // open addresses
	servers []*http.Server
}

// Network is whether other machines in the network can reach the server.
type Network struct {
	Yours     bool     `json:"yours" doc:"the request has the operator's key, and may open and close the server"`
	Open      bool     `json:"open"`
	Fixed     bool     `json:"fixed" doc:"the server has an address of its own, and cannot be opened or closed here"`
	Addresses []string `json:"addresses" doc:"the addresses for others while the server is open, the likeliest first"`
}

// HostInput has the field of a request of the server's operator.
type HostInput struct {
	Authorization string `header:"Authorization" maxLength:"200" doc:"Bearer and the key that loophole serve shows to the operator"`
}

type networkOutput struct {
	Cache string `header:"Cache-Control"`
	Body  Network
}

type setNetworkInput struct {
	HostInput
	Body struct {
		Open bool `json:"open"`
	}
}

// getNetwork reports whether the server is open to its network.
func (s *Server) getNetwork(ctx context.Context, in *HostInput) (*networkOutput, error) {
	return s.networkNow(s.checkOperator(ctx, in.Authorization) == nil), nil
}

func (s *Server) networkNow(yours bool) *networkOutput {
	x := Network{Yours: yours, Open: !s.options.Loopback, Fixed: !s.options.Loopback, Addresses: []string{}}
	if !x.Fixed {
		x.Addresses = s.Addresses()
		x.Open = len(x.Addresses) > 0
	}
	return &networkOutput{"no-store", x}
}

// setNetwork opens the server to its network, or closes it.
func (s *Server) setNetwork(ctx context.Context, in *setNetworkInput) (*networkOutput, error) {
	if err := s.checkOperator(ctx, in.Authorization); err != nil {
		return nil, err
	}
	if in.Body.Open {
		if err := s.OpenNetwork(); err != nil {
			return nil, problem(http.StatusConflict, "not-opened", "%v", err)
		}
	} else {
		s.CloseNetwork()
	}
	return s.networkNow(true), nil
}

// checkOperator returns nil if a request is the operator's: it has their key and comes from this
// machine.
func (s *Server) checkOperator(ctx context.Context, authorization string) error {
	if s.options.HostKey == "" || !s.options.Loopback {
		return problem(http.StatusForbidden, "fixed", "this server cannot be opened or closed while it runs")
	}
	key, ok := bearer(authorization)
	if !ok {
		p := unauthorized()
		p.Detail = "this needs the operator's key: open the page by the address that loophole serve shows"
		return p
	}
	if subtle.ConstantTimeCompare([]byte(key), []byte(s.options.HostKey)) != 1 || s.fromNetwork(ctx) {
		return problem(http.StatusForbidden, "not-the-host", "only the operator can do that, on the server's own machine")
	}
	return nil
}

// OpenNetwork listens on every private address of this machine.
func (s *Server) OpenNetwork() error {
	n := &s.web.network
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.at) > 0 || s.isClosing() {
		return nil
	}
	addresses := s.options.ListenAddrs()
	if len(addresses) == 0 {
		return errors.New("this machine has no address in a private network: connect it to one, as by Wi-Fi, and try again")
	}
	var faults []error
	for _, a := range addresses {
		l, err := net.Listen("tcp", netip.AddrPortFrom(a, s.options.Port).String())
		if err != nil {
			faults = append(faults, err)
			continue
		}
		h := s.httpServer()
		n.at, n.servers = append(n.at, l.Addr().(*net.TCPAddr).AddrPort()), append(n.servers, h)
		s.work(func() { h.Serve(&limitedListener{l, s}) }) // Serve returns when CloseNetwork closes the listener.
	}
	if len(n.at) == 0 {
		return fmt.Errorf("cannot listen on the network: %w", errors.Join(faults...))
	}
	s.log.Info("open to the network", "addresses", n.at)
	return nil
}

// CloseNetwork stops listening and closes the connections of other machines.
func (s *Server) CloseNetwork() {
	n := &s.web.network
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, h := range n.servers {
		h.Close()
	}
	if len(n.at) > 0 {
		s.log.Info("closed to the network")
	}
	n.at, n.servers = nil, nil
}

// Addresses returns the URLs by which other machines reach the server.
func (s *Server) Addresses() []string {
	list := []string{}
	s.web.network.mu.Lock()
	defer s.web.network.mu.Unlock()
	for _, a := range s.web.network.at {
		list = append(list, "http://"+a.String())
	}
	return list
}

// isOpenAt reports whether the server listens on an address.
func (n *network) isOpenAt(a netip.Addr) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.ContainsFunc(n.at, func(x netip.AddrPort) bool { return x.Addr() == a })
}

// fromNetwork reports whether a request came through the network.
func (s *Server) fromNetwork(ctx context.Context) bool {
	local, ok := ctx.Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return false
	}
	a, _ := netip.AddrFromSlice(local.IP)
	return !a.Unmap().IsLoopback() || s.web.network.isOpenAt(a.Unmap())
}

// acceptsHost reports whether the server accepts a host name: on this machine a loopback name, in the
// network its addresses and the name of the machine. This prevents DNS rebinding by pages
// elsewhere.
func (s *Server) acceptsHost(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = strings.Trim(r.Host, "[]")
	}
	ip, err := netip.ParseAddr(host)
	if slices.ContainsFunc(s.options.Hosts, func(x string) bool { return strings.EqualFold(x, host) }) {
		return true
	}
	if !s.fromNetwork(r.Context()) {
		return host == "localhost" || err == nil && ip.IsLoopback()
	}
	if err == nil {
		return s.web.network.isOpenAt(ip)
	}
	own, err := os.Hostname()
	return err == nil && own != "" && (strings.EqualFold(host, own) || strings.EqualFold(host, own+".local"))
}

// checkHost rejects requests with other host names on a server that listens on this machine only.
func (s *Server) checkHost(next http.Handler) http.Handler {
	if !s.options.Loopback && len(s.options.Hosts) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hasHopped(r.Context()) && !s.acceptsHost(r) {
			writeProblem(w, problem(http.StatusMisdirectedRequest, "other-host", "this server answers to its own addresses only, not to %q", usertext.Truncate(r.Host)))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// privateAddresses returns this machine's addresses in private networks. The address of the
// default route comes first.
func privateAddresses() []netip.Addr {
	var list []netip.Addr
	faces, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, f := range faces {
		if f.Flags&net.FlagUp == 0 || f.Flags&(net.FlagLoopback|net.FlagPointToPoint) != 0 {
			continue
		}
		at, err := f.Addrs()
		if err != nil {
			continue
		}
		for _, a := range at {
			if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().Is4() && p.Addr().IsPrivate() {
				list = append(list, p.Addr())
			}
		}
	}
	// This sends nothing: it asks the system for the local address of the route.
	if c, err := net.Dial("udp4", "192.0.2.1:9"); err == nil {
		defer c.Close()
		if p, err := netip.ParseAddrPort(c.LocalAddr().String()); err == nil {
			if i := slices.Index(list, p.Addr()); i > 0 {
				list[0], list[i] = list[i], list[0]
			}
		}
	}
	return list
}

//go:build !js

package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"loophole/internal/store"
)

const (
	// holdTime is the time for which a request waits for an owner of its match. The other servers
	// need less time to give up on a dead server.
	holdTime = 8 * time.Second
	// holdPause is the time between two attempts.
	holdPause = 50 * time.Millisecond
	// dialTime is the time limit of a connection to another server.
	dialTime = 2 * time.Second
	// mostRoutes bounds the known owners of matches.
	mostRoutes = 100_000
)

// forwardedNames are the headers that a forwarded request keeps. Hop-by-hop headers and those that
// say where a request comes from are not among them. The answer is not compressed on its way.
var forwardedNames = []string{"Accept", "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
	"Last-Event-Id", "Traceparent", "Tracestate"}

// A forwarder sends the requests for matches of other servers there.
type forwarder struct {
	transport *http.Transport
	mu        sync.Mutex
	routes    map[string]*store.Peer              // owners of matches, as last seen
	addresses atomic.Pointer[map[netip.Addr]bool] // of the other servers
}

func newForwarder() *forwarder {
	dialer := &net.Dialer{Timeout: dialTime, KeepAlive: 15 * time.Second}
	return &forwarder{routes: map[string]*store.Peer{}, transport: &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: dialTime, IdleConnTimeout: time.Minute,
		DisableCompression: true, MaxIdleConnsPerHost: 256,
	}}
}

// route returns the owner of a match as it was last seen, or nil.
func (f *forwarder) route(id string) *store.Peer {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := f.routes[id]
	if p != nil && hasEnded(p) {
		delete(f.routes, id)
		return nil
	}
	return p
}

// note stores the owner of a match; nil removes it.
func (f *forwarder) note(id string, p *store.Peer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case p == nil:
		delete(f.routes, id)
	case len(f.routes) >= mostRoutes:
		f.routes = map[string]*store.Peer{id: p}
	default:
		f.routes[id] = p
	}
}

func hasEnded(p *store.Peer) bool {
	select {
	case <-p.Gone:
		return true
	default:
		return false
	}
}

// resolve notes the addresses of the other servers every few seconds, so that their connections are
// not limited like those of one client.
func (s *Server) resolve() {
	f, tick := s.web.forwarder, time.NewTicker(2*time.Second)
	defer tick.Stop()
	for {
		found := map[netip.Addr]bool{}
		for _, p := range s.cluster.Peers() {
			u, err := url.Parse(p.Address)
			if err != nil {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), dialTime)
			list, _ := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
			cancel()
			for _, a := range list {
				found[a.Unmap()] = true
			}
		}
		f.addresses.Store(&found)
		select {
		case <-s.closing:
			return
		case <-tick.C:
		}
	}
}

// unlimited reports whether the connections of an address are not counted, because they are those of
// many clients.
func (s *Server) unlimited(a netip.Addr) bool {
	if s.trusts(a) {
		return true
	}
	found := s.web.forwarder.addresses.Load()
	return found != nil && (*found)[a]
}

// matchOf returns the ID of the match that a request is about, or "".
func matchOf(r *http.Request) string {
	rest, ok := strings.CutPrefix(r.URL.EscapedPath(), root+"/matches/")
	if !ok {
		return ""
	}
	id, _, _ := strings.Cut(rest, "/")
	id, err := url.PathUnescape(id)
	if err != nil {
		return ""
	}
	return id
}

// routed answers requests for matches of this server, and forwards those for matches of others. If an
// owner has ended, it takes the match over.
func (s *Server) routed(next http.Handler) http.Handler {
	if s.cluster == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if id := matchOf(r); id != "" {
			(&matchRequest{Server: s, w: w, r: r, id: id}).serve(next)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// A matchRequest is a request for a match that may be at another server.
type matchRequest struct {
	*Server
	w    http.ResponseWriter
	r    *http.Request
	id   string
	read bool
	body []byte
}

// serve tries until the request is answered, or has waited for too long.
func (p *matchRequest) serve(next http.Handler) {
	until := time.Now().Add(holdTime)
	for p.r.Context().Err() == nil {
		owner, answered := p.here(next)
		if answered || owner != nil && p.forward(owner) {
			return
		}
		if !time.Now().Before(until) || p.isClosing() {
			break
		}
		p.pause(owner)
	}
	s := p.Server
	s.log.WarnContext(p.r.Context(), "no server answers for a match", "match", p.id)
	writeProblem(p.w, problem(http.StatusServiceUnavailable, "no-owner", "the server that has this match does not answer: try again").after(1))
}

// pause waits until the next attempt is worth it.
func (p *matchRequest) pause(owner *store.Peer) {
	var gone chan struct{}
	if owner != nil && !hasEnded(owner) {
		gone = owner.Gone
	}
	select {
	case <-p.r.Context().Done():
	case <-gone:
	case <-time.After(holdPause):
	}
}

// here answers the request if this server owns the match, or can become the owner. Otherwise it
// returns the owner, or nil if there is none to ask at present.
func (p *matchRequest) here(next http.Handler) (owner *store.Peer, answered bool) {
	if !p.cluster.Alive() {
		return nil, false // Another server may have the match already.
	}
	hop := hasHopped(p.r.Context())
	if owner = p.web.forwarder.route(p.id); owner != nil && !hop {
		return owner, false
	}
	t, err := p.registry.match(p.r.Context(), p.id)
	var at *elsewhereError
	switch {
	case errors.As(err, &at) && hop:
		writeElsewhere(p.w)
		return nil, true
	case errors.As(err, &at):
		p.web.forwarder.note(p.id, at.owner)
		return at.owner, false
	case err == nil:
		defer p.registry.release(t)
	}
	if p.read {
		p.r.Body = io.NopCloser(bytes.NewReader(p.body))
	}
	next.ServeHTTP(p.w, p.r) // It finds the same error, if there is one.
	return nil, true
}

// writeElsewhere tells the server that has forwarded a request to look for the owner again.
func writeElsewhere(w http.ResponseWriter) {
	w.Header().Set(elsewhereHeader, "1")
	writeProblem(w, problem(http.StatusMisdirectedRequest, "elsewhere", "the request is for another server"))
}

// forward sends the request to the owner of its match. It returns false if the request was not answered
// and may be sent again.
func (p *matchRequest) forward(owner *store.Peer) (answered bool) {
	m := p.web.metrics
	if !p.read {
		body, no := bodyOf(p.w, p.r, mostForwardedBody)
		if no != nil {
			writeProblem(p.w, no)
			return true
		}
		p.read, p.body = true, body
	}
	isStream := classOf(p.r) == streamWork
	if isStream {
		if !p.streams.enter() {
			writeProblem(p.w, problem(http.StatusServiceUnavailable, "too-many-streams", "too many streams are open").after(5))
			return true
		}
		defer p.streams.leave()
	}
	ctx, cancel := context.WithCancel(p.r.Context())
	defer cancel()
	go func() {
		closing := p.closing
		if !isStream {
			closing = nil
		}
		select {
		case <-owner.Gone:
			cancel()
		case <-closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	p.r.Pattern = "forwarded"
	answer, err := p.send(ctx, owner)
	switch {
	case err == nil && answer.Header.Get(elsewhereHeader) == "":
		defer answer.Body.Close()
		m.forwarded("answered")
		p.copy(answer, isStream)
		return true
	case err == nil:
		answer.Body.Close()
		p.web.forwarder.note(p.id, nil)
		m.forwarded("elsewhere")
		return false
	case p.r.Context().Err() != nil:
		return true // The client has gone.
	}
	m.forwarded("failed")
	p.web.forwarder.note(p.id, nil)
	var dial *net.OpError
	if repeatable(p.r) || errors.As(err, &dial) && dial.Op == "dial" {
		return false
	}
	no := "the server that has this match failed, and may have carried out the request before: fetch the state"
	writeProblem(p.w, problem(http.StatusServiceUnavailable, "unknown", "%s", no).after(1))
	return true
}

// repeatable reports whether a request may be sent again although it may have been carried out.
func repeatable(r *http.Request) bool {
	safe := []string{http.MethodGet, http.MethodHead, http.MethodPut}
	return slices.Contains(safe, r.Method) || r.Header.Get("Idempotency-Key") != ""
}

// send sends the request to another server.
func (p *matchRequest) send(ctx context.Context, to *store.Peer) (*http.Response, error) {
	at := strings.TrimSuffix(to.Address, "/") + p.r.URL.RequestURI()
	out, err := http.NewRequestWithContext(ctx, p.r.Method, at, bytes.NewReader(p.body))
	if err != nil {
		return nil, err
	}
	for _, name := range forwardedNames {
		if v := p.r.Header.Values(name); len(v) > 0 {
			out.Header[name] = v
		}
	}
	out.Header.Set("User-Agent", "loophole")
	signForwarded(out, to, clientIn(p.r.Context()), time.Now())
	end := p.hopSpan(p.r.Context(), out, to)
	answer, err := p.web.forwarder.transport.RoundTrip(out)
	if err != nil {
		end(0)
		return nil, err
	}
	end(answer.StatusCode)
	return answer, nil
}

// hopByHop are headers of one connection.
var hopByHop = []string{"Connection", "Keep-Alive", "Transfer-Encoding", "Trailer", "Upgrade", "Date"}

// copy passes an answer on, a stream piece by piece.
func (p *matchRequest) copy(answer *http.Response, isStream bool) {
	h := p.w.Header()
	for name, values := range answer.Header {
		if !slices.Contains(hopByHop, name) {
			h[name] = values
		}
	}
	c := http.NewResponseController(p.w)
	isStream = isStream && answer.StatusCode == http.StatusOK
	if isStream {
		c.SetReadDeadline(time.Time{})
	}
	p.w.WriteHeader(answer.StatusCode)
	buffer := make([]byte, largePiece)
	out := &streamWriter{p.w, c}
	for {
		n, err := answer.Body.Read(buffer)
		if !isStream && err == nil { // The first piece decides about compression.
			var more int
			more, err = io.ReadFull(answer.Body, buffer[n:])
			n += more
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
		}
		if n > 0 && isStream && out.Send(string(buffer[:n])) != nil {
			return
		}
		if n > 0 && !isStream {
			if _, err := p.w.Write(buffer[:n]); err != nil {
				return
			}
		}
		switch {
		case err == io.EOF || err != nil && isStream:
			return // A listener connects again.
		case err != nil:
			panic(http.ErrAbortHandler) // The client must not take the answer for complete.
		}
	}
}

//go:build !js

package server

import (
	"crypto/sha256"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
)

// The limits of one client, far above the needs of players. A client beyond a limit waits for its
// own requests, and others do not wait for it.
const (
	mostQuestions = 8    // questions of the odds page, and as many of matches
	mostFiles     = 2    // scenario files that are being read
	mostAtOnce    = 1024 // requests, including waiting ones

	// A client has a fourth of the bytes that may wait for clients, and half of the streams.
	bytesDivisor   = 4
	streamsDivisor = 2

	// A token has half of an address's share. So a token has no more when it uses many addresses,
	// and no token takes the whole share of an address.
	tokenDivisor = 2
)

// byToken is the prefix of a client that is a token. Addresses have no space.
const byToken = "token "

// tokenOf returns the client that the request's token names, or "". An invalid token counts too,
// for the duration of the request. A new match takes no token and is limited by address only.
func tokenOf(r *http.Request) string {
	token, ok := bearer(r.Header.Get("Authorization"))
	if !ok || !strings.HasPrefix(r.URL.Path, "/api/v1/matches/") {
		return ""
	}
	sum := sha256.Sum256([]byte(token))
	return byToken + string(sum[:])
}

// partOfLimit returns a client's part of a limit. An address has all of it.
func partOfLimit[T int | int64](client string, n T) T {
	if strings.HasPrefix(client, byToken) {
		return n / tokenDivisor
	}
	return n
}

// A share is a client's present use of the server.
type share struct {
	requests, streams int // guarded by shares
	bytes             int64
	bench, play, file chan struct{}
}

// shares has the share of each active client.
type shares struct {
	mu         sync.Mutex
	by         map[string]*share
	maxStreams int   // streams of one client
	bytes      int64 // that wait for clients
	most       int64
}

func newShares(streams int, bytes int64) *shares {
	return &shares{by: map[string]*share{}, maxStreams: max(16, streams/streamsDivisor), most: bytes}
}

// of returns the share of a client. The caller holds the lock.
func (s *shares) of(client string) *share {
	x := s.by[client]
	if x == nil {
		asking := partOfLimit(client, mostQuestions)
		x = &share{bench: make(chan struct{}, asking), play: make(chan struct{}, asking), file: make(chan struct{}, mostFiles)}
		s.by[client] = x
	}
	return x
}

// enter admits a request of a client, unless the client has too many.
func (s *shares) enter(client string, stream bool) (x *share, leave func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x = s.of(client)
	n, most := &x.requests, mostAtOnce
	if stream {
		n, most = &x.streams, s.maxStreams
	}
	if *n >= partOfLimit(client, most) {
		return nil, nil, false
	}
	*n++
	return x, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		*n--
		s.clear(client, x)
	}, true
}

// clear removes an inactive client. The caller holds the lock.
func (s *shares) clear(client string, x *share) {
	if x.requests == 0 && x.streams == 0 && x.bytes == 0 {
		delete(s.by, client)
	}
}

// reserve counts bytes that wait for a client, known by address and perhaps by token. It fails if
// one of these, or all clients together, have too many. release ends the count.
func (s *shares) reserve(n int64, clients ...string) (release func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes > 0 && s.bytes+n > s.most {
		return nil, false
	}
	for _, c := range clients {
		if x := s.by[c]; x != nil && x.bytes > 0 && x.bytes+n > partOfLimit(c, s.most/bytesDivisor) {
			return nil, false
		}
	}
	add := func(n int64) {
		s.bytes += n
		for _, c := range clients {
			x := s.of(c)
			x.bytes += n
			s.clear(c, x)
		}
	}
	add(n)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		add(-n)
	}, true
}

// waiting returns the number of bytes that wait for clients.
func (s *shares) waiting() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// A requestClass is the kind of work that a request asks for, if that is limited.
type requestClass int

const (
	anyWork requestClass = iota
	streamWork
	benchWork // odds of the odds page, and analyses of records
	playWork  // odds within a match or a puzzle, and the analysis of a match
	fileWork  // a new match, and the reading of a scenario
)

func classOf(r *http.Request) requestClass {
	path, ok := strings.CutPrefix(r.URL.Path, "/api/v1/")
	if !ok {
		return anyWork
	}
	last := path[strings.LastIndexByte(path, '/')+1:]
	switch {
	case strings.HasPrefix(path, "matches/") && last == "events":
		return streamWork
	case strings.HasPrefix(path, "matches/") && slices.Contains([]string{"odds", "hint", "tags", "told", "sight", "analysis", "analysis.html"}, last):
		return playWork
	case strings.HasPrefix(path, "puzzles/") && last == "odds":
		return playWork
	case strings.HasPrefix(path, "rulesets/") && strings.Contains(path, "/procedures/"), slices.Contains([]string{"compare", "dice", "topics/chances", "analysis", "analysis.html"}, path):
		return benchWork
	case (path == "matches" || path == "scenarios") && r.Method == http.MethodPost:
		return fileWork
	}
	return anyWork
}

// limitClients applies the limits to each token and each address. Expensive requests wait for earlier
// ones of the same client. A request waits for its token's place first, so that it takes no place
// of its address from other tokens meanwhile.
func (s *Server) limitClients(next http.Handler) http.Handler {
	byAddress := s.limitBy(next, "from one address", func(r *http.Request) string { return clientIn(r.Context()) })
	return s.limitBy(byAddress, "with one token", tokenOf)
}

// limitBy applies the limits by the client that who returns; "" has none.
func (s *Server) limitBy(next http.Handler, by string, who func(*http.Request) string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at, client := classOf(r), who(r)
		if client == "" || hasHopped(r.Context()) {
			next.ServeHTTP(w, r)
			return
		}
		x, leave, ok := s.web.shares.enter(client, at == streamWork)
		if !ok && at == streamWork {
			s.meter.limited()
			writeProblem(w, problem(http.StatusTooManyRequests, "too-many-streams", "more than %d streams are open %s", partOfLimit(client, s.web.shares.maxStreams), by).after(30))
			return
		}
		if !ok {
			s.meter.limited()
			writeProblem(w, problem(http.StatusTooManyRequests, "too-many", "more than %d requests at a time %s", partOfLimit(client, mostAtOnce), by).after(2))
			return
		}
		defer leave()
		queue := map[requestClass]chan struct{}{benchWork: x.bench, playWork: x.play, fileWork: x.file}[at]
		if queue == nil {
			next.ServeHTTP(w, r)
			return
		}
		wait := time.NewTimer(s.ownQueueTimeout)
		defer wait.Stop()
		select {
		case queue <- struct{}{}:
			defer func() { <-queue }()
			next.ServeHTTP(w, r)
		case <-r.Context().Done():
		case <-wait.C:
			s.meter.limited()
			writeProblem(w, problem(http.StatusTooManyRequests, "too-many", "too many calculations are running %s: try again later", by).after(5))
		}
	})
}

// clientOf returns the client address of a request: that of the connection or, behind trusted
// proxies, the last untrusted address before them. For IPv6 it is the /64 network, which usually
// belongs to one client.
func (s *Server) clientOf(r *http.Request) string {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	a := at.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && s.trusts(a); i-- {
		hop := strings.TrimSpace(hops[i])
		if host, _, err := net.SplitHostPort(hop); err == nil {
			hop = host
		}
		before, err := netip.ParseAddr(strings.Trim(hop, "[]"))
		if err != nil {
			break
		}
		a = before.Unmap()
	}
	return clientAt(a)
}

// clientAt returns the client of an address.
func clientAt(a netip.Addr) string {
	if a = a.Unmap().WithZone(""); a.Is6() {
		p, _ := a.Prefix(64)
		return p.Addr().String()
	}
	return a.String()
}

// trusts reports whether an address belongs to a trusted proxy.
func (s *Server) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(s.options.Proxies, func(p netip.Prefix) bool { return p.Contains(a.WithZone("")) })
}

package tabletop

import (
	"context"
	"crypto/sha256"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
)

// What one client may have at a time. All of it is far above what a table of
// players needs; a client who wants more waits for himself, not others for him.
const (
	mostAsking   = 8    // questions about odds, of the bench and of matches each
	mostFiles    = 2    // scenario files that are read and laid out
	mostAtOnce   = 1024 // requests, those that wait included
	patienceOwn  = 20 * time.Second
	shareOfBytes = 4 // a client has a fourth of what may wait to be written
	shareOfEars  = 2 // and half of the streams

	// A token has half of what an address has: however many addresses it is spread
	// over it has no more, and of those behind one address none takes all.
	shareOfToken = 2
)

// byToken begins the name of a client that is a token; addresses have no space.
const byToken = "token "

// tokenOf is the client that a request about a match names by its token, or "". A token
// that opens nothing counts as well: it is held no longer than the request. Beginning a
// match takes no token, and is bounded by address alone.
func tokenOf(r *http.Request) string {
	token, ok := bearer(r.Header.Get("Authorization"))
	if !ok || !strings.HasPrefix(r.URL.Path, "/api/v1/matches/") {
		return ""
	}
	sum := sha256.Sum256([]byte(token))
	return byToken + string(sum[:])
}

// portion is the part of a bound that a client has: an address all of it.
func portion[T int | int64](client string, n T) T {
	if strings.HasPrefix(client, byToken) {
		return n / shareOfToken
	}
	return n
}

// A share is what a client has of the server now.
type share struct {
	requests, streams int // guarded by the shares
	bytes             int64
	bench, play, file chan struct{}
}

// shares are those of all clients that have anything.
type shares struct {
	mu    sync.Mutex
	by    map[string]*share
	ears  int   // streams of one client
	bytes int64 // that wait to be written
	most  int64
}

func newShares(streams int, bytes int64) *shares {
	return &shares{by: map[string]*share{}, ears: max(16, streams/shareOfEars), most: bytes}
}

// of is the share of a client. The lock is held.
func (s *shares) of(client string) *share {
	x := s.by[client]
	if x == nil {
		asking := portion(client, mostAsking)
		x = &share{bench: make(chan struct{}, asking), play: make(chan struct{}, asking), file: make(chan struct{}, mostFiles)}
		s.by[client] = x
	}
	return x
}

// enter lets a request of a client in, or refuses it if he has too many.
func (s *shares) enter(client string, stream bool) (x *share, leave func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x = s.of(client)
	n, most := &x.requests, mostAtOnce
	if stream {
		n, most = &x.streams, s.ears
	}
	if *n >= portion(client, most) {
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

// clear forgets a client who has nothing. The lock is held.
func (s *shares) clear(client string, x *share) {
	if x.requests == 0 && x.streams == 0 && x.bytes == 0 {
		delete(s.by, client)
	}
}

// take counts bytes that wait to be written to somebody, who is a client by his address
// and may be one by his token, unless there are too many of one of these or of
// everybody's. They are given back when they are written.
func (s *shares) take(n int64, clients ...string) (back func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes > 0 && s.bytes+n > s.most {
		return nil, false
	}
	for _, c := range clients {
		if x := s.by[c]; x != nil && x.bytes > 0 && x.bytes+n > portion(c, s.most/shareOfBytes) {
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

// waiting is how many bytes wait to be written.
func (s *shares) waiting() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// An errand is what a request is for, as far as that is limited.
type errand int

const (
	atAnything errand = iota
	atStream
	atBench // odds of the bench
	atPlay  // odds within a match
	atFile  // beginning a match
)

func errandOf(r *http.Request) errand {
	path, ok := strings.CutPrefix(r.URL.Path, "/api/v1/")
	if !ok {
		return atAnything
	}
	last := path[strings.LastIndexByte(path, '/')+1:]
	switch {
	case strings.HasPrefix(path, "matches/") && last == "events":
		return atStream
	case strings.HasPrefix(path, "matches/") && slices.Contains([]string{"odds", "tags", "told", "sight"}, last):
		return atPlay
	case strings.HasPrefix(path, "rulesets/") && strings.Contains(path, "/procedures/"), path == "compare":
		return atBench
	case path == "matches" && r.Method == http.MethodPost:
		return atFile
	}
	return atAnything
}

// shared lets every client have his share and no more: each token, and each address.
// What asks for much waits for what the same client has asked before. It waits for its
// token first, so that it takes no place of its address from other tokens meanwhile.
func (s *Server) shared(next http.Handler) http.Handler {
	byAddress := s.sharedBy(next, "from one address", func(r *http.Request) string { return clientIn(r.Context()) })
	return s.sharedBy(byAddress, "with one token", tokenOf)
}

// sharedBy lets every client have his share, as who he is by something; "" is nobody.
func (s *Server) sharedBy(next http.Handler, by string, who func(*http.Request) string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at, client := errandOf(r), who(r)
		if client == "" {
			next.ServeHTTP(w, r)
			return
		}
		x, leave, ok := s.shares.enter(client, at == atStream)
		if !ok && at == atStream {
			s.meters.limited.Inc()
			writeProblem(w, problem(http.StatusTooManyRequests, "too-many-streams", "more than %d listen %s", portion(client, s.shares.ears), by).after(30))
			return
		}
		if !ok {
			s.meters.limited.Inc()
			writeProblem(w, problem(http.StatusTooManyRequests, "too-many", "more than %d requests at a time %s", portion(client, mostAtOnce), by).after(2))
			return
		}
		defer leave()
		queue := map[errand]chan struct{}{atBench: x.bench, atPlay: x.play, atFile: x.file}[at]
		if queue == nil {
			next.ServeHTTP(w, r)
			return
		}
		wait := time.NewTimer(s.patienceOwn)
		defer wait.Stop()
		select {
		case queue <- struct{}{}:
			defer func() { <-queue }()
			next.ServeHTTP(w, r)
		case <-r.Context().Done():
		case <-wait.C:
			s.meters.limited.Inc()
			writeProblem(w, problem(http.StatusTooManyRequests, "too-many", "much is being calculated already that was asked %s: try again soon", by).after(5))
		}
	})
}

type clientKey struct{}

// clientIn is the client that a request was found to come from.
func clientIn(ctx context.Context) string {
	client, _ := ctx.Value(clientKey{}).(string)
	return client
}

// clientOf is who sent a request: the address of the connection or, if that is of a
// proxy that is trusted, the last address before it that is of none. Of IPv6 it is
// the network of 64 bits, which one client commonly has to himself.
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

// clientAt is the client at an address.
func clientAt(a netip.Addr) string {
	if a = a.Unmap().WithZone(""); a.Is6() {
		p, _ := a.Prefix(64)
		return p.Addr().String()
	}
	return a.String()
}

// trusts reports whether an address is of a proxy whose word is taken.
func (s *Server) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(s.options.Proxies, func(p netip.Prefix) bool { return p.Contains(a.WithZone("")) })
}

package tabletop

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"loophole/hands"
	"loophole/internal/store"
	"loophole/odds"
)

// Options say how a server is run. The zero Options are made whole by
// [Options.filled].
type Options struct {
	Program     string         // the version of the program, for the records
	MaxMatches  int            // that are kept; 0 is 10,000
	Keep        time.Duration  // that a match is kept from its beginning on; 0 is for ever
	Idle        time.Duration  // that a match is kept in which nobody acts; 0 is for ever
	MaxStreams  int            // listeners to events; 0 is 4,000
	OddsBudget  int64          // runs that an exact answer may take; 0 is [odds.DefaultBudget]
	Think       time.Duration  // that a policy may take for an action; 0 is five seconds
	Rate        float64        // requests a second from one address, and three times as many at once; 0 bounds nothing
	MaxBytes    int64          // of answers that wait to be written; 0 is 128 MiB
	Begins      float64        // matches an hour that one client may begin, and half as many at once; 0 bounds nothing
	Proxies     []netip.Prefix // of proxies that are trusted to say whom they speak for
	Hosts       []string       // the names that it answers to besides, as a proxy passes them on
	Loopback    bool           // it listens on this machine alone, and answers to its names only
	HideMetrics bool           // they are served elsewhere, with [Server.Metrics]
	Log         *slog.Logger   // nil keeps none

	// What a server on loopback needs so that it can be opened to the network of its
	// machine: the key of whoever runs it, its port, and the addresses; nil are all
	// that are private.
	HostKey string
	Port    uint16
	Doors   func() []netip.Addr
}

func (o Options) filled() Options {
	for p, v := range map[*int]int{&o.MaxMatches: 10_000, &o.MaxStreams: 4_000} {
		if *p == 0 {
			*p = v
		}
	}
	if o.OddsBudget == 0 {
		o.OddsBudget = odds.DefaultBudget
	}
	if o.Think == 0 {
		o.Think = 5 * time.Second
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 128 << 20
	}
	if o.Doors == nil {
		o.Doors = privateAddresses
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// A Server serves matches from a store. Close it before the store.
type Server struct {
	options     Options
	store       *store.Store
	log         *slog.Logger
	build       string // tells one build of the program from another
	hall        *registry
	compute     *queueLimiter // of odds within matches
	bench       *queueLimiter // of all other odds, which never take all processors
	keeper      oddsCache
	topicsAsked namedAnswers
	setups      *queueLimiter // of matches that begin with a scenario of the program's
	files       *queueLimiter // of those that begin with somebody's file
	shares      *shares
	connections *connections
	readiness   readiness
	begins      *rateLimiter // of matches by client; nil bounds nothing
	looks       readLimiter
	soon        time.Duration // that an answer to an action waits for how likely it was
	low         int           // values of the chain of a policy that are left when it is renewed
	streams     *connectionLimiter
	patienceOwn time.Duration // that a question waits for others of the same client
	thinkers    chan struct{}
	meters      *serverMetrics
	api         huma.API
	handler     http.Handler
	network     network

	since   time.Time     // when it began
	closing chan struct{} // closed when the server is to end
	mu      sync.Mutex
	working sync.WaitGroup
	closed  bool
}

// New returns a server over a store.
func New(st *store.Store, o Options) *Server {
	o = o.filled()
	cores := runtime.GOMAXPROCS(0)
	s := &Server{
		options: o, store: st, log: o.Log, build: build(o.Program), compute: newGate(cores, 16*cores), setups: newGate(cores, 1000),
		bench: newGate(max(1, cores-1), 16*cores), files: newGate(max(1, cores-1), 64), shares: newShares(o.MaxStreams, o.MaxBytes),
		looks: make(readLimiter, cores), streams: &connectionLimiter{max: o.MaxStreams}, thinkers: make(chan struct{}, cores), closing: make(chan struct{}), soon: soon, low: hands.Low, patienceOwn: patienceOwn, since: time.Now(),
	}
	if o.Begins > 0 {
		s.begins = newBuckets(o.Begins / 3600)
		s.begins.burst = max(1, o.Begins/2)
	}
	s.connections = newConnections(s.shares.ears+mostAtOnce, s.trusts)
	s.hall = newHall(s)
	s.meters = newMeters(s)
	s.handler = s.guarded(s.routes())
	s.work(func() { s.hall.evictIdle(s.closing) })
	if s.options.Keep > 0 || s.options.Idle > 0 {
		s.work(s.sweep)
	}
	return s
}

// build names the build of the program, for tags of answers that follow from
// it.
func build(program string) string {
	x := program
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.time" || s.Key == "vcs.modified" {
				x += s.Value
			}
		}
	}
	return sum([]byte(x))
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// work does something in a goroutine that Close waits for. It reports false if
// the server is closed.
func (s *Server) work(do func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.working.Add(1)
	go func() {
		defer s.working.Done()
		do()
	}()
	return true
}

// Stop ends the streams of events, so that a graceful shutdown need not wait
// for them. It may be called more than once.
func (s *Server) Stop() {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.closing)
	}
	s.mu.Unlock()
	s.CloseNetwork()
}

// ends reports whether the server is to end.
func (s *Server) ends() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

// Close stops and waits for what is being done.
func (s *Server) Close() {
	s.Stop()
	s.working.Wait()
}

// The bounds of a connection.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 2 * time.Minute
	idleTimeout   = 2 * time.Minute
	mostHeader    = 16 << 10
	graceTime     = 10 * time.Second
)

func (s *Server) httpServer() *http.Server {
	return &http.Server{
		Handler: s, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		ConnState: s.connections.told, IdleTimeout: idleTimeout, MaxHeaderBytes: mostHeader, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
}

// Serve answers on a listener until the context is cancelled, and then ends
// gracefully: what is being answered is answered.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := s.httpServer()
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(&entrance{l, s}) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.Stop()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), graceTime)
	defer cancel()
	err := h.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = h.Close()
	}
	return err
}

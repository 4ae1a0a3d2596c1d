package server

import (
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/netip"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"loophole/hands"
	"loophole/internal/endpoint"
	"loophole/internal/otlp"
	"loophole/internal/store"
	"loophole/odds"
	"loophole/policy"
)

// Options configure a server. Options.filled sets the defaults.
type Options struct {
	Program        string         // version of the program, for the records
	MaxMatches     int            // largest number of kept matches; 0 is 10,000
	MaxLoaded      int            // matches in memory above which unused ones are dropped early; 0 is 512
	Keep           time.Duration  // time from the start of a match to its deletion; 0 is for ever
	Idle           time.Duration  // time without an action to the deletion of a match; 0 is for ever
	MaxStreams     int            // event streams; 0 is 4,000
	OddsBudget     int64          // runs of an exact answer; 0 is [odds.DefaultBudget]
	Think          time.Duration  // time limit of a policy for an action; 0 is five seconds
	Rate           float64        // requests a second from one address, and three times as many at once; 0 is unlimited
	MaxBytes       int64          // of answers that wait for their clients; 0 is 128 MiB
	MatchesPerHour float64        // new matches of one client; half as many at once; 0 is unlimited
	Proxies        []netip.Prefix // of trusted proxies, whose X-Forwarded-For is used
	Hosts          []string       // further host names that the server accepts
	Loopback       bool           // it listens on this machine only and accepts only its names
	HideMetrics    bool           // serves no /metrics: the caller serves [Server.Metrics] elsewhere
	Log            *slog.Logger   // nil logs nothing
	Traces         otlp.Recorder  // takes the spans of requests; nil records none
	TraceShare     float64        // of the traces that begin here, those that are recorded, from 0 to 1

	// Browser has the files of the program for browsers by their names, or nothing. Pages can load that
	// program and check with it what the server shows.
	Browser map[string][]byte

	// The operator can open a loopback server to the network. HostKey is the operator's key. The server
	// then listens at Port of each of the ListenAddrs; nil lists all private addresses.
	HostKey     string
	Port        uint16
	ListenAddrs func() []netip.Addr
}

func (o Options) filled() Options {
	for p, v := range map[*int]int{&o.MaxMatches: 10_000, &o.MaxLoaded: 512, &o.MaxStreams: 4_000} {
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
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// A Server serves matches from a store. Close it before the store.
type Server struct {
	options         Options
	store           store.Store
	cluster         store.Shared // the store, if several servers share it; otherwise nil
	log             *slog.Logger
	build           string // identifies the build of the program
	registry        *registry
	keptCount       keptCount
	compute         *queueLimiter // for odds within matches
	bench           *queueLimiter // for all other odds, which never take all processors
	oddsCache       oddsCache
	topicsAsked     namedAnswers
	setups          *queueLimiter // for new matches with a bundled scenario
	files           *queueLimiter // for new matches with a client's file
	begins          *rateLimiter  // of new matches by client; nil is unlimited
	reads           readLimiter
	luckTimeout     time.Duration // how long the answer to an action waits for its luck
	renewAt         int           // values of a policy's chain that are left when it is renewed
	adviser         func() *policy.Lookahead
	streams         *connectionLimiter
	ownQueueTimeout time.Duration // how long a question waits for others of its client
	deciding        chan struct{} // slots for the policies that decide
	fitting         chan struct{} // a slot for the one model that is being fitted
	fitQueue        chan struct{} // slots for the analyses that wait for a model
	analyses        analysisCache
	meter           meter
	router          endpoint.Router
	web             httpServer // what serves HTTP
	followed        followed

	since   time.Time     // start of the server
	closing chan struct{} // closed when the server is to end
	mu      sync.Mutex
	working sync.WaitGroup
	closed  bool
}

// A meter counts events that the operators of a server want to know about.
type meter interface {
	limited()             // a request was rejected because there were too many
	slow()                // a policy's decision timed out and was taken at random
	begun(ruleset string) // a match began
}

// A noMeter counts nothing.
type noMeter struct{}

func (noMeter) limited()     {}
func (noMeter) slow()        {}
func (noMeter) begun(string) {}

// NewLocal returns a server that only [Server.Answer] reaches, such as one within a browser.
func NewLocal(st store.Store, o Options) *Server {
	s := newServer(st, o)
	s.start()
	return s
}

// newServer returns a server that does nothing by itself yet.
func newServer(st store.Store, o Options) *Server {
	o = o.filled()
	cores := runtime.GOMAXPROCS(0)
	s := &Server{
		options: o, store: st, cluster: sharedStore(st), log: o.Log, build: build(o.Program), compute: newQueueLimiter(cores, 16*cores), setups: newQueueLimiter(cores, 1000),
		bench: newQueueLimiter(max(1, cores-1), 16*cores), files: newQueueLimiter(max(1, cores-1), 64),
		reads: make(readLimiter, cores), streams: &connectionLimiter{max: o.MaxStreams}, deciding: make(chan struct{}, cores), fitting: make(chan struct{}, 1), fitQueue: make(chan struct{}, mostFits),
		closing: make(chan struct{}), luckTimeout: usualLuckTimeout, renewAt: hands.RenewBelow, adviser: policy.Adviser, ownQueueTimeout: ownQueueTimeout, since: time.Now(), meter: noMeter{},
	}
	if o.MatchesPerHour > 0 {
		s.begins = newRateLimiter(o.MatchesPerHour / 3600)
		s.begins.burst = max(1, o.MatchesPerHour/2)
	}
	s.topicsAsked.one = newQueueLimiter(1, 1000)
	s.registry = newRegistry(s)
	s.router = s.endpoints()
	return s
}

// start begins the background work.
func (s *Server) start() {
	s.work(func() { s.registry.evictIdle(s.closing) })
	if s.options.Keep > 0 || s.options.Idle > 0 {
		s.work(s.expireRegularly)
	}
}

// build returns a name for the build of the program, for cache tags.
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

// work runs do in a goroutine that Close waits for. It returns false if the server is closed.
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

// Stop ends the event streams, so that a graceful shutdown need not wait for them. It may be
// called more than once.
func (s *Server) Stop() {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.closing)
	}
	s.mu.Unlock()
	s.stopWeb()
}

// isClosing reports whether the server is closing or closed.
func (s *Server) isClosing() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

// Close stops the server and waits for its goroutines. Other servers can take over its unused matches
// meanwhile.
func (s *Server) Close() {
	s.Stop()
	defer s.alongside(s.releaseUnused)()
	s.working.Wait()
}

// alongside runs functions in goroutines. The result closes their channel and waits until they return.
func (s *Server) alongside(list ...func(done <-chan struct{})) (end func()) {
	done := make(chan struct{})
	var all sync.WaitGroup
	for _, do := range list {
		all.Go(func() { do(done) })
	}
	return func() {
		close(done)
		all.Wait()
	}
}

// sum returns a short hash.
func sum(b []byte) string {
	d := sha256.Sum256(b)
	return hex.EncodeToString(d[:8])
}

//go:build !js

package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"loophole/internal/store"
)

// httpServer is the part of a server that speaks HTTP.
type httpServer struct {
	shares      *shares
	connections *connections
	readiness   readiness
	metrics     *serverMetrics
	handler     http.Handler
	network     network
	forwarder   *forwarder
}

// New returns a server for a store.
func New(st store.Store, o Options) *Server {
	if o.ListenAddrs == nil {
		o.ListenAddrs = privateAddresses
	}
	s := newServer(st, o)
	w := &s.web
	w.forwarder = newForwarder()
	w.shares = newShares(s.options.MaxStreams, s.options.MaxBytes)
	w.connections = newConnections(w.shares.maxStreams+mostAtOnce, s.unlimited)
	w.metrics = newMetrics(s)
	s.meter = w.metrics
	w.handler = s.guarded(s.routed(s.routes()))
	s.start()
	if s.cluster != nil {
		s.work(s.resolve)
	}
	return s
}

// stopWeb closes what listens to the network.
func (s *Server) stopWeb() {
	s.CloseNetwork()
	if f := s.web.forwarder; f != nil {
		f.transport.CloseIdleConnections()
	}
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.web.handler.ServeHTTP(w, r) }

// The time limits of a connection.
const (
	headerTimeout = 10 * time.Second
	readTimeout   = 30 * time.Second
	writeTimeout  = 2 * time.Minute
	idleTimeout   = 2 * time.Minute
	mostHeader    = 16 << 10
	graceTime     = 10 * time.Second
	// dropTime is the interval at which a server that ends closes connections without a request.
	dropTime = 50 * time.Millisecond
)

func (s *Server) httpServer() *http.Server {
	return &http.Server{
		Handler: s, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		ConnState: s.web.connections.noteState, IdleTimeout: idleTimeout, MaxHeaderBytes: mostHeader, ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
}

// Serve serves a listener until the context is cancelled, and then completes the pending
// requests. Other servers of the store can take over each match as soon as its last request is done.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := s.httpServer()
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(&limitedListener{l, s}) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.Stop()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), graceTime)
	defer cancel()
	defer s.alongside(s.dropEmpty, s.releaseUnused)()
	err := h.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		err = h.Close()
	}
	return err
}

// dropEmpty closes connections that have sent no request, until done is closed. Shutdown would wait
// five seconds for each.
func (s *Server) dropEmpty(done <-chan struct{}) {
	tick := time.NewTicker(dropTime)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			s.web.connections.dropEmpty()
		}
	}
}

//go:build !js

package server

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"loophole/internal/endpoint"
)

// bodyTime is the time limit of a request's body.
const bodyTime = 10 * time.Second

// routes returns the handler of all routes.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, e := range s.allEndpoints() {
		mux.Handle(e.Method+" "+e.Path, s.overHTTP(e))
	}
	s.pages(mux)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", s.ready)
	if !s.options.HideMetrics {
		mux.Handle("GET /metrics", s.Metrics())
	}
	return unknownPath(mux)
}

// allEndpoints returns everything that the API answers over HTTP.
func (s *Server) allEndpoints() []*endpoint.Endpoint {
	return slices.Concat(s.router, s.networkEndpoints(), s.analysisFileEndpoints())
}

// networkEndpoints open the server to its network.
func (s *Server) networkEndpoints() []*endpoint.Endpoint {
	return []*endpoint.Endpoint{
		endpoint.New(withTag(op("get-network", "GET", "/network", "Show whether the network of this machine can reach the server"), chapterInviting), s.getNetwork),
		endpoint.New(withTag(op("set-network", "PUT", "/network", "Open the server to the network of this machine, or close it", 401, 403, 409, 422), chapterInviting), s.setNetwork),
	}
}

// overHTTP answers the requests of an endpoint over HTTP.
func (s *Server) overHTTP(e *endpoint.Endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := &endpoint.Request{Value: r.PathValue, Header: r.Header.Get, Query: r.URL.Query()}
		var no *Problem
		if e.TakesBody() {
			asked.Body, no = bodyOf(w, r, e.MostBody)
		}
		var a *endpoint.Answer
		if no == nil {
			a, no = s.served(r.Context(), e, asked)
		}
		if no != nil {
			writeProblem(w, no)
			return
		}
		for _, h := range a.Header {
			w.Header().Set(h.Name, h.Value)
		}
		if a.Stream != nil {
			c := http.NewResponseController(w)
			c.SetReadDeadline(time.Time{})
			a.Stream(r.Context(), &streamWriter{w, c})
			return
		}
		w.WriteHeader(a.Status)
		a.WriteBody(w) // An error means that the client has disconnected.
	})
}

// bodyOf reads the body of a request within its limits.
func bodyOf(w http.ResponseWriter, r *http.Request, most int64) ([]byte, *Problem) {
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
	body, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	var late net.Error
	switch {
	case int64(len(body)) > most:
		return nil, problem(http.StatusRequestEntityTooLarge, "too-large", "the body has more than %d bytes", most)
	case errors.As(err, &late) && late.Timeout():
		return nil, problem(http.StatusRequestTimeout, "too-slow", "the body did not arrive within %v", bodyTime)
	case err != nil:
		return nil, problem(http.StatusBadRequest, "broken-off", "the body is not complete")
	}
	return body, nil
}

// writeTime is the time limit of one write to a listener.
const writeTime = 20 * time.Second

// A streamWriter sends the pieces of a stream, each within the time limit.
type streamWriter struct {
	w       io.Writer
	control *http.ResponseController
}

// Send implements [endpoint.StreamWriter].
func (s *streamWriter) Send(piece string) error {
	s.control.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := io.WriteString(s.w, piece); err != nil {
		return err
	}
	return s.control.Flush()
}

// unknownPath answers unknown paths and methods with a problem.
func unknownPath(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		told := &responseWriter{ResponseWriter: discardWriter{http.Header{}}}
		h.ServeHTTP(told, r)
		if told.status != http.StatusMethodNotAllowed && looksWithBrowser(r) {
			serveNotFound(w)
			return
		}
		if told.status != http.StatusMethodNotAllowed {
			writeProblem(w, problem(http.StatusNotFound, "no-route", "there is nothing at this address: see /api for all addresses"))
			return
		}
		p := problem(http.StatusMethodNotAllowed, "no-method", "this address does not take %s: it takes %s", r.Method, told.Header().Get("Allow"))
		p.header = []endpoint.Header{{Name: "Allow", Value: told.Header().Get("Allow")}}
		writeProblem(w, p)
	})
}

// readyFor is the time for which a readiness check stays valid, because each check costs a write.
const readyFor = time.Second

// readiness is the result of the last readiness check.
type readiness struct {
	mu      sync.Mutex
	checked time.Time
	why     *Problem // nil if the server is ready
}

// ready reports whether matches can be read, written and created.
func (s *Server) ready(w http.ResponseWriter, _ *http.Request) {
	x := &s.web.readiness
	x.mu.Lock()
	defer x.mu.Unlock()
	if time.Since(x.checked) > readyFor {
		x.why = s.checkReady()
		x.checked = time.Now()
	}
	if x.why != nil {
		writeProblem(w, x.why)
		return
	}
	w.Write([]byte("ok\n"))
}

// checkReady checks the store and returns the reason why the server is not ready, or nil.
func (s *Server) checkReady() *Problem {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	n, err := s.keptMatches(ctx)
	if err == nil {
		err = s.store.Ping(ctx)
	}
	if err == nil && s.cluster != nil && !s.cluster.Alive() {
		err = errors.New("server: the other servers may have given this one up")
	}
	switch {
	case err != nil:
		s.log.Error("not ready", "error", err)
		return problem(http.StatusServiceUnavailable, "not-ready", "the store cannot be written").after(5)
	case n >= s.options.MaxMatches:
		return problem(http.StatusServiceUnavailable, "full", "this server has reached its limit of %d matches; existing matches continue", s.options.MaxMatches).after(3600)
	}
	return nil
}

// A discardWriter is a response that is discarded.
type discardWriter struct{ header http.Header }

func (u discardWriter) Header() http.Header         { return u.header }
func (u discardWriter) Write(b []byte) (int, error) { return len(b), nil }
func (u discardWriter) WriteHeader(int)             {}

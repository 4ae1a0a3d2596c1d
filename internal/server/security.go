//go:build !js

package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"loophole/internal/usertext"
)

// contentPolicy is the Content-Security-Policy: a page loads files of this server only.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// contentPolicyWithProgram lets a page run the program for browsers, too.
var contentPolicyWithProgram = strings.Replace(contentPolicy, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'", 1)

// guarded wraps a handler with everything that applies to each request.
func (s *Server) guarded(next http.Handler) http.Handler {
	next = s.sameOrigin(compressed(s.bounded(next)))
	next = s.limitClients(next)
	next = s.limitRate(next)
	next = s.checkHost(next)
	next = s.withHeaders(next)
	return s.logged(s.recovered(next))
}

// withHeaders sets the headers of every answer.
func (s *Server) withHeaders(next http.Handler) http.Handler {
	policy := contentPolicy
	if len(s.options.Browser) > 0 {
		policy = contentPolicyWithProgram
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// sameOrigin rejects changes that a page of another origin sends.
func (s *Server) sameOrigin(next http.Handler) http.Handler {
	c := http.NewCrossOriginProtection()
	c.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeProblem(w, problem(http.StatusForbidden, "other-origin", "the request comes from a page of another origin"))
	}))
	return c.Handler(next)
}

// limitRate rejects requests above an address's rate.
func (s *Server) limitRate(next http.Handler) http.Handler {
	if s.options.Rate <= 0 {
		return next
	}
	b := newRateLimiter(s.options.Rate)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isHealthCheck(r) || hasHopped(r.Context()) {
			next.ServeHTTP(w, r)
			return
		}
		if wait, ok := b.take(clientIn(r.Context()), time.Now()); !ok {
			s.meter.limited()
			writeProblem(w, problem(http.StatusTooManyRequests, "too-fast", "more than %g requests a second from one address", s.options.Rate).after(int(math.Ceil(wait.Seconds()))))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isHealthCheck reports whether a request is a health check. Health checks are answered under any load.
func isHealthCheck(r *http.Request) bool { return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" }

// recovered turns a panic into an answer and a log line.
func (s *Server) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			x := recover()
			if err, ok := x.(error); x == nil || ok && errors.Is(err, http.ErrAbortHandler) {
				if x != nil {
					panic(x)
				}
				return
			}
			s.log.ErrorContext(r.Context(), "panic", "path", usertext.Shown(r.URL.Path), "error", fmt.Sprint(x), "stack", string(debug.Stack()))
			writeProblem(w, problem(http.StatusInternalServerError, "fault", "an internal error; the server's log has details"))
		}()
		next.ServeHTTP(w, r)
	})
}

// logged logs and counts each request. It logs neither headers, which contain tokens, nor the
// query.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, client := time.Now(), s.clientOf(r)
		x := &responseWriter{ResponseWriter: w, began: began, status: http.StatusOK}
		ctx, strange := r.Context(), false
		if s.cluster != nil && r.Header.Get(forwardedHeader) != "" {
			if from, ok := forwardedFrom(r, s.cluster.Self(), began); ok {
				client, ctx = from, context.WithValue(ctx, hopKey{}, true)
			} else {
				strange = true
			}
		}
		r, span := s.traced(r.WithContext(context.WithValue(ctx, clientKey{}, client)))
		if strange {
			writeElsewhere(x)
		} else {
			next.ServeHTTP(x, r)
		}
		took := time.Since(began)
		pattern := r.Pattern
		if pattern == "" {
			pattern = "none"
		}
		s.web.metrics.request(pattern, x.status, took)
		s.answeredSpan(span, r, pattern, x.status, began)
		level := slog.LevelInfo
		if x.status >= 500 {
			level = slog.LevelWarn
		}
		s.log.Log(r.Context(), level, "request", "method", r.Method, "path", usertext.Shown(r.URL.Path), "status", x.status, "bytes", x.bytes, "ms", float64(took.Microseconds())/1000, "from", client)
	})
}

// writeProblem answers with a problem.
func writeProblem(w http.ResponseWriter, p *Problem) {
	for _, h := range p.header {
		w.Header().Set(h.Name, h.Value)
	}
	if p.Status == http.StatusNotModified {
		w.WriteHeader(p.Status)
		return
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	json.NewEncoder(w).Encode(p)
}

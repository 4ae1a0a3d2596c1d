//go:build !js

package server

import (
	"net/http"
	"time"
)

// The limits of an answer.
const (
	mostAnswer = 16 << 20 // bytes; 1,000 rounds of a large question would be more
	largePiece = 32 << 10 // larger answers are counted while they wait for the client
)

// A responseWriter writes an answer and notes its status. It gives the client a bounded time for
// each piece.
type responseWriter struct {
	http.ResponseWriter
	began         time.Time // zero: nobody waits
	status, bytes int
	begun         bool
}

// WriteHeader sends a status once. A second status is for the log and tells how a started answer
// ended, such as 499 if the client disconnected.
func (a *responseWriter) WriteHeader(status int) {
	a.status = status
	if !a.begun {
		a.begun = true
		a.ResponseWriter.WriteHeader(status)
	}
}

// Write writes a part of the answer, piece by piece.
func (a *responseWriter) Write(b []byte) (int, error) {
	a.begun = true
	done := 0
	for first := true; first || done < len(b); first = false {
		if !a.began.IsZero() {
			until := time.Now().Add(writeTime)
			if last := a.began.Add(writeTimeout); last.Before(until) && len(b) > largePiece {
				until = last
			}
			http.NewResponseController(a.ResponseWriter).SetWriteDeadline(until)
		}
		n, err := a.ResponseWriter.Write(b[done:min(len(b), done+largePiece)])
		done += n
		a.bytes += n
		if err != nil {
			return done, err
		}
	}
	return done, nil
}

// Unwrap is for [http.ResponseController].
func (a *responseWriter) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// bounded rejects answers that are too large. It counts large ones while they are compressed and
// wait for their clients.
func (s *Server) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b := &sizeLimitWriter{ResponseWriter: w, server: s, clients: []string{clientIn(r.Context())}}
		if token := tokenOf(r); token != "" {
			b.clients = append(b.clients, token)
		}
		next.ServeHTTP(b, r)
		b.sendHeader()
	})
}

// A sizeLimitWriter holds back the header of an answer until its first bytes show its size. The
// API writes each answer in one piece.
type sizeLimitWriter struct {
	http.ResponseWriter
	server  *Server
	clients []string // by address, and by token if there is one
	status  int      // 0 if none was set
	sent    bool
	refused bool // a problem was sent instead
}

// WriteHeader notes a status. A later one is passed on for the log.
func (b *sizeLimitWriter) WriteHeader(status int) {
	switch {
	case b.refused:
	case b.sent:
		b.ResponseWriter.WriteHeader(status)
	default:
		b.status = status
	}
}

// sendHeader sends the header, if it was not sent.
func (b *sizeLimitWriter) sendHeader() {
	if !b.sent && b.status != 0 {
		b.ResponseWriter.WriteHeader(b.status)
	}
	b.sent = true
}

func (b *sizeLimitWriter) Write(text []byte) (int, error) {
	if b.refused {
		return len(text), nil
	}
	if len(text) <= largePiece {
		b.sendHeader()
		return b.ResponseWriter.Write(text)
	}
	release, ok := b.server.web.shares.reserve(int64(len(text)), b.clients...)
	if ok {
		defer release()
	}
	if !ok || len(text) > mostAnswer {
		b.refuse(len(text))
		return len(text), nil
	}
	b.sendHeader()
	return b.ResponseWriter.Write(text)
}

// refuse sends a problem instead of an answer that is too large. An answer that has started
// cannot be replaced: the connection is closed, so that the client does not take it for complete.
func (b *sizeLimitWriter) refuse(n int) {
	if b.sent {
		panic(http.ErrAbortHandler)
	}
	h := b.Header()
	for _, k := range []string{"Etag", "Content-Length", "Cache-Control", "Content-Disposition"} {
		h.Del(k)
	}
	p := problem(http.StatusServiceUnavailable, "busy", "too many answers wait to be sent: try again later").after(5)
	if n > mostAnswer {
		p = problem(http.StatusUnprocessableEntity, "too-long", "the answer would have %d MB; the most is %d MB: ask for less at a time, as for fewer rounds", n>>20, mostAnswer>>20)
	}
	b.server.meter.limited()
	b.sent, b.refused = true, true
	writeProblem(b.ResponseWriter, p)
}

// FlushError sends what was written so far.
func (b *sizeLimitWriter) FlushError() error {
	b.sendHeader()
	return http.NewResponseController(b.ResponseWriter).Flush()
}

// Unwrap is for [http.ResponseController].
func (b *sizeLimitWriter) Unwrap() http.ResponseWriter { return b.ResponseWriter }

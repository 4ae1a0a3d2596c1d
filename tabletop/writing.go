package tabletop

import (
	"net/http"
	"time"
)

// The bounds of an answer.
const (
	mostAnswer = 16 << 20 // bytes; 1,000 rounds of a large fight would be more
	largePiece = 32 << 10 // what is larger is counted while it waits to be written
)

// answering writes an answer, and notes what it was. It gives a client a bounded time
// for each piece.
type answering struct {
	http.ResponseWriter
	began         time.Time // zero: nobody waits
	status, bytes int
	begun         bool
}

// WriteHeader sends a status once. A second one says how an answer that had
// begun came to its end, as 499 where the client left: it is for the log.
func (a *answering) WriteHeader(status int) {
	a.status = status
	if !a.begun {
		a.begun = true
		a.ResponseWriter.WriteHeader(status)
	}
}

// Write writes a part of the answer, piece by piece.
func (a *answering) Write(b []byte) (int, error) {
	a.begun = true
	done := 0
	for first := true; first || done < len(b); first = false {
		if !a.began.IsZero() {
			until := time.Now().Add(patience)
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

// Unwrap lets a [http.ResponseController] reach what it controls.
func (a *answering) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// bounded refuses answers that are too large, and counts large ones while they are
// compressed and wait for their readers.
func (s *Server) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b := &bounding{ResponseWriter: w, server: s, clients: []string{clientIn(r.Context())}}
		if token := tokenOf(r); token != "" {
			b.clients = append(b.clients, token)
		}
		next.ServeHTTP(b, r)
		b.head()
	})
}

// A bounding holds back the head of an answer until its first bytes say how large it
// is: a whole answer of the API comes at once.
type bounding struct {
	http.ResponseWriter
	server  *Server
	clients []string // who he is by address, and by token if he has one
	status  int      // 0 if none was said
	sent    bool
	refused bool // a problem was sent instead
}

// WriteHeader notes a status; one that comes later is passed on for the log.
func (b *bounding) WriteHeader(status int) {
	switch {
	case b.refused:
	case b.sent:
		b.ResponseWriter.WriteHeader(status)
	default:
		b.status = status
	}
}

// head sends the head, if it was not sent.
func (b *bounding) head() {
	if !b.sent && b.status != 0 {
		b.ResponseWriter.WriteHeader(b.status)
	}
	b.sent = true
}

func (b *bounding) Write(text []byte) (int, error) {
	if b.refused {
		return len(text), nil
	}
	if len(text) <= largePiece {
		b.head()
		return b.ResponseWriter.Write(text)
	}
	back, ok := b.server.shares.take(int64(len(text)), b.clients...)
	if ok {
		defer back()
	}
	if !ok || len(text) > mostAnswer {
		b.refuse(len(text))
		return len(text), nil
	}
	b.head()
	return b.ResponseWriter.Write(text)
}

// refuse sends a problem instead of what is too large. What was begun cannot be
// mended: the connection is broken off, so that nobody takes it for whole.
func (b *bounding) refuse(n int) {
	if b.sent {
		panic(http.ErrAbortHandler)
	}
	h := b.Header()
	for _, k := range []string{"Etag", "Content-Length", "Cache-Control", "Content-Disposition"} {
		h.Del(k)
	}
	p := problem(http.StatusServiceUnavailable, "busy", "too much waits to be sent: try again soon").after(5)
	if n > mostAnswer {
		p = problem(http.StatusUnprocessableEntity, "too-long", "the answer would have %d MB; the most is %d MB: ask for less at a time, as for fewer rounds", n>>20, mostAnswer>>20)
	}
	b.server.meters.limited.Inc()
	b.sent, b.refused = true, true
	writeProblem(b.ResponseWriter, p)
}

// FlushError sends what was written so far.
func (b *bounding) FlushError() error {
	b.head()
	return http.NewResponseController(b.ResponseWriter).Flush()
}

// Unwrap lets a [http.ResponseController] reach what it controls.
func (b *bounding) Unwrap() http.ResponseWriter { return b.ResponseWriter }

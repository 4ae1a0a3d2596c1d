package cli

import (
	"bytes"
	"io"
	"log/slog"
	"sync"
)

// log is where the server writes what happens: every request as JSON for a
// service manager, and only what is amiss to a person at a terminal. What is
// returned is to be closed when nothing is written any more.
func (c *console) log() (*slog.Logger, io.Closer) {
	if terminal(c.err) {
		return slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: slog.LevelWarn})), io.NopCloser(nil)
	}
	w := newAside(c.err)
	return slog.New(slog.NewJSONHandler(w, nil)), w
}

// mostAside is how much may wait to be written before who writes waits too.
const mostAside = 1 << 20

// An aside writer writes in a goroutine of its own, so that a request does not
// wait for the file of the log, nor every other request for that one. What comes
// while it writes is written together.
type aside struct {
	mu      sync.Mutex
	changed sync.Cond
	waiting bytes.Buffer
	closed  bool
	done    chan error
}

func newAside(to io.Writer) *aside {
	a := &aside{done: make(chan error, 1)}
	a.changed.L = &a.mu
	go a.run(to)
	return a
}

// Write takes a line.
func (a *aside) Write(b []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for a.waiting.Len() > mostAside {
		a.changed.Wait()
	}
	a.waiting.Write(b)
	a.changed.Broadcast()
	return len(b), nil
}

// Close waits until all is written.
func (a *aside) Close() error {
	a.mu.Lock()
	a.closed = true
	a.changed.Broadcast()
	a.mu.Unlock()
	return <-a.done
}

func (a *aside) run(to io.Writer) {
	var b bytes.Buffer
	var failed error
	for {
		a.mu.Lock()
		for a.waiting.Len() == 0 && !a.closed {
			a.changed.Wait()
		}
		if a.waiting.Len() == 0 {
			a.mu.Unlock()
			a.done <- failed
			return
		}
		b, a.waiting = a.waiting, b
		a.changed.Broadcast()
		a.mu.Unlock()
		if _, err := to.Write(b.Bytes()); err != nil {
			failed = err // A log that cannot be written stops nobody from playing.
		}
		b.Reset()
	}
}

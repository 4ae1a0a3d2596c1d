package cli

import (
	"bytes"
	"io"
	"log/slog"
	"sync"
)

// log returns the logger of the server: every request as JSON, or warnings as text at a terminal.
// The caller closes the closer after the last message.
func (c *console) log() (*slog.Logger, io.Closer) {
	if terminal(c.err) {
		return slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: slog.LevelWarn})), io.NopCloser(nil)
	}
	w := newAsyncWriter(c.err)
	return slog.New(slog.NewJSONHandler(w, nil)), w
}

// mostWaiting is how many bytes may wait in an asyncWriter before Write blocks.
const mostWaiting = 1 << 20

// An asyncWriter writes in its own goroutine, so that requests do not wait for the log file. It
// writes everything that arrived during a write together.
type asyncWriter struct {
	mu      sync.Mutex
	changed sync.Cond
	waiting bytes.Buffer
	closed  bool
	done    chan error
}

// newAsyncWriter returns a writer to another one.
func newAsyncWriter(to io.Writer) *asyncWriter {
	a := &asyncWriter{done: make(chan error, 1)}
	a.changed.L = &a.mu
	go a.run(to)
	return a
}

// Write queues a line. It never fails; Close returns the last error.
func (a *asyncWriter) Write(b []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for a.waiting.Len() > mostWaiting {
		a.changed.Wait()
	}
	a.waiting.Write(b)
	a.changed.Broadcast()
	return len(b), nil
}

// Close waits until everything is written and returns the last error.
func (a *asyncWriter) Close() error {
	a.mu.Lock()
	a.closed = true
	a.changed.Broadcast()
	a.mu.Unlock()
	return <-a.done
}

// run writes what is queued until the writer is closed.
func (a *asyncWriter) run(to io.Writer) {
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
			failed = err // A log that cannot be written does not stop the server.
		}
		b.Reset()
	}
}

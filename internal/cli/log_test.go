package cli

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// TestAside: a closed log has all lines that were written, those of each writer in order, even if
// the output is slow.
func TestAside(t *testing.T) {
	var out bytes.Buffer
	slow := writerFunc(func(b []byte) (int, error) { return out.Write(b) })
	a := newAsyncWriter(slow)
	var all sync.WaitGroup
	const writers, lines = 8, 500
	long := strings.Repeat("x", 1000) // all of it is more than may wait
	for w := range writers {
		all.Go(func() {
			for i := range lines {
				fmt.Fprintf(a, "%d %d %s\n", w, i, long)
			}
		})
	}
	all.Wait()
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	next := [writers]int{}
	for line := range strings.Lines(out.String()) {
		var w, i int
		if fmt.Sscanf(line, "%d %d", &w, &i); i != next[w] {
			t.Fatalf("writer %d: line %d where %d was to come", w, i, next[w])
		}
		next[w]++
	}
	for w, n := range next {
		if n != lines {
			t.Errorf("writer %d: %d lines", w, n)
		}
	}
}

// TestAsideFails: the end reports a log that cannot be written.
func TestAsideFails(t *testing.T) {
	a := newAsyncWriter(writerFunc(func([]byte) (int, error) { return 0, errors.ErrUnsupported }))
	for range 3 {
		if _, err := a.Write([]byte("x\n")); err != nil {
			t.Error(err)
		}
	}
	if err := a.Close(); !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// TestBrokenConnection: a connection that the other side has closed is a failure, and a closed output
// is none.
func TestBrokenConnection(t *testing.T) {
	broken := &net.OpError{Op: "write", Net: "tcp", Err: os.NewSyscallError("write", syscall.EPIPE)}
	closed := &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
	if outputClosed(t.Context(), fmt.Errorf("no connection: %w", broken)) || !outputClosed(t.Context(), closed) {
		t.Error("a connection is taken for the output, or the output for a connection")
	}
}

package app

import (
	"errors"
	"os"
	"sync"
	"syscall"
)

// An output is where results go. When its reader has gone away, as head does
// when it has seen enough, the command is told to stop, and that is no failure.
// Any other failure is kept, because not every command looks at each line that
// it writes.
type output struct {
	*os.File
	stop func(error) // called once, when the reader has gone

	mu     sync.Mutex
	gone   bool
	failed error
}

// Write implements io.Writer.
func (o *output) Write(b []byte) (int, error) {
	n, err := o.File.Write(b)
	if err == nil {
		return n, nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case !errors.Is(err, syscall.EPIPE):
		o.failed = err
	case !o.gone:
		o.gone = true
		o.stop(syscall.EPIPE)
	}
	return n, err
}

// lost returns the error by which a part of the output was lost, or nil.
func (o *output) lost() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failed
}

package app

import (
	"errors"
	"os"
	"sync"
	"syscall"
)

// An output receives the results of a command. If its reader goes away, as head does after some
// lines, the output stops the command, and that is no failure. It keeps any other failure, because
// not every command checks each write.
type output struct {
	*os.File
	stop func(error) // called once, when the reader has gone away

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

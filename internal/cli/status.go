package cli

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"loophole/internal/usertext"
	"loophole/odds"
	"loophole/rule"
)

// The exit statuses. An interrupted command has the status that shells give
// it.
const (
	statusFine        = 0
	statusRefused     = 1
	statusBadInput    = 2
	statusFault       = 3
	statusInterrupted = 130
)

// A failure is an error with the exit status that it deserves.
type failure struct {
	status int
	err    error
}

func (f *failure) Error() string { return f.err.Error() }

func (f *failure) Unwrap() error { return f.err }

// refused marks an error as what the rules, or a check, say no to.
func refused(err error) error { return &failure{statusRefused, err} }

// fault marks an error as one of this program.
func fault(err error) error { return &failure{statusFault, err} }

// statusOf returns the exit status for an error. Whatever nobody marked comes
// from what was typed or from a file.
func statusOf(err error) int {
	var f *failure
	var no rule.IllegalError
	switch {
	case err == nil:
		return statusFine
	case errors.As(err, &f):
		return f.status
	case errors.As(err, &no):
		return statusRefused
	case errors.Is(err, context.Canceled):
		return statusInterrupted
	}
	return statusBadInput
}

// unread reports whether a command ended because nobody reads its output any
// more, as when it is piped into head. That is no failure.
func unread(ctx context.Context, err error) bool {
	stopped := errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), syscall.EPIPE)
	return stopped || errors.Is(err, syscall.EPIPE)
}

// engine marks what an exact engine returns: questions that are too large,
// missing facts and interruptions are the asker's business, the rest is ours.
func engine(err error) error {
	var large *odds.TooLargeError
	var missing *rule.MissingFactError
	var open *rule.UnansweredError
	if err == nil || errors.As(err, &large) || errors.As(err, &missing) || errors.As(err, &open) || errors.Is(err, context.Canceled) {
		return err
	}
	return fault(err)
}

// report writes an error for a person. It may quote a file, and a file may hold
// what a terminal would obey.
func (c *console) report(err error) {
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(c.err, "interrupted")
	case statusOf(err) == statusFault:
		fmt.Fprintf(c.err, "a fault of loophole, not yours: %s\n", usertext.Shown(err.Error()))
	default:
		fmt.Fprintln(c.err, usertext.Shown(err.Error()))
	}
}

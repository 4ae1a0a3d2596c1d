package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"

	"loophole/internal/usertext"
	"loophole/odds"
	"loophole/rule"
)

// The exit statuses. 130 is the status that shells give to an interrupted command.
const (
	statusFine        = 0
	statusInvalid     = 1
	statusBadInput    = 2
	statusFault       = 3
	statusIncomplete  = 4
	statusInterrupted = 130
)

// A failure is an error with its exit status.
type failure struct {
	status int
	err    error
}

func (f *failure) Error() string { return f.err.Error() }

func (f *failure) Unwrap() error { return f.err }

// invalid marks an error with status 1: the situation is illegal or a record is invalid.
func invalid(err error) error { return &failure{statusInvalid, err} }

// internalError marks an error with status 3: a bug in this program.
func internalError(err error) error { return &failure{statusFault, err} }

// statusOf returns the exit status for an error. An unmarked error has status 2: it is about the
// arguments or a file.
func statusOf(err error) int {
	var f *failure
	var no rule.IllegalError
	switch {
	case err == nil:
		return statusFine
	case errors.As(err, &f):
		return f.status
	case errors.As(err, &no):
		return statusInvalid
	case errors.Is(err, context.Canceled):
		return statusInterrupted
	}
	return statusBadInput
}

// outputClosed reports whether a command ended because the reader of its output went away, as head
// does. That is not a failure. A connection that the other side has closed is one.
func outputClosed(ctx context.Context, err error) bool {
	var connection *net.OpError
	if errors.As(err, &connection) {
		return false
	}
	stopped := errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), syscall.EPIPE)
	return stopped || errors.Is(err, syscall.EPIPE)
}

// solverError marks an error of an exact engine as a bug, unless the user can act on it: a question
// that is too large, a missing fact, an unanswered roll or an interrupt.
func solverError(err error) error {
	var large *odds.TooLargeError
	var missing *rule.MissingFactError
	var open *rule.UnansweredError
	if err == nil || errors.As(err, &large) || errors.As(err, &missing) || errors.As(err, &open) || errors.Is(err, context.Canceled) {
		return err
	}
	return internalError(err)
}

// packages are the packages whose errors players read, except those that are named like a command.
var packages = []string{"analysis", "game", "hands", "match", "message", "notation", "policy", "record", "rule", "scenario", "store", "winprob"}

// inWords returns the text of an error for players. It does not begin with the name of a package.
func inWords(err error) string { return usertext.WithoutPackage(err.Error(), packages) }

// report prints an error. It escapes control characters, because an error may quote a file.
func (c *console) report(err error) {
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(c.err, "interrupted")
	case statusOf(err) == statusFault:
		fmt.Fprintf(c.err, "bug in loophole: %s\nPlease report it with the command that you typed.\n", usertext.Shown(err.Error()))
	default:
		fmt.Fprintln(c.err, usertext.Shown(inWords(err)))
	}
}

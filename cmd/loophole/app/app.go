// Package app is the program as a library. Your own main registers your rulesets and calls Main:
//
//	func main() {
//		rulesets.Add(mybook.Rules, mybook.Game, casebook.Files)
//		app.Main()
//	}
package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	_ "loophole/cmd/loophole/app/driver"
	"loophole/internal/cli"
	"loophole/rule"
)

// Main runs the command line of the process, and ends the process with its status.
func Main() { MainWith(nil) }

// MainWith is Main for a program that spreads sweeps over machines.
func MainWith(cluster cli.Cluster) {
	os.Exit(guarded(os.Stderr, func() int { return run(cluster) }))
}

// run runs the command line of the process. The first interrupt asks the
// command to finish with what it has; a second one ends it.
func run(cluster cli.Cluster) int {
	// Writing to a pipe that nobody reads must return an error and not kill the program.
	signal.Ignore(syscall.SIGPIPE)
	cli.NameProgram(os.Args[0])
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop)
	out := &output{File: os.Stdout, stop: cancel}
	status := cli.MainWith(ctx, cluster, os.Args[1:], &interruptible{ctx: ctx, in: os.Stdin}, out, os.Stderr)
	if err := out.lost(); err != nil && status == 0 {
		fmt.Fprintf(os.Stderr, "the output is incomplete: %v\n", err)
		return statusUnwritten
	}
	return status
}

// An interruptible reader stops waiting for input when its context ends, so that an interrupt also
// works at a prompt.
type interruptible struct {
	ctx  context.Context
	in   *os.File
	left []byte // read but not returned yet
	err  error
}

// Fd returns the descriptor of the file, so that others can recognise a terminal.
func (r *interruptible) Fd() uintptr { return r.in.Fd() }

// Read implements io.Reader.
func (r *interruptible) Read(p []byte) (int, error) {
	if len(r.left) == 0 && r.err == nil {
		type result struct {
			text []byte
			err  error
		}
		read := make(chan result, 1)
		go func() {
			b := make([]byte, 32<<10)
			n, err := r.in.Read(b)
			read <- result{b[:n], err}
		}()
		select {
		case <-r.ctx.Done():
			return 0, r.ctx.Err()
		case x := <-read:
			r.left, r.err = x.text, x.err
		}
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	if n == 0 {
		return 0, r.err
	}
	return n, nil
}

// The exit statuses of output that cannot be written, and of a bug in the
// program itself or in a ruleset.
const (
	statusUnwritten = 2
	statusFault     = 3
)

// guarded turns a panic into a short message and its exit status. That of an umpire about an incomplete ruleset is no
// bug of the program.
func guarded(stderr io.Writer, f func() int) (status int) {
	defer func() {
		x := recover()
		if unlisted, ok := x.(*rule.UnlistedError); ok {
			fmt.Fprintf(stderr, "error in the ruleset: %v\n", unlisted)
			status = statusFault
		} else if x != nil {
			fmt.Fprintf(stderr, "bug in loophole: %v\nPlease report it with the command that you typed, and with what follows:\n%s", x, debug.Stack())
			status = statusFault
		}
	}()
	return f()
}

// Loophole is an umpire for fighting in and around buildings in tabletop
// wargames: exact odds, trials, and dice at the table, with the clause of every
// number.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"loophole/cmd/loophole/internal/cli"
)

func main() { os.Exit(guarded(os.Stderr, run)) }

// run runs the command line of the process. The first interrupt asks the
// command to finish with what it has; a second one ends it.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop)
	return cli.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// statusFault is the exit status of a fault of the program itself.
const statusFault = 3

// guarded turns a panic into a short message and its exit status.
func guarded(stderr io.Writer, f func() int) (status int) {
	defer func() {
		if x := recover(); x != nil {
			fmt.Fprintf(stderr, "a fault of loophole, not yours: %v\n", x)
			status = statusFault
		}
	}()
	return f()
}

//go:build !cgo

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "libloophole: a C library needs cgo: set CGO_ENABLED=1 and install a C compiler")
	os.Exit(1)
}

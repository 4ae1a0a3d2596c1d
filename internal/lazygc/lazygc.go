// Package lazygc lets the garbage collector run less often. Tests that play many games import it for
// this effect alone: they allocate much and keep little, and take up to a quarter less time.
package lazygc

import (
	"os"
	"runtime/debug"
)

// percent is the growth of memory at which the collector runs. The default of Go is 100.
const percent = 400

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

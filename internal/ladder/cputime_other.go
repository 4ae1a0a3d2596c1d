//go:build !linux

package ladder

import "time"

var start = time.Now()

// cpuTime returns the elapsed time, because this system does not tell the processor time.
func cpuTime() time.Duration { return time.Since(start) }

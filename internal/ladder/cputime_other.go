//go:build !linux

package ladder

import "time"

var start = time.Now()

// cpuTime returns the time that has passed, where the time of the processor is not known.
func cpuTime() time.Duration { return time.Since(start) }

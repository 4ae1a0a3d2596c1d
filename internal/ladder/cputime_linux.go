package ladder

import (
	"syscall"
	"time"
)

// rusageThread asks for the times of the calling thread.
const rusageThread = 1

// cpuTime returns the time that the processor has spent on the calling thread.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(rusageThread, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

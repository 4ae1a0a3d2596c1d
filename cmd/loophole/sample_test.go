package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A sample has the durations of requests.
type sample struct {
	mu           sync.Mutex
	list, looked []time.Duration
}

func (s *sample) add(d time.Duration) {
	s.mu.Lock()
	s.list = append(s.list, d)
	s.mu.Unlock()
}

// other adds the duration of a request that changes nothing.
func (s *sample) other(d time.Duration) {
	s.mu.Lock()
	s.looked = append(s.looked, d)
	s.mu.Unlock()
}

// at returns a quantile of the actions.
func (s *sample) at(q float64) time.Duration { return quantile(s.list, q) }

// others returns a quantile of the other requests.
func (s *sample) others(q float64) time.Duration { return quantile(s.looked, q) }

func quantile(list []time.Duration, q float64) time.Duration {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	return list[min(len(list)-1, int(q*float64(len(list))))].Round(100 * time.Microsecond)
}

// memory returns the present and the peak memory of the server's process, if the system reports
// them.
func (c *child) memory() string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return "an unknown size"
	}
	now, most := 0, 0
	for line := range strings.Lines(string(text)) {
		fmt.Sscanf(line, "VmRSS: %d", &now)
		fmt.Sscanf(line, "VmHWM: %d", &most)
	}
	return fmt.Sprintf("%d MiB of memory (%d at most)", now>>10, most>>10)
}

// processor returns the processor time of the server so far, if the system reports it.
func (c *child) processor() time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
	_, after, _ := strings.Cut(string(text), ") ")
	x := strings.Fields(after)
	if len(x) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(x[11])
	system, _ := strconv.Atoi(x[12])
	return time.Duration(user+system) * 10 * time.Millisecond // Linux reports hundredths of a second.
}

//go:build unix

package main

import (
	"fmt"
	"syscall"
)

// pause lets the process of a server stand still; resume lets it go on. When pause returns, every
// thread stands still: the system reports a stop only then.
func (c *child) pause() error {
	if err := c.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	var state syscall.WaitStatus
	for {
		_, err := syscall.Wait4(c.cmd.Process.Pid, &state, syscall.WUNTRACED, nil)
		switch {
		case err == syscall.EINTR:
			continue
		case err == nil && !state.Stopped():
			return fmt.Errorf("the server has ended: %v", state)
		}
		return err
	}
}

func (c *child) resume() error { return c.cmd.Process.Signal(syscall.SIGCONT) }

//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// together has a command and all that it starts end together. An interruption at the
// terminal reaches soak alone.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// together makes a command and its child processes end together. An interrupt at the terminal
// reaches only soak itself.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

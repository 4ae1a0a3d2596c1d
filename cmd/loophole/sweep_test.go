package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"loophole/sweep"
)

const longSweep = `
format: 1
name: long
seed: 11
games: 1500
shard: 25
policies: [[cautious, cautious], [random, random]]
scenarios: [{scenario: stairs}]
questions: [{ruleset: tideofiron, procedure: attack, example: worked, vary: ["level=0..2"]}]
`

// TestInterruptedSweep computes a sweep in one process, and compares the results of interrupted
// ones with it.
func TestInterruptedSweep(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	dir := t.TempDir()
	file, whole := filepath.Join(dir, "long.yaml"), filepath.Join(dir, "whole.json")
	if err := os.WriteFile(file, []byte(longSweep), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(built(t), "sweep", file, "--out", whole).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Run("killed", func(t *testing.T) { testKilledSweep(t, file, whole) })
	t.Run("terminated", func(t *testing.T) { testTerminatedSweep(t, file, whole) })
}

// testKilledSweep computes a sweep in a process that is killed without warning and started again,
// and in three processes of which one is killed and started again. The results are equal to the
// byte.
func testKilledSweep(t *testing.T, file, whole string) {
	dir, program := t.TempDir(), built(t)
	start := func(out string, more ...string) *exec.Cmd {
		cmd := exec.Command(program, append([]string{"sweep", file, "--out", out}, more...)...)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	finish := func(cmd *exec.Cmd) {
		t.Helper()
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	killed := filepath.Join(dir, "killed.json")
	amid(t, start(killed, "--workers", "1"), killed)
	finish(start(killed, "--workers", "3"))
	same(t, killed, whole)

	merge := exec.Command(program, "sweep", "merge", "-o", filepath.Join(dir, "merged.json"))
	for i := range 3 {
		part := filepath.Join(dir, "part"+strconv.Itoa(i+1)+".json")
		cmd := start(part, "--workers", "1", "--shard", strconv.Itoa(i+1)+"/3")
		if i == 1 {
			amid(t, cmd, part)
			cmd = start(part, "--shard", "2/3")
		}
		defer cmd.Process.Kill()
		finish(cmd)
		merge.Args = append(merge.Args, part)
	}
	if out, err := merge.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	same(t, filepath.Join(dir, "merged.json"), whole)
}

// testTerminatedSweep ends a sweep by SIGTERM, as queues and service managers do. It keeps what is
// finished, and continues to the same result.
func testTerminatedSweep(t *testing.T, file, whole string) {
	if runtime.GOOS == "windows" {
		t.Skip("it sends a signal")
	}
	program, ended := built(t), filepath.Join(t.TempDir(), "ended.json")
	var text strings.Builder
	cmd := exec.Command(program, "sweep", file, "--out", ended, "--workers", "1")
	cmd.Stderr = &text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	awaited(t, cmd, ended)
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 130 || !strings.Contains(text.String(), "the same command continues") {
		t.Errorf("status %d: %s", status, text.String())
	}
	partly(t, ended)
	if out, err := exec.Command(program, "sweep", file, "--out", ended).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	same(t, ended, whole)
}

// amid kills a process after it wrote a part of its result, and checks the part.
func amid(t *testing.T, cmd *exec.Cmd, out string) {
	t.Helper()
	awaited(t, cmd, out)
	cmd.Process.Kill()
	cmd.Wait()
	partly(t, out)
}

// awaited waits until a process has written a file.
func awaited(t *testing.T, cmd *exec.Cmd, out string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if _, err := os.Stat(out); err == nil {
			return
		}
		if time.Now().After(deadline) {
			cmd.Process.Kill()
			t.Fatal("nothing was written")
		}
	}
}

// partly checks that a file is a part of a result.
func partly(t *testing.T, out string) {
	t.Helper()
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := sweep.ReadResult(out, f)
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := r.Missing(); n == 0 || r.Cells[0].Total == nil {
		t.Errorf("%d shards are missing: nothing was interrupted", n)
	}
}

// same checks that two files are equal.
func same(t *testing.T, one, two string) {
	t.Helper()
	a, err := os.ReadFile(one)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(two)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("%s differs from %s", one, two)
	}
}

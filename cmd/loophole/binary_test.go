package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkBinary runs the built program on the worked example, from its start to its end.
func BenchmarkBinary(b *testing.B) {
	program := filepath.Join(b.TempDir(), "loophole")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for b.Loop() {
		out, err := exec.Command(program, "odds", "tideofiron", "attack", "--example", "worked").CombinedOutput()
		if err != nil {
			b.Fatalf("%v: %s", err, out)
		}
	}
}

package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

// Packages are named by their folders, whatever the path of the module is.
func TestFolders(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path == "" {
		t.Fatal("the path of the module is unknown")
	}
	in := "cpu: slow\npkg: " + info.Main.Path + "/odds\nBenchmarkX-2 \t 100\t 5.0 ns/op\t 0 B/op\t 0 allocs/op\n"
	text, err := page(strings.NewReader(in))
	if err != nil || !strings.Contains(string(text), "\n## All benchmarks of odds\n") {
		t.Errorf("%v\n%s", err, text)
	}
}

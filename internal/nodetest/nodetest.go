// Package nodetest prepares tests that run the npm package in node.
//
// Without node and npm, and with -short, such a test is skipped. If LOOPHOLE_NODE is 1, it fails
// without them.
package nodetest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Find returns the path of a program such as node or npm.
func Find(t testing.TB, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds the program for node: run without -short")
	}
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv("LOOPHOLE_NODE") == "1" {
		t.Fatalf("there is no %s", name)
	}
	t.Skipf("there is no %s", name)
	return ""
}

// Package returns a new folder with the npm package and the program, as npm pack packs it. root is
// the root folder of the module. The program is compressed fast, with gzip only.
func Package(t testing.TB, root string) (folder string) {
	t.Helper()
	Find(t, "node")
	folder = t.TempDir()
	for _, pattern := range []string{"npm/*.js", "npm/*.ts", "npm/*.json", "npm/*.md", "LICENSE", "NOTICE"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, filepath.Base(file)), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.Command("go", "run", "./tools/browserprogram", "-quick", "-trap", filepath.Join(folder, "program"))
	cmd.Dir = root
	Output(t, cmd)
	return folder
}

// Output runs a command and returns what it writes to standard output. A failure ends the test.
func Output(t testing.TB, cmd *exec.Cmd) []byte {
	t.Helper()
	var failed bytes.Buffer
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%.3000s\n%.3000s", cmd.Args, err, out, failed.Bytes())
	}
	return out
}

package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestProgramName: messages and help name the program that runs. It changes the name for all tests, so it
// runs alone.
func TestProgramName(t *testing.T) {
	defer func(was string) { program = was }(program)
	for path, want := range map[string]string{
		"/usr/local/bin/boarding": "boarding", "boarding.exe": "boarding", "/tmp/go-build1/cli.test": "loophole", "my program": "loophole", "": "loophole",
	} {
		program = "loophole"
		if NameProgram(path); program != want {
			t.Errorf("%q is the program %q, want %q", path, program, want)
		}
	}
	NameProgram("/bin/boarding")
	for line, want := range map[string]string{
		"explain":                       "For one procedure: boarding explain RULESET PROCEDURE",
		"play --help":                   "boarding play tideofiron block",
		"odds tideofiron attack dcie=1": "see: boarding explain tideofiron attack",
		"play nowhere":                  "see: boarding scenarios",
	} {
		var out bytes.Buffer
		Main(context.Background(), strings.Fields(line), strings.NewReader(""), &out, &out)
		if !strings.Contains(out.String(), want) || strings.Contains(out.String(), "loophole "+strings.Fields(line)[0]) {
			t.Errorf("%s: want %q, and it says\n%s", line, want, out.String())
		}
	}
}

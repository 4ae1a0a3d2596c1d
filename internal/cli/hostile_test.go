package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestEndless: every command rejects an endless file quickly, with a reason.
func TestEndless(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no /dev/zero")
	}
	for _, words := range []string{"verify", "replay", "replay --until 1", "resume", "resume --until 1", "scene", "validate", "verify --json"} {
		var out, err bytes.Buffer
		began := time.Now()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		status := Main(context.Background(), append(strings.Fields(words), "/dev/zero"), strings.NewReader(""), &out, &err)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; status == 0 || out.Len()+err.Len() == 0 || out.Len()+err.Len() > 500 || took > 256<<20 || time.Since(began) > 10*time.Second {
			t.Errorf("%s: status %d after %v and %d bytes: %s%s", words, status, time.Since(began), took, &out, &err)
		}
	}
}

// TestNoCommandsReachATerminal: no command prints control characters of a terminal from a file.
func TestNoCommandsReachATerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	evil := []string{"\x1b[31m", "\u009b2J", "\u202e", "\u2066", "\x7f", `\u001b[31m`, `\u009b`, `\u202e`, "\xff\x9b"}
	for i, x := range evil {
		for name, text := range map[string]string{
			"scenario.yaml": "format: 1\nruleset: tideofiron\nname: \"x" + x + "\"\nsetup: {}\n",
			"key.yaml":      "format: 1\nruleset: tideofiron\nname: x\n\"k" + x + "\": 1\nsetup: {}\n",
			"match.jsonl":   `{"loophole":"match","format":1,"program":"` + x + `","ruleset":"tideofiron","sum":"0000000000000000"}` + "\n",
			"record.jsonl":  `{"loophole":"record","format":1,"ruleset":"` + x + `","sum":"0000000000000000"}` + "\n" + x + "\n",
			"cases.txt":     "case " + x + "\n" + x + ": " + x + "\n",
		} {
			file := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, words := range []string{"verify", "replay", "resume", "resume --until 1", "scene", "validate", "odds tideofiron attack -f", "odds tideofiron attack --house", "play", "cases tideofiron --run", "cases tideofiron"} {
				var out bytes.Buffer
				Main(context.Background(), append(strings.Fields(words), file), io.LimitReader(strings.NewReader(""), 0), &out, &out)
				if strings.ContainsAny(out.String(), "\x1b\x7f\u009b\u202e\u2066") || strings.Contains(out.String(), "\x9b2") || strings.Contains(out.String(), "\xff") {
					t.Errorf("%d, %s %s: %q", i, words, name, &out)
				}
			}
		}
	}
}

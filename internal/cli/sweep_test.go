package cli

import (
	"context"
	"os"
	"strings"
	"testing"
)

// TestSweepsPage runs each command of docs/sweeps.md in order and compares what it prints with
// what the page shows.
func TestSweepsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/sweeps.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	file, rest, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the page has no sweep file")
	}
	t.Chdir(t.TempDir())
	t.Setenv("COLUMNS", "80")
	if err := os.WriteFile("rounds.yaml", []byte(file), 0o666); err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, block := range strings.Split(rest, "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
			line, want, _ := strings.Cut(part, "\n")
			words := strings.Fields(line)
			if words[0] != "loophole" {
				t.Fatalf("%s: the test runs loophole only", line)
			}
			var out, bad strings.Builder
			if s := Main(context.Background(), words[1:], strings.NewReader(""), &out, &bad); s != statusFine {
				t.Fatalf("%s: %s", line, bad.String())
			}
			if got := strings.TrimRight(out.String(), "\n"); got != strings.TrimRight(want, "\n") {
				t.Errorf("%s prints\n%s\nnot\n%s", line, got, want)
			}
			commands++
		}
	}
	if commands < 5 {
		t.Errorf("%d commands", commands)
	}
	one, err := os.ReadFile("rounds.json")
	if err != nil {
		t.Fatal(err)
	}
	two, err := os.ReadFile("joined.json")
	if err != nil || string(one) != string(two) {
		t.Error("the joined result is another", err)
	}
}

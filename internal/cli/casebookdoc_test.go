package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCasebookDoc plays the casebook that docs/casebook.md shows.
func TestCasebookDoc(t *testing.T) {
	page, err := os.ReadFile("../../docs/casebook.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```text\n")
	text, _, found := strings.Cut(text, "```")
	file := filepath.Join(t.TempDir(), "shown.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil || !found {
		t.Fatal(found, err)
	}
	if status, out, said := run(t, "cases", "tideofiron", "--run", file); status != 0 || !strings.HasPrefix(out, "2 cases of tideofiron: all pass") {
		t.Errorf("status %d: %s%s", status, out, said)
	}
}

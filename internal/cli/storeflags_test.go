package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnusableFolder: every command that opens a store names the folder that it cannot use, and what
// to do.
func TestUnusableFolder(t *testing.T) {
	dir := t.TempDir()
	file, broken := filepath.Join(dir, "file"), filepath.Join(dir, "broken")
	text := []byte("no database\n")
	if err := errors.Join(os.WriteFile(file, text, 0o600), os.Mkdir(broken, 0o700), os.WriteFile(filepath.Join(broken, databaseName), text, 0o600)); err != nil {
		t.Fatal(err)
	}
	good, export := filepath.Join(dir, "good"), filepath.Join(dir, "match.jsonl")
	keptMatch(t, good, "one", func(line []byte) []byte { return line })
	if status, out := ran(t, "matches", "export", "one", export, "--data", good); status != 0 {
		t.Fatal(out)
	}
	serve := []string{"serve", "--no-browser", "--listen", "127.0.0.1:0"}
	reads := [][]string{{"serve", "--check"}, {"matches", "list"}, {"matches", "export", "one"}, {"backup", filepath.Join(dir, "copy.db")}}
	writes := [][]string{serve, {"matches", "import", export}}
	const writable = "name a folder that you may read and write with --data FOLDER"
	const none = "no matches are stored in "
	for _, c := range []struct{ folder, says, reads string }{
		{file, "this is a file: name a folder with --data FOLDER", ""},
		{filepath.Join(file, "below"), writable, "the folder cannot be read"},
		{broken, "file is not a database (26): move it away, or name another folder with --data", ""},
		{"/proc/loophole", writable, none}, // Nobody can create it, not even root.
		{"/proc", writable, none},          // Nobody can write there.
	} {
		if _, err := os.Stat("/proc/self"); err != nil && strings.HasPrefix(c.folder, "/proc") {
			continue // only Linux has it
		}
		if c.reads == "" {
			c.reads = c.says
		}
		for i, words := range append(writes, reads...) {
			says := c.says
			if i >= len(writes) {
				says = c.reads
			}
			status, out := ran(t, append(words, "--data", c.folder)...)
			if status == 0 || !strings.Contains(out, c.folder) || !strings.Contains(out, says) || !strings.Contains(out, "--data") {
				t.Errorf("%v --data %s: %d %q; want %q", words, c.folder, status, out, says)
			}
		}
	}
	for _, name := range []string{file, filepath.Join(broken, databaseName)} {
		if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, text) {
			t.Errorf("%s has changed: %q, %v", name, now, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "copy.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a failed backup leaves a file:", err)
	}
}

package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"loophole/internal/store"
	"loophole/internal/store/sqlite"
	"loophole/internal/testgame"
	"loophole/match"
	"loophole/record"
)

// keptMatch puts a match that has just begun into the store of a folder.
func keptMatch(t *testing.T, dir, id string, change func([]byte) []byte) {
	t.Helper()
	f := testgame.Bundled(t, "tideofiron", "block")
	h, err := match.NewHeader(f, "test", [2]string{"a", "b"}, record.ProgramDice(1))
	if err != nil {
		t.Fatal(err)
	}
	var line bytes.Buffer
	if _, err = match.New(f, h, &line); err != nil {
		t.Fatal(err)
	}
	st, err := sqlite.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	err = st.Create(&store.Match{ID: id, Created: time.Now(), InfoJSON: []byte("{}"), StateJSON: []byte("{}"), Lines: [][]byte{change(line.Bytes())}})
	if err != nil || st.Close() != nil {
		t.Fatal(err)
	}
}

// TestCheckAndBackup: the check accepts valid matches, in the store and in a copy, and names a damaged
// one. A second server on a folder is rejected.
func TestCheckAndBackup(t *testing.T) {
	dir := t.TempDir()
	run := func(words ...string) (int, string) {
		var out bytes.Buffer
		return Main(context.Background(), words, strings.NewReader(""), &out, &out), out.String()
	}
	keptMatch(t, dir, "sound", func(b []byte) []byte { return b })
	if status, out := run("serve", "--check", "--data", dir); status != 0 || !strings.Contains(out, "1 match") {
		t.Error(status, out)
	}
	copied := filepath.Join(t.TempDir(), "copy", "loophole.db")
	if err := os.Mkdir(filepath.Dir(copied), 0o700); err != nil {
		t.Fatal(err)
	}
	st, err := sqlite.Open(dir) // as by a server that runs
	if err != nil {
		t.Fatal(err)
	}
	status, out := run("backup", "--data", dir, copied)
	if err := st.Close(); status != 0 || err != nil {
		t.Error(status, out, err)
	}
	if status, out := run("backup", "--data", dir, copied); status == 0 {
		t.Error("a copy is written over another: ", out)
	}
	if status, out := run("serve", "--check", "--data", filepath.Dir(copied)); status != 0 || !strings.Contains(out, "1 match") {
		t.Error(status, out)
	}
	keptMatch(t, dir, "damaged", func(b []byte) []byte { return bytes.Replace(b, []byte(`"Rounds":6`), []byte(`"Rounds":7`), 1) })
	if status, out := run("serve", "--check", "--data", dir); status != 1 || !strings.Contains(out, "match damaged: ") || strings.Contains(out, "match sound") {
		t.Error(status, out)
	}
	hurt := &store.Match{ID: "hurt", Created: time.Now(), InfoJSON: []byte("{}"), StateJSON: []byte("{}"), Hands: [][]byte{[]byte("{}\n")}}
	if st, err = sqlite.Open(dir); err == nil {
		err = errors.Join(st.Create(hurt), st.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if status, out := run("serve", "--check", "--data", dir); status != 1 || !strings.Contains(out, "dice of two hands: line 1") {
		t.Error(status, out)
	}
	_, free, err := lockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer free()
	if status, out := run("serve", "--no-browser", "--listen", "127.0.0.1:0", "--data", dir); status == 0 || !strings.Contains(out, "another loophole process serves") {
		t.Error(status, out)
	}
}

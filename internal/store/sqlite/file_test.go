package sqlite

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loophole/internal/store"
)

// TestOtherFile: a file that is no database of matches is named with a remedy, and stays as it is.
func TestOtherFile(t *testing.T) {
	made := t.TempDir()
	s := opened(t, made)
	created(t, s, "one")
	s.Close()
	good, err := os.ReadFile(filepath.Join(made, "loophole.db"))
	if err != nil {
		t.Fatal(err)
	}
	const elsewhere = "move it away, or name another folder with --data"
	for name, c := range map[string]struct {
		files map[string][]byte
		says  string
	}{
		"text":           {map[string][]byte{"loophole.db": bytes.Repeat([]byte("no database\n"), 1000)}, "file is not a database (26): " + elsewhere},
		"short text":     {map[string][]byte{"loophole.db": []byte("no database\n")}, "file is not a database (26): " + elsewhere},
		"pages missing":  {map[string][]byte{"loophole.db": good[:len(good)-4096]}, "the file is damaged or truncated: restore a backup, or move it away"},
		"half a page":    {map[string][]byte{"loophole.db": good[:6000]}, "the file is damaged or truncated: restore a backup, or move it away"},
		"empty":          {map[string][]byte{"loophole.db": nil}, "loophole.db is empty: restore a backup, or delete the file if it never had matches"},
		"empty with log": {map[string][]byte{"loophole.db": nil, "loophole.db-wal": good}, "loophole.db is empty: restore a backup, or delete the file if it never had matches"},
		"another program": {map[string][]byte{"loophole.db": database(t, "CREATE TABLE notes (text TEXT)")},
			"the database has no matches of loophole: " + elsewhere},
		"matches of another sport": {map[string][]byte{"loophole.db": database(t, "CREATE TABLE matches (id TEXT, home TEXT, away TEXT)")},
			"the database has no matches of loophole: " + elsewhere},
		"a number of another program": {map[string][]byte{"loophole.db": database(t, "PRAGMA user_version=2")},
			"the database has no matches of loophole: " + elsewhere},
	} {
		t.Run(name, func(t *testing.T) {
			dir, into := t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
			for file, text := range c.files {
				if err := os.WriteFile(filepath.Join(dir, file), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, opening := Open(dir)
			_, looking := Look(dir)
			for what, err := range map[string]error{"Open": opening, "Look": looking, "Backup": Backup(t.Context(), dir, into)} {
				if err == nil || !strings.HasPrefix(err.Error(), "store: "+filepath.Join(dir, "loophole.db")) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("%s: %v; want %q", what, err, c.says)
				}
			}
			if now := filesIn(t, dir); !maps.EqualFunc(now, c.files, bytes.Equal) {
				t.Errorf("the folder has changed: %d files", len(now))
			}
			if left := filesIn(t, filepath.Dir(into)); len(left) > 0 {
				t.Errorf("a failed backup leaves %d files", len(left))
			}
		})
	}
}

// TestFolderForFile: a folder in the place of the file is named.
func TestFolderForFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "loophole.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "loophole.db is a folder, not a file: move it away") {
		t.Error(err)
	}
}

// TestInterruptedCreation: a program that ended while it created the tables leaves nothing that the
// next one cannot complete.
func TestInterruptedCreation(t *testing.T) {
	first := schema[:strings.Index(schema, "CREATE TABLE IF NOT EXISTS seats")]
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "loophole.db"), database(t, first), 0o600); err != nil {
		t.Fatal(err)
	}
	created(t, opened(t, dir), "one")
}

// TestReadOnly: a database that cannot be written says who must be allowed to do what.
func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "loophole.db")
	opened(t, dir).Close()
	db, err := sql.Open("sqlite", source(name, "mode=ro"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec("PRAGMA user_version=1")
	if got := withRemedy(name, err); !strings.Contains(got.Error(), "readonly database (8): allow this user to write the file and its folder") {
		t.Error(got)
	}
}

// TestFull: a change for which there is no room says so, keeps nothing, and goes through when there is room.
func TestFull(t *testing.T) {
	s := opened(t, t.TempDir())
	created(t, s, "one")
	pages := func(most int) error {
		return s.write(func(x *tx) error { return x.exec(fmt.Sprintf("PRAGMA max_page_count=%d", most)) })
	}
	if err := pages(1); err != nil { // SQLite takes the number of pages that there are.
		t.Fatal(err)
	}
	large := &store.Match{ID: "two", InfoJSON: []byte("{}"), StateJSON: []byte("{}"), Lines: [][]byte{bytes.Repeat([]byte("x"), 1<<20)}}
	if err := s.Create(large); !errors.Is(err, store.ErrFull) {
		t.Errorf("without room: %v", err)
	}
	if n, err := s.Count(t.Context()); n != 1 || err != nil {
		t.Errorf("%d matches, %v", n, err)
	}
	if err := errors.Join(pages(1<<20), s.Create(large)); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// database returns the file of a database that another program has made.
func database(t *testing.T, statements string) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "other.db")
	db, err := sql.Open("sqlite", source(name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// filesIn returns the files of a folder by name.
func filesIn(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range list {
		if files[f.Name()], err = os.ReadFile(filepath.Join(dir, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A database of format 1 is readable: the idle time of its matches counts from now.
func TestFirstFormat(t *testing.T) {
	dir := t.TempDir()
	db, err := sql.Open("sqlite", source(filepath.Join(dir, "loophole.db")))
	if err != nil {
		t.Fatal(err)
	}
	old := strings.Replace(schema, ",\n\ttouched  INTEGER NOT NULL DEFAULT 0 -- seconds since 1970: when it changed last", "", 1)
	if strings.Contains(old, "touched") {
		t.Fatal("the first format had no such column")
	}
	if _, err := db.Exec(old + "PRAGMA user_version=1; INSERT INTO matches (id, created, facts, standing, over) VALUES ('old', 5, '{}', '{}', 0)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	for range 2 { // The second time it has the new format.
		s := opened(t, dir)
		x, err := s.Load(context.Background(), "old")
		if err != nil || time.Since(x.Touched) > time.Minute || x.Created.Unix() != 5 {
			t.Fatal(x, err)
		}
		created(t, s, fmt.Sprint(time.Now().UnixNano()))
		s.Close()
	}
}

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Check runs SQLite's integrity check over the whole database. The error lists up to 20 findings.
func (s *Store) Check(ctx context.Context) error {
	rows, err := s.reader.QueryContext(ctx, "PRAGMA integrity_check(20)")
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer rows.Close()
	var faults []error
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return fmt.Errorf("store: %w", err)
		}
		if text != "ok" {
			faults = append(faults, fmt.Errorf("store: %s", text))
		}
	}
	return errors.Join(append(faults, rows.Err())...)
}

// Backup copies the database of the folder dir, as it is at one moment, into the new file into.
// Another program may serve the database meanwhile.
func Backup(ctx context.Context, dir, into string) error {
	name := filepath.Join(dir, "loophole.db")
	if exists, err := statFile(name); err != nil {
		return err
	} else if !exists {
		return fmt.Errorf("store: no matches are kept in %s: name the folder of a server with --data", dir)
	}
	if _, err := os.Lstat(into); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("store: %s exists already; name a new file", into)
	}
	db, err := sql.Open("sqlite", source(name, "_pragma=query_only(0)"))
	if err != nil {
		return fmt.Errorf("store: %s: %w", name, err)
	}
	defer db.Close()
	if _, err := formatOf(ctx, db); err != nil {
		return withRemedy(name, err)
	}
	// The copy is written to a temporary name and then renamed, so that a file of the final name
	// is complete.
	part := into + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("store: %w", err)
	}
	if err := os.WriteFile(part, nil, 0o600); err != nil {
		return fmt.Errorf("store: %w: name a new file in a folder that you may write", err)
	}
	if _, err = db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return errors.Join(withRemedy(name, err), os.Remove(part))
	}
	return os.Rename(part, into)
}

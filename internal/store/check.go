package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Check has SQLite look through the whole database. The error says what it found.
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

// Backup writes the database of a folder, as it is at one moment, into a new file. A
// program that serves it goes on meanwhile.
func Backup(ctx context.Context, dir, into string) error {
	name := filepath.Join(dir, "loophole.db")
	if _, err := os.Stat(name); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if _, err := os.Lstat(into); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("store: %s is there already; name a new file", into)
	}
	db, err := sql.Open("sqlite", source(name, "_pragma=query_only(0)"))
	if err != nil {
		return fmt.Errorf("store: %s: %w", name, err)
	}
	defer db.Close()
	// It is written beside and then named, so that a copy that bears the name is whole.
	part := into + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("store: %w", err)
	}
	if err := os.WriteFile(part, nil, 0o600); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if _, err = db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return errors.Join(fmt.Errorf("store: %s: %w", name, err), os.Remove(part))
	}
	return os.Rename(part, into)
}

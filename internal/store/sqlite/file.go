package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// statFile reports whether the file of the matches exists. SQLite would take an empty file for a new
// database and delete the log beside it, which may have matches.
func statFile(name string) (exists bool, err error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("store: %w: allow this user to read the folder, or name another one with --data", err)
	case info.IsDir():
		return false, fmt.Errorf("store: %s is a folder, not a file: move it away, or name another folder with --data", name)
	case info.Size() == 0:
		return false, fmt.Errorf("store: %s is empty: restore a backup, or delete the file if it never had matches", name)
	}
	return true, nil
}

// A querier is a database, a connection or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// formatOf returns the format of the database, 0 for a new one. It fails if another program has made
// the database. It writes nothing.
func formatOf(ctx context.Context, db querier) (version int, err error) {
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, err
	}
	var tables, columns int
	const query = `SELECT (SELECT count(*) FROM sqlite_schema WHERE type = 'table'),
		(SELECT count(*) FROM pragma_table_info('matches') WHERE name IN ('id', 'created', 'facts', 'standing', 'over'))`
	if err := db.QueryRowContext(ctx, query).Scan(&tables, &columns); err != nil {
		return 0, err
	}
	if columns < 5 && (tables > 0 || version > 0) {
		return 0, errForeign
	}
	return version, nil
}

var errForeign = errors.New("the database has no matches of loophole: move it away, or name another folder with --data")

// withRemedy completes an error of SQLite about a database with the file and what to do.
func withRemedy(name string, err error) error {
	remedy := ""
	var e driverError
	if errors.As(err, &e) {
		switch e.Code() & 0xff { // the primary code
		case codeNotADB:
			remedy = ": move it away, or name another folder with --data"
		case codeCorrupt:
			remedy = ": the file is damaged or truncated: restore a backup, or move it away"
		case codeReadOnly, codeCantOpen, codePerm:
			// SQLite writes beside the file even to read it.
			remedy = ": allow this user to write the file and its folder, or copy both elsewhere and name that folder with --data"
		case codeFull:
			remedy = ": make room on the disk, or name a folder on another one with --data"
		case codeBusy:
			remedy = ": end the other program that uses the file"
		}
	}
	return fmt.Errorf("store: %s: %w%s", name, err, remedy)
}

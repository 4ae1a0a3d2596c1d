package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
)

// migrations has the files 1.sql, 2.sql and so on. File n brings a database of format n-1 to
// format n. A file that a release contains never changes.
//
//go:embed migrations/*.sql
var migrations embed.FS

// format is the number of migrations, which is the format that this package reads and writes.
const format = 2

// migrate brings the database to the current format. It fails if a later program has written the
// database. The caller has the lock of the database.
func migrate(ctx context.Context, c *conn) error {
	var noSchema, noTables bool
	err := c.run(ctx, step{sql: "SELECT to_regnamespace('loophole') IS NULL, to_regclass('loophole.format') IS NULL", rows: func(rows []row) {
		noSchema, noTables = rows[0].yes(0), rows[0].yes(1)
	}})
	if err == nil && noSchema {
		err = c.run(ctx, step{sql: "CREATE SCHEMA loophole"})
	}
	version := 0
	if err == nil && !noTables {
		version, err = versionOf(ctx, c)
	}
	if err == nil && version > format {
		err = fmt.Errorf("the database has format %d; this program reads up to %d: use a later program, or another database", version, format)
	}
	for n := version + 1; n <= format && err == nil; n++ {
		var text []byte
		if text, err = migrations.ReadFile(fmt.Sprintf("migrations/%d.sql", n)); err == nil {
			err = c.Exec(ctx, fmt.Sprintf("BEGIN; %s; UPDATE loophole.format SET version = %d; COMMIT", text, n)).Close()
		}
	}
	return err
}

// versionOf returns the format of a database. The error wraps [errEmpty] if it has no tables.
func versionOf(ctx context.Context, c *conn) (version int, err error) {
	err = c.run(ctx, step{sql: "SELECT version FROM loophole.format", rows: func(rows []row) {
		if len(rows) > 0 {
			version = rows[0].number(0)
		}
	}})
	var e *pgconn.PgError
	if errors.As(err, &e) && (e.Code == "42P01" || e.Code == "3F000") { // undefined_table, invalid_schema_name
		err = errEmpty
	}
	return version, err
}

var errEmpty = errors.New("no matches are kept in the database")

package sqlite

import (
	"testing"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

var _ driverError = (*sqlite.Error)(nil)

// TestCodes compares the result codes with those of the driver.
func TestCodes(t *testing.T) {
	for _, x := range [][2]int{
		{codePerm, sqlite3.SQLITE_PERM}, {codeBusy, sqlite3.SQLITE_BUSY}, {codeReadOnly, sqlite3.SQLITE_READONLY},
		{codeCorrupt, sqlite3.SQLITE_CORRUPT}, {codeFull, sqlite3.SQLITE_FULL}, {codeCantOpen, sqlite3.SQLITE_CANTOPEN},
		{codeNotADB, sqlite3.SQLITE_NOTADB}, {codePrimaryKey, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}, {codeUnique, sqlite3.SQLITE_CONSTRAINT_UNIQUE},
	} {
		if x[0] != x[1] {
			t.Errorf("a code is %d, but %d in SQLite", x[0], x[1])
		}
	}
}

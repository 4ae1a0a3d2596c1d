// Package sqlite keeps matches in one SQLite file.
//
// One goroutine writes. It commits all waiting changes in one transaction, and a caller learns of
// success only after the commit has reached the disk. Lines are numbered, and a number that
// exists already is rejected. So two programs with one file cannot both continue a match.
//
// The program adds the driver, modernc.org/sqlite.
package sqlite

// Package store keeps matches in one SQLite file: the lines of each record, the hashes of the
// seats' tokens, and the state outside the record, such as which side types its dice.
//
// One goroutine writes. It commits all waiting changes in one transaction, and a caller learns of
// success only after the commit has reached the disk. Lines are numbered, and a number that
// exists already is rejected. So two programs with one file cannot both continue a match.
//
// The package knows nothing about the meaning of lines, or about HTTP.
package store

// Package store says what a server keeps of matches, whatever keeps it: the lines of each record,
// the hashes of the seats' tokens, and the state outside the record, such as which side types its
// dice. Its subpackages keep them in an SQLite file and in memory.
//
// The package knows nothing about the meaning of lines, or about HTTP.
package store

// Package store defines what a server keeps of each match, whatever stores it: the lines of each
// record, the hashes of the seats' tokens, and the state outside the record, such as which side
// types its dice. Its subpackages store them in an SQLite file, in a PostgreSQL database or in
// memory.
//
// The package knows nothing about the meaning of lines, or about HTTP.
package store

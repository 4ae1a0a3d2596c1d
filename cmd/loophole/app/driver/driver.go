// Package driver makes the driver of SQLite part of the program.
//
// SQLite takes the compiler longer than any other package. Neither the command line nor the server
// imports it, so they are compiled meanwhile.
package driver

import _ "modernc.org/sqlite" // registers itself in database/sql

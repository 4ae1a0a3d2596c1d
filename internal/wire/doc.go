// Package wire has the JSON of the program's answers. The command line writes it with --json, and
// the API answers with it.
//
// A chance is a fraction as text, "a/b", with the nearest float. An answer by trials has fields of
// its own, with the standard error, the number of trials and the seed. Lists are never null.
//
// The package does not read questions; package question does.
package wire

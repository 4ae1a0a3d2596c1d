// Package wire is the JSON of the program's answers: what the command line
// writes with --json and the API answers are one and the same.
//
// A chance is a fraction as text, "a/b", with the nearest float beside it; an
// answer by trials never shares its fields and carries its standard error, the
// number of trials and the seed. Lists are never null.
//
// Left out: how any of it is asked for, which differs between a command line
// and HTTP.
package wire

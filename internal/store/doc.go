// Package store keeps matches at rest in one SQLite file: the sealed lines of
// each record, the seats with the hashes of their tokens, and the little that
// stands beside a record, such as who types his dice.
//
// One goroutine writes. It commits whatever waits together, and nobody is told
// that his lines are kept before the commit has reached the disk. Lines are
// numbered; a line whose number is taken is refused, so that two programs on
// one file cannot both go on with a match.
//
// Left out: what a line means, and everything about HTTP.
package store

// Package cli is the command line. It turns arguments into a question, answers the question by
// exact odds, by trials or with dice, and prints the answer. It also plays games at the
// terminal, serves the tabletop and verifies records.
//
// Every command works on every rulebook of package rulesets and contains no rules. Answers go
// to standard output, everything else to standard error. The exit status is 0 for an answer, 1
// for an illegal situation or an invalid record, 2 for bad input, 3 for a bug in this program,
// 4 if shards of a merged sweep are missing, and 130 for an interrupt.
package cli

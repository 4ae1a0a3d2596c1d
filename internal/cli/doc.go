// Package cli is the command line: it turns words into a question, has it
// answered by odds, by trials or by dice at the table, and shows the answer.
//
// Every command works on any rulebook of the shelf; what a rulebook has to say
// comes from its own descriptions. Answers go to standard output and everything
// else to standard error. The exit status says what happened: 0 an answer, 1
// the rules refuse it (or a record does not hold), 2 bad input, 3 a fault of
// this program.
package cli

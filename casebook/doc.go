// Package casebook checks games against cases that people wrote from the book:
// small set-ups, typed actions, given dice, and the facts that must hold then.
// docs/casebook.md describes the files. A case is an expectation from outside: the
// program plays it and says what does not hold, and nothing in it is ever written
// by the program.
//
// A case plays clauses, and its twin lacks them or has them lead elsewhere. Where
// both hold and contradict each other in a fact, the clause is effective: a
// position, a refusal or a number is otherwise without it ([Effects]).
package casebook

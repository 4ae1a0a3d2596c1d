// Package casebook checks games against cases that people wrote from the rulebook: small set-ups,
// actions, given dice, and the facts that must then hold. docs/casebook.md describes the files.
// The program plays a case and reports the facts that fail. It never writes a case.
//
// A case plays clauses. Its twin is the same case without them, or with a condition changed so that
// they lead to something else. A clause is effective if both cases hold and contradict each other in
// a fact: without the clause a position, a violation or a number is different. See [Book.Run].
package casebook

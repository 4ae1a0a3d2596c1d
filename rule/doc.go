// Package rule contains the types of a rulebook and of its umpire: the data of a ruleset, and the
// questions of its procedures.
//
// A procedure is an ordinary Go function that asks an [Umpire]: how many of these dice succeed,
// what is their sum, does this test pass? The source of the answers makes it a game, a calculation,
// a simulation or an audit: a random generator, a tray of real dice, an odometer that gives every
// answer in turn, or a record under verification. The procedure is the same for all of them.
//
// A question includes its target. A procedure receives the result of a roll (a sum, a number of
// successes, a pass) and never faces. So an exact calculation enumerates results, which are few,
// and not faces, which are many.
//
// A [Ruleset] contains a whole rulebook: a ledger of clauses, the published tables, the host facts
// and rulings that [HouseRules] can change, and the procedures. The package imports the standard
// library only, and knows no rulebook, database or screen.
package rule

// Package rule is the vocabulary of the umpire: what a rulebook is made of and
// how one of its procedures asks for dice.
//
// A rules procedure is an ordinary Go function that asks an [Umpire]: how many
// of these dice succeed, what do those sum to, does this test pass. Who
// answers decides whether it is a game, a calculation, an experiment or an
// audit: a generator, a tray of real dice, an odometer that gives every answer
// in turn, a record that is being checked. The procedure cannot tell.
//
// A question carries its reading. A procedure receives the reading of a roll
// (a sum, a number of successes, a pass) and never faces to interpret, so an
// exact calculation visits readings, of which there are few, instead of faces,
// of which there are many.
//
// The same shape holds a whole rulebook: a [Ruleset] is a ledger of clauses,
// the published tables, the host facts and rulings that a [HouseRules] may set
// otherwise, and the procedures. The package imports the standard library
// only and knows no rulebook, no database, no screen.
package rule

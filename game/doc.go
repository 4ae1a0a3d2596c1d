// Package game turns the procedures of a rulebook into a game that runs from
// set-up to victory: a position, whose decision it is, what is legal, why
// something is not, what follows.
//
// A rulebook describes its game in a [Spec]: the position is one small
// comparable value, the ground and the names stand in a field that never
// changes, and each kind of action is a [ActionType] with a check and a deed. The
// check is the only place that says what is legal: listing asks it about
// candidates, and why an action is refused is what it noted. The deed builds
// the situation of an existing procedure from the position, plays it with the
// umpire, and writes what came out back into the position. So the odds of an
// action, a bot and the browser all run the rules of play.
//
// From the kinds of a verb's arguments the package prints an action as one
// line, reads the line back, says what may come next and lists what is legal,
// alike for every rulebook. The types of a Spec are forgotten into a [Game], as
// those of a rule.Spec are into a procedure; a Game on a scenario under a house
// is a [Instance], and a [Runner] plays one in place, fast, for series.
//
// Left out: records and undo, which are the room match; policies and series,
// which are the room policy. Neither may be known to a rulebook, which must not
// know dice.
package game

// Package game turns the procedures of a rulebook into a game that runs from set-up to victory: a
// position, the side to decide, the legal actions, the reasons why others are illegal, and what
// follows from an action.
//
// A ruleset describes its game in a [Spec]. The position is one small comparable value. Terrain and
// names are in a battlefield, which never changes. Each kind of action is an [ActionType] with
// three functions. Legal alone decides what is legal: the list of legal actions is the part of
// PseudoLegal that Legal allows, and the reasons against an action are the notes of Legal. Apply builds the
// situation of a procedure from the position, plays it with the umpire, and writes the outcome back
// into the position. So the odds of an action, the policies and the browser all run the rules of
// play.
//
// From the parameters of an action type the package formats an action as one line, parses such a
// line, completes it and lists the legal actions, in the same way for every ruleset. [Spec.Game] removes the type
// parameters. A [Game] set up from a scenario under house rules is an [Instance]. A [Runner] plays
// an instance in place, for series.
//
// # For authors of rulesets
//
//   - The game: [Spec], [ActionType], [Param], [Domain], [Event], [Metric], [Status], [Wording].
//   - What most games have in common: [Units], [Losses], [Victory], [Outcome], [NextSide], [ControlBy],
//     [React], [EvaluateBy], [Wins], [Along], [OfPiece].
//   - Fields of set-ups and positions, by struct tags: key, doc, unit, min, max, table, of, least, most, single.
//     See docs/adding-a-ruleset.md, Tags.
//   - Lists of actions: [Single], [Pairs], [First], [Any], [Count].
//   - Errors of a set-up: [ErrorAt], [ErrorfAt], [Find], [CheckRange], [CheckSideNames], [CheckPresent],
//     [CheckUnused], [CheckGone].
//
// Records and undo are in package match, automatic players and series in package policy. A ruleset
// imports neither.
package game

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
// and not faces, which are many. The package needs no other module.
//
// # For authors of rulesets
//
//   - Data: [Ruleset], [MustRuleset], [Table], [Fact], [Ruling], [Topic], [Phrase].
//   - A procedure: [Spec], [Event], [Measure], [Example].
//   - Dice: [Umpire.Test], [Umpire.Count], [Umpire.Sum], [Umpire.Highest], [Umpire.Tally],
//     [Umpire.Draw], with [AtLeast], [AtMost], [Exactly], [Between], [Cuts].
//   - Decisions, and whose dice they are: [Umpire.Choose], [Umpire.By], [Umpire.WithRoles].
//   - Values: [Umpire.Fact], [Umpire.Ruling], [Umpire.Cell], [Umpire.If], [Umpire.Apply], [Umpire.Note].
//   - Fields of situations and outcomes, by struct tags: key, doc, unit, min, max, table, each. See
//     docs/adding-a-ruleset.md, Tags.
//   - Legality: [Umpire.Require], [Umpire.Requiref], [Umpire.Forbid], [Umpire.Allowed].
//   - Speed: [Checkpoint], [Subroll], [IndependentSubroll], [Precomputed], [Memoized].
//
// # For programs that ask
//
// [Ruleset.Ask] makes a [Question], [Ruleset.House] makes [HouseRules], and [Play] runs a procedure
// with a [Source] and a [Record]. Package odds gives exact answers, package sim estimates. The
// remaining names serve such engines.
package rule

// Package policy plays games without a player. A [Policy] takes the decisions of one side,
// [PlaySeries] plays many games between two policies, and [Odds] gives the exact odds of one
// action.
//
// [Odds] plays an action with every answer of the dice in turn, by the functions that play it in
// a game; see package odds. Policies that evaluate actions do the same, and fall back on trials
// for an action that is too large.
//
// The policies are:
//
//   - random takes any legal action.
//   - cautious and aggressive take the action with the best expected evaluation of the next
//     position. They differ in the weights of losses and objectives.
//   - search looks some actions ahead, with chance nodes.
//   - recruit to colonel play to win by a model of the chance to win; see [Lookahead].
//
// A policy receives the view of its side and nothing else. A [TranspositionTable] keeps its
// evaluations of positions. The table saves time and changes no decision.
//
// Package winprob fits the models. Not included: opening books, and knowledge of a rulebook beyond
// the evaluation that its game provides.
package policy

// Package policy decides without a player. It weighs what a side may do by the
// exact odds of each action, takes the decisions of a side by a [Policy], and
// plays whole games between two of them, many times, as a [Series].
//
// The odds of an action are found by playing it, with every answer of the dice
// in turn, through the deed that a game plays it by; see package odds. Where
// they are too large, the policies that weigh fall back on trials. The policies
// are: random; cautious and aggressive, which take the action with the best
// expected worth for one step and differ in what they hold dear; and search,
// which looks some actions further, with chance nodes.
//
// A policy is shown the view of its side and nothing else. What it weighed in a
// position is kept in a [TranspositionTable], where it has one, and found again: its decisions
// are the same without, and take longer.
//
// Left out: learning, opening books, and any knowledge of a rulebook beyond
// what its game says is worth how much.
package policy

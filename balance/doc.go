// Package balance answers questions of a scenario's designer: who wins, with which policy and from
// which side, which units survive, when games are decided, which rules decide them, and how all
// this changes with a value of the set-up or of the house rules.
//
// All answers come from series of games between policies. Shares are scores of the first side: a
// win counts 1 and a draw ½. If luck is subtracted, the expectation of a share stays the same and
// its error becomes smaller; see [policy.Control].
package balance

// Package balance answers what the designer of a scenario asks: who wins, by which policy and
// from which side, which units live, when games are decided, which rules decide them, and how
// the answers change with a value of the set-up or of the house rules.
//
// All answers come from series of games between policies. Shares are scores of the first
// side: a win counts 1 and a draw ½. Luck is subtracted from them, which changes no expectation
// and makes the errors smaller; see [policy.Control].
package balance

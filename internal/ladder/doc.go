// Package ladder measures how strong policies are by games between them.
//
// Policies play in pairs of games: with the same dice, and with the sides swapped. From each result
// the package subtracts the luck of the dice: at each roll, the estimate of the position after it
// less the exact mean over all results of the roll. Its expectation is 0 whatever the estimate is,
// so the mean stays unbiased, and the standard error falls.
//
// A sequential probability ratio test decides after each pair whether one policy is stronger than
// another, as tests of chess engines do. Ratings follow from all pairings together.
package ladder

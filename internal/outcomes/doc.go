// Package outcomes lists the positions that an action may lead to: their probabilities, exactly,
// and the decisions that sides take within the action, such as which model falls.
//
// If nobody decides anything, the engine of exact odds finds the distribution. Otherwise the action
// is played once for each combination of dice and decisions, and the result is a tree: the value of
// a position is the mean over dice and the best option over the decisions of a side.
package outcomes

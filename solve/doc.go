// Package solve computes exactly who wins a game if both sides play their best, for any rulebook,
// through the API of package game.
//
// The program expands every reachable position once, and weighs each action by its exact outcomes.
// A decision within an action, such as which model falls, belongs to the side that takes it, as the
// choice of the action does. Interval value iteration then finds the values: the first side
// maximises its chance to win, the second minimises it. A draw counts as half a win.
//
// A game with more positions than the budget is not solved. Its [Value] is then a range that
// contains the true value, whatever happens in the positions that were not expanded.
package solve

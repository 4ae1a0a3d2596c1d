// Package solve finds out who wins a game if both sides play their best, exactly: by the
// API of package game, for any rulebook.
//
// It looks at every position that can come about, each once, however many ways lead to
// it. An action is weighed by its exact outcomes. A decision within an action, such as who
// falls, is a decision of the side that takes it, like the choice of the action. From the
// ends of the game it then works backwards: the first side takes what is best for its
// chance to win, the second what is worst for it. A draw counts as half a win.
//
// A game that has more positions than the budget is not solved. Its [Value] is then a
// range: whatever happens in the positions that were not looked at, the true value lies in
// it.
package solve

// Package winprob estimates the chance to win a position of a game.
//
// Each scenario has a model of its own, fitted to games that the program plays against
// itself: a logistic model with two weights for each input. Its inputs are the numbers that every
// game states (models, their worth, objectives, the time that is left, whose turn it is) and
// the fields of the position, each split into a few levels. So it knows who wins, and not
// only who has more models left.
//
// The fit uses results from which luck is subtracted. The luck of an action is the difference
// between the estimate for the position that resulted and the exact mean over all possible ones.
// Subtracting it leaves the mean of the results as it is and makes the fit several times as
// precise.
package winprob

// Package winprob estimates the chance to win a position of a game.
//
// Each scenario has a model of its own, fitted to games that the program plays against
// itself: a logistic model with two weights for each input. Its inputs are the numbers that every
// game states (models, their worth, objectives, the time that is left, whose turn it is) and
// the fields of the position, each split into a few levels. So it knows who wins, and not
// only who has more models left.
//
// A game is fitted to a result from which luck is subtracted: at each action, by how much
// the estimate of the position that came about differs from the exact mean over all that
// could come about. That leaves the mean as it is and makes the fit several times as sharp.
package winprob

// Package sweep computes many series and exact answers that a file describes: cells, each of one
// scenario or question with some values varied.
//
// A cell of games is divided into shards, which are contiguous ranges of its games. The seed of a
// game depends only on the seed of the sweep, the cell and the number of the game. Results are
// whole numbers and fractions, and merging adds them. Any division of the work among goroutines,
// processes and machines therefore gives the same result to the byte.
package sweep

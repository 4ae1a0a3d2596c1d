// Package puzzle holds puzzles: positions from late in games of the bundled scenarios in which
// one action is clearly best.
//
// Package solve computed the chance to win after every legal action, so a puzzle states exactly
// what each action gives up. [Bundled] lists the puzzles of the program. The command
// tools/puzzles finds them.
package puzzle

//go:generate go run ../tools/puzzles bundled

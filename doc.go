// Package loophole is the root of the module. It holds no code, only tests about the module as a
// whole.
//
// Programmers start with [loophole/rulesets] for the rulesets, [loophole/odds] for exact odds,
// [loophole/sim] for trials, [loophole/notation] for dice expressions and [loophole/dice] for dice.
// README.md describes the command line, ARCHITECTURE.md the packages.
//
//go:generate go run ./tools/pages docs README.md
package loophole

// Package loophole is the front door of the module: it holds no code, only the
// test that keeps the rooms apart.
//
// Programmers start with [loophole/rulesets] for the shelf of rulebooks,
// [loophole/odds] to calculate, [loophole/sim] to sample and [loophole/dice]
// to roll. README.md shows the command line, ARCHITECTURE.md the house.
//
//go:generate go run ./tools/pages docs README.md
package loophole

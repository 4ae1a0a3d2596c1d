// Package embedding is the program as a library for other languages: JSON in, JSON out, and games
// behind handles. Package cmd/libloophole gives it the form of C functions.
//
// A function that returns text returns JSON. Every error is JSON too: an object with the key
// "error". No function panics. A function that returns a number returns a negative [Code] as its
// error. Texts from outside have a largest size, [MaxText], and there are at most [MaxGames] games.
//
// All functions may be called from several goroutines. Calls for one game wait for each other.
package embedding

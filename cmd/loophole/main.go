// Loophole is an umpire for fighting in and around buildings in tabletop
// wargames: exact odds, trials, and dice at the table, with the clause of every
// number.
package main

import "loophole/cmd/loophole/app"

func main() { app.Main() }

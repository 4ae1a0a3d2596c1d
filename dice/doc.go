// Package dice contains the sources of a game at the table: the program's dice, the players' dice,
// and the dice of a record.
//
// [Random] rolls for the program, with a generator that is specified completely, so that anybody
// can reimplement it. [Tray] contains faces that were rolled beforehand and uses them question by
// question; tests state their dice in this way. [Terminal] asks a person for the faces of real
// dice. [Script] answers from the entries of a record and checks that every question is the
// recorded one.
//
// All four return faces and read them with [rule.Pool.Evaluate], so that equal faces have equal
// values. Only a player may give a total instead, and it is marked as one. The method From of each
// source returns the origin of its last answer for records.
//
// Other packages have the sources of exact odds and of trials, which know results and no faces.
// There are no biased dice, and no check that players type the faces they rolled.
package dice

import (
	"fmt"

	"loophole/rule"
)

// The origins of answers in records.
const (
	FromProgram = "program"     // rolled or chosen by the program
	FromTyped   = "typed"       // faces or an option that a player gave
	FromHands   = "two hands"   // faces that both players made, so that neither could choose them: package hands
	FromTotal   = "typed total" // a result that a player gave without faces
)

// question names a roll in an error.
func question(r rule.Roll) string {
	return fmt.Sprintf("%s for %s [%s]", r.Pool, r.Why, r.Cite)
}

// decision names a choice in an error.
func decision(c rule.Choice) string {
	return fmt.Sprintf("%s: %s [%s]", c.By.WithVerb("choose"), c.Why, c.Cite)
}

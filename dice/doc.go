// Package dice is who answers an umpire at the table: the program's dice, the
// players' dice, and the dice of a record.
//
// [Random] rolls for the program, by a generator that is described closely
// enough to be written again by anyone who doubts it. [Tray] holds faces that
// were rolled beforehand and are spent question by question, which is also how
// a test states its dice. [Terminal] puts each question to a person and reads what
// the real dice show. [Script] answers from the entries of a record and checks
// that every question is the recorded one.
//
// All four deal in faces and read them in one place, [rule.Pool.Evaluate], so that
// the same faces are the same value whoever rolled them; only a player may give
// a total instead, and it is marked as one. Each source says where its last
// answer came from by a method From, which a record keeps.
//
// Left out: the sources of exact odds and of trials, which know readings and no
// faces; biased dice; and any check that players typed what they rolled.
package dice

import (
	"fmt"

	"loophole/rule"
)

// Where an answer came from, as a record keeps it.
const (
	FromProgram = "program"     // rolled, or chosen, by the program
	FromTyped   = "typed"       // faces, or an option, that a player gave
	FromHands   = "two hands"   // faces that both players made, so that neither could choose them: package hands
	FromTotal   = "typed total" // a reading that a player gave without its faces
)

// question names a roll in an error, so that a reader need not look it up.
func question(r rule.Roll) string {
	return fmt.Sprintf("%s for %s [%s]", r.Pool, r.Why, r.Cite)
}

// decision names a choice in an error.
func decision(c rule.Choice) string {
	return fmt.Sprintf("%s: %s [%s]", c.By.Clause("choose"), c.Why, c.Cite)
}

// Package notation reads dice notation, such as "4d6kh3 >= 16", and answers it: the
// exact distribution of every expression as fractions, and rolls of it.
//
// docs/dice.md has the grammar with examples. Terms are independent: two of the same
// dice are two rolls; a roll that is used twice is given a name ("x := d20; …").
//
// An expression is first read ([Parse], whose errors show the place), then asked
// ([Expr.Dist], [Expr.Roll]). One reading of faces serves both: what is counted, kept
// or added up of a hand of dice is told face by face, lowest first, by the dice that
// fell or by every way in which they may fall.
package notation

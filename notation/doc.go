// Package notation parses dice notation, such as "4d6kh3 >= 16", and computes the exact
// distribution of every expression as fractions, and rolls of it.
//
// docs/dice.md has the grammar with examples. Terms are independent: the same dice twice are two
// rolls. A name stands for a roll that is used twice ("x := d20; …").
//
// [Parse] parses an expression, and its errors show the place. [Expr.Dist] and [Expr.Roll] evaluate
// it. Both evaluate a pool of dice with the same code. It receives each face, lowest first, with
// the number of dice that show it, either from the rolled dice or from every way in which they may
// fall.
package notation

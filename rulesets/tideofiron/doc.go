// Package tideofiron plays the destructible buildings of Tide of Iron:
// Stalingrad.
//
// Covered: attacks on buildings by vehicles, guns and anti-tank squads, alone
// or combined; attacks on squads in buildings; area attacks, normal and
// suppressive; weakening, collapse, its damage and the overlay; what it costs
// to enter a building or its ruins. Every sentence of the chapter is in the
// ledger.
//
// Not covered: movement over the board, lines of sight, the action turns and
// the cards, which this chapter only uses. A situation states what they have
// led to: distances, whether sight is blocked, which unit is fatigued.
//
// Rulings that matter: halving (a supporter halves its firepower after its
// bonus; the only order that gives the book's 19 dice), terrain (no cover
// against a collapse; the word is illegible in the source), concussive-range
// (no added range against buildings). Hit numbers at close range, the block
// number and half of the unit table are not in the chapter: they are defaults
// that say so.
package tideofiron

// Package tideofiron plays the destructible buildings of Tide of Iron:
// Stalingrad.
//
// Not covered: assault (a place with enemies in it is cleared by fire),
// command points, cards other than the one that the chapter uses, specialization
// tokens other than anti-tank and medic, transport, rapid and combined
// opportunity fire, mortars against vehicles, hills, woods and fire. The
// initiative is the scenario's. Units do not move between hexes above the ground
// floor, because the source breaks off there.
//
// Covered: attacks on buildings by vehicles, guns and anti-tank squads, alone
// or combined; attacks on squads anywhere and on vehicles; area attacks, normal
// and suppressive; weakening, collapse, its damage and the overlay; what it costs
// to enter a building or its ruins. Every sentence of the chapter is in the
// ledger. Of the host game: rounds of alternating action turns, advance, Fire and
// Movement, Concentrated Fire, opportunity fire, fatigue, recovery, control of
// objective hexes, lines of sight over buildings and ruins, artillery, concealed
// squads, and five kinds of task. Procedures take their situation as it is stated, the game builds it from
// its position.
//
// Rulings that matter: halving (a supporter halves its firepower after its
// bonus; the only order that gives the book's 19 dice), terrain (no cover
// against a collapse; the word is illegible in the source), concussive-range
// (no added range against buildings). Hit numbers at close range, the block
// number and half of the unit table are not in the chapter: they are defaults
// that say so, as is all that brings concealed squads to light.
package tideofiron

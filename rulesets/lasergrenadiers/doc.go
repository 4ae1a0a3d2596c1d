// Package lasergrenadiers plays the fortifications and buildings of
// LaserGrenadiers, rule 29 of a science-fiction wargame for 25 mm figures.
//
// Covered: the types of structure and who may use them; both tables of armour
// classes; detection of those who fire from cover; fire at a structure, at
// those in it, through its walls at known or possible places, and into its
// openings; the guidelines for destruction and the point system in its three
// variants, with sections and collapse; engineers' breaching turn by turn;
// fires, from the spark over growth to those caught in them. Every sentence of
// the chapter is in the ledger, and every alternative that it offers is an
// option: ignore damage, mark it, guidelines or points.
//
// Not covered: movement, lines of sight over the battlefield and the order of
// a turn, which the chapter only uses. Places inside a structure are given
// from the point of impact, in quarter inches.
//
// Rulings that matter: damp (the book subtracts from a roll that must be low;
// the number is lowered instead), collapse-rounding and collapse-again (one
// example stands for the whole scale), half-area, inside, gate. The penetration
// table, the weapons, the hit numbers and all but one detection number belong
// to rules that the chapter only names: they are defaults that say so, and a
// strict house refuses them.
package lasergrenadiers

// Package lasergrenadiers plays the fortifications and buildings of
// LaserGrenadiers, rule 29 of a science-fiction wargame for 25 mm figures.
//
// Not covered, in the game: see LeavesOut in game.go. Suppressive fire, crews that leave their
// weapons, scatter and poison are among it. Lines and ways are those of the ground as it was laid
// out, with the gaps that the fight makes: over fallen sections and destroyed plants one sees in
// the open only. Each section of a structure falls as a whole.
//
// Covered: the types of structure and who may use them; both tables of armour classes; detection of
// those who fire from cover; fire at a structure, at those in it, through its walls at known or
// possible places, and into its openings; the guidelines for destruction and the point system in
// its three variants, with sections and collapse; engineers' breaching turn by turn; fires, from
// the spark over growth to those caught in them. Every sentence of the chapter is in the ledger,
// and every alternative that it offers is an option: ignore damage, mark it, guidelines or points.
//
// The game is played with single pieces on named places, in alternating activations: move, then
// fire or work. Whoever is inside a structure is hidden from the other side until he is detected;
// who moves in the open may be fired at. Rules of the game around the chapter are clauses host.…,
// with labelled defaults for their numbers.
//
// Rulings that matter: damp (the book subtracts from a roll that must be low; the number is lowered
// instead), collapse-rounding and collapse-again (one example stands for the whole scale),
// half-area, inside, gate. The penetration table, the weapons, the hit numbers and all but one
// detection number belong to rules that the chapter only names: they are defaults that say so, and
// a strict house refuses them.
package lasergrenadiers

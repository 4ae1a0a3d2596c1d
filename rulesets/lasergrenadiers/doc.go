// Package lasergrenadiers plays rule 29 of LaserGrenadiers, fortifications and buildings. The game
// is a science-fiction wargame for figures of 25 to 30 mm.
//
// Each heading of the rule has a file:
//
//	Briefing, Fortification types          fortification_types.go, the seven types in legalType; who may
//	                                       use them: fortification_occupying.go; table: tables.go
//	Armor class equivalents                armor_classes.go
//	Attacking fortifications, buildings    attacking.go
//	Destruction                            destruction.go
//	Attacking concealed targets            concealed_detecting.go, concealed_openings.go (into openings),
//	                                       concealed_penetrating.go (through walls), concealed_pieces.go
//	Combat engineers and buildings         engineers.go
//	Representing building damage           representing_damage.go; ignored damage: destruction.go
//	Point system                           points.go; collapse: points_collapse.go; guns that wear a
//	                                       structure down turn by turn: points_demolition.go
//	Fires                                  fires.go, fires_growth.go, fires_burning.go
//
// The tables of armour classes are in armor_classes.go, the rule's other tables in tables.go and
// its other numbers in facts.go. Those of the rest of the game, and defaults for numbers that the
// rule only mentions, are in host_tables.go, host_weapons.go and host_game_facts.go. Questions that
// the text leaves open are in rulings.go. House rules change all of them without a change of the
// code. They cannot change the constants at the end of facts.go, or the scale of collapse checks,
// which standsOn computes. Three numbers of the rule's examples are constants at the top of tables.go,
// because their tables belong to the rest of the game.
//
// Every sentence of the rule is in the ledger. Every alternative that it offers is an option:
// ignore damage, mark it, use the guidelines or the points in one of three variants.
//
// A file reads from the top: the situation, its Spec, legality (legal…), the play (play…), and the
// functions that it calls. What a play needs before the first roll is worked out in a Precomputed
// value (prepare…). A name such as known.half in a comment is a clause of clauses.txt, which follows
// the sentences of the rule.
//
// The game is played with single pieces on named places, in alternating activations: move, then
// fire or work. A piece inside a structure is hidden from the other side until it is detected. A
// piece that moves in the open may be fired at. The clauses host.… are rules of the game around the
// rule. Their numbers are defaults that say so.
//
// Game.LeavesOut lists what the game does not cover, such as suppressive fire, crews that leave
// their weapons, scatter and poison. Lines and ways are those of the ground at the start, with the
// gaps that the fight makes. Each section of a structure falls as a whole.
//
// Rulings with the largest effect: damp (the book subtracts from a roll that must be low; the
// number is lowered instead), collapse-rounding and collapse-again (one example stands for the
// whole scale), half-area, inside, gate. The penetration table, the weapons, the hit numbers and
// all detection numbers but one belong to rules that the book only names. They are defaults that
// say so, and strict house rules reject them.
package lasergrenadiers

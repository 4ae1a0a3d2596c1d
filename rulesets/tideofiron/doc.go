// Package tideofiron plays the chapter on destructible buildings of Tide of Iron: Stalingrad, in
// single situations and in a game on a map.
//
// Each step and heading of the chapter has a file:
//
//	the procedure as a whole               attack.go; its situation and enums: situation.go
//	1. Determine if the unit is eligible   attack_1_eligible.go
//	1.1 Unoccupied, or 1.2 occupied with
//	the building as the target             attack_1_building.go
//	1.2 Occupied, a squad as the target    attack_1_squad.go
//	1.3 A normal area attack               attack_1_area.go
//	2. Roll for possible destruction       attack_2_roll.go
//	3. Assess                              attack_3_assess.go
//	Squads in a destroyed hex, overlay     attack_3_collapse.go, also as a procedure
//	Weakened hexes                         attack_3_assess.go, assessHitsNeeded and assessDamage
//	Movement tokens +1, +2, +3             attack_3_collapse.go, overlayToken; table levels in tables.go
//	Objectives                             attack_3_collapse.go, collapse; control in game_turns.go
//	Collapsed buildings, movement cost     collapsed_buildings.go
//	The illustrated example (box.…)        support, Stielgranate 42: attack_1_building.go; mortar squad:
//	                                       attack_1_area.go; collapse: attack_3_collapse.go; the whole
//	                                       example: TestNineteenDice in book_test.go
//
// Numbers of the chapter are in facts.go and tables.go, those of the rest of the game in host_facts.go
// and host_units.go. House rules change them without a change of the code. They cannot change halves,
// the four figures of a squad, or the order of conditions and damage. Questions that the chapter
// leaves open are in rulings.go.
//
// Rules of the rest of the game that the chapter needs are firepower, ranges and hit numbers
// (host_firepower.go), vehicles (host_vehicles.go), lines of sight (host_sight.go), artillery
// (host_artillery.go) and concealed squads (host_concealment.go).
//
// A file reads from the top: the situation, its Spec, legality (legal…), the play (play…), and then
// the functions that it calls. What a play needs before the first roll is worked out in a Precomputed
// value (prepare…). A name such as need.hits in a comment is a clause of clauses.txt, which follows
// the sentences of the chapter.
//
// The game covers rounds of alternating action turns, advance, Fire and Movement, Concentrated
// Fire, opportunity fire, fatigue, recovery, control of objective hexes, lines of sight over
// buildings and ruins, artillery, concealed squads, and five kinds of task. Not covered: assault
// (a place with enemies in it is cleared by fire), command points, cards other than the one of the
// chapter, specialization tokens other than anti-tank and medic, transport, rapid and combined
// opportunity fire, mortars against vehicles, hills, woods and fire. The scenario states the
// initiative. Units do not move between hexes above the ground floor: the chapter has no rule for
// it.
//
// Rulings with the largest effect: halving (a supporter halves its firepower after its bonus, the
// only order that gives the book's 19 dice), terrain (no cover against a collapse; the word is
// illegible in the source), concussive-range (no added range against buildings). Hit numbers at
// close range, the block number, half of the unit table and the rules that reveal concealed squads
// are not in the chapter. They have defaults, which say how certain they are.
package tideofiron

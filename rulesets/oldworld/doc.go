// Package oldworld plays the chapter on occupied buildings of Warhammer: the Old World, in single
// situations and in a game on a map.
//
// Each heading of the chapter has a file:
//
//	Occupiable buildings                   occupiable.go
//	Leaving a building                     leaving.go
//	Flee!                                  rally and panic: flee.go; from a charge: fleeInside in assaulting_charge.go;
//	                                       cannot leave: leaving.go
//	Shooting from a building               shooting.go, shooting_from.go; stand and shoot: assaulting_charge.go
//	... and cast spells                    shooting_spells.go, shooting_spell_hits.go
//	Shooting at a building                 shooting.go, shooting_at.go
//	Templates                              templates.go; of miscasts: miscastHits in shooting_spells.go
//	"Incoming"                             incoming.go
//	Assaulting a building: the charge      assaulting_charge.go
//	Assaulting a building: the combat      assaulting.go; two units of attackers: assaulting_second.go
//	Nowhere to run                         nowhere_to_run.go; who moves in: nowhere_to_run_occupancy.go
//
// Numbers of the chapter are facts in facts.go, those of the rest of the game facts in
// host_facts.go and tables in host_charts.go, host_units.go, host_weapons.go and host_magic.go.
// House rules change them without a change of the code. They cannot change how dice are read: a
// natural 2 or 12, sixes, the artillery die and the misfire table. Questions that the text leaves open are in
// rulings.go, enums of situations in states.go.
//
// Rules of the rest of the game that the chapter needs:
//
//	one attack: to hit, to wound, saves    host_attacks.go
//	characteristics, Unit Strength         host_unit.go
//	who fights, what they roll             host_combat.go, host_stats.go; charges: host_combat_turns.go
//	a round of combat, combat result       host_combat_round.go; in the open: host_combat_open.go
//	Leadership, Panic                      host_leadership.go
//	marching, shooting                     host_march.go, host_shooting.go
//	engines: aim, scatter, misfires        host_engines.go
//	casting, dispelling, miscasts          host_magic.go
//	who rolls which dice                   host_sides.go
//
// A file reads from the top: the situation, its Spec, the play (play…), legality (legal…), and then
// the functions that they call. What a play needs before the first roll is worked out in a
// Precomputed value (prepare…).
//
// A siege is an assault that is played turn after turn: siege.go (rounds),
// siege_approach.go (charges and shooting between them), siege_state.go (its state and its
// checkpoints; no rules). It is no heading of the book.
//
// Situations do not cover challenges, magic items, and psychology other than panic, fear and
// terror. Of the spells they cover one lore, to show how the limit on casting works. A situation
// states distances, arcs, and models or terrain in the way.
//
// The game covers player turns of Strategy, Charges, Compulsory Moves, Remaining Moves, Shooting
// and Combat, flight, panic and rallying, combat in the open after a follow-up or pursuit,
// dispelling, and four kinds of task. A unit moves to a named spot, into a building, or to one of
// its walls. Distances, arcs and lines of sight are measured from its position to the nearest wall.
// leavesOut lists what the game does not cover. The largest gaps are charges in the open, units
// that block each other, formations, engines that shoot at other targets than occupied buildings,
// characters that join or leave units in the open, spells that do no harm, and reserves.
//
// Rulings with the largest effect: half (rounded up), casters (they share the half), overwhelm (an
// overwhelmed garrison breaks although it never falls back), contact (all five use all their
// Attacks), run-down (a garrison that flees from a charge is caught, as it cannot move),
// panic-inside (a garrison that would fall back stays), wiped-out (nobody moves in when the last
// defender falls in combat).
package oldworld

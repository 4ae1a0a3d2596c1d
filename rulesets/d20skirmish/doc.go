// Package d20skirmish plays the page on assaulting buildings of a D20 skirmish game of the Second
// World War. One page of the game is known, and not its title. It is played in single situations
// and in a game on a map.
//
// Each heading of the page has a file:
//
//	Assault                                assault.go; legality: assault_legal.go; room by room: assault_rooms.go
//	Grenade assault phase damage chart     grenades.go
//	Melee                                  melee.go; one round: melee_round.go
//	Status charts of attacker, defender    melee_status.go
//	Melee skill, 1d20                      melee_skill.go; its faces in bands: melee_skill_bands.go
//	Melee combat / Outcome, the examples   melee_outcome.go; in pairs, by a ruling: melee_pairs.go
//	Additional combatants                  melee_additional.go
//	helmet save                            melee_saves.go
//
// The last file of melee, melee_texts.go, holds the names in the texts of rolls and choices, and no rules.
//
// The charts are in tables.go, the other numbers of the page in facts.go, those of the rest of the game in
// host_facts.go. House rules change them without a change of the code. They cannot change that in fire a 1
// always hits and a 20 always misses, nor the one casualty that the side with fewer successes inflicts by the
// ruling losers-successes. Questions that the page leaves open are in rulings.go. Groups, elements and rooms of a
// situation are in situation.go, the two sides of a room in forces.go.
//
// A file reads from the top: the situation, its Spec, legality (legal…), the play (play…), and then
// the functions that it calls. What a play needs before the first roll is worked out in a Precomputed
// value (prepare…). A name such as grenade.each in a comment is a clause of clauses.txt.
//
// The page does not state fire, morale tests, turns or movement. host_fire.go, host_morale.go and
// the game have defaults of ours for them: each number is a fact marked as a guess, each rule a
// clause of the host. In the game, sides activate teams in turn, with two actions each. From the
// second round on, a D20 decides which side begins. Teams move by doors, windows and stairs, open
// doors, fire, throw grenades, keep watch and rally. An element that has lost somebody tests its
// morale at the end of the round.
//
// Not covered: leaders, spotting, prone and hidden figures, vehicles and support weapons, grenades
// and melee in the open, breaking off a melee, demolition, fire damage. The procedure assaults up
// to six rooms at once, while in the game each room is an action of its own. A team of the game is
// in one place as a whole, but may split in half to assault. A grenade needs no roll to throw and
// does not hurt those who throw it, because the page states neither.
//
// Rulings with the largest effect: rolling (a D20 at or under the modified skill), none-succeed and
// outnumbered-deadlock (the outcome table contradicts itself if nobody succeeds, and if the
// defenders are fewer), ones (a 1 hurts the enemy, in a deadlock too), smg (an SMG helps its whole
// element), outnumbering (the +4 is in the charts and again below them, and is given once). Melee
// skill, morale and the effect of being pinned are not on the page. They are defaults marked so.
package d20skirmish

// Package oldworld plays the occupied buildings of Warhammer: the Old World,
// in situations and in a game.
//
// Not covered by the game: what leavesOut lists for players, above all charges in
// the open (units meet in and at buildings; a garrison that was drawn out fights
// on where its ranks reach the enemy, and otherwise stands before its walls and goes
// in again, or is shot at), units that stand in each other's way, formations and reforming, engines that fire at anything
// but an occupied building, characters who join and leave units in the open,
// spells that do no harm, reserves. A unit goes to a named spot, into a building
// or to one of its walls; flights, charges that fail and ground that is given
// leave it at a point of their own, and chargers stand where they meet a wall.
// Distances, arcs and sight are worked out from where it stands, to the nearest
// wall of a building.
//
// Covered by the game: player turns of Strategy, Charges, Compulsory and
// Remaining Moves, Shooting and Combat; flight, panic, rallying; going in and
// out; combat in the open with those who came out, follow-up and pursuit, also into
// a building; dispelling; four kinds of task.
//
// Covered by situations: which buildings can be occupied and by whom; going in,
// leaving, following up and pursuing out; marching near the enemy; measuring and
// seeing from the building; shooting out of it, at it and in the open; half of the
// models inside shoot or cast; full cover; templates, which
// threaten everyone inside on 5+; the cannonball, which stops with D3 hits;
// charges on the building and the reactions to them; the fight of five against
// five by Initiative, with charts, saves and Armour Piercing; combat result and
// Break test, in which giving ground and falling back become holding and a
// garrison that breaks is destroyed; panic and rallying inside; who moves in
// afterwards; a round in the open; and a siege round after round, by the game's length or to the end.
//
// Not covered by either: challenges, characters who dodge shots among their men,
// magic items, psychology other than panic, fear and terror. Of the spells those
// of one lore that touch a building are in, to show how the rule on casting
// works. A situation states distances, arcs and what is in the way.
//
// Rulings that matter: half (rounded up), casters (they share the half),
// overwhelm (an overwhelmed garrison breaks although it never falls back),
// contact (all five use all their Attacks), run-down (a garrison that flees from
// a charge is caught, as it cannot move), panic-inside (one that would fall back
// stays), wiped-out (nobody moves in when the last defender falls in combat).
// The rest of the game, its charts and its army lists are tables and facts that
// a house file can change.
package oldworld

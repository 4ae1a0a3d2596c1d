// Package oldworld plays the occupied buildings of Warhammer: the Old World.
//
// Covered: which buildings can be occupied and by whom; going in, leaving,
// following up and pursuing out; measuring and seeing from the building; half
// of the models shoot or cast; full cover; templates, which threaten everyone
// inside on 5+; the cannonball, which stops with D3 hits; charges on the
// building and the reactions to them; the fight of five against five by
// Initiative, with charts, saves and Armour Piercing; combat result and Break
// test, in which giving ground and falling back become holding and a garrison
// that breaks is destroyed; panic and rallying inside; who moves in afterwards;
// and a siege round after round, by the game's length or to the end.
//
// Not covered: two units that assault at once, challenges, characters who dodge
// shots among their men, magic items, psychology
// other than panic, fear and terror, and where models stand: a situation states
// distances, arcs and what is in the way. Of the spells those of one lore that
// touch a building are in, to show how the rule on casting works.
//
// Rulings that matter: half (rounded up), casters (they share the half),
// overwhelm (an overwhelmed garrison breaks although it never falls back),
// contact (all five use all their Attacks), run-down (a garrison that flees from
// a charge is caught, as it cannot move), panic-inside (one that would fall back
// stays), wiped-out (nobody moves in when the last defender falls in combat).
// The rest of the game, its charts and its army lists are tables and facts that
// a house file can change.
package oldworld

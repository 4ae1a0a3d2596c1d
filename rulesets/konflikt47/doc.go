// Package konflikt47 plays the chapter on buildings of Konflikt '47: infantry and guns in
// houses and bunkers, and the attacks on them.
//
// Where each heading of the chapter is played:
//
//	Buildings (introduction)          structures.go
//	Entering Buildings                entering.go, and the set-up inside in entering_setup.go
//	Leaving Buildings                 leaving.go; assaults out of a building in assaulting.go
//	Orders to Troops Inside Buildings orders.go; the order test: host_order_tests.go
//	Large Buildings                   large_buildings.go
//	Shooting from Buildings           shooting_from.go: the situation, its targets and weapons;
//	                                  shooting_from_legal.go: openings, two men at each, one target a side;
//	                                  shooting_from_resolve.go: the rolls
//	  Fixed Weapons                   shooting_from_fixed.go; another opening by an order: orders.go
//	  Plunging Fire                   shooting_from_plunging.go
//	Shooting at Buildings             shooting_at.go
//	  Extra Protection                shooting_at_extra_protection.go; against those who assault, by
//	                                  a ruling: host_assault.go, takeExtraProtection
//	  Shooting HE Weapons …           he_indirect.go, he_direct.go; damage and collapse in he.go
//	Flamethrowers Against Buildings   flamethrowers.go
//	Assaulting Buildings              assaulting.go; reactions and rounds in host_assault.go
//	Vehicles Assaulting Buildings     vehicles.go
//	Artillery in Buildings            artillery.go
//	Bunkers                           bunkers.go says where each exception is
//
// The chapter's numbers are in facts.go and tables.go.
//
// The rules of other chapters that these need are in host_…: facts (host_facts.go), tables
// (host_tables.go), units by name (host_units.go), units as targets (host_troops.go), to-hit
// rolls (host_to_hit.go), damage to infantry and guns (host_damage.go) and to vehicles
// (host_armour.go), assaults (host_assault.go, host_reaction_fire.go), order tests
// (host_order_tests.go), morale (host_morale.go), and the side that rolls the dice
// (host_sides.go).
//
// To change a number, look for its clause: the chapter's numbers are facts of facts.go and rows
// of tables.go. Those of other chapters are in host_facts.go and host_tables.go, as is the cover of
// buildings and bunkers. Each question that the text leaves open is a ruling in rulings.go. A file
// with house rules can change all of these without a change of the code. It can change neither the
// constants, which are in facts.go and host_facts.go too, nor the +1 for each fist of a walker, nor
// the orders of a gun, nor how dice are read: two dice of a test, a 6 and then another 6, a 1 that
// never hits or damages, halves and doubles.
//
// A file reads from the top: the situation, its Spec, legality (legal…), the play (play…), and
// then the functions that it calls. What a play needs before the first roll is worked out in
// a Precomputed value (prepare…). A name such as he.twelve in a comment is a clause of
// clauses.txt, which follows the sentences of the book.
//
// The game on the map is in game.go and game_…. It goes from set-up to victory: order dice are
// drawn from a cup, units fire, advance, run, wait in ambush, rally and go down, assault
// floors, panic, and drive through walls. A rolled die stands for the cup: each order die has one of
// its faces, or several, and a face that is left over is a blank, which is rolled again. Units outside
// stand on the spots that a scenario names, one on each.
//
// Situations do not work out movement over the table or lines of sight: they state them. They
// leave out multiple launchers, and the reactions of a garrison to a vehicle that drives in, which
// the game plays. Game.LeavesOut lists what the game does not cover, sentence by sentence.
//
// Rulings that matter: twelve-hits (the dice as rolled, before a unit that is down halves
// them), reactions (tests as in this game, or none as in its sister game), abandoning (no
// hits), internal-obstacle (stairs and inner doors are defended obstacles). The damage
// results of vehicles, the collision and the defended obstacle are in other chapters: where
// they are not certain, the code has a default that says so.
package konflikt47

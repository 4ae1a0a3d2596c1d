// Package konflikt47 plays the chapter on buildings of Konflikt '47: infantry
// and guns in houses and bunkers, and what is done to get them out.
//
// Not covered, in the game: what Game.LeavesOut says, sentence by sentence.
//
// Not covered, in situations: movement over the table and lines of sight, which
// a situation states; the reactions of a garrison to a vehicle that drives in,
// which the game plays; multiple launchers. Of a unit whose weapons are not
// listed the men without assault weapons are removed first.
//
// Covered: set-up, entering, leaving and moving inside, with the order test
// that goes before, in the open as well; large buildings as sections; shooting from
// and at buildings, and in the open; shells that fall floor by floor, shells aimed
// directly, collapse;
// flamethrowers and fire; assaults from outside, between floors and sections
// and out of doors, fought to a result; tanks and walkers that drive into a
// building; artillery inside; bunkers in all their exceptions, by the key
// structure=bunker. Every sentence of the chapter is in the ledger.
//
// The game goes from set-up to victory: order dice are drawn from a cup, units
// fire, advance, run, wait in ambush, rally and go down; they assault floors,
// fall into panic, and drive through walls. Units outside stand on the spots
// that a scenario names, one on each; distances and lines of sight between
// spots and openings are measured once. The cup is a die with a face, or as
// many as it allows, for each order die; a blank face is drawn again.
//
// Rulings that matter: twelve-hits (the dice as rolled, before a unit that is
// down halves them), reactions (tests as in this game, or none as in its
// sister game), abandoning (no hits), internal-obstacle (stairs and inner doors
// are defended obstacles). The damage results of vehicles, the collision and
// the defended obstacle are in other chapters: what is not certain of them is a
// default that says so.
package konflikt47

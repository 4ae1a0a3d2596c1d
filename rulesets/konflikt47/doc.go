// Package konflikt47 plays the chapter on buildings of Konflikt '47: infantry
// and guns in houses and bunkers, and what is done to get them out.
//
// Covered: set-up, entering, leaving and moving inside, with the order test
// that goes before; large buildings as sections; shooting from and at
// buildings; shells that fall floor by floor, shells aimed directly, collapse;
// flamethrowers and fire; assaults from outside, between floors and sections
// and out of doors, fought to a result; tanks and walkers that drive into a
// building; artillery inside; bunkers in all their exceptions, by the key
// structure=bunker. Every sentence of the chapter is in the ledger.
//
// Not covered: movement over the table and lines of sight, which a situation
// states; reactions other than going down, standing to shoot and escaping;
// those of a garrison to a vehicle that drives in; flames against vehicles;
// infantry that assaults vehicles; multiple launchers. Of a mixed unit the
// men without assault weapons are removed first.
//
// Rulings that matter: twelve-hits (the dice as rolled, before a unit that is
// down halves them), reactions (tests as in this game, or none as in its
// sister game), abandoning (no hits), internal-obstacle (stairs and inner doors
// are defended obstacles). The damage results of vehicles, the collision and
// the defended obstacle are in other chapters: what is not certain of them is a
// default that says so.
package konflikt47

package konflikt47

import "loophole/rule"

// The numbers of the order test, of morale and of movement.
var (
	moraleFailsFrom  = rule.Fact{Name: "test.fails", Cite: "host.order-test", Text: "lowest roll of two dice that always fails", Value: 11, Min: 3, Max: 13, Confidence: rule.Likely}
	moralePassesUpTo = rule.Fact{Name: "test.passes", Cite: "host.order-test", Text: "highest roll of two dice that always passes", Value: 2, Min: 1, Max: 11, Confidence: rule.Likely}
	rallyDice        = rule.Fact{Name: "rally.dice", Cite: "host.rally", Text: "D6 of pins that a Rally removes", Value: 1, Min: 1, Max: 3}
	panicFiresUpTo   = rule.Fact{Name: "fubar.fires", Cite: "host.fubar", Text: "a unit that panics fires at friends on 1 to", Value: 2, Min: 0, Max: 6}
	squadMen         = rule.Fact{Name: "squad.men", Cite: "host.units", Text: "models in a squad of unstated size, for procedures only", Value: 8, Min: 1, Max: 20, Confidence: rule.Guess}
	walkerRunMost    = rule.Fact{Name: "walker.run", Cite: "host.move", Text: "inches that a walker moves on a Run, at most", Value: 18, Min: 1, Max: 24, Confidence: rule.Likely}
	infantryAdvance  = rule.Fact{Name: "advance.inches", Cite: "host.move", Text: "inches that infantry moves on an Advance; a Run is twice as far", Value: 6, Min: 1, Max: 24}
	gunArc           = rule.Fact{Name: "gun.arc", Cite: "host.fixed", Text: "degrees of the arc of fire of a fixed weapon", Value: 90, Min: 1, Max: 180}
	abandonInches    = rule.Fact{Name: "abandon.inches", Cite: "host.abandon", Text: "inches from an opening within which a unit forced out is placed", Value: 6, Min: 1, Max: 24, Confidence: rule.Guess}
	abandonDown      = rule.Fact{Name: "abandon.down", Cite: "host.abandon", Text: "1 if a unit forced out goes Down, 0 if it keeps its order die", Value: 1, Max: 1, Confidence: rule.Guess}
	abandonPins      = rule.Fact{Name: "abandon.pins", Cite: "host.abandon", Text: "pins on a unit forced out of a destroyed vehicle", Value: 1, Max: 6, Confidence: rule.Guess}
	abandonDice      = rule.Fact{Name: "abandon.dice", Cite: "host.abandon", Text: "D6 of hits on a unit forced out of a destroyed vehicle", Value: 1, Min: 1, Max: 3, Confidence: rule.Likely}
	moraleCheckShare = rule.Fact{Name: "morale.share", Cite: "host.half", Text: "a morale check is due when losses times this reach the unit's size before the attack", Value: 2, Min: 1, Max: 9}
)

// The numbers of shooting, of high explosive and of flamethrowers.
var (
	toHitScore          = rule.Fact{Name: "hit", Cite: "host.hit", Text: "a shot hits on", Value: 3, Min: 2, Max: 6}
	pointBlankInches    = rule.Fact{Name: "point-blank.inches", Cite: "host.hit", Text: "inches of point-blank range", Value: 6, Max: 24}
	smallUnitMen        = rule.Fact{Name: "small-unit.men", Cite: "host.hit", Text: "models in a small unit, at most", Value: 2, Max: 5}
	firePins            = rule.Fact{Name: "pins.fire", Cite: "host.pins", Text: "pins from a unit's fire that hits", Value: 1, Max: 6}
	sniperInches        = rule.Fact{Name: "sniper.inches", Cite: "host.sniper", Text: "inches of a sniper's range", Value: 36, Min: 1, Max: 96}
	resilientScore      = rule.Fact{Name: "resilient.damage", Cite: "host.resilient", Text: "resilient troops are damaged by shooting on", Value: 6, Min: 2, Max: 6}
	toughScore          = rule.Fact{Name: "tough.saves", Cite: "host.tough", Text: "tough troops cancel damage on", Value: 5, Min: 2, Max: 6}
	toughPenLimit       = rule.Fact{Name: "tough.penetration", Cite: "host.tough", Text: "penetration from which tough troops cannot cancel damage", Value: 2, Max: 9}
	gunShieldScore      = rule.Fact{Name: "shield.damage", Cite: "host.shield", Text: "a crew behind its gun shield is damaged on", Value: 6, Min: 2, Max: 6}
	indirectScore       = rule.Fact{Name: "indirect.hit", Cite: "host.indirect", Text: "indirect fire hits on", Value: 6, Min: 2, Max: 6}
	rangedInScore       = rule.Fact{Name: "indirect.ranged", Cite: "host.ranging", Text: "indirect fire that has found its range hits on", Value: 2, Min: 2, Max: 6}
	infantryFlameDice   = rule.Fact{Name: "flame.infantry", Cite: "host.flame", Text: "D6 of hits from an infantry flamethrower", Value: 1, Min: 1, Max: 3}
	vehicleFlameDice    = rule.Fact{Name: "flame.vehicle", Cite: "host.flame", Text: "D6 of hits from a vehicle flamethrower", Value: 2, Min: 1, Max: 3}
	lightFlameReduction = rule.Fact{Name: "flame.light", Cite: "host.flame", Text: "hits subtracted for a light vehicle's flamethrower", Value: 1, Max: 3}
	flamePinFaces       = rule.Fact{Name: "flame.pins-die", Cite: "host.flame", Text: "faces of the die for a flamethrower's pins", Value: 3, Min: 2, Max: 6}
	flamePinsAdded      = rule.Fact{Name: "flame.pins", Cite: "host.flame", Text: "pins that a flamethrower adds to the die", Value: 1, Max: 3}
	flamePinsOnVehicle  = rule.Fact{Name: "flame.hull-pins", Cite: "host.flame", Text: "pins from a flamethrower on a vehicle", Value: 1, Max: 6}
	laterFlameHitsAdded = rule.Fact{Name: "flame.later-more", Cite: "host.flame-later", Text: "hits that a vehicle flamethrower adds to the die, in the later edition", Value: 1, Max: 6}
	laterFlamePen       = rule.Fact{Name: "flame.later-penetration", Cite: "host.flame-later", Text: "penetration of every flamethrower, in the later edition", Value: 3, Max: 9}
	laterFuelUpTo       = rule.Fact{Name: "fuel.later", Cite: "host.flame-later", Text: "in the later edition, a team's fuel is used up on 1 to", Value: 1, Max: 6}
	infantryFuelUpTo    = rule.Fact{Name: "fuel.infantry", Cite: "host.fuel", Text: "a team's fuel is used up on 1 to", Value: 2, Max: 6}
	vehicleFuelUpTo     = rule.Fact{Name: "fuel.vehicle", Cite: "host.fuel", Text: "a vehicle's fuel is used up on 1 to", Value: 1, Max: 6}
	teslaFaces          = rule.Fact{Name: "tesla.faces", Cite: "host.special", Text: "faces of the die for a tesla cannon's extra hits", Value: 6, Min: 2, Max: 6}
	teslaPen            = rule.Fact{Name: "tesla.armour", Cite: "host.special", Text: "penetration of a tesla cannon against vehicles", Value: 7, Max: 9}
	shockwaveFaces      = rule.Fact{Name: "shockwave.faces", Cite: "host.special", Text: "faces of the dice for a shockwave's hits and pins", Value: 3, Min: 2, Max: 6}
	shockwaveScore      = rule.Fact{Name: "shockwave.hit", Cite: "host.special", Text: "a shockwave strikes on", Value: 4, Min: 2, Max: 6}
	railGunCollapse     = rule.Fact{Name: "rail-gun.collapse", Cite: "host.supplements", Text: "lowest roll of two dice that brings the building down", Value: 11, Min: 2, Max: 13}
)

// The numbers of armour and of collisions.
var (
	armouredFrom          = rule.Fact{Name: "armour.from", Cite: "host.armour", Text: "damage value from which a vehicle is armoured", Value: 7, Min: 2, Max: 12}
	sideBonus             = rule.Fact{Name: "armour.side", Cite: "host.armour", Text: "extra penetration against side armour, for procedures only", Value: 1, Max: 6}
	rearBonus             = rule.Fact{Name: "armour.rear", Cite: "host.armour", Text: "extra penetration against rear armour, for procedures only", Value: 2, Max: 6}
	massiveBy             = rule.Fact{Name: "armour.massive", Cite: "host.damage", Text: "points over the damage value that make the damage massive", Value: 3, Min: 1, Max: 12, Confidence: rule.Guess}
	superficialBy         = rule.Fact{Name: "armour.superficial", Cite: "host.damage", Text: "subtracted from the damage result if the damage is superficial", Value: 3, Max: 6, Confidence: rule.Likely}
	regularCrewScore      = rule.Fact{Name: "armour.regular-pins", Cite: "host.armour-pins", Text: "a regular crew counts as veteran on", Value: 4, Min: 2, Max: 6, Confidence: rule.Likely}
	gravityFrom           = rule.Fact{Name: "gravity.from", Cite: "host.special", Text: "damage value from which a gravity pulse strikes harder", Value: 8, Min: 2, Max: 12}
	gravityHeavy          = rule.Fact{Name: "gravity.heavy", Cite: "host.special", Text: "damage value from which a gravity pulse strikes hardest", Value: 10, Min: 2, Max: 12}
	damageResultPins      = rule.Fact{Name: "results.pins", Cite: "host.results", Text: "pins from a damage result that the vehicle survives", Value: 1, Max: 6, Confidence: rule.Likely}
	ramPivotMost          = rule.Fact{Name: "ram.pivot", Cite: "host.ram", Text: "degrees that a ramming vehicle may turn first, for procedures only", Value: 90, Max: 180, Confidence: rule.Likely}
	ramMassiveLead        = rule.Fact{Name: "ram.massive", Cite: "host.ram", Text: "lead with which a building does massive damage, if the ruling allows it", Value: 3, Min: 1, Max: 18, Confidence: rule.Guess}
	unnamedVehicleAdvance = rule.Fact{Name: "vehicle.inches", Cite: "host.move", Text: "inches that an unnamed vehicle moves on an Advance; a Run is twice as far; for procedures only", Value: 9, Min: 1, Max: 24}
)

// The numbers of the game on the table.
var (
	downPinsLost          = rule.Fact{Name: "down.pins", Cite: "host.turn", Text: "pins lost by a unit that stays Down at the end of a turn", Value: 1, Max: 6, Confidence: rule.Likely}
	firefightSimultaneous = rule.Fact{Name: "firefight.together", Cite: "host.firefight", Text: "in a firefight: 1 if both sides fire at once, 0 if the reacting unit fires second", Value: 1, Max: 1, Confidence: rule.Guess}
	menPerInchOfDepth     = rule.Fact{Name: "rank.men", Cite: "host.spots", Text: "models for each inch of a unit's depth", Value: 4, Min: 1, Max: 20, Confidence: rule.Guess}
)

// The numbers of assaults.
var (
	surpriseInches          = rule.Fact{Name: "surprise.inches", Cite: "host.reaction", Text: "inches within which an assault surprises its target, if reactions need no test", Value: 6, Max: 24, Confidence: rule.Likely}
	failedReactionPins      = rule.Fact{Name: "reaction.pins", Cite: "host.reaction", Text: "pins for a failed reaction test", Value: 1, Max: 6}
	assaultWeaponDice       = rule.Fact{Name: "assault.dice", Cite: "host.blows", Text: "dice of a model with an assault weapon in hand-to-hand fighting", Value: 2, Min: 1, Max: 4}
	diceLostPerPin          = rule.Fact{Name: "assault.pins", Cite: "host.blows", Text: "dice lost in hand-to-hand fighting for each pin", Value: 1, Max: 6}
	strongPen               = rule.Fact{Name: "strong", Cite: "host.blows", Text: "penetration of strong troops in hand-to-hand fighting, for procedures only", Value: 1, Max: 4}
	attackersStrikeFirst    = rule.Fact{Name: "blows.first", Cite: "host.blows", Text: "without an obstacle, in the first round: 1 if the attackers strike first, 0 if both sides strike at once", Value: 1, Max: 1, Confidence: rule.Likely}
	laterRoundsSimultaneous = rule.Fact{Name: "blows.later", Cite: "host.blows", Text: "in later rounds: 1 if both sides strike at once, 0 if the attackers strike first", Value: 1, Max: 1, Confidence: rule.Likely}
	drawNeedsAgreement      = rule.Fact{Name: "draw.agreed", Cite: "host.draw", Text: "after a drawn round: 1 if both sides must agree to another, 0 if they fight on until one wins", Value: 1, Max: 1, Confidence: rule.Likely}
	regroupFaces            = rule.Fact{Name: "regroup.faces", Cite: "host.regroup", Text: "faces of the die for the inches of a regroup move", Value: 6, Min: 2, Max: 6, Confidence: rule.Likely}
)

// The numbers of other chapters that house rules cannot change.
const (
	lostLeader  = -1 // added to the morale of a unit without its NCO (host.nerve)
	lastCrewman = -1 // added to the morale of the last model of a weapon team or a gun's crew (host.nerve)
	fubarRoll   = 12 // of an order test (host.fubar)

	longRangePen    = -1 // added to the penetration of shot at long range (host.armour)
	gravityAtTank   = 1  // added to that of a gravity pulse, from the damage value gravity.from (host.special)
	gravityAtHeavy  = 2  // the same, from gravity.heavy
	openTopResult   = 1  // added to the damage result of a shell into an open top (host.results)
	flameFuelResult = 1  // the same for a vehicle with flame fuel

	stunnedTo     = 1  // highest damage result that stuns the crew (host.results)
	immobilisedOn = 2  // damage result that immobilises
	burnsOn       = 3  // damage result that sets on fire; a higher one knocks out
	heavyVehicle  = 10 // damage value of a heavy tank and of a super-heavy walker; a super-heavy tank has more (ram.who)
	dangerInches  = 12 // inches within which an enemy must be for a friend near it to be taken for one (host.fubar)
	officerInches = 6  // inches that the bonus of an officer reaches (host.nerve)
	seniorInches  = 12 // the same of an officer with the bonus seniorBonus or more
	seniorBonus   = 3
)

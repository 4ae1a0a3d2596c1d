package tideofiron

import "loophole/rule"

// The numbers of the rest of the game.
var (
	hitClose              = rule.Fact{Name: "hit.close", Cite: "host.dice", Text: "an attack die hits at close range on this or more", Value: 4, Min: 2, Max: 7, Confidence: rule.Likely}
	hitNormal             = rule.Fact{Name: "hit.normal", Cite: "host.dice", Text: "an attack die hits at normal range on this or more", Value: 5, Min: 2, Max: 7}
	hitLong               = rule.Fact{Name: "hit.long", Cite: "host.dice", Text: "an attack die hits at long range on this or more", Value: 6, Min: 2, Max: 7}
	closeHexes            = rule.Fact{Name: "range.close", Cite: "host.range", Text: "hexes within which the range is close", Value: 1, Min: 0, Max: 30, Confidence: rule.Likely}
	longRangeMultiple     = rule.Fact{Name: "range.long", Cite: "host.range", Text: "multiple of a unit's range that is the limit of long range", Value: 2, Min: 1, Max: 9, Confidence: rule.Likely}
	higherRange           = rule.Fact{Name: "range.higher", Cite: "host.higher", Text: "range added from a higher elevation", Value: 1, Min: 0, Max: 9}
	blockOn               = rule.Fact{Name: "defence.block", Cite: "host.block", Text: "a defence die blocks on this or more", Value: 5, Min: 2, Max: 7, Confidence: rule.Likely}
	buildingCover         = rule.Fact{Name: "cover.building", Cite: "host.cover", Text: "cover dice of a squad in a building", Value: 3, Min: 0, Max: 30, Confidence: rule.Likely}
	concussiveSquadDice   = rule.Fact{Name: "concussive.squad", Cite: "host.concussive", Text: "firepower that Concussive Firepower adds against a squad in a building", Value: 3, Min: 0, Max: 30}
	concussiveSquadRange  = rule.Fact{Name: "concussive.range", Cite: "host.concussive", Text: "range that Concussive Firepower adds against a squad in a building", Value: 3, Min: 0, Max: 30}
	antiTankDice          = rule.Fact{Name: "anti-tank.dice", Cite: "host.anti-tank", Text: "firepower that the anti-tank specialization adds against vehicles", Value: 3, Min: 0, Max: 30, Confidence: rule.Likely}
	eliteCover            = rule.Fact{Name: "cover.elite", Cite: "host.elite", Text: "cover dice that an elite squad adds against suppressive attacks", Value: 1, Min: 0, Max: 9}
	officerCover          = rule.Fact{Name: "cover.officer", Cite: "host.elite", Text: "cover dice that an officer adds against suppressive attacks", Value: 1, Min: 0, Max: 9}
	medicCover            = rule.Fact{Name: "cover.medic", Cite: "host.medic", Text: "cover dice that a medic adds against normal attacks", Value: 1, Min: 0, Max: 9, Confidence: rule.Likely}
	hitFigures            = rule.Fact{Name: "hit.figures", Cite: "host.hits", Text: "figures that each hit of a normal attack removes", Value: 1, Min: 1, Max: 4, Confidence: rule.Likely}
	hitSteps              = rule.Fact{Name: "hit.steps", Cite: "host.ladder", Text: "steps by which each hit of a suppressive attack worsens a squad's condition", Value: 1, Min: 1, Max: 3, Confidence: rule.Likely}
	stackLimit            = rule.Fact{Name: "stack.limit", Cite: "host.stacking", Text: "most units in a hex, or on a floor of a building", Value: 3, Min: 1, Max: 9, Confidence: rule.Likely}
	mortarMinimum         = rule.Fact{Name: "mortar.minimum", Cite: "host.spotter", Text: "minimum range of a mortar in hexes", Value: 1, Min: 0, Max: 9, Confidence: rule.Likely}
	damagedMoveLoss       = rule.Fact{Name: "damage.move", Cite: "host.damage", Text: "movement points that a lightly damaged vehicle loses", Value: 1, Min: 0, Max: 9}
	damagedArmourLoss     = rule.Fact{Name: "damage.armour", Cite: "host.damage", Text: "armour dice that a damaged vehicle loses", Value: 1, Min: 0, Max: 9, Confidence: rule.Likely}
	damageSteps           = rule.Fact{Name: "damage.steps", Cite: "host.damage", Text: "degrees of damage that each hit inflicts on a vehicle", Value: 1, Min: 1, Max: 3, Confidence: rule.Likely}
	officerMovePoints     = rule.Fact{Name: "move.officer", Cite: "host.officer", Text: "movement points that an officer adds to a squad", Value: 1, Min: 0, Max: 9}
	buildingSightStoreys  = rule.Fact{Name: "sight.building", Cite: "host.sight", Text: "storeys, beyond its level, up to which a building blocks lines of sight", Value: 1, Min: 0, Max: 3, Confidence: rule.Likely}
	rubbleSightStoreys    = rule.Fact{Name: "sight.rubble", Cite: "host.rubble", Text: "storeys up to which a collapsed building blocks lines of sight; 0 for none", Value: 1, Min: 0, Max: 3, Confidence: rule.Guess}
	floorsSeenInHex       = rule.Fact{Name: "sight.stairs", Cite: "host.sight", Text: "floors up or down that a squad can see inside a hex", Value: 1, Min: 0, Max: 2, Confidence: rule.Guess}
	revealHexes           = rule.Fact{Name: "reveal.hexes", Cite: "host.reveal", Text: "hexes within which an enemy squad reveals a concealed squad", Value: 1, Min: 0, Max: 9, Confidence: rule.Guess}
	revealRubble          = rule.Fact{Name: "reveal.rubble", Cite: "host.reveal", Text: "1 if an enemy that sees a concealed squad in a collapsed building reveals it, 0 if not", Value: 0, Min: 0, Max: 1, Confidence: rule.Guess}
	ambushStops           = rule.Fact{Name: "ambush.stops", Cite: "host.ambush", Text: "1 if a concealed enemy in the way ends the unit's movement, 0 if the unit can move elsewhere", Value: 1, Min: 0, Max: 1, Confidence: rule.Guess}
	artilleryNeedsSight   = rule.Fact{Name: "artillery.seen", Cite: "host.artillery", Text: "1 if a squad of the side must see the target hex of artillery, 0 if not", Value: 1, Min: 0, Max: 1, Confidence: rule.Likely}
	artilleryOncePerRound = rule.Fact{Name: "artillery.once", Cite: "host.artillery", Text: "1 if a side can call its artillery once a round at most, 0 if it can call again", Value: 1, Min: 0, Max: 1, Confidence: rule.Guess}
	artilleryCardKept     = rule.Fact{Name: "artillery.kept", Cite: "host.artillery", Text: "1 if a card without contact is kept, 0 if the call is lost", Value: 1, Min: 0, Max: 1, Confidence: rule.Guess}
	artilleryTakesAction  = rule.Fact{Name: "artillery.action", Cite: "host.artillery", Text: "1 if a call for artillery takes an action, 0 if it takes none", Value: 1, Min: 0, Max: 1, Confidence: rule.Guess}
	driftHexes            = rule.Fact{Name: "drift.hexes", Cite: "host.drift", Text: "hexes of drift for each point of the black die that counts", Value: 1, Min: 1, Max: 6, Confidence: rule.Guess}
	driftNorth            = rule.Fact{Name: "drift.north", Cite: "host.drift", Text: "red die for drift to the north; each higher number is one side further clockwise", Value: 1, Min: 1, Max: 6, Confidence: rule.Guess}
	openCost              = rule.Fact{Name: "move.open", Cite: "host.move", Text: "movement points for a squad to enter open ground", Value: 1, Min: 0, Max: 9}
	buildingCost          = rule.Fact{Name: "move.building", Cite: "host.move", Text: "movement points for a squad to enter a building", Value: 2, Min: 0, Max: 9}
	floorCost             = rule.Fact{Name: "move.floor", Cite: "host.move", Text: "movement points for a squad to change floor", Value: 2, Min: 0, Max: 9, Confidence: rule.Guess}
)

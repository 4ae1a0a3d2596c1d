package konflikt47

import "loophole/rule"

// collapseDice is the fewest dice of HE that may bring a building down: 2D6 (he.large). House rules
// cannot change it.
const collapseDice = 2

// The numbers of the chapter, in its order. House rules may change them.
var (
	entryInches          = rule.Fact{Name: "enter.inches", Cite: "enter.reach", Text: "inches from the building within which every model must be", Value: 1, Max: 12}
	floorUnits           = rule.Fact{Name: "floor.units", Cite: "enter.capacity", Text: "units that one floor holds", Value: 1, Min: 1, Max: 6}
	advanceSteps         = rule.Fact{Name: "advance.steps", Cite: "orders.advance", Text: "floors or sections that a unit moves on an Advance", Value: 1, Min: 1, Max: 6}
	runSteps             = rule.Fact{Name: "run.steps", Cite: "orders.run", Text: "floors or sections that a unit moves on a Run", Value: 2, Min: 1, Max: 6}
	sectionMost          = rule.Fact{Name: "section.most", Cite: "large.size", Text: "longest side that a section may have, in inches", Value: 8, Min: 1, Max: 24}
	sectionBest          = rule.Fact{Name: "section.best", Cite: "large.size", Text: "longest side that a section should have, in inches, for procedures only", Value: 6, Min: 1, Max: 24}
	menPerOpening        = rule.Fact{Name: "opening.men", Cite: "from.two-men", Text: "models that can fire through one window or door", Value: 2, Min: 1, Max: 12}
	plungingInches       = rule.Fact{Name: "plunging.inches", Cite: "plunging.top", Text: "inches within which plunging fire strikes top armour", Value: 12, Max: 96}
	topArmourBonus       = rule.Fact{Name: "plunging.penetration", Cite: "plunging.top", Text: "extra penetration against top armour", Value: 1, Max: 6}
	extraProtectionScore = rule.Fact{Name: "extra.damage", Cite: "extra.six", Text: "a unit inside a building is damaged on", Value: 6, Min: 2, Max: 6}
	burstScore           = rule.Fact{Name: "shell.bursts", Cite: "he.top", Text: "the shell bursts on this floor on", Value: 4, Min: 2, Max: 6}
	collapseHits         = rule.Fact{Name: "collapse.hits", Cite: "he.twelve", Text: "hits of one shell that bring the building down", Value: 12, Min: 1, Max: 36}
	burnScore            = rule.Fact{Name: "burns", Cite: "flame.fire", Text: "a building catches fire on", Value: 4, Min: 2, Max: 6}
	obstacleSimultaneous = rule.Fact{Name: "obstacle.together", Cite: "assault.obstacle", Text: "over a defended obstacle, in the first round: 1 if both sides strike at once, 0 if the attackers strike first", Value: 1, Max: 1, Confidence: rule.Likely}
	ramSurvivorPins      = rule.Fact{Name: "ram.pins", Cite: "ram.pin", Text: "pins for a vehicle that survives driving into a building", Value: 1, Max: 6}
)

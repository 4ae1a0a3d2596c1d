package oldworld

import "loophole/rule"

// The numbers of the chapter, in its order. House rules may change them.
var (
	leastWidth       = rule.Fact{Name: "building.widest", Cite: "widest", Text: "tenths of an inch that a building's greatest width must reach", Value: 40, Min: 0, Max: 200}
	mostUnitStrength = rule.Fact{Name: "building.strength", Cite: "who.strength", Text: "most Unit Strength of an occupying unit", Value: 20, Min: 1, Max: 200}
	shootingPercent  = rule.Fact{Name: "fire.percent", Cite: "fire.half", Text: "percent of the models inside that may shoot or cast", Value: 50, Min: 0, Max: 100}
	templateToHit    = rule.Fact{Name: "template.hit", Cite: "template.five", Text: "a template hits models inside on this or more", Value: 5, Min: 2, Max: 7}
	cannonDice       = rule.Fact{Name: "cannon.dice", Cite: "cannon.hits", Text: "D3s of hits that a cannonball inflicts", Value: 1, Min: 0, Max: 9}
	cannonStrength   = rule.Fact{Name: "cannon.strength", Cite: "cannon.strength", Text: "Strength of a cannonball's hits on the unit inside", Value: 4, Min: 1, Max: 10}
	cannonAP         = rule.Fact{Name: "cannon.ap", Cite: "cannon.strength", Text: "Armour Piercing of a cannonball's hits on the unit inside", Value: 1, Min: 0, Max: 5}
	fightingRankMost = rule.Fact{Name: "assault.rank", Cite: "assault.five", Text: "most models of a unit in the fighting rank", Value: 5, Min: 1, Max: 60}
)

package tideofiron

import "loophole/rule"

// The numbers of the chapter.
var (
	groundFloorHits  = rule.Fact{Name: "need.ground", Cite: "need.hits", Text: "hits that destroy a building hex with a ground floor only", Value: 6, Min: 1, Max: 60}
	hitsPerFloor     = rule.Fact{Name: "need.floor", Cite: "need.hits", Text: "additional hits for each floor above the ground floor", Value: 3, Min: 0, Max: 60}
	defenceDice      = rule.Fact{Name: "defence.dice", Cite: "strength.defence", Text: "defence dice of a building hex", Value: 3, Min: 0, Max: 30}
	concussiveDice   = rule.Fact{Name: "concussive.building", Cite: "strength.concussive", Text: "firepower that Concussive Firepower adds against a building", Value: 3, Min: 0, Max: 30}
	stielgranateDice = rule.Fact{Name: "stielgranate.dice", Cite: "box.stielgranate", Text: "firepower that Stielgranate 42 adds against a building", Value: 6, Min: 0, Max: 30}
	antiTankHexes    = rule.Fact{Name: "anti-tank.hexes", Cite: "eligible.anti-tank", Text: "hexes within which an anti-tank squad adds firepower against a building", Value: 3, Min: 0, Max: 30}
	collapseDice     = rule.Fact{Name: "collapse.dice", Cite: "collapse.dice", Text: "damage dice of a collapse for each floor", Value: 4, Min: 0, Max: 30}
	collapseHitOn    = rule.Fact{Name: "collapse.hit", Cite: "collapse.hits", Text: "a damage die of a collapse hits on this or more", Value: 4, Min: 2, Max: 7}
	rubbleCover      = rule.Fact{Name: "cover.collapsed", Cite: "collapsed.cover", Text: "cover dice of a squad in a collapsed building", Value: 2, Min: 0, Max: 30, Confidence: rule.Guess}
	collapsedCost    = rule.Fact{Name: "move.collapsed", Cite: "collapsed.cost", Text: "extra movement points to enter a printed collapsed building", Value: 1, Min: 0, Max: 9, Confidence: rule.Guess}
)

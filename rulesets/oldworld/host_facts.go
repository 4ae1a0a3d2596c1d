package oldworld

import "loophole/rule"

// Facts of the chapter and of the game around it.
var (
	widestLeast  = rule.Fact{Name: "building.widest", Cite: "widest", Text: "tenths of an inch that a building measures at least", Value: 40, Min: 0, Max: 200}
	strengthMost = rule.Fact{Name: "building.strength", Cite: "who.strength", Text: "Unit Strength that a building holds", Value: 20, Min: 1, Max: 200}
	halfPercent  = rule.Fact{Name: "fire.percent", Cite: "fire.half", Text: "percent of the models inside that may shoot or cast", Value: 50, Min: 0, Max: 100}
	templateHit  = rule.Fact{Name: "template.hit", Cite: "template.five", Text: "models inside are hit by a template on this or more", Value: 5, Min: 2, Max: 7}
	openTemplate = rule.Fact{Name: "template.open", Cite: "host.template", Text: "models in the open are hit by the edge of a template on this or more", Value: 4, Min: 2, Max: 7}
	cannonDice   = rule.Fact{Name: "cannon.dice", Cite: "cannon.hits", Text: "D3s of hits by a cannonball", Value: 1, Min: 0, Max: 9}
	cannonS      = rule.Fact{Name: "cannon.strength", Cite: "cannon.strength", Text: "Strength of those hits", Value: 4, Min: 1, Max: 10}
	cannonAP     = rule.Fact{Name: "cannon.ap", Cite: "cannon.strength", Text: "Armour Piercing of those hits", Value: 1, Min: 0, Max: 5}
	fightingRank = rule.Fact{Name: "assault.rank", Cite: "assault.five", Text: "models of a unit in the fighting rank", Value: 5, Min: 1, Max: 60}

	heroStrength  = rule.Fact{Name: "hero.strength", Cite: "host.strength", Text: "Unit Strength of a character on foot", Value: 1, Min: 1, Max: 10}
	marchTimes    = rule.Fact{Name: "march.times", Cite: "host.move", Text: "times its Movement that a unit marches", Value: 2, Min: 1, Max: 9}
	columnTimes   = rule.Fact{Name: "march.column", Cite: "host.move", Text: "times its Movement that a marching column marches", Value: 3, Min: 1, Max: 9}
	marchNear     = rule.Fact{Name: "march.enemy", Cite: "host.march", Text: "inches within which an enemy hinders a march", Value: 8, Min: 0, Max: 99}
	apart         = rule.Fact{Name: "move.apart", Cite: "host.inch", Text: "inches that a move ends away from enemies", Value: 1, Min: 0, Max: 9}
	panicPercent  = rule.Fact{Name: "panic.losses", Cite: "host.panic", Text: "percent of its models above which losses cause panic", Value: 25, Min: 0, Max: 100}
	panicFlees    = rule.Fact{Name: "panic.flees", Cite: "host.panic-fail", Text: "percent of its starting models above which a unit falls back instead of fleeing", Value: 50, Min: 0, Max: 100}
	panicNear     = rule.Fact{Name: "panic.distance", Cite: "host.panic-strength", Text: "inches within which friends cause panic", Value: 6, Min: 0, Max: 99}
	panicStrength = rule.Fact{Name: "panic.strength", Cite: "host.panic-strength", Text: "Unit Strength from which friends cause panic", Value: 5, Min: 0, Max: 99}
	rallyHalf     = rule.Fact{Name: "rally.half", Cite: "host.rally", Text: "percent of its starting models below which rallying is harder", Value: 50, Min: 0, Max: 100}
	rallyMinus    = rule.Fact{Name: "rally.minus", Cite: "host.rally", Text: "Leadership lost by that", Value: 1, Min: 0, Max: 9}
	rallyQuarter  = rule.Fact{Name: "rally.quarter", Cite: "host.rally", Text: "percent of its starting models below which only double ones rally", Value: 25, Min: 0, Max: 100}
	rallyMusician = rule.Fact{Name: "rally.musician", Cite: "host.musician", Text: "Leadership added by a musician", Value: 1, Min: 0, Max: 9}
	chargeMost    = rule.Fact{Name: "charge.initiative", Cite: "host.initiative", Text: "most Initiative added by a charge to the front", Value: 3, Min: 0, Max: 9}
	roughMinus    = rule.Fact{Name: "charge.rough", Cite: "host.charge-roll", Text: "inches lost by charging over bad going", Value: 1, Min: 0, Max: 9}
	furiousLeast  = rule.Fact{Name: "charge.furious", Cite: "host.first-round", Text: "inches that a charge moves at least for added Attacks", Value: 3, Min: 0, Max: 9}
	fearMinus     = rule.Fact{Name: "fear.minus", Cite: "host.fear", Text: "added to the number needed to hit by fear", Value: 1, Min: 0, Max: 5}
	fearless      = rule.Fact{Name: "fear.immune", Cite: "host.fear", Text: "those who cause fear are immune to it (1 yes)", Value: 1, Min: 0, Max: 1, Confidence: rule.Likely}
	terrorMinus   = rule.Fact{Name: "terror.minus", Cite: "host.terror", Text: "Leadership lost by losing to terror", Value: 1, Min: 0, Max: 5}
	terrorless    = rule.Fact{Name: "terror.immune", Cite: "host.terror", Text: "those who cause terror are immune to it (1 yes)", Value: 1, Min: 0, Max: 1, Confidence: rule.Likely}
	terrorFears   = rule.Fact{Name: "terror.fear", Cite: "host.fear", Text: "those who cause terror cause fear (1 yes)", Value: 1, Min: 0, Max: 1, Confidence: rule.Likely}
	overwhelms    = rule.Fact{Name: "overwhelm.times", Cite: "host.overwhelm", Text: "times the loser's Unit Strength above which it is overwhelmed", Value: 2, Min: 1, Max: 9}
	giveGround    = rule.Fact{Name: "give-ground", Cite: "host.give-ground", Text: "inches back when giving ground", Value: 2, Min: 1, Max: 6}
	frontRank     = rule.Fact{Name: "open.front", Cite: "silent.front", Text: "models abreast in a unit in the open", Value: 5, Min: 1, Max: 40}
	closeStrength = rule.Fact{Name: "close-order.strength", Cite: "host.order", Text: "Unit Strength from which close order counts in the open", Value: 10, Min: 1, Max: 60}
	scatterHit    = rule.Fact{Name: "scatter.hit", Cite: "host.scatter", Text: "faces of six of the scatter die that are a hit", Value: 2, Min: 0, Max: 6, Confidence: rule.Likely}
	dispelNear    = rule.Fact{Name: "dispel.distance", Cite: "host.dispel", Text: "inches within which a wizard dispels", Value: 18, Min: 0, Max: 99}
	lookOut       = rule.Fact{Name: "hero.look-out", Cite: "host.look-out", Text: "a character is spared a hit on this or more", Value: 2, Min: 2, Max: 7}
	lookOutLeast  = rule.Fact{Name: "hero.guards", Cite: "host.look-out", Text: "models around a character from which he may be spared", Value: 5, Min: 0, Max: 60}
	heroParry     = rule.Fact{Name: "parry.best", Cite: "host.parry", Text: "best save by parrying", Value: 3, Min: 2, Max: 7}
)

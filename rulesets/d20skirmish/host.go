package d20skirmish

import "loophole/rule"

// Facts of the game around the chapter, none of which is published: defaults
// that make a game of it.
var (
	activationActions = rule.Fact{Name: "activation.actions", Cite: "host.activation", Text: "actions of a team in its activation", Value: 2, Min: 1, Max: 4, Confidence: rule.Guess}
	hesitantActions   = rule.Fact{Name: "activation.hesitant", Cite: "host.activation", Text: "actions of a team of a hesitant element", Value: 1, Min: 1, Max: 4, Confidence: rule.Guess}
	moveInches        = rule.Fact{Name: "move.inches", Cite: "host.move", Text: "inches that a team moves for one action", Value: 6, Min: 1, Max: 30, Confidence: rule.Guess}
	climbActions      = rule.Fact{Name: "move.climb", Cite: "host.climb", Text: "actions more for climbing through a window or a hole", Value: 1, Min: 0, Max: 3, Confidence: rule.Guess}
	fireSkill         = rule.Fact{Name: "fire.skill", Cite: "host.fire", Text: "fire skill of a character who has none stated", Value: 8, Min: 1, Max: 20, Confidence: rule.Guess}
	fireRange         = rule.Fact{Name: "fire.range", Cite: "host.range", Text: "inches that fire reaches", Value: 24, Min: 1, Max: 60, Confidence: rule.Guess}
	fireNear          = rule.Fact{Name: "fire.near", Cite: "host.range", Text: "inches that are short range, and in which an SMG counts twice", Value: 12, Min: 0, Max: 60, Confidence: rule.Guess}
	fireFar           = rule.Fact{Name: "fire.far", Cite: "host.range", Text: "fire skill beyond short range", Value: -4, Min: -20, Max: 0, Confidence: rule.Guess}
	fireLight         = rule.Fact{Name: "fire.light-cover", Cite: "host.cover", Text: "fire skill against light cover", Value: -2, Min: -20, Max: 0, Confidence: rule.Guess}
	fireHeavy         = rule.Fact{Name: "fire.heavy-cover", Cite: "host.cover", Text: "fire skill against heavy cover", Value: -4, Min: -20, Max: 0, Confidence: rule.Guess}
	fireCasualty      = rule.Fact{Name: "fire.casualty", Cite: "host.hit", Text: "lowest roll that makes a casualty of a hit", Value: 13, Min: 1, Max: 21, Confidence: rule.Guess}
	routMargin        = rule.Fact{Name: "morale.rout", Cite: "host.rout", Text: "a hesitant element routs if it misses its morale by more than this", Value: 6, Min: 0, Max: 20, Confidence: rule.Guess}
)

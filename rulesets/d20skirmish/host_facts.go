package d20skirmish

import "loophole/rule"

// Numbers of the rest of the game that the page needs.
var (
	usualSkill     = rule.Fact{Name: "skill", Cite: "host.skill", Text: "melee skill of a character with none stated", Value: 10, Min: 1, Max: 40, Confidence: rule.Guess}
	usualMorale    = rule.Fact{Name: "morale", Cite: "host.morale", Text: "morale of an element with none stated", Value: 10, Min: 0, Max: 30, Confidence: rule.Guess}
	damageModifier = rule.Fact{Name: "grenade.modifier", Cite: "host.damage", Text: "modifier to each damage roll of a grenade", Value: 0, Min: -20, Max: 20, Confidence: rule.Likely}
	pinnedSkill    = rule.Fact{Name: "pinned.modifier", Cite: "host.pinned", Text: "modifier to the melee skill of a pinned element", Value: 0, Min: -20, Max: 20, Confidence: rule.Guess}
)

// Facts of the game around the page. None is published: they are assumed defaults.
var (
	activationActions = rule.Fact{Name: "activation.actions", Cite: "host.activation", Text: "actions of a team in an activation", Value: 2, Min: 1, Max: 4, Confidence: rule.Guess}
	hesitantActions   = rule.Fact{Name: "activation.hesitant", Cite: "host.activation", Text: "actions of a team in an activation if its element is hesitant", Value: 1, Min: 1, Max: 4, Confidence: rule.Guess}
	moveInches        = rule.Fact{Name: "move.inches", Cite: "host.move", Text: "inches that a team moves with one action", Value: 6, Min: 1, Max: 30, Confidence: rule.Guess}
	climbActions      = rule.Fact{Name: "move.climb", Cite: "host.climb", Text: "additional actions to climb through a window or a hole", Value: 1, Min: 0, Max: 3, Confidence: rule.Guess}
	grenadeActions    = rule.Fact{Name: "grenade.actions", Cite: "host.grenade", Text: "actions to throw a grenade without going in", Value: 2, Min: 1, Max: 4, Confidence: rule.Guess}
	fireSkill         = rule.Fact{Name: "fire.skill", Cite: "host.fire", Text: "fire skill of a character with none stated", Value: 8, Min: 1, Max: 20, Confidence: rule.Guess}
	fireMostInches    = rule.Fact{Name: "fire.range", Cite: "host.range", Text: "maximum range of fire in inches", Value: 24, Min: 1, Max: 60, Confidence: rule.Guess}
	fireShortInches   = rule.Fact{Name: "fire.near", Cite: "host.range", Text: "short range in inches, within which an SMG rolls twice", Value: 12, Min: 0, Max: 60, Confidence: rule.Guess}
	fireLongModifier  = rule.Fact{Name: "fire.far", Cite: "host.range", Text: "modifier to fire skill beyond short range", Value: -4, Min: -20, Max: 0, Confidence: rule.Guess}
	fireLightCover    = rule.Fact{Name: "fire.light-cover", Cite: "host.cover", Text: "modifier to fire skill against a target in light cover", Value: -2, Min: -20, Max: 0, Confidence: rule.Guess}
	fireHeavyCover    = rule.Fact{Name: "fire.heavy-cover", Cite: "host.cover", Text: "modifier to fire skill against a target in heavy cover", Value: -4, Min: -20, Max: 0, Confidence: rule.Guess}
	fireCasualty      = rule.Fact{Name: "fire.casualty", Cite: "host.hit", Text: "lowest roll at which a hit causes a casualty", Value: 13, Min: 1, Max: 21, Confidence: rule.Guess}
	fireMorale        = rule.Fact{Name: "fire.morale", Cite: "host.hit", Text: "change of the element's morale for each casualty from fire", Value: 0, Min: -9, Max: 0, Confidence: rule.Guess}
	fireSuppresses    = rule.Fact{Name: "fire.suppresses", Cite: "host.under-fire", Text: "1 if a team that is hit by fire but not wiped out is suppressed, 0 if not", Value: 1, Min: 0, Max: 1, Confidence: rule.Guess}
	routMargin        = rule.Fact{Name: "morale.rout", Cite: "host.rout", Text: "a hesitant element routs if its morale test fails by more than this", Value: 6, Min: 0, Max: 20, Confidence: rule.Guess}
)

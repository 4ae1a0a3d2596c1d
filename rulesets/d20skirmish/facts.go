package d20skirmish

import "loophole/rule"

// The numbers of the chapter.
var (
	leastAssaulters = rule.Fact{Name: "assault.minimum", Cite: "assault.minimum", Text: "least number of assaulters in each assaulted room", Value: 2, Min: 1, Max: 6}
	// The page states +4 for additional combatants three times: in the row "outnumber" of each chart,
	// for the side with more characters, and below the charts, for the active side. By default only
	// the rows count. The ruling "outnumbering" has contact.bonus count instead, or as well.
	contactBonus = rule.Fact{Name: "contact.bonus", Cite: "more.bonus", Text: "melee skill that each extra figure in base contact gives the active side", Value: 4, Min: -20, Max: 20}
)

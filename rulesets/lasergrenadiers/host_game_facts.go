package lasergrenadiers

import "loophole/rule"

// The tables and facts of this file are what the game needs of the rules around the chapter: how
// far pieces move and shoot, and how well they are hidden. None is published with it.

// movementInches is the table of the inches that pieces move in an activation.
var movementInches = rule.Table{
	Name:    "paces",
	Text:    "how far pieces move in an activation",
	Columns: []rule.Column{{Name: "inches", Text: "inches", Min: 0, Max: 60}},
	Rows: []rule.Row{
		{"infantry", "infantry", "host.move", rule.Guess, []int{8}},
		{"armoured-infantry", "infantry in heavy armour", "host.move", rule.Guess, []int{6}},
		{"powered-infantry", "infantry in powered armour", "host.move", rule.Guess, []int{10}},
		{"crew-served", "crew-served weapon", "host.move", rule.Guess, []int{5}},
		{"combat-engineer", "combat engineer", "host.move", rule.Guess, []int{8}},
		{"wardrone", "wardrone", "host.move", rule.Guess, []int{10}},
		{"engineering-vehicle", "armoured engineering vehicle", "host.move", rule.Guess, []int{10}},
		{"light-vehicle", "light vehicle", "host.move", rule.Guess, []int{16}},
		{"tank", "tank", "host.move", rule.Guess, []int{12}},
	},
}

// concealmentInside is the table of the concealment of pieces behind the openings of a structure.
// Rows are in the order of the column openings of the table of structures.
var concealmentInside = rule.Table{
	Name:    "sheltering",
	Text:    "how well a piece inside is hidden, by the openings",
	Columns: []rule.Column{{Name: "level", Text: "level of concealment, 0 none to 4 total", Max: 4}},
	Rows: []rule.Row{
		{"open", "in a trench, foxhole or emplacement", "host.shelter", rule.Guess, []int{2}},
		{"doorway", "behind a doorway only", "host.shelter", rule.Guess, []int{4}},
		{"slits", "behind slits and embrasures", "host.shelter", rule.Guess, []int{4}},
		{"windows", "behind windows", "host.shelter", rule.Guess, []int{3}},
	},
}

// insideSlits is its row for slits and embrasures, whatever they are in.
var insideSlits = concealmentInside.Ref("slits")

// Facts of the game around the chapter.
var (
	climbCost   = rule.Fact{Name: "move.climb", Cite: "host.ways", Text: "inches of a move that each storey costs", Value: 2, Min: 0, Max: 20, Confidence: rule.Guess}
	windowCost  = rule.Fact{Name: "move.window", Cite: "host.ways", Text: "inches of a move that a window costs", Value: 2, Min: 0, Max: 20, Confidence: rule.Guess}
	toolReach   = rule.Fact{Name: "tool.reach", Cite: "host.tool", Text: "inches from a wall within which engineers can work on it", Value: 1, Min: 0, Max: 10, Confidence: rule.Guess}
	rangeShort  = rule.Fact{Name: "range.short", Cite: "host.range", Text: "inches of short range", Value: 10, Min: 1, Max: 200, Confidence: rule.Guess}
	rangeMid    = rule.Fact{Name: "range.medium", Cite: "host.range", Text: "inches of medium range", Value: 24, Min: 1, Max: 200, Confidence: rule.Guess}
	rangeLong   = rule.Fact{Name: "range.long", Cite: "host.range", Text: "inches of long range", Value: 48, Min: 1, Max: 200, Confidence: rule.Guess}
	rallyOn     = rule.Fact{Name: "morale.rally", Cite: "host.morale", Text: "a shaken piece recovers on 1 to this", Value: 7, Min: 0, Max: 10, Confidence: rule.Guess}
	repairOn    = rule.Fact{Name: "damage.control", Cite: "host.repair", Text: "damage control restores a point on 1 to this", Value: 4, Min: 0, Max: 10, Confidence: rule.Guess}
	losesOneOn  = rule.Fact{Name: "damage.light", Cite: "host.damage", Text: "a penetration costs a vehicle one point on 1 to this, otherwise two", Value: 5, Min: 0, Max: 10, Confidence: rule.Guess}
	wreckedAt   = rule.Fact{Name: "damage.most", Cite: "host.damage", Text: "points of damage that wreck a vehicle", Value: 12, Min: 1, Max: 50, Confidence: rule.Likely}
	firstSideOn = rule.Fact{Name: "initiative", Cite: "host.initiative", Text: "the first side begins a turn on 1 to this", Value: 5, Min: 0, Max: 10, Confidence: rule.Guess}
)

// mostOnFloor is how many pieces of one side have room on a floor: the procedures
// look at six behind a wall, so that they miss nobody there.
const mostOnFloor = 3

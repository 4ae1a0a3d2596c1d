package konflikt47

import "loophole/rule"

// The cover of buildings and bunkers, which the chapter also states, is two rows of the table of
// to-hit modifiers in host_tables.go.

// buildingDamage is the table of the damage values of buildings (ram.value): wood and brick.
var buildingDamage = rule.Table{
	Name:    "structures",
	Text:    "dice for the damage value of a building that a vehicle drives into",
	Columns: []rule.Column{{Name: "dice", Text: "D6", Min: 1, Max: 6}},
	Rows: []rule.Row{
		{"wood", "wooden building", "ram.value", rule.Sure, []int{2}},
		{"brick", "brick building", "ram.value", rule.Sure, []int{3}},
	},
}

// Rows of buildingDamage.
const (
	rowWood rule.Ref = iota + 1
	rowBrick
)

// rams is the table of vehicles that may drive into a building (ram.heavy, ram.super-heavy).
var rams = rule.Table{
	Name:    "rams",
	Text:    "what a vehicle adds to its die against a building",
	Columns: []rule.Column{{Name: "value", Text: "added to D6", Min: 1, Max: 20}},
	Rows: []rule.Row{
		{"heavy-tank", "heavy tank", "ram.heavy", rule.Sure, []int{10}},
		{"super-heavy-tank", "super-heavy tank", "ram.super-heavy", rule.Sure, []int{11}},
		{"super-heavy-walker", "super-heavy walker", "ram.heavy", rule.Sure, []int{10}},
	},
}

// Rows of rams.
const (
	rowHeavyTank rule.Ref = iota + 1
	rowSuperTank
	rowSuperWalker
)

package tideofiron

import "loophole/rule"

// unitTable is the table of units, from the base game and its expansions. A squad's firepower is
// the sum of its figures'.
var unitTable = rule.Table{
	Name: "units",
	Text: "range in hexes and firepower in dice, against infantry and against vehicles",
	Columns: []rule.Column{
		{Name: "infantry-range", Text: "range against infantry"},
		{Name: "infantry-firepower", Text: "firepower against infantry"},
		{Name: "vehicle-range", Text: "range against vehicles"},
		{Name: "vehicle-firepower", Text: "firepower against vehicles"},
		{Name: "concussive", Text: "Concussive Firepower (1 yes)", Max: 1},
		{Name: "stielgranate", Text: "Stielgranate 42 (1 yes)", Max: 1},
		{Name: "move", Text: "movement points"},
		{Name: "armour", Text: "armour dice"},
		{Name: "thick", Text: "Thick Armour (1 yes)", Max: 1},
		{Name: "sturdy", Text: "Sturdy (1 yes)", Max: 1},
	},
	Rows: []rule.Row{
		{"sig-33b", "sIG 33b", "host.firepower", rule.Likely, []int{4, 9, 4, 8, 1, 1, 5, 4, 0, 0}},
		{"panzer-iii", "Panzer III", "host.firepower", rule.Likely, []int{5, 6, 6, 6, 1, 0, 6, 3, 0, 0}},
		{"panzer-iv", "Panzer IV", "host.firepower", rule.Guess, []int{5, 6, 6, 8, 1, 0, 6, 4, 0, 0}},
		{"tiger-i", "Tiger I", "host.firepower", rule.Sure, []int{5, 6, 8, 10, 1, 0, 5, 6, 1, 1}},
		{"stug-iii", "StuG III", "host.firepower", rule.Guess, []int{5, 6, 6, 7, 0, 0, 6, 4, 0, 0}},
		{"t-70", "T-70", "host.firepower", rule.Likely, []int{5, 4, 4, 4, 1, 0, 7, 2, 0, 0}},
		{"t-34", "T-34/76", "host.firepower", rule.Likely, []int{5, 6, 6, 9, 1, 0, 7, 4, 0, 0}},
		{"kv-1", "KV-1", "host.firepower", rule.Likely, []int{5, 6, 6, 8, 1, 0, 5, 5, 1, 1}},
		{"su-122", "SU-122", "host.firepower", rule.Likely, []int{5, 7, 5, 8, 0, 0, 6, 4, 0, 0}},
		{"pak-40", "PaK 40", "host.firepower", rule.Likely, []int{5, 3, 7, 10, 0, 0, 1, 2, 0, 0}},
		{"regular", "regular figure", "host.firepower", rule.Sure, []int{4, 1, 1, 1, 0, 0, 4, 0, 0, 0}},
		{"elite", "elite figure", "host.firepower", rule.Sure, []int{4, 2, 1, 1, 0, 0, 4, 0, 0, 0}},
		{"officer", "officer figure", "host.firepower", rule.Sure, []int{4, 1, 1, 1, 0, 0, 4, 0, 0, 0}},
		{"mg", "machine-gun crew", "host.firepower", rule.Sure, []int{5, 3, 3, 2, 0, 0, 4, 0, 0, 0}},
		{"mg-german", "German machine-gun crew", "host.firepower", rule.Sure, []int{5, 4, 3, 2, 0, 0, 4, 0, 0, 0}},
		{"mortar", "mortar crew, normal", "host.firepower", rule.Likely, []int{8, 2, 8, 2, 0, 0, 4, 0, 0, 0}},
		{"mortar-suppressive", "mortar crew, suppressive", "host.firepower", rule.Sure, []int{8, 4, 8, 2, 0, 0, 4, 0, 0, 0}},
	},
}

// The columns of units. Those of traits hold 1 for yes.
const (
	infantryRange = iota
	infantryFirepower
	vehicleRange
	vehicleFirepower
	concussive   // a trait
	stielgranate // a trait
	movePoints
	armourDice
	thickArmour // a trait
	sturdy      // a trait
)

// The rows of units that the code names.
var (
	rowRegular           = unitTable.Ref("regular")
	rowElite             = unitTable.Ref("elite")
	rowOfficer           = unitTable.Ref("officer")
	rowMG                = unitTable.Ref("mg")
	rowMGGerman          = unitTable.Ref("mg-german")
	rowMortar            = unitTable.Ref("mortar")
	rowMortarSuppressive = unitTable.Ref("mortar-suppressive")
)

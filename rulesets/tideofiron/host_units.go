package tideofiron

import "loophole/rule"

// A unitRow is a row of units. What does not apply to the unit is left out.
type unitRow struct {
	infantryRange     int  // hexes
	infantryFirepower int  // dice
	vehicleRange      int  // hexes
	vehicleFirepower  int  // dice
	concussive        bool // Concussive Firepower
	stielgranate      bool // Stielgranate 42
	move              int  // movement points
	armour            int  // dice
	thick             bool // Thick Armour
	sturdy            bool // Sturdy
}

// columns returns the cells of the row in the order of the columns of the table.
func (r unitRow) columns() []int {
	return []int{
		r.infantryRange, r.infantryFirepower, r.vehicleRange, r.vehicleFirepower,
		rule.YesCell(r.concussive), rule.YesCell(r.stielgranate), r.move, r.armour, rule.YesCell(r.thick), rule.YesCell(r.sturdy),
	}
}

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
		{"sig-33b", "sIG 33b", "host.firepower", rule.Likely,
			unitRow{infantryRange: 4, infantryFirepower: 9, vehicleRange: 4, vehicleFirepower: 8, concussive: true, stielgranate: true, move: 5, armour: 4}.columns()},
		{"panzer-iii", "Panzer III", "host.firepower", rule.Likely,
			unitRow{infantryRange: 5, infantryFirepower: 6, vehicleRange: 6, vehicleFirepower: 6, concussive: true, move: 6, armour: 3}.columns()},
		{"panzer-iv", "Panzer IV", "host.firepower", rule.Guess,
			unitRow{infantryRange: 5, infantryFirepower: 6, vehicleRange: 6, vehicleFirepower: 8, concussive: true, move: 6, armour: 4}.columns()},
		{"tiger-i", "Tiger I", "host.firepower", rule.Sure,
			unitRow{infantryRange: 5, infantryFirepower: 6, vehicleRange: 8, vehicleFirepower: 10, concussive: true, move: 5, armour: 6, thick: true, sturdy: true}.columns()},
		{"stug-iii", "StuG III", "host.firepower", rule.Guess,
			unitRow{infantryRange: 5, infantryFirepower: 6, vehicleRange: 6, vehicleFirepower: 7, move: 6, armour: 4}.columns()},
		{"t-70", "T-70", "host.firepower", rule.Likely,
			unitRow{infantryRange: 5, infantryFirepower: 4, vehicleRange: 4, vehicleFirepower: 4, concussive: true, move: 7, armour: 2}.columns()},
		{"t-34", "T-34/76", "host.firepower", rule.Likely,
			unitRow{infantryRange: 5, infantryFirepower: 6, vehicleRange: 6, vehicleFirepower: 9, concussive: true, move: 7, armour: 4}.columns()},
		{"kv-1", "KV-1", "host.firepower", rule.Likely,
			unitRow{infantryRange: 5, infantryFirepower: 6, vehicleRange: 6, vehicleFirepower: 8, concussive: true, move: 5, armour: 5, thick: true, sturdy: true}.columns()},
		{"su-122", "SU-122", "host.firepower", rule.Likely,
			unitRow{infantryRange: 5, infantryFirepower: 7, vehicleRange: 5, vehicleFirepower: 8, move: 6, armour: 4}.columns()},
		{"pak-40", "PaK 40", "host.firepower", rule.Likely,
			unitRow{infantryRange: 5, infantryFirepower: 3, vehicleRange: 7, vehicleFirepower: 10, move: 1, armour: 2}.columns()},
		{"regular", "regular figure", "host.firepower", rule.Sure,
			unitRow{infantryRange: 4, infantryFirepower: 1, vehicleRange: 1, vehicleFirepower: 1, move: 4}.columns()},
		{"elite", "elite figure", "host.firepower", rule.Sure,
			unitRow{infantryRange: 4, infantryFirepower: 2, vehicleRange: 1, vehicleFirepower: 1, move: 4}.columns()},
		{"officer", "officer figure", "host.firepower", rule.Sure,
			unitRow{infantryRange: 4, infantryFirepower: 1, vehicleRange: 1, vehicleFirepower: 1, move: 4}.columns()},
		{"mg", "machine-gun crew", "host.firepower", rule.Sure,
			unitRow{infantryRange: 5, infantryFirepower: 3, vehicleRange: 3, vehicleFirepower: 2, move: 4}.columns()},
		{"mg-german", "German machine-gun crew", "host.firepower", rule.Sure,
			unitRow{infantryRange: 5, infantryFirepower: 4, vehicleRange: 3, vehicleFirepower: 2, move: 4}.columns()},
		{"mortar", "mortar crew, normal", "host.firepower", rule.Likely,
			unitRow{infantryRange: 8, infantryFirepower: 2, vehicleRange: 8, vehicleFirepower: 2, move: 4}.columns()},
		{"mortar-suppressive", "mortar crew, suppressive", "host.firepower", rule.Sure,
			unitRow{infantryRange: 8, infantryFirepower: 4, vehicleRange: 8, vehicleFirepower: 2, move: 4}.columns()},
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

// The kinds of figures, as indices of a unit's models.
const (
	regulars = iota
	elites
	officers
	machineGuns
	mortars
	figureKinds // how many there are
)

// A squad has at most four figures. The crew of a heavy weapon is one model and counts as two figures.
const (
	squadSize = 4
	crewSize  = 2
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

package oldworld

import "loophole/rule"

// A weaponRow is a row of weapons. What does not apply to the weapon is left out.
type weaponRow struct {
	strength   int  // added to Strength
	ap         int  // Armour Piercing
	chargeAP   int  // Armour Piercing on the turn of a charge
	bane       int  // Armour Bane
	twoHanded  bool // needs both hands
	last       bool // strikes last
	support    bool // fights in an extra rank
	chargeOnly bool // its virtues count on the turn of a charge only
	parry      bool // parries with a shield
	brace      int  // Initiative added when charged in front
}

// columns returns the cells of the row in the order of the columns of the table.
func (r weaponRow) columns() []int {
	return []int{
		r.strength, r.ap, r.chargeAP, r.bane,
		rule.YesCell(r.twoHanded), rule.YesCell(r.last), rule.YesCell(r.support), rule.YesCell(r.chargeOnly), rule.YesCell(r.parry), r.brace,
	}
}

// weapons is the table of close combat weapons.
var weapons = rule.Table{
	Name: "weapons",
	Text: "close combat weapons",
	Columns: []rule.Column{
		{Name: "strength", Text: "added to Strength", Max: 5},
		{Name: "ap", Text: "Armour Piercing", Max: 5},
		{Name: "charge-ap", Text: "Armour Piercing on the turn of a charge", Max: 5},
		{Name: "bane", Text: "Armour Bane", Max: 5},
		{Name: "two-handed", Text: "needs both hands (1 yes)", Max: 1},
		{Name: "last", Text: "strikes last (1 yes)", Max: 1},
		{Name: "support", Text: "fights in an extra rank (1 yes)", Max: 1},
		{Name: "charge-only", Text: "its virtues count on the turn of a charge only (1 yes)", Max: 1},
		{Name: "parry", Text: "parries with a shield (1 yes)", Max: 1},
		{Name: "brace", Text: "Initiative added when charged in front", Max: 5},
	},
	Rows: []rule.Row{
		{"hand-weapon", "hand weapon", "host.weapons", rule.Sure, weaponRow{parry: true}.columns()},
		{"great-weapon", "great weapon", "host.weapons", rule.Sure, weaponRow{strength: 2, ap: 2, chargeAP: 2, bane: 1, twoHanded: true, last: true}.columns()},
		{"halberd", "halberd", "host.weapons", rule.Sure, weaponRow{strength: 1, ap: 1, chargeAP: 2, bane: 1, twoHanded: true}.columns()},
		{"thrusting-spear", "thrusting spear", "host.weapons", rule.Sure, weaponRow{support: true, brace: 1}.columns()},
		{"flail", "flail", "host.weapons", rule.Sure, weaponRow{strength: 2, ap: 2, chargeAP: 2, chargeOnly: true}.columns()},
		{"lance", "lance", "host.weapons", rule.Sure, weaponRow{strength: 2, ap: 2, chargeAP: 2, bane: 1, chargeOnly: true}.columns()},
	},
}

// The columns of weapons.
const (
	weaponStrength = iota
	weaponAP
	weaponChargeAP
	weaponBane
	weaponTwoHanded
	weaponLast
	weaponSupport
	weaponChargeOnly
	weaponParry
	weaponBrace
)

// A missileRow is a row of missiles. What does not apply to the weapon is left out.
type missileRow struct {
	reach       int  // range in inches
	strength    int  // 0 for the user's
	ap          int  // Armour Piercing
	bane        int  // Armour Bane
	shots       int  // of a model
	quick       bool // Quick Shot
	ponderous   bool // Ponderous
	volley      bool // Volley Fire
	moveOrShoot bool // Move or Shoot
	cumbersome  bool // cannot stand and shoot
	bolt        bool // goes through ranks
	woundsDie   int  // each wound becomes the wounds of a die with these faces
	wounds      int  // wounds for each, added to the die
	noCover     bool // Ignores Cover
}

// columns returns the cells of the row in the order of the columns of the table.
func (r missileRow) columns() []int {
	return []int{
		r.reach, r.strength, r.ap, r.bane, r.shots,
		rule.YesCell(r.quick), rule.YesCell(r.ponderous), rule.YesCell(r.volley), rule.YesCell(r.moveOrShoot), rule.YesCell(r.cumbersome), rule.YesCell(r.bolt),
		r.woundsDie, r.wounds, rule.YesCell(r.noCover),
	}
}

// missiles is the table of missile weapons.
var missiles = rule.Table{
	Name: "missiles",
	Text: "missile weapons",
	Columns: []rule.Column{
		{Name: "range", Text: "range in inches", Max: 99},
		{Name: "strength", Text: "Strength, 0 for the user's", Max: 10},
		{Name: "ap", Text: "Armour Piercing", Max: 5},
		{Name: "bane", Text: "Armour Bane", Max: 5},
		{Name: "shots", Text: "shots of a model; more than one costs a modifier", Min: 1, Max: 9},
		{Name: "quick", Text: "Quick Shot (1 yes)", Max: 1},
		{Name: "ponderous", Text: "Ponderous (1 yes)", Max: 1},
		{Name: "volley", Text: "Volley Fire (1 yes)", Max: 1},
		{Name: "move-or-shoot", Text: "Move or Shoot (1 yes)", Max: 1},
		{Name: "cumbersome", Text: "Cumbersome: cannot stand and shoot (1 yes)", Max: 1},
		{Name: "bolt", Text: "a bolt that goes through ranks (1 yes)", Max: 1},
		{Name: "wounds-die", Text: "each wound becomes this die's wounds, 0 for no die", Max: 6},
		{Name: "wounds", Text: "wounds for each, added to the die", Max: 6},
		{Name: "no-cover", Text: "Ignores Cover (1 yes)", Max: 1},
	},
	Rows: []rule.Row{
		{"longbow", "longbow", "host.missiles", rule.Sure, missileRow{reach: 30, strength: 3, bane: 1, shots: 1, volley: true}.columns()},
		{"warbow", "warbow", "host.missiles", rule.Sure, missileRow{reach: 24, shots: 1, volley: true}.columns()},
		{"shortbow", "shortbow", "host.missiles", rule.Sure, missileRow{reach: 18, strength: 3, shots: 1, quick: true, volley: true}.columns()},
		{"crossbow", "crossbow", "host.missiles", rule.Sure, missileRow{reach: 30, strength: 4, bane: 2, shots: 1, ponderous: true}.columns()},
		{"handgun", "handgun", "host.missiles", rule.Sure, missileRow{reach: 24, strength: 4, ap: 1, bane: 1, shots: 1, ponderous: true}.columns()},
		{"pistol", "pistol", "host.missiles", rule.Sure, missileRow{reach: 12, strength: 4, ap: 1, bane: 1, shots: 1, quick: true}.columns()},
		{"javelin", "javelin", "host.missiles", rule.Sure, missileRow{reach: 12, shots: 1}.columns()},
		{"sling", "sling", "host.missiles", rule.Sure, missileRow{reach: 18, strength: 3, shots: 2}.columns()},
		{"repeater-crossbow", "repeater crossbow", "host.missiles", rule.Sure, missileRow{reach: 24, strength: 3, bane: 1, shots: 2}.columns()},
		{"bolt-thrower", "bolt thrower", "host.missiles", rule.Sure, missileRow{reach: 48, strength: 6, ap: 3, shots: 1, moveOrShoot: true, cumbersome: true, bolt: true, wounds: 2}.columns()},
	},
}

// The columns of missiles.
const (
	missileRange = iota
	missileStrength
	missileAP
	missileBane
	missileShots
	missileQuick
	missilePonderous
	missileVolley
	missileMoveOrShoot
	missileCumbersome
	missileBolt
	missileWoundsDie
	missileWounds
	missileNoCover
)

// An engineRow is a row of engines. What does not apply to the engine is left out.
type engineRow struct {
	cannon       bool // fires a cannonball
	near         int  // least range in inches
	reach        int  // range in inches
	strength     int
	ap           int  // Armour Piercing
	bane         int  // Armour Bane
	holeStrength int  // Strength under the hole, 0 for no hole
	holeAP       int  // Armour Piercing under the hole
	woundsDie    int  // each wound (under the hole) becomes the wounds of a die with these faces
	wounds       int  // wounds for each, added to the die
	diameter     int  // inches across the template
	scatters     bool // is aimed and scatters
}

// columns returns the cells of the row in the order of the columns of the table.
func (r engineRow) columns() []int {
	return []int{
		rule.YesCell(r.cannon), r.near, r.reach, r.strength, r.ap, r.bane,
		r.holeStrength, r.holeAP, r.woundsDie, r.wounds, r.diameter, rule.YesCell(r.scatters),
	}
}

// engines is the table of cannons, stone throwers and breath weapons.
var engines = rule.Table{
	Name: "engines",
	Text: "guns, stone throwers and breath",
	Columns: []rule.Column{
		{Name: "cannon", Text: "fires a cannonball (1 yes)", Max: 1},
		{Name: "near", Text: "least range in inches", Max: 99},
		{Name: "range", Text: "range in inches", Max: 99},
		{Name: "strength", Text: "Strength", Min: 1, Max: 10},
		{Name: "ap", Text: "Armour Piercing", Max: 5},
		{Name: "bane", Text: "Armour Bane", Max: 5},
		{Name: "hole-strength", Text: "Strength under the hole, 0 for no hole", Max: 10},
		{Name: "hole-ap", Text: "Armour Piercing under the hole", Max: 5},
		{Name: "wounds-die", Text: "each wound (under the hole) becomes this die's wounds, 0 for no die", Max: 6},
		{Name: "wounds", Text: "wounds for each, added to the die", Max: 6},
		{Name: "diameter", Text: "inches across the template", Max: 12},
		{Name: "scatters", Text: "is aimed and scatters (1 yes)", Max: 1},
	},
	Rows: []rule.Row{
		{"cannon", "cannon", "host.engines", rule.Sure, engineRow{cannon: true, reach: 48, strength: 8, ap: 2, bane: 2, woundsDie: 3}.columns()},
		{"great-cannon", "Great Cannon", "host.engines", rule.Sure, engineRow{cannon: true, reach: 60, strength: 10, ap: 3, bane: 2, woundsDie: 3, wounds: 1}.columns()},
		{"mortar", "Mortar", "host.engines", rule.Sure, engineRow{near: 12, reach: 48, strength: 2, ap: 2, holeStrength: 6, holeAP: 3, diameter: 5, scatters: true}.columns()},
		{"rock-lobber", "Goblin Rock Lobber", "host.engines", rule.Sure,
			engineRow{near: 12, reach: 60, strength: 4, ap: 1, holeStrength: 8, holeAP: 3, woundsDie: 3, wounds: 1, diameter: 3, scatters: true}.columns()},
		{"fire-breath", "fiery breath", "host.engines", rule.Guess, engineRow{reach: 8, strength: 4, ap: 1, diameter: 8}.columns()},
	},
}

// The columns of engines.
const (
	engineCannon = iota
	engineNear
	engineRange
	engineStrength
	engineAP
	engineBane
	engineHoleStrength
	engineHoleAP
	engineWoundsDie
	engineWounds
	engineDiameter
	engineScatters
)

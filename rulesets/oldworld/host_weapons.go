package oldworld

import "loophole/rule"

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
		{"hand-weapon", "hand weapon", "host.weapons", rule.Sure, []int{0, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"great-weapon", "great weapon", "host.weapons", rule.Sure, []int{2, 2, 2, 1, 1, 1, 0, 0, 0, 0}},
		{"halberd", "halberd", "host.weapons", rule.Sure, []int{1, 1, 2, 1, 1, 0, 0, 0, 0, 0}},
		{"thrusting-spear", "thrusting spear", "host.weapons", rule.Sure, []int{0, 0, 0, 0, 0, 0, 1, 0, 0, 1}},
		{"flail", "flail", "host.weapons", rule.Sure, []int{2, 2, 2, 0, 0, 0, 0, 1, 0, 0}},
		{"lance", "lance", "host.weapons", rule.Sure, []int{2, 2, 2, 1, 0, 0, 0, 1, 0, 0}},
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
		{"longbow", "longbow", "host.missiles", rule.Sure, []int{30, 3, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
		{"warbow", "warbow", "host.missiles", rule.Sure, []int{24, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}},
		{"shortbow", "shortbow", "host.missiles", rule.Sure, []int{18, 3, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0}},
		{"crossbow", "crossbow", "host.missiles", rule.Sure, []int{30, 4, 0, 2, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
		{"handgun", "handgun", "host.missiles", rule.Sure, []int{24, 4, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0}},
		{"pistol", "pistol", "host.missiles", rule.Sure, []int{12, 4, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"javelin", "javelin", "host.missiles", rule.Sure, []int{12, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"sling", "sling", "host.missiles", rule.Sure, []int{18, 3, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"repeater-crossbow", "repeater crossbow", "host.missiles", rule.Sure, []int{24, 3, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"bolt-thrower", "bolt thrower", "host.missiles", rule.Sure, []int{48, 6, 3, 0, 1, 0, 0, 0, 1, 1, 1, 0, 2, 0}},
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

// modifiers is the table of to-hit modifiers of shooting. They are added to the roll.
var modifiers = rule.Table{
	Name:    "modifiers",
	Text:    "to hit with missiles",
	Columns: []rule.Column{{Name: "amount", Text: "added to the roll", Min: -6, Max: 6}},
	Rows: []rule.Row{
		{"moved", "the shooters moved", "host.modifiers", rule.Sure, []int{-1}},
		{"moved-ponderous", "the shooters moved with a ponderous weapon", "host.ponderous", rule.Sure, []int{-2}},
		{"long-range", "long range", "host.modifiers", rule.Sure, []int{-1}},
		{"stand-and-shoot", "standing to shoot", "host.modifiers", rule.Sure, []int{-1}},
		{"partial-cover", "partial cover", "host.modifiers", rule.Sure, []int{-1}},
		{"full-cover", "full cover", "host.modifiers", rule.Sure, []int{-2}},
		{"several-shots", "several shots a model", "host.modifiers", rule.Sure, []int{-1}},
		{"skirmishers", "skirmishing target", "host.modifiers", rule.Sure, []int{-1}},
	},
}

// Rows of modifiers.
const (
	rowMoved rule.Ref = iota + 1
	rowMovedPonderous
	rowLongRange
	rowStand
	rowPartial
	rowFull
	rowSeveral
	rowSkirmish
)

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
		{"cannon", "cannon", "host.engines", rule.Sure, []int{1, 0, 48, 8, 2, 2, 0, 0, 3, 0, 0, 0}},
		{"great-cannon", "Great Cannon", "host.engines", rule.Sure, []int{1, 0, 60, 10, 3, 2, 0, 0, 3, 1, 0, 0}},
		{"mortar", "Mortar", "host.engines", rule.Sure, []int{0, 12, 48, 2, 2, 0, 6, 3, 0, 0, 5, 1}},
		{"rock-lobber", "Goblin Rock Lobber", "host.engines", rule.Sure, []int{0, 12, 60, 4, 1, 0, 8, 3, 3, 1, 3, 1}},
		{"fire-breath", "fiery breath", "host.engines", rule.Guess, []int{0, 0, 8, 4, 1, 0, 0, 0, 0, 0, 8, 0}},
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

// points is the table of combat result points.
var points = rule.Table{
	Name:    "points",
	Text:    "combat result",
	Columns: []rule.Column{{Name: "points", Text: "points", Max: 9}},
	Rows: []rule.Row{
		{"wound", "each wound", "host.result", rule.Sure, []int{1}},
		{"standard", "standard", "host.result", rule.Sure, []int{1}},
		{"battle-standard", "battle standard", "host.result", rule.Sure, []int{1}},
		{"massed", "massed infantry on the stronger side", "host.massed", rule.Sure, []int{1}},
		{"high-ground", "high ground", "silent.high", rule.Sure, []int{1}},
		{"musician", "musician, in a tie", "host.musician", rule.Sure, []int{1}},
		{"close-order", "close order of a unit in the open", "host.order", rule.Sure, []int{1}},
	},
}

// Rows of points.
const (
	rowWound rule.Ref = iota + 1
	rowStandard
	rowBattleStandard
	rowMassed
	rowHighGround
	rowMusician
	rowCloseOrder
)

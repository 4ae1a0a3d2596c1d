package oldworld

import "loophole/rule"

// troopTypes is the table of troop types. A Unit Strength of 0 is the starting Wounds of a model.
var troopTypes = rule.Table{
	Name: "troops",
	Text: "troop types",
	Columns: []rule.Column{
		{Name: "infantry", Text: "counts as infantry (1 yes)", Max: 1},
		{Name: "strength", Text: "Unit Strength of a model, 0 for its Wounds", Max: 10},
		{Name: "rank", Text: "models that make a rank, 0 for none", Max: 20},
		{Name: "ranks", Text: "most points for ranks", Max: 9},
		{Name: "massed", Text: "Massed Infantry (1 yes)", Max: 1},
		{Name: "parry", Text: "may parry (1 yes)", Max: 1},
		{Name: "best-save", Text: "best armour save", Min: 2, Max: 7},
	},
	Rows: []rule.Row{
		{"regular-infantry", "regular infantry", "host.troops", rule.Sure, []int{1, 1, 5, 2, 1, 1, 2}},
		{"heavy-infantry", "heavy infantry", "host.troops", rule.Sure, []int{1, 1, 4, 2, 1, 1, 2}},
		{"monstrous-infantry", "monstrous infantry", "host.troops", rule.Sure, []int{1, 3, 3, 2, 0, 0, 2}},
		{"swarms", "swarms", "host.troops", rule.Sure, []int{1, 3, 0, 0, 0, 0, 2}},
		{"light-cavalry", "light cavalry", "host.troops", rule.Sure, []int{0, 2, 5, 1, 0, 0, 2}},
		{"heavy-cavalry", "heavy cavalry", "host.troops", rule.Sure, []int{0, 2, 4, 1, 0, 0, 2}},
		{"monstrous-cavalry", "monstrous cavalry", "host.troops", rule.Sure, []int{0, 3, 3, 1, 0, 0, 2}},
		{"war-beasts", "war beasts", "host.troops", rule.Sure, []int{0, 1, 5, 1, 0, 0, 2}},
		{"light-chariot", "light chariot", "host.troops", rule.Sure, []int{0, 3, 3, 1, 0, 0, 3}},
		{"heavy-chariot", "heavy chariot", "host.troops", rule.Sure, []int{0, 5, 0, 0, 0, 0, 3}},
		{"monstrous-creature", "monstrous creature", "host.troops", rule.Sure, []int{0, 0, 0, 0, 0, 0, 3}},
		{"behemoth", "behemoth", "host.troops", rule.Sure, []int{0, 0, 0, 0, 0, 0, 3}},
		{"war-machine", "war machine", "host.troops", rule.Sure, []int{0, 0, 0, 0, 0, 0, 3}},
	},
}

// The columns of troops.
const (
	troopInfantry = iota
	troopStrength
	troopRank
	troopRanks
	troopMassed
	troopParry
	troopSave
)

// warMachine is the last row of troops.
const warMachine rule.Ref = 13

// units is the table of units and characters, from the army lists. Their armour save is without a
// shield.
var units = rule.Table{
	Name: "units",
	Text: "units and characters",
	Columns: []rule.Column{
		{Name: "type", Text: "troop type, by its row in the table of troop types", Min: 1, Max: 13},
		{Name: "move", Text: "Movement in inches", Max: 10},
		{Name: "ws", Text: "Weapon Skill", Max: 10},
		{Name: "bs", Text: "Ballistic Skill", Max: 10},
		{Name: "strength", Text: "Strength", Max: 10},
		{Name: "toughness", Text: "Toughness", Max: 10},
		{Name: "wounds", Text: "Wounds", Min: 1, Max: 10},
		{Name: "initiative", Text: "Initiative", Max: 10},
		{Name: "attacks", Text: "Attacks", Max: 10},
		{Name: "leadership", Text: "Leadership", Max: 10},
		{Name: "armour", Text: "armour save without a shield, 7 for none", Min: 2, Max: 7},
		{Name: "shield", Text: "a shield (1 yes)", Max: 1},
		{Name: "ward", Text: "ward save, 7 for none", Min: 2, Max: 7},
		{Name: "regeneration", Text: "Regeneration, 7 for none", Min: 2, Max: 7},
		{Name: "bane", Text: "Armour Bane of its own", Max: 5},
		{Name: "fear", Text: "causes Fear (1 yes)", Max: 1},
		{Name: "terror", Text: "causes Terror (1 yes)", Max: 1},
		{Name: "stubborn", Text: "Stubborn (1 yes)", Max: 1},
		{Name: "first-ws", Text: "Weapon Skill added in the first round of a combat", Max: 5},
		{Name: "first-initiative", Text: "Initiative added in the first round of a combat", Max: 5},
		{Name: "furious", Text: "Attacks added on a charge of three inches or more", Max: 5},
		{Name: "mount-ws", Text: "mount's Weapon Skill", Max: 10},
		{Name: "mount-strength", Text: "mount's Strength", Max: 10},
		{Name: "mount-initiative", Text: "mount's Initiative", Max: 10},
		{Name: "mount-attacks", Text: "mount's Attacks, 0 for no mount", Max: 10},
		{Name: "character", Text: "a character (1 yes)", Max: 1},
		{Name: "level", Text: "wizard level, 0 for no wizard", Max: 4},
		{Name: "ready", Text: "no penalty for standing to shoot (1 yes)", Max: 1},
		{Name: "weapon", Text: "usual close combat weapon, by its row in the table of weapons", Min: 1, Max: 6},
		{Name: "missile", Text: "usual missile weapon, by its row in the table of missiles, 0 for none", Max: 10},
	},
	Rows: []rule.Row{
		{"state-troops", "State Troops", "host.profiles", rule.Sure, []int{1, 4, 3, 3, 3, 3, 1, 3, 1, 7, 6, 1, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"state-missile-troops", "State Missile Troops", "host.profiles", rule.Sure, []int{1, 4, 3, 3, 3, 3, 1, 3, 1, 7, 7, 0, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4}},
		{"empire-archers", "Empire Archers", "host.profiles", rule.Sure, []int{1, 4, 3, 3, 3, 3, 1, 3, 1, 7, 7, 0, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2}},
		{"greatswords", "Greatswords", "host.profiles", rule.Sure, []int{1, 4, 4, 3, 4, 3, 1, 3, 1, 8, 4, 0, 7, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0}},
		{"elven-archers", "Elven Archers", "host.profiles", rule.Sure, []int{1, 5, 4, 4, 3, 3, 1, 4, 1, 8, 7, 0, 7, 7, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1}},
		{"elven-spearmen", "Elven Spearmen", "host.profiles", rule.Sure, []int{1, 5, 4, 4, 3, 3, 1, 4, 1, 8, 6, 1, 7, 7, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0}},
		{"quarrellers", "Quarrellers", "host.profiles", rule.Sure, []int{2, 3, 3, 3, 3, 4, 1, 2, 1, 9, 5, 0, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 4}},
		{"dwarf-warriors", "Dwarf Warriors", "host.profiles", rule.Sure, []int{2, 3, 4, 3, 3, 4, 1, 2, 1, 9, 5, 1, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"orc-mob", "Orc Mob", "host.profiles", rule.Sure, []int{1, 4, 3, 3, 3, 4, 1, 3, 1, 6, 6, 1, 7, 7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"night-goblins", "Night Goblins", "host.profiles", rule.Sure, []int{1, 4, 2, 3, 3, 3, 1, 3, 1, 4, 7, 1, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"chaos-warriors", "Chaos Warriors", "host.profiles", rule.Sure, []int{2, 4, 5, 3, 4, 4, 1, 4, 1, 8, 5, 1, 6, 7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"stone-trolls", "Stone Trolls", "host.profiles", rule.Sure, []int{3, 6, 3, 1, 5, 4, 3, 1, 3, 7, 6, 0, 7, 5, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"common-trolls", "Common Trolls", "host.profiles", rule.Sure, []int{3, 6, 3, 1, 5, 4, 3, 2, 3, 6, 7, 0, 7, 5, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		{"knights", "Knights of the Realm, mounted", "host.profiles", rule.Likely, []int{6, 8, 4, 2, 3, 3, 1, 3, 1, 8, 4, 1, 7, 7, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 1, 0, 0, 0, 6, 0}},
		{"captain", "Captain of the Empire", "host.profiles", rule.Sure, []int{1, 4, 5, 5, 4, 4, 2, 4, 2, 9, 6, 0, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0}},
		{"master-mage", "Master Mage", "host.profiles", rule.Sure, []int{1, 4, 3, 3, 3, 3, 2, 3, 1, 7, 7, 0, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 1, 0}},
		{"cannon-crew", "crew of a Great Cannon", "host.profiles", rule.Sure, []int{13, 4, 3, 3, 3, 3, 3, 3, 3, 7, 7, 0, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
	},
}

// The columns of units.
const (
	unitType = iota
	unitMove
	unitWS
	unitBS
	unitStrength
	unitToughness
	unitWounds
	unitInitiative
	unitAttacks
	unitLeadership
	unitArmour
	unitShield
	unitWard
	unitRegeneration
	unitBane
	unitFear
	unitTerror
	unitStubborn
	unitFirstWS
	unitFirstInitiative
	unitFurious
	mountWS
	mountStrength
	mountInitiative
	mountAttacks
	unitCharacter
	unitLevel
	unitReady
	unitWeapon
	unitMissile
)

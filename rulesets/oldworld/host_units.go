package oldworld

import (
	"cmp"

	"loophole/rule"
)

// A troopRow is a row of troops. What does not apply to the troop type is left out.
type troopRow struct {
	infantry bool // counts as infantry
	strength int  // Unit Strength of a model, 0 for its Wounds
	rank     int  // models that make a rank
	ranks    int  // most points for ranks
	massed   bool // Massed Infantry
	parry    bool // may parry
	bestSave int  // best armour save
}

// columns returns the cells of the row in the order of the columns of the table.
func (r troopRow) columns() []int {
	return []int{rule.YesCell(r.infantry), r.strength, r.rank, r.ranks, rule.YesCell(r.massed), rule.YesCell(r.parry), r.bestSave}
}

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
		{"regular-infantry", "regular infantry", "host.troops", rule.Sure, troopRow{infantry: true, strength: 1, rank: 5, ranks: 2, massed: true, parry: true, bestSave: 2}.columns()},
		{"heavy-infantry", "heavy infantry", "host.troops", rule.Sure, troopRow{infantry: true, strength: 1, rank: 4, ranks: 2, massed: true, parry: true, bestSave: 2}.columns()},
		{"monstrous-infantry", "monstrous infantry", "host.troops", rule.Sure, troopRow{infantry: true, strength: 3, rank: 3, ranks: 2, bestSave: 2}.columns()},
		{"swarms", "swarms", "host.troops", rule.Sure, troopRow{infantry: true, strength: 3, bestSave: 2}.columns()},
		{"light-cavalry", "light cavalry", "host.troops", rule.Sure, troopRow{strength: 2, rank: 5, ranks: 1, bestSave: 2}.columns()},
		{"heavy-cavalry", "heavy cavalry", "host.troops", rule.Sure, troopRow{strength: 2, rank: 4, ranks: 1, bestSave: 2}.columns()},
		{"monstrous-cavalry", "monstrous cavalry", "host.troops", rule.Sure, troopRow{strength: 3, rank: 3, ranks: 1, bestSave: 2}.columns()},
		{"war-beasts", "war beasts", "host.troops", rule.Sure, troopRow{strength: 1, rank: 5, ranks: 1, bestSave: 2}.columns()},
		{"light-chariot", "light chariot", "host.troops", rule.Sure, troopRow{strength: 3, rank: 3, ranks: 1, bestSave: 3}.columns()},
		{"heavy-chariot", "heavy chariot", "host.troops", rule.Sure, troopRow{strength: 5, bestSave: 3}.columns()},
		{"monstrous-creature", "monstrous creature", "host.troops", rule.Sure, troopRow{bestSave: 3}.columns()},
		{"behemoth", "behemoth", "host.troops", rule.Sure, troopRow{bestSave: 3}.columns()},
		{"war-machine", "war machine", "host.troops", rule.Sure, troopRow{bestSave: 3}.columns()},
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

// A unitRow is a row of units, with the letters of a profile. What does not apply to the unit is left
// out: a save of 0 is none, and in the table noSave.
type unitRow struct {
	kind                            string // row of troopTypes
	m                               int    // Movement in inches
	ws, bs, s, t, w, i, a, ld       int    // Weapon Skill, Ballistic Skill, Strength, Toughness, Wounds, Initiative, Attacks, Leadership
	armour                          int    // armour save without a shield
	shield                          bool   // besides the armour save
	ward                            int    // ward save
	regeneration                    int    // Regeneration save
	bane                            int    // Armour Bane of its own
	fear, terror                    bool   // causes Fear, causes Terror
	stubborn                        bool
	firstWS, firstI                 int // added in the first round of a combat
	furious                         int // Attacks added on a charge of three inches or more
	mountWS, mountS, mountI, mountA int // the mount's profile
	character                       bool
	level                           int    // of a wizard
	ready                           bool   // no penalty for standing to shoot
	weapon                          string // usual close combat weapon, a row of weapons
	missile                         string // usual missile weapon, a row of missiles
}

// columns returns the cells of the row in the order of the columns of the table.
func (r unitRow) columns() []int {
	return []int{
		int(troopTypes.Ref(r.kind)),
		r.m, r.ws, r.bs, r.s, r.t, r.w, r.i, r.a, r.ld,
		cmp.Or(r.armour, noSave), rule.YesCell(r.shield), cmp.Or(r.ward, noSave), cmp.Or(r.regeneration, noSave),
		r.bane, rule.YesCell(r.fear), rule.YesCell(r.terror), rule.YesCell(r.stubborn),
		r.firstWS, r.firstI, r.furious,
		r.mountWS, r.mountS, r.mountI, r.mountA,
		rule.YesCell(r.character), r.level, rule.YesCell(r.ready),
		int(weapons.Ref(r.weapon)), int(missiles.Ref(r.missile)),
	}
}

// noSave is a cell of the columns armour, ward and regeneration: no die shows it.
const noSave = 7

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
		{"state-troops", "State Troops", "host.profiles", rule.Sure, unitRow{
			kind: "regular-infantry", m: 4, ws: 3, bs: 3, s: 3, t: 3, w: 1, i: 3, a: 1, ld: 7,
			armour: 6, shield: true, weapon: "hand-weapon",
		}.columns()},
		{"state-missile-troops", "State Missile Troops", "host.profiles", rule.Sure, unitRow{
			kind: "regular-infantry", m: 4, ws: 3, bs: 3, s: 3, t: 3, w: 1, i: 3, a: 1, ld: 7,
			weapon: "hand-weapon", missile: "crossbow",
		}.columns()},
		{"empire-archers", "Empire Archers", "host.profiles", rule.Sure, unitRow{
			kind: "regular-infantry", m: 4, ws: 3, bs: 3, s: 3, t: 3, w: 1, i: 3, a: 1, ld: 7,
			weapon: "hand-weapon", missile: "warbow",
		}.columns()},
		{"greatswords", "Greatswords", "host.profiles", rule.Sure, unitRow{
			kind: "regular-infantry", m: 4, ws: 4, bs: 3, s: 4, t: 3, w: 1, i: 3, a: 1, ld: 8,
			armour: 4, stubborn: true, weapon: "great-weapon",
		}.columns()},
		{"elven-archers", "Elven Archers", "host.profiles", rule.Sure, unitRow{
			kind: "regular-infantry", m: 5, ws: 4, bs: 4, s: 3, t: 3, w: 1, i: 4, a: 1, ld: 8,
			firstI: 1, weapon: "hand-weapon", missile: "longbow",
		}.columns()},
		{"elven-spearmen", "Elven Spearmen", "host.profiles", rule.Sure, unitRow{
			kind: "regular-infantry", m: 5, ws: 4, bs: 4, s: 3, t: 3, w: 1, i: 4, a: 1, ld: 8,
			armour: 6, shield: true, firstWS: 1, weapon: "thrusting-spear",
		}.columns()},
		{"quarrellers", "Quarrellers", "host.profiles", rule.Sure, unitRow{
			kind: "heavy-infantry", m: 3, ws: 3, bs: 3, s: 3, t: 4, w: 1, i: 2, a: 1, ld: 9,
			armour: 5, ready: true, weapon: "hand-weapon", missile: "crossbow",
		}.columns()},
		{"dwarf-warriors", "Dwarf Warriors", "host.profiles", rule.Sure, unitRow{
			kind: "heavy-infantry", m: 3, ws: 4, bs: 3, s: 3, t: 4, w: 1, i: 2, a: 1, ld: 9,
			armour: 5, shield: true, weapon: "hand-weapon",
		}.columns()},
		{"orc-mob", "Orc Mob", "host.profiles", rule.Sure, unitRow{
			kind: "regular-infantry", m: 4, ws: 3, bs: 3, s: 3, t: 4, w: 1, i: 3, a: 1, ld: 6,
			armour: 6, shield: true, furious: 1, weapon: "hand-weapon",
		}.columns()},
		{"night-goblins", "Night Goblins", "host.profiles", rule.Sure, unitRow{
			kind: "regular-infantry", m: 4, ws: 2, bs: 3, s: 3, t: 3, w: 1, i: 3, a: 1, ld: 4,
			shield: true, weapon: "hand-weapon",
		}.columns()},
		{"chaos-warriors", "Chaos Warriors", "host.profiles", rule.Sure, unitRow{
			kind: "heavy-infantry", m: 4, ws: 5, bs: 3, s: 4, t: 4, w: 1, i: 4, a: 1, ld: 8,
			armour: 5, shield: true, ward: 6, furious: 1, weapon: "hand-weapon",
		}.columns()},
		{"stone-trolls", "Stone Trolls", "host.profiles", rule.Sure, unitRow{
			kind: "monstrous-infantry", m: 6, ws: 3, bs: 1, s: 5, t: 4, w: 3, i: 1, a: 3, ld: 7,
			armour: 6, regeneration: 5, bane: 1, fear: true, weapon: "hand-weapon",
		}.columns()},
		{"common-trolls", "Common Trolls", "host.profiles", rule.Sure, unitRow{
			kind: "monstrous-infantry", m: 6, ws: 3, bs: 1, s: 5, t: 4, w: 3, i: 2, a: 3, ld: 6,
			regeneration: 5, fear: true, weapon: "hand-weapon",
		}.columns()},
		{"knights", "Knights of the Realm, mounted", "host.profiles", rule.Likely, unitRow{
			kind: "heavy-cavalry", m: 8, ws: 4, bs: 2, s: 3, t: 3, w: 1, i: 3, a: 1, ld: 8,
			armour: 4, shield: true, mountWS: 3, mountS: 3, mountI: 3, mountA: 1, weapon: "lance",
		}.columns()},
		{"captain", "Captain of the Empire", "host.profiles", rule.Sure, unitRow{
			kind: "regular-infantry", m: 4, ws: 5, bs: 5, s: 4, t: 4, w: 2, i: 4, a: 2, ld: 9,
			armour: 6, character: true, weapon: "hand-weapon",
		}.columns()},
		{"master-mage", "Master Mage", "host.profiles", rule.Sure, unitRow{
			kind: "regular-infantry", m: 4, ws: 3, bs: 3, s: 3, t: 3, w: 2, i: 3, a: 1, ld: 7,
			character: true, level: 2, weapon: "hand-weapon",
		}.columns()},
		{"cannon-crew", "crew of a Great Cannon", "host.profiles", rule.Sure, unitRow{
			kind: "war-machine", m: 4, ws: 3, bs: 3, s: 3, t: 3, w: 3, i: 3, a: 3, ld: 7,
			weapon: "hand-weapon",
		}.columns()},
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

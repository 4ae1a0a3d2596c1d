package oldworld

import "loophole/rule"

// The two sides of a combat, as indices.
const (
	attackers = iota
	defenders
)

// garrison is the index of the defenders of a building.
const garrison = defenders

// The kinds of fighters of a unit, as indices.
const (
	rankAndFile = iota
	mounts
	character
)

// The targets of attacks, as indices.
const (
	rankAndFileTarget = iota
	characterTarget
)

// fighters are one kind of fighter of a unit up to the first roll, for each kind of turn. rolls are
// its attacks against the enemy's rank and file, and against the enemy's character when no other
// model is left.
type fighters struct {
	present    bool
	attacks    [turnKinds]uint8 // of each model
	rolls      [turnKinds][2]attacks
	initiative [turnKinds]int8
	latest     turnKind // the kind of turn that was prepared last
	latestKey  attackKey
}

// A combatant is one unit of a combat up to the first roll.
type combatant struct {
	fighters          [3]fighters // by their kind
	fightingRank      int         // rank and file in the fighting rank
	contact           int         // of these, models in base contact, which use all their Attacks
	support           int         // most supporting attacks
	woundsPerModel    int         // Wounds of a model
	unitStrength      int         // of a model
	characterWounds   int         // Wounds of the character, 0 for no character
	characterStrength int         // Unit Strength of the character
	charges           bool        // it is the unit that charges, if one does
	fear              bool        // it causes fear
	ignoresFear       bool

	points         [3]int // for the standard, the battle standard and high ground
	ranks          int    // models that make a rank, 0 if ranks do not count
	mostRanks      int    // most points for ranks
	closeOrder     int    // least Unit Strength for close order, 0 if it does not count
	massed         bool   // Massed Infantry
	musician       bool
	alliedStrength int // Unit Strength of a second unit on its side
	loser          loser
}

// The points of a unit besides those for wounds, as indices.
const (
	standard = iota
	battleStandard
	highGroundBonus
)

// A preparedCombat is a combat between two units up to the first roll. It serves every round.
type preparedCombat struct {
	sides [2]combatant
	order [turnKinds][6]strike
	open  bool
	fear  uint8 // added to the number to hit of a unit that fears the enemy

	woundPoints, massedPoints, closeOrderPoints, musicianPoints int

	overwhelmTimes int  // a Unit Strength above this many times the loser's overwhelms it
	mayOccupy      bool // the attackers may take occupancy of a building without a garrison
	occupyLimit    int  // most Unit Strength with which they may
	mayWalkIn      bool // the attackers may enter an empty building later
	capacity       int  // most Unit Strength with which they may
}

// A strike is the place of one kind of fighter in the order of Initiative. Its initiative is -1 for
// none.
type strike struct {
	side, fighter uint8
	initiative    int8
}

// Melee is the two units that fight for a building.
type Melee struct {
	Attackers Troops `key:"attackers" doc:"the unit that assaults the building"`
	Garrison  Troops `key:"garrison" doc:"the unit that occupies the building"`
	Tower     bool   `key:"tower" doc:"the building is a tower"`
}

// opponents returns the units and the building for which they fight.
func (m *Melee) opponents() *opponents {
	return &opponents{[2]*Troops{&m.Attackers, &m.Garrison}, m.Tower}
}

// opponents are the two units of a combat, for a building or in the open.
type opponents struct {
	sides [2]*Troops
	tower bool // the building is a tower
}

// prepareCombat prepares a combat for some kinds of turn, for a building or in the open.
func (o *opponents) prepareCombat(u *rule.Umpire, setting combatSetting, kinds ...turnKind) preparedCombat {
	combat := preparedCombat{open: setting.open}
	if !setting.open {
		noteSkirmishers(u)
	}
	for i := range combat.sides {
		o.prepareSide(u, &combat.sides[i], i, setting)
	}
	if setting.open {
		o.prepareOpen(u, &combat, setting)
	}
	o.prepareStrikers(u, &combat, kinds)
	combat.woundPoints = u.Cell(&points, rowWound, 0)
	if combat.sides[0].closeOrder > 0 || combat.sides[1].closeOrder > 0 {
		combat.closeOrderPoints = u.Cell(&points, rowCloseOrder, 0)
	}
	if (combat.sides[0].massed || combat.sides[1].massed) && u.Ruling(&massedInfantry) == massedInfantryRevised {
		combat.massedPoints = u.Cell(&points, rowMassed, 0)
	}
	if combat.sides[0].musician != combat.sides[1].musician {
		combat.musicianPoints = u.Cell(&points, rowMusician, 0)
	}
	if combat.sides[0].fear || combat.sides[1].fear {
		combat.fear = uint8(u.Fact(&fearPenalty))
	}
	combat.overwhelmTimes = u.Fact(&overwhelmMultiple)
	if !setting.open {
		o.prepareOccupancy(u, &combat)
	}
	return combat
}

// prepareSide works out one unit.
func (o *opponents) prepareSide(u *rule.Umpire, combatant *combatant, i int, setting combatSetting) {
	unit, enemy := o.sides[i], o.sides[1-i]
	combatant.woundsPerModel, combatant.unitStrength = unit.wounds(u), unit.unitStrengthPerModel(u)
	if unit.Character > 0 {
		combatant.characterWounds, combatant.characterStrength = max(1, u.Cell(&units, unit.Character, unitWounds)), u.Fact(&characterStrength)
	}
	combatant.charges = i == attackers
	if !setting.open {
		o.prepareFightingRank(u, combatant, i)
	}
	if unit.Standard {
		combatant.points[standard] = u.Cell(&points, rowStandard, 0)
	}
	if unit.BSB {
		combatant.points[battleStandard] = u.Cell(&points, rowBattleStandard, 0)
	}
	if !setting.open {
		o.prepareHouseRulePoints(u, combatant, i)
	}
	combatant.massed = troopCell(u, unit.Unit, troopMassed) == 1
	combatant.fear = unit.causesFear(u)
	combatant.ignoresFear = combatant.fear && enemy.causesFear(u) && u.Fact(&fearImmune) == 1
	combatant.musician = unit.Musician
	combatant.loser = unit.loser(u, i == defenders && !setting.open, enemy.causesTerror(u))
}

// hasSecondRank reports whether a unit has a second rank that could count.
func (t *Troops) hasSecondRank(u *rule.Umpire) bool {
	return int(t.Models) >= 2*u.LookupCell(&troopTypes, typeOf(u, t.Unit), troopRank)
}

// combatWeapon returns the close combat weapon of the unit: the one named, or its usual one.
func (t *Troops) combatWeapon(u *rule.Umpire) rule.Ref {
	if t.Weapon > 0 {
		return t.Weapon
	}
	return rule.Ref(max(1, cellUnless(u, &units, t.Unit, unitWeapon, 1)))
}

// missile returns the missile weapon of the unit: the one named, or its usual one.
func (t *Troops) missile(u *rule.Umpire, named rule.Ref) rule.Ref {
	if named > 0 {
		return named
	}
	return rule.Ref(optionalCell(u, &units, t.Unit, unitMissile))
}

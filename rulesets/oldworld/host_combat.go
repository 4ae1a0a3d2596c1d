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

// The kinds of turn of a combat, as indices. A round is a later one, or a first one without a
// charge (noCharge). After a charge of 1 to 9 full inches it is noCharge and the inches, and after
// a charge of less than an inch underOneInch.
const (
	laterRound   = 0
	noCharge     = 1
	underOneInch = noCharge + 9 + 1 // a charge of less than an inch
	turnKinds    = underOneInch + 1
)

// fighters are one kind of fighter of a unit, without dice, for each kind of turn. rolls are its
// attacks against the enemy's rank and file, and against the enemy's character when no other model is
// left.
type fighters struct {
	there      bool
	attacks    [turnKinds]uint8 // of each model
	rolls      [turnKinds][2]attacks
	initiative [turnKinds]int8
	latest     rollKey // of the kind of turn that was computed last
}

// A combatant is one unit of a combat, without dice.
type combatant struct {
	fighters          [3]fighters // by their kind
	fightingRank      int         // rank and file in the fighting rank
	contact           int         // of these, models in base contact, which use all their Attacks
	support           int         // most supporting attacks
	w                 int         // Wounds of a model
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
	high
)

// A closeCombat is a combat between two units, without dice. It serves every round.
type closeCombat struct {
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

// A strike is the place of one kind of fighter in the order of Initiative. at is the Initiative, or
// -1 for none.
type strike struct {
	side, fighter uint8
	at            int8
}

// Melee is the two units that fight for a building.
type Melee struct {
	Attackers Side `key:"attackers" doc:"the unit that assaults the building"`
	Garrison  Side `key:"garrison" doc:"the unit that occupies the building"`
	Tower     bool `key:"tower" doc:"the building is a tower"`
}

// opponents returns the units and the building for which they fight.
func (m *Melee) opponents() *opponents {
	return &opponents{[2]*Side{&m.Attackers, &m.Garrison}, m.Tower}
}

// opponents are the two units of a combat, for a building or in the open.
type opponents struct {
	sides [2]*Side
	tower bool // the building is a tower
}

// prepareCombat prepares a combat for some kinds of turn, for a building or in the open.
func (o *opponents) prepareCombat(u *rule.Umpire, on terms, kinds ...int) closeCombat {
	b := closeCombat{open: on.open}
	if !on.open {
		fightAsSkirmishers(u)
	}
	for i := range b.sides {
		o.prepareSide(u, &b.sides[i], i, on)
	}
	if on.open {
		o.prepareOpen(u, &b, on)
	}
	o.prepareStrikers(u, &b, kinds)
	b.woundPoints = u.Cell(&points, rowWound, 0)
	if b.sides[0].closeOrder > 0 || b.sides[1].closeOrder > 0 {
		b.closeOrderPoints = u.Cell(&points, rowCloseOrder, 0)
	}
	if (b.sides[0].massed || b.sides[1].massed) && u.Ruling(&massedInfantry) == massedInfantryRevised {
		b.massedPoints = u.Cell(&points, rowMassed, 0)
	}
	if b.sides[0].musician != b.sides[1].musician {
		b.musicianPoints = u.Cell(&points, rowMusician, 0)
	}
	if b.sides[0].fear || b.sides[1].fear {
		b.fear = uint8(u.Fact(&fearMinus))
	}
	b.overwhelmTimes = u.Fact(&overwhelms)
	if !on.open {
		o.prepareOccupancy(u, &b)
	}
	return b
}

// prepareSide computes one unit.
func (o *opponents) prepareSide(u *rule.Umpire, b *combatant, i int, on terms) {
	d, e := o.sides[i], o.sides[1-i]
	b.w, b.unitStrength = d.wounds(u), d.unitStrengthPerModel(u)
	if d.Character > 0 {
		b.characterWounds, b.characterStrength = max(1, u.Cell(&units, d.Character, unitWounds)), u.Fact(&characterStrength)
	}
	b.charges = i == attackers
	if !on.open {
		o.prepareFightingRank(u, b, i)
	}
	if d.Standard {
		b.points[standard] = u.Cell(&points, rowStandard, 0)
	}
	if d.BSB {
		b.points[battleStandard] = u.Cell(&points, rowBattleStandard, 0)
	}
	if !on.open {
		o.prepareHouseRulePoints(u, b, i)
	}
	b.massed = troop(u, d.Unit, troopMassed) == 1
	b.fear = d.causesFear(u)
	b.ignoresFear = b.fear && e.causesFear(u) && u.Fact(&fearless) == 1
	b.musician = d.Musician
	b.loser = d.loser(u, i == defenders && !on.open, e.causesTerror(u))
}

// hasSecondRank reports whether a unit has a second rank that could count.
func (d *Side) hasSecondRank(u *rule.Umpire) bool {
	return int(d.Models) >= 2*u.LookupCell(&troops, typeOf(u, d.Unit), troopRank)
}

// arm returns the close combat weapon of the unit: the one named, or its usual one.
func (d *Side) arm(u *rule.Umpire) rule.Ref {
	if d.Weapon > 0 {
		return d.Weapon
	}
	return rule.Ref(max(1, extra(u, &units, d.Unit, unitWeapon, 1)))
}

// missile returns the missile weapon of the unit: the one named, or its usual one.
func (d *Side) missile(u *rule.Umpire, named rule.Ref) rule.Ref {
	if named > 0 {
		return named
	}
	return rule.Ref(extra(u, &units, d.Unit, unitMissile, 0))
}

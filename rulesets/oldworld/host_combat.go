package oldworld

import "loophole/rule"

// The two sides of an assault, as indices.
const (
	attackers = iota
	garrison
)

// The kinds of fighters on a side, as indices.
const (
	rankAndFile = iota
	mounts
	hero
)

// The targets of attacks, as indices.
const (
	rankAndFileTarget = iota
	characterTarget
)

// A turn of combat is told apart by whether it is the first round of the
// combat and by the inches that the charge moved: later for a later round,
// unmoved for a first round without a charge, unmoved and the full inches for one
// with, hardly where there is none.
const (
	laterRound   = 0
	noCharge     = 1
	underOneInch = noCharge + 9 + 1 // a charge of less than an inch
	turnKinds    = underOneInch + 1
)

// A strikers is one kind of fighter of a side, up to the dice: what it rolls
// against the enemy's rank and file or, when only he is left, the enemy's
// character, in later rounds and in the first.
type fighters struct {
	there      bool
	attacks    [turnKinds]uint8 // of a model
	rolls      [turnKinds][2]attacks
	initiative [turnKinds]int8 // Initiative
	latest     rollKey         // of the kind of turn that was worked out last
}

// A combatant is one side of a bout.
type combatant struct {
	fighters       [3]fighters
	fightingRank   int // of rank and file in the fighting rank
	contact        int // of them, those in base contact
	support        int // most supporting attacks
	w, hero        int // wounds of a model and of the character
	unitStrength   int // Unit Strength of a model
	heroStrength   int
	points         [3]int // combat result besides wounds, by what it is for
	ranks          int    // models that make a rank, 0 if ranks do not count
	mostRanks      int    // most points for ranks
	closeOrder     int    // Unit Strength from which close order counts, 0 if it does not
	charges        bool   // it is the side that charges, if one does
	alliedStrength int    // Unit Strength of another unit on its side
	massed         bool
	fear           bool
	ignoresFear    bool // immune to the enemy's fear
	musician       bool
	loser          loser
}

// The points of a side besides those for wounds, as indices.
const (
	standard = iota
	battleStandard
	high
)

// A closeCombat is everything about an assault that no die changes.
type closeCombat struct {
	sides                                       [2]combatant
	order                                       [turnKinds][6]strike
	open                                        bool
	woundPoints, massedPoints, closeOrderPoints int
	musician                                    int
	fear                                        uint8
	overwhelmTimes                              int  // Unit Strength that overwhelms
	mayOccupy                                   bool // the attackers may take occupancy of a building that is left
	occupyLimit                                 int  // Unit Strength with which they may
	mayWalkIn                                   bool // they may walk into an empty one
	capacity                                    int  // Unit Strength that a building holds
}

// A strike is a corps that strikes at its Initiative.
type strike struct {
	side, fighter uint8
	at            int8
}

// Melee is who fights in and at a building.
type Melee struct {
	Attackers Side `key:"attackers" doc:"the unit that assaults the building"`
	Garrison  Side `key:"garrison" doc:"the unit that occupies it"`
	Tower     bool `key:"tower" doc:"the building is a tower"`
}

func (m *Melee) side(i int) *Side {
	if i == attackers {
		return &m.Attackers
	}
	return &m.Garrison
}

// bout works out a fight for some kinds of turn, for a building or in the open.
func (m *Melee) prepareCombat(u *rule.Umpire, on terms, kinds ...int) closeCombat {
	b := closeCombat{open: on.open}
	if !on.open {
		u.Note("assault.skirmish", "both sides count as skirmishers: no ranks, flanks or close order")
	}
	for i := range b.sides {
		m.prepareSide(u, &b.sides[i], i, on)
	}
	if on.open {
		m.prepareOpen(u, &b, on)
	}
	m.prepareStrikers(u, &b, kinds)
	b.woundPoints = u.Cell(&points, rowWound, 0)
	if b.sides[0].closeOrder > 0 || b.sides[1].closeOrder > 0 {
		b.closeOrderPoints = u.Cell(&points, rowCloseOrder, 0)
	}
	if (b.sides[0].massed || b.sides[1].massed) && u.Ruling(&massed) == 0 {
		b.massedPoints = u.Cell(&points, rowMassed, 0)
	}
	if b.sides[0].musician != b.sides[1].musician {
		b.musician = u.Cell(&points, rowMusician, 0)
	}
	if b.sides[0].fear || b.sides[1].fear {
		b.fear = uint8(u.Fact(&fearMinus))
	}
	b.overwhelmTimes = u.Fact(&overwhelms)
	if !on.open {
		m.prepareOccupancy(u, &b)
	}
	return b
}

// shelter works out whether the attackers may move into the building.
func (m *Melee) prepareOccupancy(u *rule.Umpire, b *closeCombat) {
	b.occupyLimit = u.Fact(&strengthMost)
	b.mayWalkIn, b.capacity = troop(u, m.Attackers.Unit, troopInfantry) == 1, b.occupyLimit
	b.mayOccupy = b.mayWalkIn
	if able := b.mayOccupy && m.Attackers.strength(u, int(m.Attackers.Models)) <= b.occupyLimit; !able && u.Ruling(&takers) == 1 {
		u.Note("silent.takers", "any unit of the winners may move in")
		b.mayOccupy, b.occupyLimit = true, 1<<20
	}
}

// prepareSide works out one side.
func (m *Melee) prepareSide(u *rule.Umpire, b *combatant, i int, on terms) {
	d, e := m.side(i), m.side(1-i)
	b.w, b.unitStrength = d.wounds(u), d.unitStrengthPerModel(u)
	if d.Hero > 0 {
		b.hero, b.heroStrength = max(1, u.Cell(&units, d.Hero, unitWounds)), u.Fact(&heroStrength)
	}
	b.charges = i == attackers
	if !on.open {
		m.prepareFightingRank(u, b, i)
	}
	if d.Standard {
		b.points[standard] = u.Cell(&points, rowStandard, 0)
	}
	if d.BSB {
		b.points[battleStandard] = u.Cell(&points, rowBattleStandard, 0)
	}
	if !on.open {
		m.prepareHouseRulePoints(u, b, i)
	}
	b.massed = troop(u, d.Unit, troopMassed) == 1
	b.fear = d.causesFear(u)
	b.ignoresFear = b.fear && e.causesFear(u) && u.Fact(&fearless) == 1
	b.musician = d.Musician
	b.loser = d.loser(u, i == garrison && !on.open, e.causesTerror(u))
}

// crowd works out how one side fights at the walls of a building.
func (m *Melee) prepareFightingRank(u *rule.Umpire, b *combatant, i int) {
	d := m.side(i)
	b.fightingRank = m.fightingRank(u, d)
	b.contact = b.fightingRank
	if d.Contact > 0 && u.Ruling(&contact) == 1 {
		b.contact = u.Apply(min(b.fightingRank, int(d.Contact)), "silent.contact", "models said to be in base contact")
	}
	if u.LookupCell(&weapons, d.arm(u), weaponSupport) == 1 && u.Ruling(&supports) == 1 && u.Cell(&weapons, d.arm(u), weaponSupport) == 1 {
		b.support = u.Apply(b.fightingRank, "silent.support", "most supporting attacks with spears")
	}
}

// claims are what one side's points at the walls of a building may count for besides.
func (m *Melee) prepareHouseRulePoints(u *rule.Umpire, b *combatant, i int) {
	d := m.side(i)
	if i == garrison && u.Ruling(&highGround) == 1 {
		b.points[high] = u.Cell(&points, rowHighGround, 0)
	}
	if i == attackers && d.hasSecondRank(u) && u.Ruling(&ranks) == 1 {
		b.ranks, b.mostRanks = troop(u, d.Unit, troopRank), troop(u, d.Unit, troopRanks)
	}
}

// ranked reports whether a unit has a second rank that could count.
func (d *Side) hasSecondRank(u *rule.Umpire) bool {
	return int(d.Models) >= 2*u.LookupCell(&troops, typeOf(u, d.Unit), troopRank)
}

// fightingRank is how many of the unit's models join the fighting rank, its
// character not counted.
func (m *Melee) fightingRank(u *rule.Umpire, d *Side) int {
	n := u.Fact(&fightingRank)
	if !m.Tower && int(d.Models) > n && u.Ruling(&confines) == 1 {
		u.Note("assault.tower", "no tower: all models join the fighting rank")
		n = 60
	}
	if d.Hero > 0 && u.Ruling(&heroes) == 0 {
		n -= u.Apply(1, "silent.heroes", d.says(u, "place taken by a character"))
	}
	return u.Apply(n, "assault.five", d.says(u, "models that can join the fighting rank"))
}

// arm returns the close combat weapon of the unit: its usual one if none is
// named.
func (d *Side) arm(u *rule.Umpire) rule.Ref {
	if d.Weapon > 0 {
		return d.Weapon
	}
	return rule.Ref(max(1, extra(u, &units, d.Unit, unitWeapon, 1)))
}

// missile returns the missile weapon of the unit: its usual one if none is named.
func (d *Side) missile(u *rule.Umpire, named rule.Ref) rule.Ref {
	if named > 0 {
		return named
	}
	return rule.Ref(extra(u, &units, d.Unit, unitMissile, 0))
}

package konflikt47

import "loophole/rule"

// Body is a unit by its name, in numbers, or both. A number takes precedence over the name.
type Body struct {
	Men        uint8    `key:"men" unit:"models" min:"0" max:"20" doc:"models in the unit or crew; 0 for the full strength of a named unit or a usual squad"`
	Unit       rule.Ref `key:"unit" table:"units" doc:"the unit's name; none for plain infantry"`
	Quality    Quality  `key:"quality" doc:"the unit's quality, if not the usual one"`
	Pins       uint8    `key:"pins" unit:"pins" min:"0" max:"14" doc:"pin markers on the unit"`
	Officer    uint8    `key:"officer" min:"0" max:"4" doc:"bonus of an officer nearby"`
	Leaderless bool     `key:"nco-lost" doc:"the unit has lost its NCO"`
	Artillery  bool     `key:"artillery" doc:"an unnamed unit is a gun with its crew"`
	Team       bool     `key:"team" doc:"an unnamed unit is a weapon team"`
}

// Troops is a unit that is fired at.
type Troops struct {
	Body
	Die       Die  `key:"die" doc:"the unit's order die"`
	Resilient bool `key:"resilient" doc:"an unnamed unit is resilient"`
	Tough     bool `key:"tough" doc:"an unnamed unit is tough"`
	Friendly  bool `key:"friendly" doc:"the unit is on the shooters' side"`
}

// Quality is the training of troops.
type Quality uint8

// The qualities. After the first they are rows of the table of qualities.
const (
	Usual Quality = iota // that of the named unit, or regular
	Inexperienced
	Regular
	Veteran
)

func (Quality) Names() []string { return []string{"usual", "inexperienced", "regular", "veteran"} }

// Order is an order to a unit.
type Order uint8

const (
	Fire Order = iota
	Advance
	Run
	Ambush
	Rally
	Down
)

func (Order) Names() []string { return []string{"fire", "advance", "run", "ambush", "rally", "down"} }

// Die is the order die that a unit shows, if it has one.
type Die uint8

const (
	NoDie Die = iota
	FireDie
	AdvanceDie
	RunDie
	AmbushDie
	RallyDie
	DownDie
)

func (Die) Names() []string {
	return []string{"none", "fire", "advance", "run", "ambush", "rally", "down"}
}

// orderDie returns the die that shows the order.
func (order Order) orderDie() Die { return Die(order) + 1 }

// isPresent reports whether an entry of a list holds a unit.
func (b *Body) isPresent() bool { return b.Men > 0 || b.Unit != 0 }

// class returns the class of the unit, classInfantry to classWalker.
func (b *Body) class(u *rule.Umpire) int {
	if b.Unit != 0 {
		return u.Cell(&units, b.Unit, unitClass)
	}
	if b.Artillery {
		return classArtillery
	}
	return classInfantry
}

// isGun reports whether the unit is artillery: a gun with its crew.
func (b *Body) isGun(u *rule.Umpire) bool { return b.class(u) == classArtillery }

// onFoot reports whether the unit is infantry or artillery.
func (b *Body) onFoot(u *rule.Umpire) bool {
	class := b.class(u)
	return class == classInfantry || class == classArtillery
}

// isVehicle reports whether the unit is a named vehicle.
func (b *Body) isVehicle(u *rule.Umpire) bool { return isVehicleClass(b.class(u)) }

// hasGunShield reports whether the unit is a named gun with a shield.
func (b *Body) hasGunShield(u *rule.Umpire) bool {
	return b.Unit != 0 && b.isGun(u) && u.LookupCell(&units, b.Unit, unitShield) > 0
}

// men returns the men of the unit or crew.
func (b *Body) men(u *rule.Umpire) int {
	switch {
	case b.Men > 0:
		return int(b.Men)
	case b.Unit != 0:
		return u.Cell(&units, b.Unit, unitMen)
	}
	return u.Fact(&squadMen)
}

// quality returns the quality of the unit, never Usual.
func (b *Body) quality(u *rule.Umpire) Quality {
	switch {
	case b.Quality != Usual:
		return b.Quality
	case b.Unit != 0:
		return Quality(u.Cell(&units, b.Unit, unitQuality))
	}
	return Regular
}

// hasTrait reports whether the unit has a trait: by its key, or by a column of the table of units.
func (b *Body) hasTrait(u *rule.Umpire, stated bool, column int) bool {
	return stated || b.Unit != 0 && u.LookupCell(&units, b.Unit, column) > 0
}

// isLastCrewman reports whether one man is left of a team or of a gun's crew.
func (b *Body) isLastCrewman(u *rule.Umpire) bool {
	return b.Men == 1 && b.hasTrait(u, b.Team || b.Artillery, unitTeam)
}

// baseMorale returns the morale value of the unit's quality.
func (b *Body) baseMorale(u *rule.Umpire) int {
	return u.Cell(&qualities, rule.Ref(b.quality(u)), qualityMorale)
}

// morale returns the morale that 2D6 are compared with, before pins: an officer nearby, a lost
// NCO and a last crewman modify it (host.nerve).
func (b *Body) morale(u *rule.Umpire) int {
	return b.baseMorale(u) +
		u.If(b.Officer > 0, int(b.Officer), "host.nerve", "officer nearby") +
		u.If(b.Leaderless, lostLeader, "host.nerve", "NCO lost") +
		u.If(b.isLastCrewman(u), lastCrewman, "host.nerve", "one model left in a weapon team")
}

// advance returns the inches of the unit on an Advance.
func (b *Body) advance(u *rule.Umpire) int {
	if b.Unit != 0 {
		return u.Cell(&units, b.Unit, unitAdvance)
	}
	return u.Fact(&infantryAdvance)
}

// reach returns the inches of the unit on an Advance or a Run, which is twice as far, for
// walkers 18 at most (host.move).
func (b *Body) reach(u *rule.Umpire, order Order) int {
	if order == Run {
		inches := 2 * b.advance(u)
		if b.class(u) == classWalker {
			inches = min(inches, u.Fact(&walkerRunMost))
		}
		return u.Apply(inches, "host.move", "inches on a Run")
	}
	return u.Apply(b.advance(u), "host.move", "inches on an Advance")
}

// legalBody forbids a unit on foot that its pins have destroyed already.
func legalBody(u *rule.Umpire, b *Body) {
	if b.onFoot(u) {
		legalPins(u, b)
	}
}

// legalPins requires fewer pins than the unit's morale, unless the ruling pinned-out lets such
// a unit stay (host.broken).
func legalPins(u *rule.Umpire, b *Body) {
	u.Require(u.Ruling(&pinnedOut) == pinnedOutNo || int(b.Pins) < b.baseMorale(u), "host.broken", "a unit with as many pins as morale is destroyed")
}

// neverBroken is a number of pins that no unit has.
const neverBroken = 255

// brokenAt returns the pins that destroy the unit: as many as its morale, unless the ruling
// pinned-out lets such a unit stay (host.broken).
func (b *Body) brokenAt(u *rule.Umpire) uint8 {
	if u.Ruling(&pinnedOut) == pinnedOutNo {
		return neverBroken
	}
	return uint8(b.baseMorale(u))
}

// isBroken reports whether its pins destroy a unit.
func isBroken(u *rule.Umpire, pins, brokenAt uint8) bool {
	if pins < brokenAt {
		return false
	}
	u.Note("host.broken", "the unit has as many pins as morale and is destroyed")
	return true
}

// An infantryProtection is infantry or a gun's crew as a target.
type infantryProtection struct {
	need        uint8 // score that damages a man; more than 6 cannot be rolled
	tough       uint8 // score that cancels damage, 0 for none
	gun, team   bool
	teamOrGun   bool // a weapon team or a gun, whose last man has less morale
	men, pins   uint8
	brokenAt    uint8 // pins that destroy it, or neverBroken
	morale      int8
	checkShare  uint8 // a morale check is due if losses times this reach men
	exceptional bool  // a 6 and another 6 lets the shooter pick
	friend      bool  // on the side of the shooters
}

// infantryProtection returns the unit in the open as a target: of shots if shot, else in
// hand-to-hand fighting.
func (t *Troops) infantryProtection(u *rule.Umpire, shot bool) infantryProtection {
	protection := infantryProtection{
		need: uint8(u.Cell(&qualities, rule.Ref(t.quality(u)), qualityDamage)),
		gun:  t.isGun(u), team: t.hasTrait(u, t.Team, unitTeam), teamOrGun: t.hasTrait(u, t.Team || t.Artillery, unitTeam),
		men: uint8(t.men(u)), pins: t.Pins, morale: int8(t.morale(u)), checkShare: uint8(u.Fact(&moraleCheckShare)),
		exceptional: shot, friend: t.Friendly,
	}
	if shot && t.hasTrait(u, t.Resilient, unitResilient) {
		protection.need = uint8(u.Fact(&resilientScore))
	}
	if t.hasTrait(u, t.Tough, unitTough) {
		protection.tough = uint8(u.Fact(&toughScore))
	}
	protection.brokenAt = t.brokenAt(u)
	return protection
}

// withPenetration returns the unit as a target of a weapon with this penetration: it is added
// to the die, a 1 never damages, and from +2 on tough troops cancel nothing (host.tough).
func (p infantryProtection) withPenetration(u *rule.Umpire, pen int) infantryProtection {
	p.need = uint8(min(max(int(p.need)-pen, 2), 7))
	if p.tough > 0 && pen >= u.Fact(&toughPenLimit) {
		u.Note("host.tough", "tough troops cannot cancel damage from this weapon")
		p.tough = 0
	}
	return p
}

// damageRoll returns the roll to damage a man of the unit.
func (p infantryProtection) damageRoll() damageRoll {
	return damageRoll{need: p.need, tough: p.tough, men: p.men, exceptional: p.exceptional, friend: p.friend}
}

// Fate is the fate of a unit.
type Fate uint8

const (
	Stays Fate = iota
	Abandons
	Destroyed
)

func (Fate) Names() []string { return []string{"stays", "leaves", "destroyed"} }

// UnitResult is a unit after it was fired at. A unit that is destroyed has lost all its men,
// and its pins and its die are not given.
type UnitResult struct {
	Fate   Fate  `key:"fate" doc:"what became of the unit"`
	Lost   uint8 `key:"casualties" unit:"models" doc:"models lost; all of them if the unit is destroyed"`
	Picked bool  `key:"picked" doc:"the shooter picks at least one casualty"`
	Pins   uint8 `key:"pins" unit:"pins" doc:"the unit's pins now"`
	Die    Die   `key:"die" doc:"the unit's order die now"`
}

// isDestroyed, lost and pins read the result of a unit, for events and measures.
func (r UnitResult) isDestroyed() bool { return r.Fate == Destroyed }
func (r UnitResult) lost() int         { return int(r.Lost) }
func (r UnitResult) pins() int         { return int(r.Pins) }

// destroyed returns the unit, destroyed.
func (p *infantryProtection) destroyed() UnitResult { return UnitResult{Fate: Destroyed, Lost: p.men} }

// unharmed returns the unit before anything happens to it.
func (t *Troops) unharmed() UnitResult {
	if !t.isPresent() {
		return UnitResult{}
	}
	return UnitResult{Pins: t.Pins, Die: t.Die}
}

package oldworld

import "loophole/rule"

// missileWeapon returns the weapon of the shooters.
func (s *Shoot) missileWeapon(u *rule.Umpire) rule.Ref { return s.Shooters.missile(u, s.With) }

// shots returns the number of shots of each model.
func (s *Shoot) shots(u *rule.Umpire) int {
	if s.AllShots {
		return u.Cell(&missiles, s.missileWeapon(u), missileShots)
	}
	return 1
}

// isInRange reports whether the target is within the weapon's range.
func (s *Shoot) isInRange(u *rule.Umpire) bool {
	return int(s.Distance) <= u.LookupCell(&missiles, s.missileWeapon(u), missileRange)
}

// isLongRange reports whether the target is at long range.
func (s *Shoot) isLongRange(u *rule.Umpire) bool {
	return isLongRange(int(s.Distance), u.Cell(&missiles, s.missileWeapon(u), missileRange))
}

// isLongRange reports whether a distance is beyond half of a weapon's range.
func isLongRange(distance, reach int) bool { return 2*distance > reach }

// movedModifier returns the to-hit modifier of shooters that have moved.
func movedModifier(u *rule.Umpire, weapon rule.Ref, moved MoveType) int {
	switch {
	case moved == Still:
		return 0
	case hasTrait(u, &missiles, weapon, missileQuick):
		u.Note("host.ponderous", "Quick Shot: the unit has no penalty for moving")
		return 0
	case hasTrait(u, &missiles, weapon, missilePonderous):
		return u.Cell(&modifiers, rowMovedPonderous, 0)
	}
	return u.Cell(&modifiers, rowMoved, 0)
}

// shotNumber returns the number that a shot must show, after its modifiers. A natural 1 misses, even if
// the modifiers of a house rule help the shot.
func shotNumber(n int) uint8 { return uint8(max(2, n)) }

// fillMissile sets the numbers of attacks that depend on a missile weapon and the target.
func (t *Troops) fillMissile(u *rule.Umpire, weapon rule.Ref, target *Troops, attacks *attacks) {
	strength := optionalCell(u, &missiles, weapon, missileStrength)
	if strength == 0 {
		strength = profileValue(u, t.S, t.Unit, unitStrength)
	}
	target.fillDefence(u, attacks, strength, optionalCell(u, &missiles, weapon, missileAP), target.armour(u, 0, false))
	attacks.armourBane = uint8(optionalCell(u, &missiles, weapon, missileBane))
	if attacks.woundsPerModel > 1 {
		attacks.woundsDie, attacks.woundsPlus = uint8(optionalCell(u, &missiles, weapon, missileWoundsDie)), uint8(optionalCell(u, &missiles, weapon, missileWounds))
	}
}

// removeWounds removes lost wounds from a unit that has some wounds left. It returns the models
// removed, and the wounds on one that survives.
func (t *Troops) removeWounds(u *rule.Umpire, wounds, lost int) (models, hurt uint8) {
	woundsPerModel, left := t.lookupWounds(u), max(0, wounds-lost)
	survivors := (left + woundsPerModel - 1) / woundsPerModel
	return t.Models - uint8(survivors), uint8(survivors*woundsPerModel - left)
}

// panicTest takes the Panic test that losses of a phase cause, if they do. present is the models of
// the unit before these losses.
func (losses PhaseLosses) panicTest(u *rule.Umpire, unit *Troops, lost, present int, inside bool, who *players) PanicResult {
	if losses.Panicked || !causesPanic(u, lost+int(losses.LostBefore), present+int(losses.LostBefore)) {
		return Calm
	}
	u.Note("host.panic", "more than a quarter of the models lost in this phase: a Panic test")
	return unit.panicTest(u, present-lost, inside, who, panics[Losses])
}

// legalShooters forbids a shot by a unit that cannot shoot.
func legalShooters(u *rule.Umpire, s *Shoot) {
	u.Require(s.missileWeapon(u) > 0, "host.missiles", "name the missile weapon: with=longbow")
	u.Require(s.State != Charging, "host.no-shot", "a unit that charged this turn cannot shoot")
	u.Require(s.State != Engaged, "host.no-shot", "an engaged unit cannot shoot")
	if s.State == Fleeing && s.From == InBuilding {
		u.Forbid("flee.counts", "a unit that flees inside a building cannot shoot")
	} else if s.State == Fleeing {
		u.Forbid("host.no-shot", "a fleeing unit cannot shoot")
	}
	u.Require(s.Moved != Marched, "host.no-shot", "a unit that marched cannot shoot")
	u.Require(s.Moved == Still || u.LookupCell(&missiles, s.missileWeapon(u), missileMoveOrShoot) == 0, "host.ponderous", "this weapon cannot be fired after moving")
}

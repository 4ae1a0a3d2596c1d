package konflikt47

import (
	"fmt"

	"loophole/rule"
)

// Shooter is a unit that fires.
type Shooter struct {
	Body
	Order  Order `key:"order" doc:"the unit's order"`
	Sniper bool  `key:"sniper" doc:"the unit's riflemen are snipers"`
}

// WeaponGroup is a number of weapons of one kind.
type WeaponGroup struct {
	Weapon   rule.Ref `key:"weapon" table:"weapons" doc:"the weapon"`
	Count    uint8    `key:"count" unit:"weapons" min:"0" max:"20" doc:"how many fire; 0 for one"`
	Distance uint8    `key:"distance" unit:"inches" min:"0" max:"96" doc:"from this weapon to the target, if different from the others"`
}

func (g *WeaponGroup) count() int { return max(1, int(g.Count)) }

// distance returns the inches from the weapons to what they aim at, if it is so far for all.
func (g *WeaponGroup) distance(all uint8) int {
	if g.Distance > 0 {
		return int(g.Distance)
	}
	return int(all)
}

// isAimedShot reports whether a shot with a weapon is the aimed shot of a sniper (host.sniper).
func (s *Shooter) isAimedShot(u *rule.Umpire, weapon rule.Ref) bool {
	return s.Sniper && u.LookupCell(&weapons, weapon, weaponKind) == smallArm && (s.Order == Fire || s.Order == Ambush)
}

// maxRange returns the range of a weapon in inches.
func (s *Shooter) maxRange(u *rule.Umpire, weapon rule.Ref) int {
	if s.isAimedShot(u, weapon) {
		return u.Fact(&sniperInches)
	}
	return u.Cell(&weapons, weapon, weaponRange)
}

// modifier returns a row of the table of modifiers, or 0 if it does not apply.
func modifier(u *rule.Umpire, when bool, row rule.Ref) int {
	if !when {
		return 0
	}
	return u.Cell(&modifiers, row, 0)
}

// isLongRange reports whether a distance is over half of the weapon's range.
func (s *Shooter) isLongRange(u *rule.Umpire, weapon rule.Ref, distance int) bool {
	return 2*distance > s.maxRange(u, weapon)
}

// shooterModifier returns the modifier of the shooter to a to-hit roll (host.hit): range,
// quality, weapon, order and pins.
func (s *Shooter) shooterModifier(u *rule.Umpire, weapon rule.Ref, distance int) int {
	special := u.LookupCell(&weapons, weapon, weaponSpecial)
	sum := modifier(u, distance <= u.Fact(&pointBlankInches), modPointBlank) +
		modifier(u, s.isLongRange(u, weapon, distance), modLongRange) +
		modifier(u, s.quality(u) == Inexperienced, modInexperienced) +
		modifier(u, special == shapedCharge, modShapedCharge) +
		modifier(u, s.isAimedShot(u, weapon), modSniper)
	if s.Order == Advance {
		sum += modifier(u, u.LookupCell(&weapons, weapon, weaponAssault) == 0, modMoving)
	}
	if s.Pins > 0 {
		sum += int(s.Pins) * u.Cell(&modifiers, modPin, 0)
	}
	if s.Men == 1 {
		sum += modifier(u, u.LookupCell(&weapons, weapon, weaponTeam) > 0, modLoneCrewman)
	}
	return sum
}

// hitScore returns the score that hits with a modifier: 3+ without one, never less than 2, and
// 7 for a 6 and then another 6 (host.six-six).
func hitScore(u *rule.Umpire, modifier int) int {
	score := u.Fact(&toHitScore) - modifier
	if score > 6 {
		u.Note("host.six-six", "the shot needs more than 6: a 6 and then another 6")
		return 7
	}
	return max(score, 2)
}

// targetModifier returns the modifier of the target to a to-hit roll: it is down, or a small unit. Vehicles
// have neither.
func (t *Troops) targetModifier(u *rule.Umpire, vehicle bool) int {
	if vehicle {
		return 0
	}
	return modifier(u, t.Die == DownDie, modDown) + modifier(u, t.men(u) <= u.Fact(&smallUnitMen), modSmallUnit)
}

// legalShooter forbids fire by a unit without an order for it: Fire, Advance or Ambush
// (host.shooting).
func legalShooter(u *rule.Umpire, s *Shooter) {
	u.Require(s.Order == Fire || s.Order == Advance || s.Order == Ambush, "host.shooting", "a unit may shoot only under a Fire, Advance or Ambush order")
	legalPins(u, &s.Body)
	u.Require(!s.Sniper || s.Order != Advance, "host.sniper", "a sniper's aimed shot needs a Fire or Ambush order")
}

// wholeInches returns the whole inches of a distance of which the last may be a part.
func wholeInches(inches int, part bool) int {
	if part {
		return inches - 1
	}
	return inches
}

// legalMinimumRange forbids indirect fire at a target that is too near (host.nearest).
func legalMinimumRange(u *rule.Umpire, weapon rule.Ref, inches int, part bool) {
	if minimum := u.LookupCell(&weapons, weapon, weaponNearest); wholeInches(inches, part) < minimum {
		have := rule.Counted("%d {inch|inches}", inches)
		if part {
			have = "less than " + have
		}
		why := "the target is too near for indirect fire"
		if u.LookupCell(&weapons, weapon, weaponFire) == directOrIndirect {
			why += ", and a howitzer must aim its shells"
		}
		u.Forbid("host.nearest", fmt.Sprintf("%s: %s; the minimum is %d", why, have, minimum))
	}
}

// legalRange forbids fire at a target out of range (host.range). It also forbids a unit on foot that
// advances to fire a fixed weapon (host.fixed).
func legalRange(u *rule.Umpire, s *Shooter, weapon rule.Ref, distance int) {
	u.Require(distance > 0, "host.range", "state the distance: distance=12")
	requireInches(u, distance, s.maxRange(u, weapon), "host.range", "the target is out of range")
	vehicle := s.isVehicle(u)
	if s.Order == Advance && !vehicle && u.LookupCell(&weapons, weapon, weaponFixed) > 0 {
		u.Require(u.Ruling(&fixedMoving) == fixedMovingYes, "host.fixed", "a fixed weapon cannot fire on an Advance")
	}
}

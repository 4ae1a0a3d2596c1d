package konflikt47

import "loophole/rule"

// fromAbove reports whether the unit fires from an upper floor, so that its fire plunges.
func (s *ShootFrom) fromAbove(u *rule.Umpire) bool {
	return s.Floor > 0 && (s.Floor < s.Storeys || u.Ruling(&roofHeight) == roofHeightYes)
}

// hasTopArmour reports whether plunging fire strikes the top of a vehicle: a walker has no weaker
// side.
func hasTopArmour(u *rule.Umpire, walker bool) bool {
	return !walker || u.Ruling(&walkerPlunging) == walkerPlungingYes
}

// plunges reports whether an attack strikes the top armour of a vehicle from above: that of a heavy
// weapon within 12 inches (plunging.top).
func (s *ShootFrom) plunges(u *rule.Umpire, attack *weaponAttack, vehicle *vehicleProtection, distance int) bool {
	return attack.heavy && s.fromAbove(u) && distance <= u.Fact(&plungingInches) && hasTopArmour(u, vehicle.walker)
}

// plungingBonus returns the bonus of plunging fire to the penetration: +1 (plunging.top).
func plungingBonus(u *rule.Umpire) int {
	return u.Apply(u.Fact(&topArmourBonus), "plunging.top", "fire from above strikes the top armour")
}

// notePlungingOnce notes that indirect fire has the bonus already, and that it counts once
// (plunging.once).
func notePlungingOnce(u *rule.Umpire) {
	u.Note("plunging.once", "indirect fire already strikes the top: the bonus counts once")
}

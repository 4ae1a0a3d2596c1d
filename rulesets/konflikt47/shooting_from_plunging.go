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

// facingBonus returns the bonus to the penetration for the armour that the weapon strikes at
// a distance in inches, and whether that is the front. Plunging fire of heavy weapons within
// 12 inches strikes the top armour, for +1 (plunging.top). Indirect fire has that bonus
// already, and it counts once (plunging.once). Walkers have no weaker side.
func (s *ShootFrom) facingBonus(u *rule.Umpire, attack *weaponAttack, vehicle *vehicleProtection, distance int) (bonus int, front bool) {
	if attack.flames && u.Ruling(&flameRules) == flameRulesLater && !vehicle.walker {
		return u.Apply(u.Fact(&topArmourBonus), "host.flame-later", "flames strike the top armour"), false
	}
	plunges := attack.heavy && s.fromAbove(u) && distance <= u.Fact(&plungingInches) && hasTopArmour(u, vehicle.walker)
	switch {
	case attack.indirect && !vehicle.walker:
		if plunges {
			u.Note("plunging.once", "indirect fire already strikes the top: the bonus counts once")
		}
		return u.Apply(u.Fact(&topArmourBonus), "host.indirect", "indirect fire strikes the top armour"), false
	case plunges:
		bonus = u.Apply(u.Fact(&topArmourBonus), "plunging.top", "fire from above strikes the top armour")
		if u.Ruling(&topReplaces) == topReplacesInstead {
			return bonus, false
		}
	}
	facing := s.Targets[attack.target].Facing
	switch {
	case vehicle.walker:
	case facing == Flank:
		bonus += u.Fact(&sideBonus)
	case facing == Rear:
		bonus += u.Fact(&rearBonus)
	}
	return bonus, !plunges && facing == Front
}

// preparePenetration works out the penetration of a weapon with this basic value against a
// vehicle: what is special about the weapon, long range, and the armour that it strikes
// (host.armour). It leaves attack.canDamage false if the weapon cannot damage the vehicle.
func (s *ShootFrom) preparePenetration(u *rule.Umpire, firing *Firing, attack *weaponAttack, vehicle *vehicleProtection, pen int) {
	special, distance := u.LookupCell(&weapons, firing.Weapon, weaponSpecial), s.distance(firing)
	switch {
	case special == shockwave:
		u.Note("host.special", "a shockwave stuns the crew of a vehicle")
		attack.stuns = true
		return
	case special == tesla:
		pen = u.Fact(&teslaPen)
	case special == gravityPulse && int(vehicle.value) >= u.Fact(&gravityHeavy):
		pen += u.Apply(gravityAtHeavy, "host.special", "gravity pulse at a heavy vehicle")
	case special == gravityPulse && int(vehicle.value) >= u.Fact(&gravityFrom):
		pen += u.Apply(gravityAtTank, "host.special", "gravity pulse at a tank")
	}
	later := attack.flames && u.Ruling(&flameRules) == flameRulesLater
	if !firing.Shells && special != shapedCharge && special != tesla && !later {
		pen += u.If(s.isLongRange(u, firing.Weapon, distance), longRangePen, "host.armour", "long range")
	}
	if int(vehicle.value) >= u.Fact(&armouredFrom) {
		if !attack.heavy && u.LookupCell(&weapons, firing.Weapon, weaponPen) <= 0 {
			u.Note("host.armour", "bullets without penetration cannot hurt armour")
			return
		}
		bonus, front := s.facingBonus(u, attack, vehicle, distance)
		pen += bonus
		attack.tough = vehicle.tough > 0 && (front || vehicle.tough == toughAllRound)
	}
	attack.penetration = penetrationRoll{int8(pen), vehicle.value, vehicle.massive}
	attack.canDamage = 6+pen >= int(vehicle.value)
}

package konflikt47

import "loophole/rule"

// fromAbove reports whether the unit fires from an upper floor, so that its fire plunges.
func (s *ShootFrom) fromAbove(u *rule.Umpire) bool {
	return s.Floor > 0 && (s.Floor < s.Storeys || u.Ruling(&roofHeight) == roofHeightYes)
}

// hasTopArmour reports whether plunging fire strikes the top of a vehicle: a walker has no weaker side.
func hasTopArmour(u *rule.Umpire, walker bool) bool {
	return !walker || u.Ruling(&walkerPlunging) == walkerPlungingYes
}

// facingBonus returns the bonus to the penetration for the armour that the weapon strikes
// from d inches away, and whether that is the front. Plunging fire of heavy weapons within
// 12 inches strikes the top armour, for +1 (plunging.top). Indirect fire has that bonus
// already, and it counts once (plunging.once). Walkers have no weaker side.
func (s *ShootFrom) facingBonus(u *rule.Umpire, x *weaponAttack, h *vehicleProtection, d int) (bonus int, front bool) {
	if x.flames && u.Ruling(&flameRules) == flameRulesLater && !h.walker {
		return u.Apply(u.Fact(&topBonus), "host.flame-later", "flames strike the top armour"), false
	}
	plunges := x.heavy && s.fromAbove(u) && d <= u.Fact(&plungeInches) && hasTopArmour(u, h.walker)
	switch {
	case x.indirect && !h.walker:
		if plunges {
			u.Note("plunging.once", "indirect fire already strikes the top: the bonus counts once")
		}
		return u.Apply(u.Fact(&topBonus), "host.indirect", "indirect fire strikes the top armour"), false
	case plunges:
		bonus = u.Apply(u.Fact(&topBonus), "plunging.top", "fire from above strikes the top armour")
		if u.Ruling(&topReplaces) == topReplacesInstead {
			return bonus, false
		}
	}
	facing := s.Targets[x.target].Facing
	switch {
	case h.walker:
	case facing == Flank:
		bonus += u.Fact(&sideBonus)
	case facing == Rear:
		bonus += u.Fact(&rearBonus)
	}
	return bonus, !plunges && facing == Front
}

// preparePenetration works out the penetration of a weapon with this basic value against a
// vehicle: what is special about the weapon, long range, and the armour that it strikes
// (host.armour). A weapon that cannot damage the vehicle does not pierce.
func (s *ShootFrom) preparePenetration(u *rule.Umpire, f *Firing, x *weaponAttack, h *vehicleProtection, pen int) {
	special, d := u.LookupCell(&weapons, f.Weapon, weaponSpecial), s.distance(f)
	switch {
	case special == shockwave:
		u.Note("host.special", "a shockwave stuns the crew of a vehicle")
		x.stuns = true
		return
	case special == tesla:
		pen = u.Fact(&teslaPen)
	case special == gravityPulse && int(h.value) >= u.Fact(&gravityHeavy):
		pen += u.Apply(gravityAtHeavy, "host.special", "gravity pulse at a heavy vehicle")
	case special == gravityPulse && int(h.value) >= u.Fact(&gravityFrom):
		pen += u.Apply(gravityAtTank, "host.special", "gravity pulse at a tank")
	}
	later := x.flames && u.Ruling(&flameRules) == flameRulesLater
	if !f.Shells && special != shapedCharge && special != tesla && !later {
		pen += u.If(s.isLongRange(u, f.Weapon, d), longRangePen, "host.armour", "long range")
	}
	if int(h.value) >= u.Fact(&armoured) {
		if !x.heavy && u.LookupCell(&weapons, f.Weapon, weaponPen) <= 0 {
			u.Note("host.armour", "bullets without penetration cannot hurt armour")
			return
		}
		bonus, front := s.facingBonus(u, x, h, d)
		pen += bonus
		x.tough = h.tough > 0 && (front || h.tough == toughAllRound)
	}
	x.penetration = penetrationRoll{int8(pen), h.value, h.massive}
	x.pierces = 6+pen >= int(h.value)
}

package konflikt47

import "loophole/rule"

// A unit takes its fixed weapon to another opening by an Advance or a Run: orders.go.

// noteFixed notes that a fixed weapon inside fires out of the opening that its player named.
func (s *ShootFrom) noteFixed(u *rule.Umpire, firing *Firing) {
	if u.LookupCell(&weapons, firing.Weapon, weaponFixed) > 0 && !s.Outside {
		u.Note("fixed.opening", "the fixed weapon is set up at the opening that the player named")
		u.Note("fixed.only", "a fixed weapon fires only through its own opening")
	}
}

// legalFixed requires a fixed weapon, or a gun set up inside, to fire out of its own opening.
func legalFixed(u *rule.Umpire, s *ShootFrom, firing *Firing) {
	fixed := u.LookupCell(&weapons, firing.Weapon, weaponFixed) > 0
	if s.isGun(u) {
		u.Require(!firing.OtherOpening, "gun.fixed", "the gun fires only through its own opening and within its arc")
	} else {
		u.Require(!firing.OtherOpening || !fixed, "fixed.only", "a fixed weapon fires only through the opening where it was set up and within its arc")
	}
}

// mayShootAfterAdvance reports whether a unit may shoot after an Advance: a unit whose weapon is
// fixed may not, unless the ruling fixed-moving allows it.
func mayShootAfterAdvance(u *rule.Umpire, fixed bool) bool {
	if fixed && u.Ruling(&fixedMoving) == fixedMovingNo {
		u.Note("host.fixed", "the fixed weapon does not fire on an Advance")
		return false
	}
	u.Note("orders.advance-fire", "the unit may shoot after an Advance")
	return true
}

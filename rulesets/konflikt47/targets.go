package konflikt47

import "loophole/rule"

// checkShot says why a unit cannot fire so.
func (f *Field) checkShot(u *rule.Umpire, p *Position, s *shot) {
	if !p.here(s.at) || s.at == s.by {
		u.Refuse("host.friends", "the target is a unit of the enemy on the table")
		return
	}
	if !s.mistake && f.troops[s.at].side == f.troops[s.by].side {
		u.Refuse("host.friends", "the target is on the shooter's side")
		return
	}
	a := f.gunOf(p, s)
	switch {
	case a == nil || !f.any(p, s):
		u.Refuse("host.armour", "the unit has nothing of the kind that could hurt the target")
	case s.second >= 0 && !f.checkSplit(u, p, s):
	case f.inhouse(p, s.at):
		f.checkInward(u, p, s, a)
	default:
		f.checkOutward(u, p, s)
	}
}

// checkOutward says why a unit cannot fire at one in the open.
func (f *Field) checkOutward(u *rule.Umpire, p *Position, s *shot) {
	x := f.outward(u, p, s)
	if f.places[s.from].spot {
		legalOutside(u, &x)
	} else {
		legalShootFrom(u, &x)
	}
	if s.second >= 0 {
		u.Require(x.firesAt(2), "from.two-men", "no man is left to fire at the second target")
	}
}

// checkInward says why a unit cannot fire at one in a building.
func (f *Field) checkInward(u *rule.Umpire, p *Position, s *shot, a *arm) {
	if !f.places[s.from].spot {
		f.checkOutlook(u, p, s)
	}
	switch {
	case s.means == Bullets:
		x, _ := f.inward(u, p, s)
		legalShootAt(u, &x)
	case s.means == Flames:
		x, _ := f.burning(p, s, a)
		legalFlame(u, &x)
	case f.lobs(p, s, a):
		x, _ := f.shelling(p, s, a)
		legalShell(u, &x)
	default:
		x, _ := f.aimed(p, s, a)
		legalDirect(u, &x)
	}
}

// any reports whether anything is fired at the target at all.
func (f *Field) any(p *Position, s *shot) bool {
	for k := range f.troops[s.by].arms {
		if f.fires(p, s, k, s.at) {
			return true
		}
	}
	return false
}

// checkOutlook says why a unit inside cannot fire at one in another building.
func (f *Field) checkOutlook(u *rule.Umpire, p *Position, s *shot) {
	if !f.fixedArm(p, s, s.at) {
		return
	}
	v := f.lines(p, s, s.at, true, true)
	cite := rule.Clause("fixed.opening")
	if f.troops[s.by].gun() {
		cite = "gun.fixed"
	}
	if !v.any && v.off {
		u.Refuse(cite, "it fires from its own opening only, and only into its arc")
	}
}

// checkSplit says why a unit cannot fire at two targets.
func (f *Field) checkSplit(u *rule.Umpire, p *Position, s *shot) bool {
	switch {
	case f.places[s.from].spot:
		u.Refuse("from.split", "only the sides of a building fire at different targets")
		return false
	case s.second == s.at || !p.here(s.second) || f.troops[s.second].side == f.troops[s.by].side:
		u.Refuse("from.split", "the second target is another unit of the enemy")
		return false
	case s.means != Bullets || f.inhouse(p, s.at) || f.inhouse(p, s.second):
		u.Refuse("from.split", "fire is divided between units in the open, and without shells and flames")
		return false
	}
	a, b := f.lines(p, s, s.at, true, false), f.lines(p, s, s.second, true, false)
	other := false
	for side := North; side <= West; side++ {
		other = other || b.openings[side] != 0 && a.openings[side] == 0
	}
	u.Require(other, "from.side", "no side of the building sees the second target and not the first, and one side fires at one target")
	return other
}

// firesAt reports whether anything is fired at a target, by its number.
func (x *ShootFrom) firesAt(target uint8) bool {
	for i := range x.Weapons {
		if x.Weapons[i].Weapon > 0 && x.Weapons[i].Target == target {
			return true
		}
	}
	return false
}

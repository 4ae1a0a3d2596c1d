package konflikt47

import "loophole/rule"

// legalShootFrom forbids shooting that is not allowed: it checks who shoots, with what, at
// whom, and through which openings.
func legalShootFrom(u *rule.Umpire, s *ShootFrom) {
	if s.Outside {
		legalShooter(u, &s.Shooter)
		u.Require(s.Floor == 0, "from.openings", "a unit in the open has no floor: leave the floor out")
	} else {
		legalShooterInside(u, s)
	}
	count := 0
	for i := range s.Weapons {
		firing := &s.Weapons[i]
		if firing.Weapon == 0 {
			u.Require(*firing == Firing{}, "host.weapons", "a weapon has a count but no name")
			continue
		}
		count += firing.count()
		legalFiring(u, s, firing)
	}
	u.Require(count > 0, "host.weapons", "no weapon fires: weapons=rifle weapons.1.count=8")
	if s.onFoot(u) || !s.Outside {
		requireAtMost(u, count, s.men(u), "host.weapons", "more weapons fire than the unit has models", "{weapon}")
	}
	for side := North; side <= West && !s.Outside; side++ {
		legalSide(u, s, side)
	}
}

// legalShooterInside forbids a unit in a building to shoot if it cannot.
func legalShooterInside(u *rule.Umpire, s *ShootFrom) {
	s.Structure.legal(u)
	legalOccupant(u, &s.Body)
	legalShooter(u, &s.Shooter)
	u.Require(s.hasFloor(s.Floor, true), "from.openings", "the building has no such floor")
	if s.isGun(u) {
		legalGunOrder(u, s.Order)
	}
}

// legalFiring forbids a weapon whose sight, opening or range does not allow fire at its target.
func legalFiring(u *rule.Umpire, s *ShootFrom, firing *Firing) {
	target := &s.Targets[s.targetIndex(firing)]
	if !target.isGiven() {
		u.Forbid("from.split", "no target has that number")
		return
	}
	distance := s.distance(firing)
	u.Require(!target.Friendly, "host.friends", "the target is on the shooters' side")
	if s.Outside {
		u.Require(!target.Unseen, "host.sight", "the shooters cannot see the target")
	} else {
		u.Require(!target.Unseen, "from.openings", "the shooters cannot see the target from those openings")
		if s.Floor < s.Storeys {
			s.requireFireable(u, firing.Opening, "from.openings")
		}
		legalFixed(u, s, firing)
		if u.LookupCell(&weapons, firing.Weapon, weaponKind) == flamethrower {
			u.Require(u.LookupCell(&weapons, firing.Weapon, weaponSpecial) == flameOfInfantry, "host.flame", "a vehicle's flamethrower cannot be in a building")
		}
	}
	legalRange(u, &s.Shooter, firing.Weapon, distance)
	legalShells(u, s, firing, distance)
}

// legalShells forbids shells that a weapon does not have, and anything else for one that fires only
// shells.
func legalShells(u *rule.Umpire, s *ShootFrom, firing *Firing, distance int) {
	if !firing.Shells {
		u.Require(u.LookupCell(&weapons, firing.Weapon, weaponSpecial) != shellsOnly, "host.he", "the weapon fires only shells: weapons.1.shells=yes")
		return
	}
	u.Require(u.LookupCell(&weapons, firing.Weapon, weaponHE) > 0, "host.he", "the weapon has no high explosive")
	if firing.firesIndirectly(u, distance) {
		legalMinimumRange(u, firing.Weapon, distance, firing.Part)
		u.Require(s.Order != Ambush, "host.indirect", "a unit in Ambush cannot use indirect fire")
		u.Require(s.Outside || s.Floor == s.Storeys || u.Ruling(&mortarsInside) == mortarsInsideOpening, "from.openings", "inside, a unit can use indirect fire only from the roof")
	}
}

// legalSide forbids fire that one side of the building does not allow: two men fire out of
// each of its windows and doors (from.two-men), and all at one target (from.side).
func legalSide(u *rule.Umpire, s *ShootFrom, side Side) {
	men, openings, judged, target := 0, 0, 0, -1
	for i := range s.Weapons {
		firing := &s.Weapons[i]
		if firing.Weapon == 0 || firing.Side != side {
			continue
		}
		men += placesTaken(u, firing.Weapon) * firing.count()
		openings += int(firing.Openings)
		judged = max(judged, int(firing.JudgedRoom))
		u.Require(target < 0 || target == s.targetIndex(firing), "from.side", "all fire from one side of the building goes at one target")
		target = s.targetIndex(firing)
	}
	switch {
	case target < 0 || s.Floor == s.Storeys:
	case judged > 0:
		u.Note("from.judged-room", "the players judge how many models have room at the larger openings")
		requireAtMost(u, men, judged, "from.judged-room", "more models fire than the players judge to have room", "{model}")
	default:
		requireAtMost(u, men, max(1, openings)*u.Fact(&menPerOpening), "from.two-men", "more models fire than the windows and doors have room for", "{model}")
	}
}

// placesTaken returns the places at an opening that one weapon takes, in men.
func placesTaken(u *rule.Umpire, weapon rule.Ref) int {
	if u.LookupCell(&weapons, weapon, weaponTeam) > 0 && u.Ruling(&teamPlaces) == teamPlacesTwo {
		return u.Fact(&menPerOpening)
	}
	return 1
}

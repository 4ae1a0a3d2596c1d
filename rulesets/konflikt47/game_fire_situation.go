package konflikt47

import (
	"loophole/ground"
	"loophole/rule"
)

// outwardFire returns the situation of a shot at a unit in the open, out of a building or from the open.
func (f *Battlefield) outwardFire(u *rule.Umpire, p *Position, s *shot) (situation ShootFrom, shares weaponShares) {
	from := &f.places[s.from]
	situation = ShootFrom{Shooter: f.shooter(p, s), Structure: shootFromSpec.Default.Structure, Outside: from.spot, Floor: from.floor}
	if !from.spot {
		situation.Structure = f.structure(p, from.section)
	}
	view := f.viewOfTarget(p, s, s.at)
	situation.Targets[0] = f.outsideTarget(p, s, view)
	shares = f.shareWeapons(u, p, s)
	firing := Firing{Shells: s.class.explosive(), DirectFire: s.class == Shells}
	if !situation.Outside {
		firing.Opening = f.firingOpening(from)
	}
	for i, share := range shares.shares[:shares.count] {
		firing.WeaponGroup, firing.Part = f.weaponGroup(s, &share, view.nearest), firing.Shells && share.distance.IsPart()
		if !situation.Outside {
			firing.Side, firing.Openings, firing.JudgedRoom = share.side, share.openings, shares.judged[share.side]
		}
		situation.Weapons[i] = firing
	}
	if shares.count == 0 {
		firing.WeaponGroup, firing.OtherOpening = WeaponGroup{Weapon: f.longestWeapon(p, s), Distance: inches(view.nearest)}, !view.any && view.outOfArc
		firing.Part = firing.Shells && view.nearest.IsPart()
		situation.Weapons[0] = firing
	}
	return situation, shares
}

// weaponGroup returns equal weapons of a shot: their number, if it is not one, and their distance to
// the target, if it is not that of all.
func (f *Battlefield) weaponGroup(s *shot, share *weaponShare, all ground.Exact) WeaponGroup {
	group := WeaponGroup{Weapon: f.units[s.by].arms[share.kind].weapon}
	if share.count != 1 {
		group.Count = share.count
	}
	if inches(share.distance) != inches(all) {
		group.Distance = inches(share.distance)
	}
	return group
}

// outsideTarget returns a target in the open.
func (f *Battlefield) outsideTarget(p *Position, s *shot, view *lineOfSight) OutsideTarget {
	target := OutsideTarget{Troops: f.aimedAt(p, s), Cover: f.placeOf(p, s.at).cover, Unseen: !view.any && !view.outOfArc, Distance: inches(view.nearest)}
	if s.goesDown {
		target.Die = DownDie
	}
	return target
}

// aimedAt returns the target of a shot. Friends who are mistaken for the enemy do not count as friends.
func (f *Battlefield) aimedAt(p *Position, s *shot) Troops {
	target := f.target(p, s.at, f.units[s.by].Side)
	target.Friendly = target.Friendly && !s.mistake
	return target
}

// reaction returns the reaction of the target of a shot.
func (s *shot) reaction() Reaction {
	if s.goesDown {
		return ToGround
	}
	return NoReaction
}

// longestWeapon returns the weapon of a shot with the longest range. A violation names it if no weapon
// can be fired.
func (f *Battlefield) longestWeapon(p *Position, s *shot) (weapon rule.Ref) {
	best := -1
	for k := range f.units[s.by].arms {
		if arm := &f.units[s.by].arms[k]; f.isUsedAgainst(p, s, k, s.at) && int(arm.maxRange) > best {
			best, weapon = int(arm.maxRange), arm.weapon
		}
	}
	return weapon
}

// firingOpening returns the kind of opening that a unit at a place fires through.
func (f *Battlefield) firingOpening(x *place) Opening {
	if !x.spot && f.hasSlits(x.section) {
		return Slit
	}
	return Window
}

// inRange reports whether a weapon can fire at a distance: within its range and, for indirect shells, not
// below its minimum range.
func (a *arm) inRange(distance ground.Exact, class WeaponClass) bool {
	return distance.AtMost(int(a.maxRange)) && !(class == IndirectShells && distance.LessThan(int(a.minRange)))
}

// inwardFire returns the situation of a shot at a unit in a building.
func (f *Battlefield) inwardFire(u *rule.Umpire, p *Position, s *shot) (situation ShootAt, shares weaponShares) {
	at, from := f.placeOf(p, s.at), &f.places[s.from]
	view := f.viewOfTarget(p, s, s.at)
	situation = ShootAt{
		Structure: f.structure(p, at.section), Troops: f.aimedAt(p, s), Floor: at.floor, Reacts: s.reaction(), By: f.shooter(p, s),
		Within: !from.spot && from.section == at.section, Sight: view.kind, Blocked: !view.any, Distance: inches(view.nearest),
	}
	shares = f.shareWeapons(u, p, s)
	for i, share := range shares.shares[:shares.count] {
		situation.Weapons[i] = f.weaponGroup(s, &share, view.nearest)
	}
	if shares.count == 0 {
		situation.Weapons[0] = WeaponGroup{Weapon: f.longestWeapon(p, s)}
	}
	return situation, shares
}

// occupants returns the occupants of a section as targets of the side by.
func (f *Battlefield) occupants(p *Position, sectionIndex int8, by uint8) (occupants Occupants) {
	for floor, i := range f.occupiedFloors(p, sectionIndex) {
		occupants.Floors[floor] = f.target(p, i, by)
	}
	return occupants
}

// occupantsUnderFire returns the occupants of the section that a shot is fired at.
func (f *Battlefield) occupantsUnderFire(p *Position, s *shot) Occupants {
	at := f.placeOf(p, s.at)
	occupants := f.occupants(p, at.section, f.units[s.by].Side)
	occupants.Floors[at.floor] = f.aimedAt(p, s)
	return occupants
}

// weaponOf returns the first of the shooter's weapons that is of the class of the shot, or nil. It is
// the one that fires shells or flames.
func (f *Battlefield) weaponOf(p *Position, s *shot) *arm {
	for k, n := range p.Units[s.by].Arms {
		if a := &f.units[s.by].arms[k]; n > 0 && a.usableFor(s.class) {
			return a
		}
	}
	return nil
}

// indirectShell returns the situation of an indirect shell at a building.
func (f *Battlefield) indirectShell(p *Position, s *shot, weapon *arm) Shell {
	at, view, firer := f.placeOf(p, s.at), f.viewOfTarget(p, s, s.at), &p.Units[s.by]
	shell := Shell{
		Structure: f.structure(p, at.section), Occupants: f.occupantsUnderFire(p, s), Weapon: weapon.weapon, Target: at.floor + 1, Reacts: s.reaction(),
		Distance: inches(view.nearest), Part: view.nearest.IsPart(), Order: s.order,
	}
	if firer.Aim == uint8(s.at+1) {
		shell.Earlier, shell.Ranged = firer.Shots, firer.Ranged
	}
	if !view.any {
		shell.Sight = NobodySees
	}
	return shell
}

// aimedShell returns the situation of a shell that is aimed at a floor.
func (f *Battlefield) aimedShell(p *Position, s *shot, weapon *arm) Direct {
	at, view := f.placeOf(p, s.at), f.viewOfTarget(p, s, s.at)
	return Direct{
		Structure: f.structure(p, at.section), Occupants: f.occupantsUnderFire(p, s), By: f.shooter(p, s), Weapon: weapon.weapon, Target: at.floor + 1,
		Reacts: s.reaction(), Distance: inches(view.nearest), Sight: view.kind, Blocked: !view.any,
	}
}

// flameAttack returns the situation of a flamethrower at a building.
func (f *Battlefield) flameAttack(p *Position, s *shot, weapon *arm) Flame {
	at, view := f.placeOf(p, s.at), f.viewOfTarget(p, s, s.at)
	flame := Flame{
		Structure: f.structure(p, at.section), Occupants: f.occupantsUnderFire(p, s), By: f.shooter(p, s), Weapon: weapon.weapon, Target: at.floor + 1,
		Reacts: s.reaction(), Distance: inches(view.nearest), Sight: view.kind,
	}
	if !view.any {
		flame.Sight = Wall
	}
	return flame
}

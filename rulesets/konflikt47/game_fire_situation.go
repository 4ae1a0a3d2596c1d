package konflikt47

import (
	"loophole/ground"
	"loophole/rule"
)

// outwardFire is the situation of a shot at a unit in the open, out of a building or from the open.
func (f *Battlefield) outwardFire(u *rule.Umpire, p *Position, s *shot) (x ShootFrom, crowd posts) {
	from := &f.places[s.from]
	x = ShootFrom{Shooter: f.shooter(p, s), Structure: shootFromSpec.Default.Structure, Outside: from.spot, Floor: from.floor}
	if !from.spot {
		x.Structure = f.structure(p, from.work)
	}
	v := f.viewOfTarget(p, s, s.at)
	x.Targets[0] = f.outsideTarget(p, s, v)
	crowd = f.allot(u, p, s)
	y := Firing{Shells: s.means.explosive(), DirectFire: s.means == Shells}
	if !x.Outside {
		y.Opening = f.firingOpening(from)
	}
	for i, z := range crowd.list[:crowd.n] {
		y.WeaponGroup, y.Part = f.weaponGroup(s, &z, v.nearest), y.Shells && z.far.IsPart()
		if !x.Outside {
			y.Side, y.Openings, y.JudgedRoom = z.side, z.openings, crowd.judged[z.side]
		}
		x.Weapons[i] = y
	}
	if crowd.n == 0 {
		y.WeaponGroup, y.OtherOpening = WeaponGroup{Weapon: f.longestWeapon(p, s), Distance: inches(v.nearest)}, !v.any && v.off
		y.Part = y.Shells && v.nearest.IsPart()
		x.Weapons[0] = y
	}
	return x, crowd
}

// weaponGroup states like weapons of a shot: how many they are, if not one, and how far away they
// aim, if not at the distance of all.
func (f *Battlefield) weaponGroup(s *shot, z *post, all ground.Exact) WeaponGroup {
	g := WeaponGroup{Weapon: f.troops[s.by].arms[z.arm].weapon}
	if z.count != 1 {
		g.Count = z.count
	}
	if inches(z.far) != inches(all) {
		g.Distance = inches(z.far)
	}
	return g
}

// outsideTarget is a target in the open.
func (f *Battlefield) outsideTarget(p *Position, s *shot, v *lineOfSight) OutsideTarget {
	o := OutsideTarget{Troops: f.aimedAt(p, s), Cover: f.at(p, s.at).cover, Unseen: !v.any && !v.off, Distance: inches(v.nearest)}
	if s.reacts {
		o.Die = DownDie
	}
	return o
}

// aimedAt is the target of a shot. Friends who are taken for the enemy are none.
func (f *Battlefield) aimedAt(p *Position, s *shot) Troops {
	t := f.target(p, s.at, f.troops[s.by].Side)
	t.Friendly = t.Friendly && !s.mistake
	return t
}

// reaction is how the target of a shot reacts.
func (s *shot) reaction() Reaction {
	if s.reacts {
		return ToGround
	}
	return NoReaction
}

// longestWeapon is the weapon of a shot with the longest range. A violation names it if no weapon
// can be fired.
func (f *Battlefield) longestWeapon(p *Position, s *shot) (w rule.Ref) {
	best := -1
	for k := range f.troops[s.by].arms {
		if a := &f.troops[s.by].arms[k]; f.isUsedAgainst(p, s, k, s.at) && int(a.span) > best {
			best, w = int(a.span), a.weapon
		}
	}
	return w
}

// firingOpening is the kind of opening that a unit at a place fires through.
func (f *Battlefield) firingOpening(x *place) Opening {
	if !x.spot && f.hasSlits(x.work) {
		return Slit
	}
	return Window
}

// reaches reports whether a weapon is any use at a distance.
func (a *arm) reaches(d ground.Exact, m WeaponClass) bool {
	return d.AtMost(int(a.span)) && !(m == Lobbed && d.LessThan(int(a.near)))
}

// inwardFire is the situation of a shot at a unit in a building.
func (f *Battlefield) inwardFire(u *rule.Umpire, p *Position, s *shot) (x ShootAt, crowd posts) {
	at, from := f.at(p, s.at), &f.places[s.from]
	v := f.viewOfTarget(p, s, s.at)
	x = ShootAt{
		Structure: f.structure(p, at.work), Troops: f.aimedAt(p, s), Floor: at.floor, Reacts: s.reaction(), By: f.shooter(p, s),
		Within: !from.spot && from.work == at.work, Sight: v.kind, Blocked: !v.any, Distance: inches(v.nearest),
	}
	crowd = f.allot(u, p, s)
	for i, z := range crowd.list[:crowd.n] {
		x.Weapons[i] = f.weaponGroup(s, &z, v.nearest)
	}
	if crowd.n == 0 {
		x.Weapons[0] = WeaponGroup{Weapon: f.longestWeapon(p, s)}
	}
	return x, crowd
}

// occupants are the occupants of a section.
func (f *Battlefield) occupants(p *Position, k int8, by uint8) (g Occupants) {
	for floor, i := range f.garrisons(p, k) {
		g.Floors[floor] = f.target(p, i, by)
	}
	return g
}

// occupantsUnderFire are the occupants of the section that a shot is fired at.
func (f *Battlefield) occupantsUnderFire(p *Position, s *shot) Occupants {
	at := f.at(p, s.at)
	g := f.occupants(p, at.work, f.troops[s.by].Side)
	g.Floors[at.floor] = f.aimedAt(p, s)
	return g
}

// gunOf is the weapon that fires a shot of shells or flames.
func (f *Battlefield) gunOf(p *Position, s *shot) *arm {
	for k, n := range p.Units[s.by].Arms {
		if a := &f.troops[s.by].arms[k]; n > 0 && a.usable(s.means) {
			return a
		}
	}
	return nil
}

// indirectShell is the situation of an indirect shell at a building.
func (f *Battlefield) indirectShell(p *Position, s *shot, a *arm) Shell {
	at, v, me := f.at(p, s.at), f.viewOfTarget(p, s, s.at), &p.Units[s.by]
	x := Shell{
		Structure: f.structure(p, at.work), Occupants: f.occupantsUnderFire(p, s), Weapon: a.weapon, Target: at.floor + 1, Reacts: s.reaction(),
		Distance: inches(v.nearest), Part: v.nearest.IsPart(), Order: s.order,
	}
	if me.Aim == uint8(s.at+1) {
		x.Earlier, x.Ranged = me.Shots, me.Ranged
	}
	if !v.any {
		x.Sight = NobodySees
	}
	return x
}

// aimedShell is the situation of a shell that is aimed at a floor.
func (f *Battlefield) aimedShell(p *Position, s *shot, a *arm) Direct {
	at, v := f.at(p, s.at), f.viewOfTarget(p, s, s.at)
	return Direct{
		Structure: f.structure(p, at.work), Occupants: f.occupantsUnderFire(p, s), By: f.shooter(p, s), Weapon: a.weapon, Target: at.floor + 1,
		Reacts: s.reaction(), Distance: inches(v.nearest), Sight: v.kind, Blocked: !v.any,
	}
}

// flameAttack is the situation of a flamethrower at a building.
func (f *Battlefield) flameAttack(p *Position, s *shot, a *arm) Flame {
	at, v := f.at(p, s.at), f.viewOfTarget(p, s, s.at)
	x := Flame{
		Structure: f.structure(p, at.work), Occupants: f.occupantsUnderFire(p, s), By: f.shooter(p, s), Weapon: a.weapon, Target: at.floor + 1,
		Reacts: s.reaction(), Distance: inches(v.nearest), Sight: v.kind,
	}
	if !v.any {
		x.Sight = Wall
	}
	return x
}

package konflikt47

import "loophole/rule"

// A roster shares the weapons of a shot out: what is left of each kind, and the
// sides of the building that have a target.
type roster struct {
	n    int // weapons named so far
	men  [mostArms]uint8
	used [4]bool
}

// outward is the situation of a shot at units in the open, out of a building or
// from the open.
func (f *Field) outward(u *rule.Umpire, p *Position, s *shot) ShootFrom {
	from := &f.places[s.from]
	x := ShootFrom{Shooter: f.shooter(p, s), Floor: from.floor}
	if !from.spot {
		x.Structure = f.structure(p, from.work)
	}
	r := roster{men: p.Units[s.by].Arms}
	for slot, at := range [2]int{s.at, s.second} {
		if at < 0 {
			continue
		}
		v := f.outlook(p, s, at)
		x.Targets[slot] = f.outsider(p, s, at, &v)
		if s.reacts[slot] {
			x.Targets[slot].Die = DownDie
		}
		for side := North; side <= West; side++ {
			if v.count(side) > 0 && !r.used[side] {
				r.used[side] = !from.spot
				f.assign(u, p, s, at, slot, side, &v, &x, &r)
			}
		}
		if r.n == 0 {
			f.nameOne(p, s, &v, &x)
			return x
		}
	}
	return x
}

// outsider is a target in the open.
func (f *Field) outsider(p *Position, s *shot, at int, v *view) Outsider {
	o := Outsider{
		Troops: f.target(p, at, f.troops[s.by].side), Cover: f.at(p, at).cover,
		Unseen: !v.any && !v.off, Distance: max(1, v.nearest),
	}
	if s.mistake {
		o.Friendly = false
	}
	return o
}

// fixedArm reports whether the first weapon that fires is a fixed one inside.
func (f *Field) fixedArm(p *Position, s *shot, at int) bool {
	if f.troops[s.by].vehicle() {
		return false
	}
	for k := range f.troops[s.by].arms {
		if f.fires(p, s, k, at) {
			return f.troops[s.by].arms[k].fixed
		}
	}
	return false
}

// assign gives weapons to the openings of a side, the last kinds, which are the
// heaviest, first. A unit in the open has room for all.
func (f *Field) assign(u *rule.Umpire, p *Position, s *shot, at, slot int, side Side, v *view, x *ShootFrom, r *roster) {
	from, t := &f.places[s.from], &f.troops[s.by]
	room := 200
	if !from.spot {
		room = v.men(u, side)
	}
	y := Firing{Side: side, Opening: f.outlet(from), Shells: s.means == Shells, Target: uint8(slot + 1), Openings: uint8(v.count(side))}
	if v.room[side] > 0 {
		y.Room = uint8(min(room, 20))
	}
	for k := mostArms - 1; k >= 0 && r.n < len(x.Weapons); k-- {
		a := &t.arms[k]
		if r.men[k] == 0 || room == 0 || !f.fires(p, s, k, at) || !a.reaches(int(v.inches[side]), s.means) {
			continue
		}
		c := min(int(r.men[k]), room)
		r.men[k], room = r.men[k]-uint8(c), room-c
		y.Gun = Gun{Weapon: a.weapon, Count: uint8(c), Distance: max(1, v.inches[side])}
		x.Weapons[r.n] = y
		r.n++
		y.Openings = 0
	}
}

// nameOne names the first weapon of a shot with which nothing can be fired, so
// that it is refused.
func (f *Field) nameOne(p *Position, s *shot, v *view, x *ShootFrom) {
	for k := range f.troops[s.by].arms {
		if a := &f.troops[s.by].arms[k]; p.Units[s.by].Arms[k] > 0 && a.usable(s.means) {
			x.Weapons[0] = Firing{
				Gun: Gun{Weapon: a.weapon, Distance: max(1, v.nearest)}, Opening: f.outlet(&f.places[s.from]), Shells: s.means == Shells, Undersite: v.off,
			}
			return
		}
	}
}

// outlet is what a unit at a place fires through.
func (f *Field) outlet(x *place) Opening {
	if !x.spot && f.slitted(x.work) {
		return Slit
	}
	return Window
}

// reaches reports whether a weapon is any use at a distance.
func (a *arm) reaches(inches int, m Means) bool {
	return inches <= int(a.span) && !(m == Shells && a.way == onlyIndirect && inches < int(a.near))
}

// inward is the situation of a shot at a unit in a building.
func (f *Field) inward(u *rule.Umpire, p *Position, s *shot) (x ShootAt, limited bool) {
	at := f.at(p, s.at)
	x = ShootAt{
		Structure: f.structure(p, at.work), Troops: f.target(p, s.at, f.troops[s.by].side), Floor: at.floor, By: f.shooter(p, s),
	}
	if s.mistake {
		x.Friendly = false
	}
	if s.reacts[0] {
		x.Reacts = ToGround
	}
	from := &f.places[s.from]
	x.Within = !from.spot && from.work == at.work
	v := f.outlook(p, s, s.at)
	walls := !v.any || v.kind == Wall
	x.Sight, x.Blocked, x.Distance = v.kind, !v.any, max(1, v.nearest)
	limited = f.crowd(u, p, s, &v, walls, &x)
	return x, limited
}

// heavyArm reports whether a unit has heavy weapons to fire.
func (f *Field) heavyArm(p *Position, s *shot) bool {
	for k := range f.troops[s.by].arms {
		if f.fires(p, s, k, s.at) && f.troops[s.by].arms[k].kind == heavyWeapon {
			return true
		}
	}
	return false
}

// crowd gives the weapons of a shot at a building to men who have room to fire.
func (f *Field) crowd(u *rule.Umpire, p *Position, s *shot, v *view, walls bool, x *ShootAt) (limited bool) {
	from, t := &f.places[s.from], &f.troops[s.by]
	room := 200
	if !from.spot {
		room = 0
		for side := North; side <= West; side++ {
			room += v.men(u, side)
		}
	}
	n := 0
	for k := mostArms - 1; k >= 0; k-- {
		a := &t.arms[k]
		if !f.fires(p, s, k, s.at) || walls && v.any && a.kind == smallArm && f.heavyArm(p, s) || int(v.nearest) > int(a.span) {
			continue
		}
		c := min(int(p.Units[s.by].Arms[k]), room)
		limited = limited || c < int(p.Units[s.by].Arms[k])
		if c == 0 {
			continue
		}
		room -= c
		x.Weapons[n] = Gun{Weapon: a.weapon, Count: uint8(c)}
		n++
	}
	if n > 0 {
		return limited
	}
	for k := range t.arms {
		if p.Units[s.by].Arms[k] > 0 && t.arms[k].usable(s.means) {
			x.Weapons[0] = Gun{Weapon: t.arms[k].weapon}
			return limited
		}
	}
	return limited
}

// inmates is the garrison of a section, and which unit is on each of its floors.
func (f *Field) inmates(p *Position, k int8, by uint8) (g Inmates, who [6]int8) {
	w := &f.works[k]
	for floor := range who {
		who[floor] = -1
		if floor < int(w.storeys) {
			if j := f.on(p, int(w.floors[floor])-1); j >= 0 {
				who[floor] = int8(j)
				g.Floors[floor] = f.target(p, j, by)
			}
		}
	}
	return g, who
}

// gunOf is the weapon that a shot by shells or flames is fired with.
func (f *Field) gunOf(p *Position, s *shot) *arm {
	for k, n := range p.Units[s.by].Arms {
		if a := &f.troops[s.by].arms[k]; n > 0 && a.usable(s.means) {
			return a
		}
	}
	return nil
}

// shelling is the situation of an indirect shell at a building.
func (f *Field) shelling(p *Position, s *shot, a *arm) (x Shell, who [6]int8) {
	at := f.at(p, s.at)
	v := f.outlook(p, s, s.at)
	me := &p.Units[s.by]
	x = Shell{Structure: f.structure(p, at.work), Weapon: a.weapon, Target: at.floor + 1, Distance: max(1, v.nearest), Order: s.order}
	x.Inmates, who = f.inmates(p, at.work, f.troops[s.by].side)
	if me.Aim == uint8(s.at+1) {
		x.Earlier, x.Ranged = me.Shots, me.Ranged
	}
	if !v.any {
		x.Sight = NobodySees
	}
	if s.mistake {
		x.Floors[at.floor].Friendly = false
	}
	if s.reacts[0] {
		x.Reacts = ToGround
	}
	return x, who
}

// aimed is the situation of a shell that is aimed at a floor.
func (f *Field) aimed(p *Position, s *shot, a *arm) (x Direct, who [6]int8) {
	at := f.at(p, s.at)
	v := f.outlook(p, s, s.at)
	x = Direct{
		Structure: f.structure(p, at.work), By: f.shooter(p, s), Weapon: a.weapon, Target: at.floor + 1,
		Distance: max(1, v.nearest), Sight: v.kind, Blocked: !v.any,
	}
	x.Inmates, who = f.inmates(p, at.work, f.troops[s.by].side)
	if s.mistake {
		x.Floors[at.floor].Friendly = false
	}
	if s.reacts[0] {
		x.Reacts = ToGround
	}
	return x, who
}

// burning is the situation of a flamethrower at a building.
func (f *Field) burning(p *Position, s *shot, a *arm) (x Flame, who [6]int8) {
	at := f.at(p, s.at)
	v := f.outlook(p, s, s.at)
	x = Flame{
		Structure: f.structure(p, at.work), By: f.shooter(p, s), Weapon: a.weapon, Target: at.floor + 1,
		Distance: max(1, v.nearest), Sight: v.kind,
	}
	if !v.any {
		x.Sight = Wall
	}
	x.Inmates, who = f.inmates(p, at.work, f.troops[s.by].side)
	x.NoRoom = f.refuges(p, at.work) < f.lodgers(p, at.work)
	if s.mistake {
		x.Floors[at.floor].Friendly = false
	}
	if s.reacts[0] {
		x.Reacts = ToGround
	}
	return x, who
}

// lobs reports whether a shell flies indirectly.
func (f *Field) lobs(p *Position, s *shot, a *arm) bool {
	switch a.way {
	case onlyIndirect:
		return true
	case directOrIndirect:
		v := f.outlook(p, s, s.at)
		return v.any && v.nearest >= a.near && s.order != Ambush
	}
	return false
}

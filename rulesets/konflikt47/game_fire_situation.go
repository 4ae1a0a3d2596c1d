package konflikt47

import "loophole/rule"

// outward is the situation of a shot at a unit in the open, out of a building or
// from the open.
func (f *Battlefield) outward(u *rule.Umpire, p *Position, s *shot) (x ShootFrom, crowd posts) {
	from := &f.places[s.from]
	x = ShootFrom{Shooter: f.shooter(p, s), Structure: shootFromSpec.Default.Structure, Outside: from.spot, Floor: from.floor}
	if !from.spot {
		x.Structure = f.structure(p, from.work)
	}
	v := f.outlook(p, s, s.at)
	x.Targets[0] = f.outsider(p, s, v)
	crowd = f.allot(u, p, s)
	y := Firing{Shells: s.means.explosive(), Level: s.means == Shells}
	for i, z := range crowd.list[:crowd.n] {
		y.Gun, y.Part = f.fired(s, &z, v.nearest), y.Shells && z.far.part()
		if !x.Outside {
			y.Opening, y.Side, y.Openings, y.Room = f.outlet(from), z.side, z.openings, crowd.judged[z.side]
		}
		x.Weapons[i] = y
	}
	if crowd.n == 0 {
		y.Gun, y.Undersite = Gun{Weapon: f.farthest(p, s), Distance: v.nearest.inches()}, !v.any && v.off
		y.Part = y.Shells && v.nearest.part()
		if !x.Outside {
			y.Opening = f.outlet(from)
		}
		x.Weapons[0] = y
	}
	return x, crowd
}

// fired is weapons alike of a shot, which say how many they are and how far away they
// aim where that is not one weapon at the distance of all.
func (f *Battlefield) fired(s *shot, z *post, all distance) Gun {
	g := Gun{Weapon: f.troops[s.by].arms[z.arm].weapon}
	if z.count != 1 {
		g.Count = z.count
	}
	if z.far.inches() != all.inches() {
		g.Distance = z.far.inches()
	}
	return g
}

// outsider is a target in the open.
func (f *Battlefield) outsider(p *Position, s *shot, v *lineOfSight) OutsideTarget {
	o := OutsideTarget{
		Troops: f.target(p, s.at, f.troops[s.by].side), Cover: f.at(p, s.at).cover,
		Unseen: !v.any && !v.off, Distance: v.nearest.inches(),
	}
	if s.mistake {
		o.Friendly = false
	}
	if s.reacts {
		o.Die = DownDie
	}
	return o
}

// farthest is the weapon of a shot that reaches farthest: it is named where
// none can be fired, to say why.
func (f *Battlefield) farthest(p *Position, s *shot) (w rule.Ref) {
	best := -1
	for k := range f.troops[s.by].arms {
		if a := &f.troops[s.by].arms[k]; f.fires(p, s, k, s.at) && int(a.span) > best {
			best, w = int(a.span), a.weapon
		}
	}
	return w
}

// outlet is what a unit at a place fires through.
func (f *Battlefield) outlet(x *place) Opening {
	if !x.spot && f.slitted(x.work) {
		return Slit
	}
	return Window
}

// reaches reports whether a weapon is any use at a distance.
func (a *arm) reaches(d distance, m WeaponClass) bool {
	return d.within(int(a.span)) && !(m == Lobbed && d.short(int(a.near)))
}

// inward is the situation of a shot at a unit in a building.
func (f *Battlefield) inward(u *rule.Umpire, p *Position, s *shot) (x ShootAt, crowd posts) {
	at := f.at(p, s.at)
	x = ShootAt{
		Structure: f.structure(p, at.work), Troops: f.target(p, s.at, f.troops[s.by].side), Floor: at.floor, By: f.shooter(p, s),
	}
	if s.mistake {
		x.Friendly = false
	}
	if s.reacts {
		x.Reacts = ToGround
	}
	from := &f.places[s.from]
	x.Within = !from.spot && from.work == at.work
	v := f.outlook(p, s, s.at)
	x.Sight, x.Blocked, x.Distance = v.kind, !v.any, v.nearest.inches()
	crowd = f.allot(u, p, s)
	for i, z := range crowd.list[:crowd.n] {
		x.Weapons[i] = f.fired(s, &z, v.nearest)
	}
	if crowd.n == 0 {
		x.Weapons[0] = Gun{Weapon: f.farthest(p, s)}
	}
	return x, crowd
}

// inmates is the garrison of a section, and which unit is on each of its floors.
func (f *Battlefield) inmates(p *Position, k int8, by uint8) (g Occupants, who [6]int8) {
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
func (f *Battlefield) gunOf(p *Position, s *shot) *arm {
	for k, n := range p.Units[s.by].Arms {
		if a := &f.troops[s.by].arms[k]; n > 0 && a.usable(s.means) {
			return a
		}
	}
	return nil
}

// shelling is the situation of an indirect shell at a building.
func (f *Battlefield) shelling(p *Position, s *shot, a *arm) (x Shell, who [6]int8) {
	at := f.at(p, s.at)
	v := f.outlook(p, s, s.at)
	me := &p.Units[s.by]
	x = Shell{Structure: f.structure(p, at.work), Weapon: a.weapon, Target: at.floor + 1, Distance: v.nearest.inches(), Part: v.nearest.part(), Order: s.order}
	x.Occupants, who = f.inmates(p, at.work, f.troops[s.by].side)
	if me.Aim == uint8(s.at+1) {
		x.Earlier, x.Ranged = me.Shots, me.Ranged
	}
	if !v.any {
		x.Sight = NobodySees
	}
	if s.mistake {
		x.Floors[at.floor].Friendly = false
	}
	if s.reacts {
		x.Reacts = ToGround
	}
	return x, who
}

// aimed is the situation of a shell that is aimed at a floor.
func (f *Battlefield) aimed(p *Position, s *shot, a *arm) (x Direct, who [6]int8) {
	at := f.at(p, s.at)
	v := f.outlook(p, s, s.at)
	x = Direct{
		Structure: f.structure(p, at.work), By: f.shooter(p, s), Weapon: a.weapon, Target: at.floor + 1,
		Distance: v.nearest.inches(), Sight: v.kind, Blocked: !v.any,
	}
	x.Occupants, who = f.inmates(p, at.work, f.troops[s.by].side)
	if s.mistake {
		x.Floors[at.floor].Friendly = false
	}
	if s.reacts {
		x.Reacts = ToGround
	}
	return x, who
}

// burning is the situation of a flamethrower at a building.
func (f *Battlefield) burning(p *Position, s *shot, a *arm) (x Flame, who [6]int8) {
	at := f.at(p, s.at)
	v := f.outlook(p, s, s.at)
	x = Flame{
		Structure: f.structure(p, at.work), By: f.shooter(p, s), Weapon: a.weapon, Target: at.floor + 1,
		Distance: v.nearest.inches(), Sight: v.kind,
	}
	if !v.any {
		x.Sight = Wall
	}
	x.Occupants, who = f.inmates(p, at.work, f.troops[s.by].side)
	if s.mistake {
		x.Floors[at.floor].Friendly = false
	}
	if s.reacts {
		x.Reacts = ToGround
	}
	return x, who
}

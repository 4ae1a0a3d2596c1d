package konflikt47

import "loophole/rule"

// playShootFrom fires the weapons in the order of the list. Afterwards each target that
// was hit takes its pins and checks its morale, as all of these weapons are one unit's fire.
func playShootFrom(u *rule.Umpire, s *ShootFrom) Fired {
	b := prepareFire.For(u, s)
	now := fireProgress{}
	for i := range now.targets {
		now.targets[i].pins = b.before.Targets[i].Pins
	}
	for int(now.next) < b.n {
		if !rule.Checkpoint(u, "weapon", &now) {
			return Fired{}
		}
		x := &b.attacks[now.next]
		t := &now.targets[x.target]
		if b.kinds[x.target] == vehicleTarget {
			b.vehicles[x.target].fireAt(u, x, t)
		} else {
			v := x.volley.resolve(u)
			t.add(&b.infantry[x.target], v, x.heavy, x.pinFaces)
			t.flamed = t.flamed || x.flames && v.hit
		}
		now.next++
	}
	r := b.before
	for i := range r.Targets {
		switch b.kinds[i] {
		case footTarget:
			r.Targets[i].UnitResult = b.infantry[i].afterFire(u, now.targets[i].fireResult, r.Targets[i].Die)
		case vehicleTarget:
			r.Targets[i] = b.vehicles[i].afterFire(u, &now.targets[i], r.Targets[i])
		}
	}
	r.Empty = uint8(u.Count(int(b.flames), rule.D6, b.fuel, "host.fuel", "flamethrowers that run out of fuel"))
	return r
}

// prepareFire works out the fire of a unit up to the first roll.
var prepareFire = rule.Precomputed[ShootFrom, fireOrder]{Compute: func(u *rule.Umpire, s *ShootFrom) (b fireOrder) {
	if !s.Outside {
		s.note(u)
		u.Note("from.openings", "the unit shoots through its openings")
	}
	for i := range s.Targets {
		o := &s.Targets[i]
		if !o.isPresent() {
			continue
		}
		if o.vehicle(u) {
			b.kinds[i] = vehicleTarget
			b.vehicles[i] = o.vehicleProtection(u, o.Value, o.Walker)
			b.vehicles[i].crew = rollsFor(o.Friendly)
		} else {
			b.kinds[i] = footTarget
			b.infantry[i] = o.protection(u)
		}
		b.before.Targets[i].UnitResult = UnitResult{Pins: o.Pins, Die: o.Die}
	}
	for i := range s.Weapons {
		if s.Weapons[i].Weapon != 0 {
			b.attacks[b.n] = s.outwardAttack(u, &s.Weapons[i], &b)
			b.n++
		}
	}
	return b
}}

// outwardAttack works out the fire of one kind of weapon: range, to-hit roll and damage.
func (s *ShootFrom) outwardAttack(u *rule.Umpire, f *Firing, b *fireOrder) weaponAttack {
	i, d := s.target(f), s.distance(f)
	o := &s.Targets[i]
	if s.Outside {
		u.Apply(d, "host.range", "inches to the target, rounded up")
	} else {
		u.Apply(d, "from.range", "inches from the opening to the target, rounded up")
	}
	kind := u.LookupCell(&weapons, f.Weapon, weaponKind)
	x := weaponAttack{target: uint8(i), heavy: kind != smallArm, indirect: f.Shells && f.indirect(u, d)}
	if kind == flamethrower {
		s.prepareFlames(u, f, &x, b)
		return x
	}
	x.volley.shots = uint8(f.count() * u.Cell(&weapons, f.Weapon, weaponShots))
	s.noteFixed(u, f)
	x.volley.need = uint8(s.hitScore(u, f, o, d, x.indirect))
	if f.Shells {
		s.prepareShells(u, f, &x, b)
		return x
	}
	pen := u.Cell(&weapons, f.Weapon, weaponPen)
	if b.kinds[i] == vehicleTarget {
		s.preparePenetration(u, f, &x, &b.vehicles[i], pen)
		return x
	}
	special := u.LookupCell(&weapons, f.Weapon, weaponSpecial)
	x.volley.wound = b.infantry[i].withPenetration(u, pen).damageRoll()
	if x.volley.specialHits(u, special); special == shockwave {
		x.pinFaces = x.volley.faces
	}
	return x
}

// hitScore returns the score on a D6 with which the weapon hits its target, d inches away;
// 7 is a 6 and then another 6.
func (s *ShootFrom) hitScore(u *rule.Umpire, f *Firing, o *OutsideTarget, d int, indirect bool) int {
	switch {
	case indirect:
		return u.Fact(&indirectNeed)
	case u.LookupCell(&weapons, f.Weapon, weaponSpecial) == shockwave:
		return u.Fact(&waveNeed)
	}
	sum := s.shooterModifier(u, f.Weapon, d)
	aimed := s.isAimedShot(u, f.Weapon)
	sum += modifier(u, o.Cover == SoftCover && !aimed, modSoft) + modifier(u, o.Cover == HardCover && !aimed, modHard)
	return hitScore(u, sum+o.targetModifier(u, o.vehicle(u)))
}

// prepareFlames works out the fire of a flamethrower, which no gun shield stops.
func (s *ShootFrom) prepareFlames(u *rule.Umpire, f *Firing, x *weaponAttack, b *fireOrder) {
	n := s.flameAttack(u, f.Weapon, s.distance(f))
	x.flames, x.volley = true, n.volley
	x.volley.shots = uint8(f.count())
	if b.kinds[x.target] == vehicleTarget {
		s.preparePenetration(u, f, x, &b.vehicles[x.target], n.pen)
	} else {
		x.volley.wound = s.Targets[x.target].infantryProtection(u, true).withPenetration(u, n.pen).damageRoll()
	}
	b.flames, b.fuel = b.flames+x.volley.shots, n.fuel
}

// prepareShells works out the fire of high explosive, which no gun shield stops. Armour
// takes one hit, any other target the number of the table.
func (s *ShootFrom) prepareShells(u *rule.Umpire, f *Firing, x *weaponAttack, b *fireOrder) {
	o := &s.Targets[x.target]
	row := rule.Ref(u.LookupCell(&weapons, f.Weapon, weaponHE))
	pen := u.Cell(&explosives, row, hePen)
	if b.kinds[x.target] == vehicleTarget {
		h := &b.vehicles[x.target]
		if s.preparePenetration(u, f, x, h, pen); !h.isSoftSkin(u) {
			return
		}
	} else {
		x.volley.wound = o.infantryProtection(u, true).withPenetration(u, pen).damageRoll()
	}
	x.volley.dice, x.volley.faces = uint8(u.Cell(&explosives, row, heDice)), uint8(u.Cell(&explosives, row, heFaces))
	x.volley.halve = o.Die == DownDie
	x.pinFaces = uint8(u.Cell(&explosives, row, hePins))
}

// protection returns the protection of a unit on foot in the open: its quality, or its gun
// shield against fire from the front (host.shield).
func (o *OutsideTarget) protection(u *rule.Umpire) infantryProtection {
	h := o.infantryProtection(u, true)
	if h.gun && o.Facing == Front && o.Unit != 0 && u.LookupCell(&units, o.Unit, unitShield) > 0 {
		h.need = uint8(u.Fact(&shieldNeed))
	}
	return h
}

// A fireOrder is the fire of a unit up to the first roll.
type fireOrder struct {
	attacks  [8]weaponAttack // n of them
	n        int
	flames   uint8                 // flamethrowers that fire
	fuel     rule.Target           // faces that use up the fuel of one
	infantry [4]infantryProtection // of targets on foot
	vehicles [4]vehicleProtection  // of vehicles
	kinds    [4]uint8
	before   Fired
}

// The kinds of targets.
const (
	noTarget = iota
	footTarget
	vehicleTarget
)

// A weaponAttack is the fire of one kind of weapon at one target.
type weaponAttack struct {
	volley      volley
	penetration penetrationRoll // of a vehicle
	target      uint8           // its place in the list of targets
	pinFaces    uint8           // faces of the die for pins, 0 for one pin
	heavy       bool
	indirect    bool
	pierces     bool // it can damage the vehicle
	stuns       bool // it pins the vehicle and does nothing else
	flames      bool
	tough       bool // the vehicle may cancel the damage
	rail        bool // a hit may bring the building of the target down
}

// A fireProgress is the state of all targets between two weapons.
type fireProgress struct {
	next    uint8          `key:"fired" unit:"weapons" doc:"weapons that have fired"`
	targets [4]targetState `key:"targets"`
}

// A targetState is the state of one target between two weapons.
type targetState struct {
	fireResult
	vehicleState
	heavy   bool `key:"heavy" doc:"a heavy weapon struck the target"`
	pierced bool `key:"pierced" doc:"a weapon that could damage the target struck it"`
}

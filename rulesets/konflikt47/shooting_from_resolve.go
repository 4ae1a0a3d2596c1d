package konflikt47

import "loophole/rule"

// A fireOrder is the shooting of a unit up to the first roll.
type fireOrder struct {
	attacks  [8]weaponAttack
	n        int
	flames   uint8       // flamethrowers
	fuel     rule.Target // faces that use one up
	infantry [4]infantryProtection
	vehicles [4]vehicleProtection
	kinds    [4]uint8 // 0 none, 1 on foot, 2 vehicle
	before   Fired
}

// A weaponAttack is one kind of weapon at one target.
type weaponAttack struct {
	volley      volley
	penetration penetrationRoll
	target      uint8
	pinFaces    uint8 // of the die for pins
	heavy       bool
	indirect    bool
	pierces     bool // it could damage the vehicle at all
	stuns       bool // it stuns the crew and does nothing else
	flames      bool
	tough       bool // the vehicle may cancel the damage
}

// The kinds of targets.
const (
	nobody = iota
	onFoot
	inArmour
)

var prepareFire = rule.Precomputed[ShootFrom, fireOrder]{Compute: func(u *rule.Umpire, s *ShootFrom) fireOrder {
	if !s.Outside {
		s.note(u)
		u.Note("from.openings", "it shoots through its openings")
	}
	return s.fireOrder(u)
}}

func (s *ShootFrom) fireOrder(u *rule.Umpire) (b fireOrder) {
	for i := range s.Targets {
		o := &s.Targets[i]
		switch {
		case !o.isPresent():
			continue
		case o.vehicle(u):
			b.kinds[i] = inArmour
			b.vehicles[i] = o.vehicleProtection(u, o.Value, o.Walker)
			b.vehicles[i].crew = rollsFor(o.Friendly)
		default:
			b.kinds[i] = onFoot
			b.infantry[i] = o.protection(u)
		}
		b.before.Targets[i].UnitResult = UnitResult{Pins: o.Pins, Die: o.Die}
	}
	for i := range s.Weapons {
		if s.Weapons[i].Weapon != 0 {
			b.attacks[b.n] = s.weaponAttack(u, &s.Weapons[i], &b)
			b.n++
		}
	}
	return b
}

// protection is a unit on foot outside, as shots find it.
func (o *OutsideTarget) protection(u *rule.Umpire) infantryProtection {
	h := o.infantryProtection(u, true)
	if o.Unit != 0 && h.gun && o.Facing == Front && u.LookupCell(&units, o.Unit, unitShield) > 0 {
		h.need = uint8(u.Fact(&shieldNeed))
	}
	return h
}

// weaponAttack works out one kind of weapon at its target.
func (s *ShootFrom) weaponAttack(u *rule.Umpire, f *Firing, b *fireOrder) weaponAttack {
	i, d := s.target(f), s.distance(f)
	o := &s.Targets[i]
	if s.Outside {
		u.Apply(d, "host.range", "inches to the target, a part of one as a whole")
	} else {
		u.Apply(d, "from.range", "inches from the opening to the target, a part of one as a whole")
	}
	x := weaponAttack{target: uint8(i), heavy: u.LookupCell(&weapons, f.Weapon, weaponKind) != smallArm, indirect: f.Shells && f.indirect(u, d)}
	if u.LookupCell(&weapons, f.Weapon, weaponKind) == flamethrower {
		return s.prepareFlames(u, f, b, x)
	}
	x.volley.shots = uint8(f.count() * u.Cell(&weapons, f.Weapon, weaponShots))
	if u.LookupCell(&weapons, f.Weapon, weaponFixed) > 0 && !s.Outside {
		u.Note("fixed.opening", "it is set up at the opening that its player named")
		u.Note("fixed.only", "a fixed weapon fires out of its own opening only")
	}
	x.volley.need = uint8(s.hitScore(u, f, o, d, x.indirect))
	if f.Shells {
		s.prepareShells(u, f, &x, o, b)
		return x
	}
	pen := u.Cell(&weapons, f.Weapon, weaponPen)
	if b.kinds[i] == inArmour {
		s.prepareAgainstVehicle(u, f, &x, o, &b.vehicles[i], pen)
		return x
	}
	h := b.infantry[i]
	x.volley.wound = h.withPenetration(u, pen).damageRoll()
	switch u.LookupCell(&weapons, f.Weapon, weaponSpecial) {
	case tesla:
		x.volley.dice, x.volley.faces, x.volley.plus = 1, uint8(u.Fact(&teslaFaces)), true
	case shockwave:
		x.volley.dice, x.volley.faces = 1, uint8(u.Fact(&waveFaces))
		x.pinFaces = x.volley.faces
	}
	return x
}

// prepareFlames makes a bolt of a flamethrower.
func (s *ShootFrom) prepareFlames(u *rule.Umpire, f *Firing, b *fireOrder, x weaponAttack) weaponAttack {
	n := s.flameAttack(u, f.Weapon, s.distance(f))
	x.flames, x.volley = true, n.volley
	x.volley.shots = uint8(f.count())
	if o := &s.Targets[x.target]; b.kinds[x.target] == inArmour {
		s.prepareAgainstVehicle(u, f, &x, o, &b.vehicles[x.target], n.pen)
	} else {
		h := o.infantryProtection(u, true) // no gun shield
		x.volley.wound = h.withPenetration(u, n.pen).damageRoll()
	}
	b.flames, b.fuel = b.flames+x.volley.shots, n.fuel
	return x
}

// hitScore is what the weapon needs to hit.
func (s *ShootFrom) hitScore(u *rule.Umpire, f *Firing, o *OutsideTarget, d int, indirect bool) int {
	switch {
	case indirect:
		return u.Fact(&indirectNeed)
	case u.LookupCell(&weapons, f.Weapon, weaponSpecial) == shockwave:
		return u.Fact(&waveNeed)
	}
	aim := s.shooterModifier(u, f.Weapon, d)
	snipes := s.isAimedShot(u, f.Weapon)
	aim += modifier(u, o.Cover == SoftCover && !snipes, modSoft) + modifier(u, o.Cover == HardCover && !snipes, modHard)
	return hitScore(u, aim+o.targetModifier(u, o.vehicle(u)))
}

// prepareShells makes a bolt of high explosive.
func (s *ShootFrom) prepareShells(u *rule.Umpire, f *Firing, x *weaponAttack, o *OutsideTarget, b *fireOrder) {
	row := rule.Ref(u.LookupCell(&weapons, f.Weapon, weaponHE))
	pen := u.Cell(&explosives, row, hePen)
	hits := true // armour takes one hit, everything else as many as the dice say
	if b.kinds[x.target] == inArmour {
		s.prepareAgainstVehicle(u, f, x, o, &b.vehicles[x.target], pen)
		hits = b.vehicles[x.target].isSoftSkin(u)
	} else {
		h := o.infantryProtection(u, true) // a gun shield is no use against shells
		x.volley.wound = h.withPenetration(u, pen).damageRoll()
	}
	if !hits {
		return
	}
	x.volley.dice, x.volley.faces = uint8(u.Cell(&explosives, row, heDice)), uint8(u.Cell(&explosives, row, heFaces))
	x.volley.halve = o.Die == DownDie
	x.pinFaces = uint8(u.Cell(&explosives, row, hePins))
}

// prepareAgainstVehicle makes a bolt at a vehicle: penetration by facing, range and height.
func (s *ShootFrom) prepareAgainstVehicle(u *rule.Umpire, f *Firing, x *weaponAttack, o *OutsideTarget, h *vehicleProtection, pen int) {
	special, d := u.LookupCell(&weapons, f.Weapon, weaponSpecial), s.distance(f)
	switch {
	case special == shockwave:
		u.Note("host.special", "a shockwave stuns the crew of a vehicle")
		x.stuns = true
		return
	case special == tesla:
		pen = u.Fact(&teslaPen)
	case special == gravityPulse && int(h.value) >= u.Fact(&gravityHeavy):
		pen += u.Apply(2, "host.special", "gravity pulse at a heavy vehicle")
	case special == gravityPulse && int(h.value) >= u.Fact(&gravityFrom):
		pen += u.Apply(1, "host.special", "gravity pulse at a tank")
	}
	later := x.flames && u.Ruling(&flameRules) == 1
	if !f.Shells && special != shapedCharge && special != tesla && !later {
		pen += u.If(s.isLongRange(u, f.Weapon, d), -1, "host.armour", "long range")
	}
	small := u.LookupCell(&weapons, f.Weapon, weaponKind) == smallArm && u.LookupCell(&weapons, f.Weapon, weaponPen) <= 0
	if int(h.value) >= u.Fact(&armoured) {
		if small {
			u.Note("host.armour", "bullets without penetration never hurt armour, from whatever side")
			return
		}
		bonus, front := s.facingBonus(u, x, o, h, d)
		pen += bonus
		x.tough = h.tough > 0 && (front || h.tough == toughAllRound)
	}
	x.penetration = penetrationRoll{int8(pen), h.value, h.massive}
	x.pierces = 6+pen >= int(h.value)
}

// facingBonus is the bonus for what the shot strikes, and whether that is the
// front. Walkers have no weaker side.
func (s *ShootFrom) facingBonus(u *rule.Umpire, x *weaponAttack, o *OutsideTarget, h *vehicleProtection, d int) (bonus int, front bool) {
	if x.flames && u.Ruling(&flameRules) == 1 && !h.walker {
		return u.Apply(u.Fact(&topBonus), "host.flame-later", "flames strike the top armour"), false
	}
	plunges := x.heavy && s.fromAbove(u) && d <= u.Fact(&plungeInches) && (!h.walker || u.Ruling(&walkerPlunging) == 1)
	top := 0
	switch {
	case x.indirect && !h.walker:
		if plunges {
			u.Note("plunging.once", "indirect fire strikes the top in any case; the bonus counts once")
		}
		return u.Apply(u.Fact(&topBonus), "host.indirect", "indirect fire strikes the top armour"), false
	case plunges:
		top = u.Apply(u.Fact(&topBonus), "plunging.top", "fire from above strikes the top armour")
		if u.Ruling(&topReplaces) == 0 {
			return top, false
		}
	}
	switch {
	case h.walker:
	case o.Facing == Flank:
		top += u.Fact(&sideBonus)
	case o.Facing == Rear:
		top += u.Fact(&rearBonus)
	}
	return top, !plunges && o.Facing == Front
}

// A fireProgress is the state of all targets while they are shot at.
type fireProgress struct {
	next    uint8          `key:"fired" unit:"weapons" doc:"weapons that have fired"`
	targets [4]targetState `key:"targets"`
}

// A targetState is one target while it is shot at.
type targetState struct {
	fireResult
	vehicleState
	heavy   bool `key:"heavy" doc:"it was struck by a heavy weapon"`
	pierced bool `key:"pierced" doc:"it was struck by a weapon that could damage it"`
}

// playShootFrom plays the weapons one after another, and then what they did.
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
		if b.kinds[x.target] == inArmour {
			b.resolveAgainstVehicle(u, x, t)
		} else {
			v := volleyRoll.Roll(u, x.volley)
			t.add(&b.infantry[x.target], v, x.heavy, x.pinFaces)
			t.flamed = t.flamed || x.flames && v&bitHit > 0
		}
		now.next++
	}
	r := b.before
	for i := range r.Targets {
		switch b.kinds[i] {
		case onFoot:
			r.Targets[i].UnitResult = b.infantry[i].afterFire(u, now.targets[i].fireResult, r.Targets[i].Die)
		case inArmour:
			r.Targets[i] = b.vehicles[i].pinsFromFire(u, &now.targets[i], r.Targets[i])
		}
	}
	r.Empty = uint8(u.Count(int(b.flames), rule.D6, b.fuel, "host.fuel", "flamethrowers whose fuel is used up"))
	return r
}

// resolveAgainstVehicle is the shots of one kind of weapon at a vehicle.
func (b *fireOrder) resolveAgainstVehicle(u *rule.Umpire, x *weaponAttack, t *targetState) {
	h := &b.vehicles[x.target]
	shots := toHit(u, int(x.volley.shots), int(x.volley.need))
	if shots == 0 {
		return
	}
	t.hit, t.flamed = true, t.flamed || x.flames
	t.heavy = t.heavy || x.heavy
	t.pierced = t.pierced || x.heavy && x.pierces
	if x.stuns {
		t.pin(h.pins)
	}
	if !x.pierces {
		return
	}
	shots, _ = x.volley.hits(u, shots)
	for range shots {
		if t.out {
			return
		}
		harm := VehicleDamage(damageRollVehicle.Roll(u, x.penetration))
		if x.tough && harm > NoHarm && u.By(h.crew).Test(rule.D6, rule.AtLeast(u.Fact(&toughNeed)), "host.tough", "does the tough vehicle cancel the damage?") {
			harm = NoHarm
		}
		if harm > NoHarm && h.isSoftSkin(u) {
			u.Note("host.damage", "any damage destroys a soft-skin")
			t.vehicleState = vehicleState{out: true}
			return
		}
		h.applyDamage(u, &t.vehicleState, harm, x.indirect)
	}
}

// isSoftSkin reports whether any damage destroys the vehicle.
func (h *vehicleProtection) isSoftSkin(u *rule.Umpire) bool { return int(h.value) < u.Fact(&armoured) }

// pinsFromFire is the pins that fire leaves on a vehicle.
func (h *vehicleProtection) pinsFromFire(u *rule.Umpire, t *targetState, before After) After {
	if t.out {
		return After{UnitResult: UnitResult{Fate: Destroyed}}
	}
	r := After{UnitResult: UnitResult{Pins: t.pins, Die: before.Die}, Stuck: t.stuck}
	if t.down {
		r.Die = DownDie
	}
	switch {
	case t.flamed:
		r.Pins += h.flamePins(u)
	case t.hit && h.isPinned(u, t):
		r.Pins += uint8(u.Fact(&firePins))
	}
	if r.Pins >= h.brokenAt {
		u.Note("host.broken", "as many pins as morale: the unit is destroyed")
		return After{UnitResult: UnitResult{Fate: Destroyed}}
	}
	if t.flamed && !passesMorale(u.By(h.crew), int(h.morale), int(r.Pins)) {
		u.Note("host.flame", "the crew abandons the burning vehicle")
		return After{UnitResult: UnitResult{Fate: Destroyed}}
	}
	return r
}

// flamePins is the pins of flames on a vehicle.
func (h *vehicleProtection) flamePins(u *rule.Umpire) uint8 {
	if u.Ruling(&flameRules) == 1 {
		return uint8(u.Sum(1, rule.Die(u.Fact(&flameDie)), "host.flame-later", "pins of the flames") + u.Fact(&flameMore))
	}
	return uint8(u.Fact(&flameHull))
}

// isPinned reports whether fire that hit pins the crew. Soft-skins and open
// vehicles are pinned as infantry is; behind armour it takes heavy weapons, and
// how heavy depends on the crew.
func (h *vehicleProtection) isPinned(u *rule.Umpire, t *targetState) bool {
	if h.isSoftSkin(u) || h.exposed == 1 {
		return true
	}
	u.Note("host.armour-pins", "closed armour is pinned by heavy weapons only")
	switch {
	case !t.heavy:
		return false
	case h.quality == Inexperienced || t.pierced:
		return true
	case h.quality == Veteran:
		return false
	}
	return !u.By(h.crew).Test(rule.D6, rule.AtLeast(u.Fact(&fixedPinNeed)), "host.armour-pins", "does the regular crew keep its nerve?")
}

func legalShootFrom(u *rule.Umpire, s *ShootFrom) {
	if s.Outside {
		legalShooter(u, &s.Shooter)
		u.Require(s.Floor == 0, "from.openings", "in the open there are no floors: leave the floor out")
	} else {
		legalShooterInside(u, s)
	}
	n := 0
	for i := range s.Weapons {
		f := &s.Weapons[i]
		if f.Weapon == 0 {
			u.Require(*f == Firing{}, "host.weapons", "a weapon is counted but not named")
			continue
		}
		n += f.count()
		legalFiring(u, s, f)
	}
	u.Require(n > 0, "host.weapons", "nothing fires: weapons=rifle weapons.1.count=8")
	if s.onFoot(u) || !s.Outside {
		requireAtMost(u, n, s.men(u), "host.weapons", "more weapons fire than the unit has men", "weapons")
	}
	for side := North; side <= West && !s.Outside; side++ {
		legalSide(u, s, side)
	}
}

// legalShooterInside says why a unit in a building does not shoot.
func legalShooterInside(u *rule.Umpire, s *ShootFrom) {
	s.Structure.legal(u)
	legalBody(u, &s.Body)
	u.Require(s.onFoot(u), "enter.infantry", "vehicles and mounted troops are not inside buildings")
	legalShooter(u, &s.Shooter)
	u.Require(s.floor(s.Floor, true), "from.openings", "the building has no such floor")
	if s.gun(u) {
		u.Require(s.Order != Advance && s.Order != Run, "gun.orders", "a gun set up in a building cannot be ordered to Run or to Advance")
	}
}

// legalFiring says why a weapon cannot be fired at its target.
func legalFiring(u *rule.Umpire, s *ShootFrom, f *Firing) {
	o := &s.Targets[s.target(f)]
	if !o.isPresent() {
		u.Forbid("from.split", "there is no target with that number")
		return
	}
	d := s.distance(f)
	u.Require(!o.Friendly, "host.friends", "the target is on the shooter's side")
	if s.Outside {
		u.Require(!o.Unseen, "host.sight", "the target cannot be seen")
	} else {
		u.Require(!o.Unseen, "from.openings", "the target cannot be seen from those openings")
		legalOpening(u, s, f)
	}
	legalRange(u, &s.Shooter, f.Weapon, d)
	legalShells(u, s, f, d)
}

// legalOpening says why a weapon cannot be fired out of its opening.
func legalOpening(u *rule.Umpire, s *ShootFrom, f *Firing) {
	if s.Floor < s.Storeys {
		s.fireable(u, f.Opening, "from.openings")
	}
	fixed := u.LookupCell(&weapons, f.Weapon, weaponFixed) > 0
	if s.gun(u) {
		u.Require(!f.Undersite, "gun.fixed", "the gun fires from its own opening only, and only into its arc")
	} else {
		u.Require(!f.Undersite || !fixed, "fixed.only", "a fixed weapon fires out of the opening where it was set up, and only into its arc")
	}
	if u.LookupCell(&weapons, f.Weapon, weaponKind) == flamethrower {
		u.Require(u.LookupCell(&weapons, f.Weapon, weaponSpecial) == flameOfInfantry, "host.flame", "a vehicle's flamethrower is not in a building")
	}
}

// legalShells says why a weapon cannot fire shells, or must.
func legalShells(u *rule.Umpire, s *ShootFrom, f *Firing, d int) {
	if !f.Shells {
		u.Require(u.LookupCell(&weapons, f.Weapon, weaponSpecial) != shellsOnly, "host.he", "it fires shells only: weapons.1.shells=yes")
		return
	}
	u.Require(u.LookupCell(&weapons, f.Weapon, weaponHE) > 0, "host.he", "it has no high explosive")
	if f.indirect(u, d) {
		legalNear(u, f.Weapon, d, f.Part)
		u.Require(s.Order != Ambush, "host.indirect", "nobody fires indirectly from Ambush")
		u.Require(s.Outside || s.Floor == s.Storeys || u.Ruling(&mortarsInside) == 0, "from.openings", "indirect fire needs the open sky: from the roof only")
	}
}

// legalSide says why a side of the building cannot fire so.
func legalSide(u *rule.Umpire, s *ShootFrom, side Side) {
	men, room, judged, target := 0, 0, 0, -1
	for i := range s.Weapons {
		f := &s.Weapons[i]
		if f.Weapon == 0 || f.Side != side {
			continue
		}
		places := 1
		if u.LookupCell(&weapons, f.Weapon, weaponTeam) > 0 && u.Ruling(&teamPlaces) == 1 {
			places = u.Fact(&openingMen)
		}
		men += places * f.count()
		room += int(f.Openings)
		judged = max(judged, int(f.Room))
		u.Require(target < 0 || target == s.target(f), "from.side", "all fire from one side of the building goes at one target")
		target = s.target(f)
	}
	if target < 0 || s.Floor == s.Storeys {
		return
	}
	if judged > 0 {
		u.Note("from.judged-room", "the players judge how many men the larger openings have room for")
		requireAtMost(u, men, judged, "from.judged-room", "more fire than the openings have room for, as the players judge", "men")
		return
	}
	requireAtMost(u, men, max(1, room)*u.Fact(&openingMen), "from.two-men", "two men fire out of a window or a door, and there are too few for these", "men")
}

package konflikt47

import "loophole/rule"

// A vehicleProtection is a vehicle as a target of fire and in collisions.
type vehicleProtection struct {
	value       uint8 // damage value
	walker      bool
	tough       uint8 // toughAllRound or toughInFront; 0 if it is not tough
	exposed     uint8 // openTopped or flameFuel
	quality     Quality
	morale      int8
	brokenAt    uint8     // pins that destroy it, or neverBroken
	resultPins  int8      // from one damage result
	massive     uint8     // points over the damage value that make the damage massive
	superficial uint8     // subtracted from the result of superficial damage
	crew        rule.Side // the side that rolls for it; "" for the side whose action it is
}

// The ways in which a vehicle is exposed: the values of the column "exposed" of units.
const (
	openTopped = 1
	flameFuel  = 2
)

// The toughness of a unit: the values of the column "tough" of units. Infantry is tough all round.
const (
	toughAllRound = 1
	toughInFront  = 2
)

// A vehicleState is the damage to a vehicle so far.
type vehicleState struct {
	out   bool  `key:"knocked-out" doc:"the vehicle is knocked out or abandoned"`
	stuck bool  `key:"stuck" doc:"the vehicle cannot move"`
	down  bool  `key:"down" doc:"the vehicle must go Down"`
	pins  uint8 `key:"pins" unit:"pins" doc:"pins on the vehicle"`
}

// VehicleDamage is the degree of damage to a vehicle.
type VehicleDamage uint8

const (
	NoHarm VehicleDamage = iota
	Superficial
	Full
	Massive
)

func (VehicleDamage) Names() []string { return []string{"none", "superficial", "full", "massive"} }

// vehicleProtection looks a named vehicle up in the table of units. A damage value other than 0 counts
// instead of that of the table.
func (b *Body) vehicleProtection(u *rule.Umpire, value uint8, walker bool) vehicleProtection {
	protection := vehicleProtection{
		value: value, walker: walker, quality: b.quality(u), morale: int8(b.morale(u)), resultPins: int8(u.Fact(&damageResultPins)),
		massive: uint8(u.Fact(&massiveBy)), superficial: uint8(u.Fact(&superficialBy)),
	}
	protection.brokenAt = b.brokenAt(u)
	if b.Unit != 0 {
		protection.walker = b.class(u) == classWalker
		protection.tough = uint8(u.LookupCell(&units, b.Unit, unitTough))
		protection.exposed = uint8(u.LookupCell(&units, b.Unit, unitExposed))
		if value == 0 {
			protection.value = uint8(u.Cell(&units, b.Unit, unitValue))
		}
	}
	return protection
}

// isSoftSkin reports whether any damage destroys the vehicle.
func (p *vehicleProtection) isSoftSkin(u *rule.Umpire) bool {
	return int(p.value) < u.Fact(&armouredFrom)
}

// preparePenetration works out the penetration of a weapon against a vehicle from its basic value
// pen, the special rule of the weapon, long range, and the armour that it strikes (host.armour). It
// leaves attack.canDamage false if the weapon cannot damage the vehicle.
func (s *ShootFrom) preparePenetration(u *rule.Umpire, firing *Firing, attack *weaponAttack, vehicle *vehicleProtection, pen int) {
	special, distance := u.LookupCell(&weapons, firing.Weapon, weaponSpecial), s.distance(firing)
	switch {
	case special == shockwave:
		u.Note("host.special", "a shockwave stuns the crew of a vehicle")
		attack.stuns = true
		return
	case special == tesla:
		pen = u.Fact(&teslaPen)
	case special == gravityPulse && int(vehicle.value) >= u.Fact(&gravityHeavy):
		pen += u.Apply(gravityAtHeavy, "host.special", "gravity pulse at a heavy vehicle")
	case special == gravityPulse && int(vehicle.value) >= u.Fact(&gravityFrom):
		pen += u.Apply(gravityAtTank, "host.special", "gravity pulse at a tank")
	}
	later := attack.flames && u.Ruling(&flameRules) == flameRulesLater
	if !firing.Shells && special != shapedCharge && special != tesla && !later {
		pen += u.If(s.isLongRange(u, firing.Weapon, distance), longRangePen, "host.armour", "long range")
	}
	if int(vehicle.value) >= u.Fact(&armouredFrom) {
		if !attack.heavy && u.LookupCell(&weapons, firing.Weapon, weaponPen) <= 0 {
			u.Note("host.armour", "bullets without penetration cannot hurt armour")
			return
		}
		bonus, front := s.facingBonus(u, attack, vehicle, distance)
		pen += bonus
		attack.tough = vehicle.tough > 0 && (front || vehicle.tough == toughAllRound)
	}
	attack.penetration = penetrationRoll{int8(pen), vehicle.value, vehicle.massive}
	attack.canDamage = 6+pen >= int(vehicle.value)
}

// facingBonus returns the bonus to the penetration for the armour that the weapon strikes at
// a distance in inches, and whether that is the front. Plunging fire and indirect fire strike the
// top armour. Walkers have no weaker side.
func (s *ShootFrom) facingBonus(u *rule.Umpire, attack *weaponAttack, vehicle *vehicleProtection, distance int) (bonus int, front bool) {
	if attack.flames && u.Ruling(&flameRules) == flameRulesLater && !vehicle.walker {
		return u.Apply(u.Fact(&topArmourBonus), "host.flame-later", "flames strike the top armour"), false
	}
	plunges := s.plunges(u, attack, vehicle, distance)
	switch {
	case attack.indirect && !vehicle.walker:
		if plunges {
			notePlungingOnce(u)
		}
		return u.Apply(u.Fact(&topArmourBonus), "host.indirect", "indirect fire strikes the top armour"), false
	case plunges:
		bonus = plungingBonus(u)
		if u.Ruling(&topReplaces) == topReplacesInstead {
			return bonus, false
		}
	}
	facing := s.Targets[attack.target].Facing
	switch {
	case vehicle.walker:
	case facing == Flank:
		bonus += u.Fact(&sideBonus)
	case facing == Rear:
		bonus += u.Fact(&rearBonus)
	}
	return bonus, !plunges && facing == Front
}

// resolveFire resolves the shots of one kind of weapon at the vehicle: to hit, penetration, and
// the damage of each hit that penetrates.
func (p *vehicleProtection) resolveFire(u *rule.Umpire, attack *weaponAttack, target *targetState) {
	shots := toHit(u, int(attack.volley.shots), int(attack.volley.need))
	if shots == 0 {
		return
	}
	target.hit, target.flamed = true, target.flamed || attack.flames
	target.heavy = target.heavy || attack.heavy
	target.couldDamage = target.couldDamage || attack.heavy && attack.canDamage
	if attack.stuns {
		target.pin(p.resultPins)
	}
	if !attack.canDamage {
		return
	}
	hits, _ := attack.volley.hits(u, shots)
	for range hits {
		if target.out {
			return
		}
		damage := vehicleDamageRoll.Roll(u, attack.penetration)
		if attack.tough && damage > NoHarm && p.cancelsDamage(u.By(p.crew)) {
			damage = NoHarm
		}
		if damage > NoHarm && p.isSoftSkin(u) {
			u.Note("host.damage", "any damage destroys a soft-skin")
			target.vehicleState = vehicleState{out: true}
			return
		}
		p.applyDamage(u, &target.vehicleState, damage, attack.indirect)
	}
}

// cancelsDamage rolls for a tough vehicle: it cancels damage on 5+ (host.tough).
func (p *vehicleProtection) cancelsDamage(u *rule.Umpire) bool {
	return u.Test(rule.D6, rule.AtLeast(u.Fact(&toughScore)), "host.tough", "does the tough vehicle cancel the damage?")
}

// A penetrationRoll is a hit on a vehicle.
type penetrationRoll struct {
	pen            int8
	value, massive uint8
}

// vehicleDamageRoll rolls a D6, adds the penetration and compares the sum with the damage
// value (host.damage): it returns the degree of damage. A 1 never damages.
var vehicleDamageRoll = rule.NewResultSubroll("hit on a vehicle", func(u *rule.Umpire, hit penetrationRoll) VehicleDamage {
	die := u.Sum(1, rule.D6, "host.damage", "damage roll against the vehicle, before penetration")
	over := die + int(hit.pen) - int(hit.value)
	switch {
	case die == 1 || over < 0:
		return NoHarm
	case over == 0:
		return Superficial
	case over >= int(hit.massive):
		return Massive
	}
	return Full
})

// applyDamage rolls the damage results of one hit: two for massive damage.
func (p *vehicleProtection) applyDamage(u *rule.Umpire, state *vehicleState, damage VehicleDamage, indirect bool) {
	switch damage {
	case NoHarm:
		return
	case Massive:
		u.Note("host.damage", "massive damage brings two results")
		p.rollDamageResult(u, state, 0, indirect)
		p.rollDamageResult(u, state, 0, indirect)
	case Superficial:
		p.rollDamageResult(u, state, -int(p.superficial), indirect)
	default:
		p.rollDamageResult(u, state, 0, indirect)
	}
}

// rollDamageResult rolls once on the table of damage results (host.results).
func (p *vehicleProtection) rollDamageResult(u *rule.Umpire, state *vehicleState, modifier int, indirect bool) {
	if state.out {
		return
	}
	modifier += u.If(p.exposed == openTopped && indirect, openTopResult, "host.results", "a shell into an open top") +
		u.If(p.exposed == flameFuel, flameFuelResult, "host.results", "a vehicle full of flame fuel")
	roll := u.Sum(1, rule.D6, "host.results", "damage result") + modifier
	switch {
	case roll <= stunnedTo:
		u.Note("host.results", "the crew is stunned")
		state.pin(p.resultPins)
	case roll == immobilisedOn:
		u.Note("host.results", "the vehicle is immobilised")
		state.out = state.stuck
		state.stuck = true
		state.pin(p.resultPins)
	case roll == burnsOn:
		state.pin(p.resultPins)
		if !passesMorale(u.By(p.crew), int(p.morale), int(state.pins)) {
			u.Note("host.results", "the vehicle burns, and the crew abandons it")
			state.out = true
		}
	default:
		u.Note("host.results", "the vehicle is knocked out")
		state.out = true
	}
	if state.out {
		*state = vehicleState{out: true}
	}
}

// pin adds n pins, to 60 at most, and turns the order die to Down.
func (s *vehicleState) pin(n int8) {
	s.pins = uint8(min(int(s.pins)+int(n), 60))
	s.down = true
}

// afterFire returns the vehicle after the fire of one unit, with the pins of that fire. The
// crew of a vehicle hit by flames checks its morale.
func (p *vehicleProtection) afterFire(u *rule.Umpire, target *targetState, before TargetResult) TargetResult {
	destroyed := TargetResult{UnitResult: UnitResult{Fate: Destroyed}}
	if target.out {
		return destroyed
	}
	after := TargetResult{UnitResult: UnitResult{Pins: target.pins, Die: before.Die}, Stuck: target.stuck}
	if target.down {
		after.Die = DownDie
	}
	switch {
	case target.flamed:
		after.Pins += p.flamePins(u)
	case target.hit && p.isPinned(u, target):
		after.Pins += uint8(u.Fact(&firePins))
	}
	if isBroken(u, after.Pins, p.brokenAt) {
		return destroyed
	}
	if target.flamed && !passesMorale(u.By(p.crew), int(p.morale), int(after.Pins)) {
		u.Note("host.flame", "the crew abandons the burning vehicle")
		return destroyed
	}
	return after
}

// flamePins returns the pins of flames on a vehicle: 1, or D3+1 in the later edition.
func (p *vehicleProtection) flamePins(u *rule.Umpire) uint8 {
	if u.Ruling(&flameRules) == flameRulesLater {
		return uint8(u.Sum(1, rule.Die(u.Fact(&flamePinFaces)), "host.flame-later", "pins from the flames") + u.Fact(&flamePinsAdded))
	}
	return uint8(u.Fact(&flamePinsOnVehicle))
}

// isPinned reports whether fire that hit pins the crew (host.armour-pins). It always pins
// soft-skins and open-topped vehicles. Closed armour is pinned by heavy weapons only: an
// inexperienced crew by all of them, veterans by those that could damage the vehicle, and a
// regular crew as veterans on 4+.
func (p *vehicleProtection) isPinned(u *rule.Umpire, target *targetState) bool {
	if p.isSoftSkin(u) || p.exposed == openTopped {
		return true
	}
	u.Note("host.armour-pins", "only heavy weapons can pin an enclosed armoured vehicle")
	switch {
	case !target.heavy:
		return false
	case p.quality == Inexperienced || target.couldDamage:
		return true
	case p.quality == Veteran:
		return false
	}
	return !u.By(p.crew).Test(rule.D6, rule.AtLeast(u.Fact(&regularCrewScore)), "host.armour-pins", "does the regular crew keep its nerve?")
}

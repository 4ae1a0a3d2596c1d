package konflikt47

import "loophole/rule"

// A vehicleProtection is a vehicle as a target of fire and in collisions.
type vehicleProtection struct {
	value       uint8 // damage value, from 7 on armoured
	walker      bool
	tough       uint8 // 1 all round, 2 in front only
	exposed     uint8 // openTopped or flameFuel
	quality     Quality
	morale      int8
	brokenAt    uint8     // pins that destroy it, 255 for none
	pins        int8      // of one damage result
	massive     uint8     // points over the damage value that make the damage massive
	superficial uint8     // taken from the damage result of superficial damage
	crew        rule.Side // that rolls for it; "" for the side whose action it is
}

// The ways in which a vehicle is exposed, of a column of units.
const (
	openTopped = 1
	flameFuel  = 2
)

// toughAllRound is the toughness of a vehicle that is tough from every side.
const toughAllRound = 1

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

// vehicleProtection reads the vehicle off its name, or takes its damage value from value.
func (b *Body) vehicleProtection(u *rule.Umpire, value uint8, walker bool) vehicleProtection {
	h := vehicleProtection{
		value: value, walker: walker, quality: b.quality(u), morale: int8(b.morale(u)), pins: int8(u.Fact(&flipPins)),
		massive: uint8(u.Fact(&massiveBy)), superficial: uint8(u.Fact(&superficialBy)), brokenAt: 255,
	}
	if u.Ruling(&pinnedOut) == pinnedOutYes {
		h.brokenAt = uint8(b.baseMorale(u))
	}
	if b.Unit != 0 {
		h.walker = b.class(u) == classWalker
		h.tough = uint8(u.LookupCell(&units, b.Unit, unitTough))
		h.exposed = uint8(u.LookupCell(&units, b.Unit, unitExposed))
		if value == 0 {
			h.value = uint8(u.Cell(&units, b.Unit, unitValue))
		}
	}
	return h
}

// isSoftSkin reports whether any damage destroys the vehicle.
func (h *vehicleProtection) isSoftSkin(u *rule.Umpire) bool { return int(h.value) < u.Fact(&armoured) }

// fireAt resolves the shots of one kind of weapon at the vehicle: to hit, penetration, and
// the damage of each hit that penetrates.
func (h *vehicleProtection) fireAt(u *rule.Umpire, x *weaponAttack, t *targetState) {
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
	hits, _ := x.volley.hits(u, shots)
	for range hits {
		if t.out {
			return
		}
		damage := VehicleDamage(damageRollVehicle.Roll(u, x.penetration))
		if x.tough && damage > NoHarm && h.cancelsDamage(u.By(h.crew)) {
			damage = NoHarm
		}
		if damage > NoHarm && h.isSoftSkin(u) {
			u.Note("host.damage", "any damage destroys a soft-skin")
			t.vehicleState = vehicleState{out: true}
			return
		}
		h.applyDamage(u, &t.vehicleState, damage, x.indirect)
	}
}

// cancelsDamage rolls for a tough vehicle: it cancels damage on 5+ (host.tough).
func (h *vehicleProtection) cancelsDamage(u *rule.Umpire) bool {
	return u.Test(rule.D6, rule.AtLeast(u.Fact(&toughNeed)), "host.tough", "does the tough vehicle cancel the damage?")
}

// A penetrationRoll is a hit on a vehicle.
type penetrationRoll struct {
	pen            int8
	value, massive uint8
}

// damageRollVehicle rolls a D6, adds the penetration and compares the sum with the damage
// value (host.damage): it returns the degree of damage. A 1 never damages.
var damageRollVehicle = rule.Subroll[penetrationRoll]{Name: "hit on a vehicle", Play: func(u *rule.Umpire, s penetrationRoll) int {
	die := u.Sum(1, rule.D6, "host.damage", "damage roll against the vehicle, before penetration")
	over := die + int(s.pen) - int(s.value)
	switch {
	case die == 1 || over < 0:
		return int(NoHarm)
	case over == 0:
		return int(Superficial)
	case over >= int(s.massive):
		return int(Massive)
	}
	return int(Full)
}}

// applyDamage rolls the damage results of one hit: two for massive damage.
func (h *vehicleProtection) applyDamage(u *rule.Umpire, w *vehicleState, damage VehicleDamage, indirect bool) {
	switch damage {
	case NoHarm:
		return
	case Massive:
		u.Note("host.damage", "massive damage brings two results")
		h.damageResult(u, w, 0, indirect)
		h.damageResult(u, w, 0, indirect)
	case Superficial:
		h.damageResult(u, w, -int(h.superficial), indirect)
	default:
		h.damageResult(u, w, 0, indirect)
	}
}

// damageResult rolls once on the table of damage results (host.results).
func (h *vehicleProtection) damageResult(u *rule.Umpire, w *vehicleState, modifier int, indirect bool) {
	if w.out {
		return
	}
	modifier += u.If(h.exposed == openTopped && indirect, openTopResult, "host.results", "a shell into an open top") +
		u.If(h.exposed == flameFuel, flameFuelResult, "host.results", "a vehicle full of flame fuel")
	roll := u.Sum(1, rule.D6, "host.results", "damage result") + modifier
	switch {
	case roll <= stunnedTo:
		u.Note("host.results", "the crew is stunned")
		w.pin(h.pins)
	case roll == immobilisedOn:
		u.Note("host.results", "the vehicle is immobilised")
		w.out = w.stuck
		w.stuck = true
		w.pin(h.pins)
	case roll == burnsOn:
		w.pin(h.pins)
		if !passesMorale(u.By(h.crew), int(h.morale), int(w.pins)) {
			u.Note("host.results", "the vehicle burns, and the crew abandons it")
			w.out = true
		}
	default:
		u.Note("host.results", "the vehicle is knocked out")
		w.out = true
	}
	if w.out {
		*w = vehicleState{out: true}
	}
}

// pin adds n pins, to 60 at most, and turns the order die to Down.
func (w *vehicleState) pin(n int8) {
	w.pins = uint8(min(int(w.pins)+int(n), 60))
	w.down = true
}

// afterFire returns the vehicle after the fire of one unit, with the pins of that fire. The
// crew of a vehicle hit by flames checks its morale.
func (h *vehicleProtection) afterFire(u *rule.Umpire, t *targetState, before After) After {
	destroyed := After{UnitResult: UnitResult{Fate: Destroyed}}
	if t.out {
		return destroyed
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
		u.Note("host.broken", "the unit has as many pins as morale and is destroyed")
		return destroyed
	}
	if t.flamed && !passesMorale(u.By(h.crew), int(h.morale), int(r.Pins)) {
		u.Note("host.flame", "the crew abandons the burning vehicle")
		return destroyed
	}
	return r
}

// flamePins returns the pins of flames on a vehicle: 1, or D3+1 in the later edition.
func (h *vehicleProtection) flamePins(u *rule.Umpire) uint8 {
	if u.Ruling(&flameRules) == flameRulesLater {
		return uint8(u.Sum(1, rule.Die(u.Fact(&flameDie)), "host.flame-later", "pins from the flames") + u.Fact(&flameMore))
	}
	return uint8(u.Fact(&flameHull))
}

// isPinned reports whether fire that hit pins the crew (host.armour-pins). It always pins
// soft-skins and open-topped vehicles. Closed armour is pinned by heavy weapons only: an
// inexperienced crew by all of them, veterans by those that could damage the vehicle, and a
// regular crew as veterans on 4+.
func (h *vehicleProtection) isPinned(u *rule.Umpire, t *targetState) bool {
	if h.isSoftSkin(u) || h.exposed == openTopped {
		return true
	}
	u.Note("host.armour-pins", "only heavy weapons can pin an enclosed armoured vehicle")
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

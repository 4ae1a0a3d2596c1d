package konflikt47

import "loophole/rule"

// A vehicleProtection is a vehicle as fire and collisions find it.
type vehicleProtection struct {
	value       uint8 // damage value
	walker      bool
	tough       uint8 // 1 all round, 2 in front only
	exposed     uint8 // 1 open-topped, 2 carries a flamethrower
	quality     Quality
	morale      int8
	brokenAt    uint8 // pins that destroy it, 255 for none
	pins        int8  // of one damage result
	massive     uint8
	superficial uint8
	crew        rule.Side // who rolls for it; nobody is named where it is its own action
}

// toughAllRound is a vehicle that is tough from every side.
const toughAllRound = 1

// A vehicleState is what has become of a vehicle so far.
type vehicleState struct {
	out   bool  `key:"knocked-out" doc:"the vehicle is knocked out or abandoned"`
	stuck bool  `key:"stuck" doc:"the vehicle cannot move any more"`
	down  bool  `key:"down" doc:"the vehicle has to go down"`
	pins  uint8 `key:"pins" unit:"pins" doc:"its pins"`
}

// VehicleDamage is how bad damage to a vehicle is.
type VehicleDamage uint8

// The degrees of damage.
const (
	NoHarm VehicleDamage = iota
	Superficial
	Full
	Massive
)

// Names lists the degrees.
func (VehicleDamage) Names() []string { return []string{"none", "superficial", "full", "massive"} }

// A penetrationRoll is a hit on armour: penetration and damage value.
type penetrationRoll struct {
	pen            int8
	value, massive uint8
}

// damageRollVehicle plays it: the degree of damage.
var damageRollVehicle = rule.Subroll[penetrationRoll]{Name: "hit on a vehicle", Play: func(u *rule.Umpire, s penetrationRoll) int {
	die := u.Sum(1, rule.D6, "host.damage", "damage against the vehicle, before penetration")
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

// vehicleProtection of a vehicle by its name or by its damage value.
func (b *Body) vehicleProtection(u *rule.Umpire, value uint8, walker bool) vehicleProtection {
	h := vehicleProtection{
		value: value, walker: walker, quality: b.quality(u), morale: int8(b.morale(u)), pins: int8(u.Fact(&flipPins)),
		massive: uint8(u.Fact(&massiveBy)), superficial: uint8(u.Fact(&superficialBy)),
	}
	h.brokenAt = 255
	if u.Ruling(&pinnedOut) == 0 {
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

// applyDamage is the damage that a vehicle takes: massive damage is two results.
func (h *vehicleProtection) applyDamage(u *rule.Umpire, w *vehicleState, harm VehicleDamage, indirect bool) {
	switch harm {
	case NoHarm:
		return
	case Massive:
		u.Note("host.damage", "massive damage: two results")
		h.damageResult(u, w, 0, indirect)
		h.damageResult(u, w, 0, indirect)
	case Superficial:
		h.damageResult(u, w, -int(h.superficial), indirect)
	default:
		h.damageResult(u, w, 0, indirect)
	}
}

// damageResult is one roll on the table of damage results.
func (h *vehicleProtection) damageResult(u *rule.Umpire, w *vehicleState, modifier int, indirect bool) {
	if w.out {
		return
	}
	modifier += u.If(h.exposed == 1 && indirect, 1, "host.results", "a shell into an open top") +
		u.If(h.exposed == 2, 1, "host.results", "a vehicle full of flame fuel")
	roll := u.Sum(1, rule.D6, "host.results", "damage result") + modifier
	switch {
	case roll <= 1:
		u.Note("host.results", "the crew is stunned")
		w.pin(h.pins)
	case roll == 2:
		u.Note("host.results", "immobilised")
		w.out = w.stuck
		w.stuck = true
		w.pin(h.pins)
	case roll == 3:
		w.pin(h.pins)
		if !passesMorale(u.By(h.crew), int(h.morale), int(w.pins)) {
			u.Note("host.results", "on fire, and abandoned")
			w.out = true
		}
	default:
		u.Note("host.results", "knocked out")
		w.out = true
	}
	if w.out {
		*w = vehicleState{out: true}
	}
}

func (w *vehicleState) pin(n int8) {
	w.pins = uint8(min(int(w.pins)+int(n), 60))
	w.down = true
}

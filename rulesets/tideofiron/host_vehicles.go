package tideofiron

import "loophole/rule"

// Damage is the damage of a vehicle, from none to the worst.
type Damage uint8

const (
	Undamaged Damage = iota
	LightlyDamaged
	HeavilyDamaged
	Wrecked
)

func (Damage) Names() []string { return []string{"none", "light", "heavy", "wrecked"} }

var vehicleEvents = []rule.Event[AttackOutcome]{
	{Name: "damaged", Gist: "the vehicle is damaged but not wrecked", Holds: func(o AttackOutcome) bool {
		return o.Damage != Undamaged && o.Damage != Wrecked
	}},
	{Name: "halted", Gist: "opportunity fire ends the vehicle's action", Holds: func(o AttackOutcome) bool { return o.Halted }},
	{Name: "wrecked", Gist: "the vehicle is wrecked", Holds: func(o AttackOutcome) bool { return o.Damage == Wrecked }},
}

// legalVehicleTarget forbids a vehicle that cannot be attacked.
func legalVehicleTarget(u *rule.Umpire, s *Attack) {
	u.Require(s.Vehicle != 0 && s.Vehicle < rowRegular, "host.armour", "name the vehicle under attack: vehicle=t-34")
	u.Require(s.Mode == Normal, "host.armour", "a suppressive attack does not harm a vehicle: use a normal attack")
	u.Require(s.Damage != Wrecked, "host.damage", "the vehicle is already wrecked")
	u.Require(s.State == Open, "host.move", "a vehicle cannot be in a building or its ruins: add hex=open")
}

// fireOnVehicle plays an attack on a vehicle (host.armour, host.damage).
func fireOnVehicle(u *rule.Umpire, s *Attack) AttackOutcome {
	outcome := AttackOutcome{Damage: s.Damage}
	net := attackVehicleRoll.Roll(u, *prepareVehicleAttack.For(u, s))
	outcome.setNet(net)
	if net > 0 {
		u.Note("host.damage", "each hit damages the vehicle")
		outcome.Damage = Damage(min(int(s.Damage)+net*u.Fact(&damageSteps), int(Wrecked)))
		outcome.Halted = s.Action == OpFire && endsAction(u, s.Vehicle, outcome.Damage)
	}
	return outcome
}

// endsAction reports whether damage by opportunity fire ends the action of a vehicle (host.sturdy).
func endsAction(u *rule.Umpire, vehicle rule.Ref, damage Damage) bool {
	if damage > LightlyDamaged {
		return true
	}
	if u.Ruling(&damagedMover) == damagedMoverGoesOn || u.Cell(&unitTable, vehicle, sturdy) > 0 {
		u.Note("host.sturdy", "the lightly damaged vehicle continues its action")
		return false
	}
	u.Note("host.sturdy", "light damage from opportunity fire fatigues the vehicle")
	return true
}

// prepareVehicleAttack works out an attack on a vehicle up to the first roll. Thick Armour lets the
// owner turn a die (host.thick).
var prepareVehicleAttack = rule.Precomputed[Attack, opposedRoll]{Compute: func(u *rule.Umpire, s *Attack) opposedRoll {
	strength := s.combinedFire(u,
		func(unit *Attacker) int { return firepowerAgainstVehicle(u, unit) },
		func(unit *Attacker, distance uint8) Range { return rangeToVehicle(u, unit, distance) })
	armour := u.Cell(&unitTable, s.Vehicle, armourDice)
	if s.Damage != Undamaged {
		armour = max(0, armour-u.Fact(&damagedArmourLoss))
	}
	roll := strength.against(u, armour)
	if u.Cell(&unitTable, s.Vehicle, thickArmour) > 0 {
		u.Note("host.thick", "Thick Armour lets the owner turn one armour die into a six")
		roll.turnsToBlock = roll.blockOn <= 6
	}
	return roll
}}

// attackVehicleRoll is an attack on a vehicle. Its value is the hits minus the blocks.
var attackVehicleRoll = rule.Subroll[opposedRoll]{Name: "attack against armour", Play: func(u *rule.Umpire, roll opposedRoll) int {
	return roll.roll(u, defender, "host.firepower", "host.armour", "attack dice", "armour dice of the vehicle")
}}

// firepowerAgainstVehicle returns a unit's firepower against a vehicle.
func firepowerAgainstVehicle(u *rule.Umpire, unit *Attacker) int {
	dice := unit.firepower(u, vehicleFirepower)
	if unit.AntiTank {
		dice += u.Fact(&antiTankDice)
	}
	return dice
}

// rangeToVehicle returns the range class of a unit against a vehicle. The chapter's limit for anti-tank squads against
// buildings stands for their range against vehicles, which the chapter does not give.
func rangeToVehicle(u *rule.Umpire, unit *Attacker, distance uint8) Range {
	if unit.Unit == 0 && unit.AntiTank {
		return rangeClass(u, int(distance), u.Fact(&antiTankHexes)+unit.heightBonus(u))
	}
	return rangeClass(u, int(distance), unit.reach(u, vehicleRange)+unit.heightBonus(u))
}

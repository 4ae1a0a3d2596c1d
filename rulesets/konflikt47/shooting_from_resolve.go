package konflikt47

import "loophole/rule"

// playShootFrom fires the weapons in the order of the list. Afterwards each target that
// was hit takes its pins and checks its morale, as all of these weapons are one unit's fire.
func playShootFrom(u *rule.Umpire, s *ShootFrom) ShootFromOutcome {
	prepared := prepareFire.For(u, s)
	progress := fireProgress{}
	for i := range progress.targets {
		progress.targets[i].pins = prepared.before.Targets[i].Pins
	}
	for int(progress.next) < prepared.n {
		if !rule.Checkpoint(u, "weapon", &progress) {
			return ShootFromOutcome{}
		}
		attack := &prepared.attacks[progress.next]
		target := &progress.targets[attack.target]
		if prepared.kinds[attack.target] == vehicleTarget {
			prepared.vehicles[attack.target].resolveFire(u, attack, target)
		} else {
			result := attack.volley.resolve(u)
			target.add(&prepared.infantry[attack.target], result, attack.heavy, attack.pinFaces)
			target.flamed = target.flamed || attack.flames && result.hit
		}
		progress.next++
	}
	outcome := prepared.before
	for i := range outcome.Targets {
		switch prepared.kinds[i] {
		case footTarget:
			outcome.Targets[i].UnitResult = prepared.infantry[i].afterFire(u, progress.targets[i].fireResult, outcome.Targets[i].Die)
		case vehicleTarget:
			outcome.Targets[i] = prepared.vehicles[i].afterFire(u, &progress.targets[i], outcome.Targets[i])
		}
	}
	outcome.Empty = uint8(u.Count(int(prepared.flames), rule.D6, prepared.fuel, "host.fuel", "flamethrowers that run out of fuel"))
	return outcome
}

// prepareFire works out the fire of a unit up to the first roll.
var prepareFire = rule.Precomputed[ShootFrom, preparedFire]{Compute: func(u *rule.Umpire, s *ShootFrom) (prepared preparedFire) {
	if !s.Outside {
		s.noteRules(u)
		u.Note("from.openings", "the unit shoots through its openings")
	}
	for i := range s.Targets {
		target := &s.Targets[i]
		if !target.isGiven() {
			continue
		}
		if target.isVehicle(u) {
			prepared.kinds[i] = vehicleTarget
			prepared.vehicles[i] = target.vehicleProtection(u, target.Value, target.Walker)
			prepared.vehicles[i].crew = rollsFor(target.Friendly)
		} else {
			prepared.kinds[i] = footTarget
			prepared.infantry[i] = target.protection(u)
		}
		prepared.before.Targets[i].UnitResult = UnitResult{Pins: target.Pins, Die: target.Die}
	}
	for i := range s.Weapons {
		if s.Weapons[i].Weapon != 0 {
			prepared.attacks[prepared.n] = s.outwardAttack(u, &s.Weapons[i], &prepared)
			prepared.n++
		}
	}
	return prepared
}}

// outwardAttack works out the fire of one kind of weapon: range, to-hit roll and damage.
func (s *ShootFrom) outwardAttack(u *rule.Umpire, firing *Firing, prepared *preparedFire) weaponAttack {
	i, distance := s.targetIndex(firing), s.distance(firing)
	target := &s.Targets[i]
	if s.Outside {
		u.Apply(distance, "host.range", "inches to the target, rounded up")
	} else {
		u.Apply(distance, "from.range", "inches from the opening to the target, rounded up")
	}
	kind := u.LookupCell(&weapons, firing.Weapon, weaponKind)
	attack := weaponAttack{target: uint8(i), heavy: kind != smallArm, indirect: firing.Shells && firing.firesIndirectly(u, distance)}
	if kind == flamethrower {
		s.prepareFlames(u, firing, &attack, prepared)
		return attack
	}
	attack.volley.shots = uint8(firing.count() * u.Cell(&weapons, firing.Weapon, weaponShots))
	s.noteFixed(u, firing)
	attack.volley.need = uint8(s.hitScore(u, firing, target, distance, attack.indirect))
	if firing.Shells {
		s.prepareShells(u, firing, &attack, prepared)
		return attack
	}
	pen := u.Cell(&weapons, firing.Weapon, weaponPen)
	if prepared.kinds[i] == vehicleTarget {
		s.preparePenetration(u, firing, &attack, &prepared.vehicles[i], pen)
		return attack
	}
	special := u.LookupCell(&weapons, firing.Weapon, weaponSpecial)
	attack.volley.damage = prepared.infantry[i].withPenetration(u, pen).damageRoll()
	if attack.volley.setSpecialHits(u, special); special == shockwave {
		attack.pinFaces = attack.volley.faces
	}
	return attack
}

// hitScore returns the score on a D6 with which the weapon hits its target at a distance in
// inches; 7 is a 6 and then another 6.
func (s *ShootFrom) hitScore(u *rule.Umpire, firing *Firing, target *OutsideTarget, distance int, indirect bool) int {
	switch {
	case indirect:
		return u.Fact(&indirectScore)
	case u.LookupCell(&weapons, firing.Weapon, weaponSpecial) == shockwave:
		return u.Fact(&shockwaveScore)
	}
	sum := s.shooterModifier(u, firing.Weapon, distance)
	aimed := s.isAimedShot(u, firing.Weapon)
	sum += modifier(u, target.Cover == SoftCover && !aimed, modSoftCover) + modifier(u, target.Cover == HardCover && !aimed, modHardCover)
	return hitScore(u, sum+target.targetModifier(u, target.isVehicle(u)))
}

// prepareFlames works out the fire of a flamethrower, which no gun shield stops.
func (s *ShootFrom) prepareFlames(u *rule.Umpire, firing *Firing, attack *weaponAttack, prepared *preparedFire) {
	flames := s.flameAttack(u, firing.Weapon, s.distance(firing))
	attack.flames, attack.volley = true, flames.volley
	attack.volley.shots = uint8(firing.count())
	if prepared.kinds[attack.target] == vehicleTarget {
		s.preparePenetration(u, firing, attack, &prepared.vehicles[attack.target], flames.pen)
	} else {
		attack.volley.damage = s.Targets[attack.target].infantryProtection(u, true).withPenetration(u, flames.pen).damageRoll()
	}
	prepared.flames, prepared.fuel = prepared.flames+attack.volley.shots, flames.fuel
}

// prepareShells works out the fire of high explosive, which no gun shield stops. Armour
// takes one hit, any other target the number of the table.
func (s *ShootFrom) prepareShells(u *rule.Umpire, firing *Firing, attack *weaponAttack, prepared *preparedFire) {
	target := &s.Targets[attack.target]
	row := rule.Ref(u.LookupCell(&weapons, firing.Weapon, weaponHE))
	pen := u.Cell(&explosives, row, hePen)
	if prepared.kinds[attack.target] == vehicleTarget {
		vehicle := &prepared.vehicles[attack.target]
		if s.preparePenetration(u, firing, attack, vehicle, pen); !vehicle.isSoftSkin(u) {
			return
		}
	} else {
		attack.volley.damage = target.infantryProtection(u, true).withPenetration(u, pen).damageRoll()
	}
	attack.volley.dice, attack.volley.faces = uint8(u.Cell(&explosives, row, heDice)), uint8(u.Cell(&explosives, row, heFaces))
	attack.volley.halve = target.Die == DownDie
	attack.pinFaces = uint8(u.Cell(&explosives, row, hePins))
}

// protection returns the protection of a unit on foot in the open: its quality, or its gun
// shield against fire from the front (host.shield).
func (t *OutsideTarget) protection(u *rule.Umpire) infantryProtection {
	protection := t.infantryProtection(u, true)
	if protection.gun && t.Facing == Front && t.Unit != 0 && u.LookupCell(&units, t.Unit, unitShield) > 0 {
		protection.need = uint8(u.Fact(&gunShieldScore))
	}
	return protection
}

// A preparedFire is the fire of a unit up to the first roll.
type preparedFire struct {
	attacks  [8]weaponAttack // n of them
	n        int
	flames   uint8                 // flamethrowers that fire
	fuel     rule.Target           // faces that use up the fuel of one
	infantry [4]infantryProtection // of targets on foot
	vehicles [4]vehicleProtection  // of vehicles
	kinds    [4]targetKind
	before   ShootFromOutcome
}

// A targetKind is a kind of target.
type targetKind uint8

const (
	noTarget targetKind = iota
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
	canDamage   bool // it can damage the vehicle
	stuns       bool // it pins the vehicle and does nothing else
	flames      bool
	tough       bool // the vehicle may cancel the damage
	collapses   bool // a hit may bring the building of the target down
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
	heavy       bool `key:"heavy" doc:"a heavy weapon struck the target"`
	couldDamage bool `key:"pierced" doc:"a weapon that could damage the target struck it"`
}

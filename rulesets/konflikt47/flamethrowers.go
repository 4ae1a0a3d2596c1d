package konflikt47

import "loophole/rule"

// Flame is the situation of a flamethrower that is used on troops in a building.
type Flame struct {
	Structure
	Occupants
	By       Shooter  `key:"by" doc:"the unit with the flamethrower"`
	Weapon   rule.Ref `key:"weapon" table:"weapons" doc:"the flamethrower"`
	Target   uint8    `key:"target" min:"0" max:"7" doc:"the target's number in the list of floors, with the roof after the top floor; 0 for the lowest enemy"`
	Distance uint8    `key:"distance" unit:"inches" min:"0" max:"96" doc:"from the flamethrower to the opening"`
	Sight    Opening  `key:"sight" doc:"the opening that the flamethrower fires into; a door counts as open"`
	Shut     bool     `key:"shut" doc:"the door is closed"`
	Reacts   Reaction `key:"reacts" doc:"how the target reacts; going Down does not help against flames"`
	Room     uint8    `key:"room" unit:"units" min:"0" max:"7" doc:"units that have room outside if they must leave; 7 for all"`
}

// FlameOutcome is a building and its occupants after a flamethrower.
type FlameOutcome struct {
	Burning bool `key:"burning" doc:"the building is on fire and impassable"`
	Empty   bool `key:"fuel-out" doc:"the flamethrower runs out of fuel; a team is then removed"`
	OccupantResults
}

var flameSpec = rule.Spec[Flame, FlameOutcome]{
	Name: "flame",
	Gist: "a flamethrower fires at troops in a building, which may catch fire",
	Default: Flame{
		Structure: Structure{Storeys: 2}, Occupants: Occupants{Floors: [mostStoreys]Troops{{Body: Body{Unit: units.Ref("wehrmacht-infantry")}}}},
		Weapon: weapons.Ref("flamethrower"), Distance: 5, Sight: Window, Room: 7,
	},
	Legal:        legalFlame,
	Play:         playFlame,
	MaxQuestions: 1 + 7 + 2 + 7*3,
	Events: []rule.Event[FlameOutcome]{
		{Name: "building-burns", Gist: "the building catches fire", Holds: func(b FlameOutcome) bool { return b.Burning }},
		{Name: "fuel-out", Gist: "the flamethrower runs out of fuel", Holds: func(b FlameOutcome) bool { return b.Empty }},
		{Name: "unit-destroyed", Gist: "at least one unit is destroyed", Holds: func(b FlameOutcome) bool { return b.any(UnitResult.isDestroyed) }},
		{Name: "abandoned", Gist: "at least one unit leaves the burning building", Holds: func(b FlameOutcome) bool { return b.any(func(r UnitResult) bool { return r.Fate == Abandons }) }},
	},
	Measures: []rule.Measure[FlameOutcome]{
		{Name: "casualties", Unit: "models lost, with all models of destroyed units", Of: func(b FlameOutcome) int { return b.sum(UnitResult.lost) }},
		{Name: "pins", Unit: "pins on units that are not destroyed", Of: func(b FlameOutcome) int { return b.sum(UnitResult.pins) }},
	},
	Examples: []rule.Example{
		{Name: "team", Settings: "floors=8", Gist: "a flamethrower team at a squad on the ground floor"},
		{Name: "crocodile", Settings: "weapon=flamethrower-vehicle by.unit=churchill-crocodile distance=11 floors=10,8,0 floors.3.unit=us-57mm-gun storeys=3", Gist: "a Crocodile against a house with two squads and a gun"},
		{Name: "bunker", Settings: "structure=bunker storeys=1 sight=slit floors.1.unit=pak-43", Gist: "flames through the slit of a bunker, at a shielded gun"},
	},
}

// legalFlame forbids a flamethrower that cannot be used. It needs a window, an open door or a
// gap of the target's floor (flame.opening), of a bunker a slit.
func legalFlame(u *rule.Umpire, s *Flame) {
	s.Structure.legal(u)
	legalOccupants(u, &s.Occupants, &s.Structure)
	legalAim(u, &s.Occupants, &s.Structure, s.Target)
	legalReaction(u, &s.Occupants, &s.Structure, s.Target, s.Reacts)
	legalShooter(u, &s.By)
	if level, _ := s.aimedAt(&s.Structure, s.Target); level < int(s.Storeys) {
		s.requireFireable(u, s.Sight, "flame.opening")
		u.Require(s.Sight != Door || !s.Shut, "flame.opening", "the door must be open")
	}
	if u.LookupCell(&weapons, s.Weapon, weaponKind) != flamethrower {
		u.Forbid("host.flame", "that weapon is not a flamethrower")
		return
	}
	legalRange(u, &s.By, s.Weapon, int(s.Distance))
}

// playFlame rolls the flames on the target, then whether the fuel is used up, and whether the
// building catches fire on 4 to 6 (flame.fire), which every unit inside must then leave.
func playFlame(u *rule.Umpire, s *Flame) FlameOutcome {
	prepared := prepareFlame.For(u, s)
	result := FlameOutcome{OccupantResults: prepared.before}
	*result.atLevel(prepared.level, int(s.Storeys)) = flameHitRoll.Roll(u, flameHit{prepared.volley, prepared.target}).showing(prepared.die)
	result.Empty = u.Test(rule.D6, prepared.fuel, "host.fuel", "does the flamethrower run out of fuel?")
	if prepared.mayBurn && u.Test(rule.D6, rule.AtLeast(u.Fact(&burnScore)), "flame.fire", "does the building catch fire?") {
		u.Note("flame.impassable", "the burning building is impassable")
		result.Burning = true
		room := s.Room
		for level := range int(s.Storeys) + 1 {
			unit := result.atLevel(level, int(s.Storeys))
			*unit = abandonBuilding(u, &prepared.occupants[level], *unit, &room)
		}
	}
	return result
}

// abandonBuilding returns the unit on a level of a burning building. Guns are destroyed
// (flame.guns), infantry leaves at once (flame.abandon). The lower floors leave first and
// take the room that there is outside; a unit without room is lost.
func abandonBuilding(u *rule.Umpire, occupants *infantryProtection, unit UnitResult, room *uint8) UnitResult {
	if occupants.men == 0 || unit.Fate == Destroyed {
		return unit
	}
	if occupants.gun {
		u.Note("flame.guns", "the fire destroys the gun inside")
		return occupants.destroyed()
	}
	u.Note("flame.abandon", "the infantry leaves the burning building at once")
	if *room == 0 {
		u.Note("host.abandon", "the unit has no room outside and is lost")
		return occupants.destroyed()
	}
	unit.Fate = Abandons
	if u.Fact(&abandonDown) == 1 {
		u.Note("host.abandon", "the unit is Down")
		unit.Die = DownDie
	}
	if u.Ruling(&abandoning) == abandoningHits {
		if unit = abandonWithHits(u, occupants, unit); unit.Fate == Destroyed {
			return unit
		}
	}
	*room--
	u.Note("host.abandon", "the unit is placed outside")
	return unit
}

// abandonWithHits returns the unit after the D6 hits and the pin of the ruling abandoning.
func abandonWithHits(u *rule.Umpire, occupants *infantryProtection, unit UnitResult) UnitResult {
	left := occupants.men - unit.Lost
	lost := volley{
		shots: 1, need: 1, dice: uint8(u.Fact(&abandonDice)), faces: 6,
		damage: damageRoll{need: occupants.need, tough: occupants.tough, men: left, friend: occupants.friend},
	}.resolve(u).lost
	if lost == left {
		return occupants.destroyed()
	}
	unit.Lost += lost
	unit.Pins += uint8(u.Fact(&abandonPins))
	if unit.Pins >= occupants.brokenAt {
		return occupants.destroyed()
	}
	return unit
}

// prepareFlame works out a flamethrower up to the first roll: damage as in the open, without
// the protection of walls (flame.no-extra) or of a gun shield (flame.no-shield), and in a
// bunker as anywhere else (bunker.flame).
var prepareFlame = rule.Precomputed[Flame, preparedFlame]{Compute: func(u *rule.Umpire, s *Flame) preparedFlame {
	s.noteRules(u)
	occupants := s.Occupants
	if s.Reacts == ToGround {
		_, target := occupants.aimedAt(&s.Structure, s.Target)
		target.goDown(u)
	}
	level, _ := s.aimedAt(&s.Structure, s.Target)
	target := occupants.atLevel(level, int(s.Storeys))
	prepared := preparedFlame{before: occupants.unharmed(), level: level, target: target.infantryProtection(u, true), die: target.Die}
	u.Note("flame.no-extra", "flames ignore extra protection")
	if target.hasGunShield(u) {
		u.Note("flame.no-shield", "flames ignore the gun shield")
	}
	attack := s.By.flameAttack(u, s.Weapon, int(s.Distance))
	if s.countsAsBunker() {
		u.Note("bunker.flame", "a bunker's cover does not affect flames")
	}
	prepared.volley, prepared.fuel = attack.volley, attack.fuel
	prepared.volley.damage = prepared.target.withPenetration(u, attack.pen).damageRoll()
	inside := level < int(s.Storeys) || u.Ruling(&roofCover) == roofCoverInside
	prepared.mayBurn = inside && !(s.countsAsBunker() && u.Ruling(&bunkerBurns) == bunkerBurnsNo)
	for i := range int(s.Storeys) + 1 {
		if target := s.atLevel(i, int(s.Storeys)); target.isPresent() {
			prepared.occupants[i] = target.infantryProtection(u, false)
		}
	}
	return prepared
}}

// flameAttack works out the hits, the penetration and the fuel of a flamethrower. It hits
// without a roll (flame.automatic): D6 hits from infantry, 2D6 from a vehicle, one fewer
// from a light one (host.flame).
func (s *Shooter) flameAttack(u *rule.Umpire, weapon rule.Ref, distance int) flameAttack {
	special := u.LookupCell(&weapons, weapon, weaponSpecial)
	if u.Ruling(&flameRules) == flameRulesLater {
		return s.laterFlameAttack(u, weapon, special, distance)
	}
	u.Note("flame.automatic", "the flamethrower hits without a roll")
	attack := flameAttack{volley: volley{shots: 1, need: 1, faces: 6}, pen: u.Cell(&weapons, weapon, weaponPen)}
	if special == flameOfInfantry {
		attack.volley.dice, attack.fuel = uint8(u.Fact(&infantryFlameDice)), rule.AtMost(u.Fact(&infantryFuelUpTo))
		return attack
	}
	attack.volley.dice, attack.fuel = uint8(u.Fact(&vehicleFlameDice)), rule.AtMost(u.Fact(&vehicleFuelUpTo))
	if special == flameOfLight {
		attack.volley.addedHits = -int8(u.Fact(&lightFlameReduction))
	}
	return attack
}

// laterFlameAttack works out a flamethrower of the later edition: one die to hit, then D6
// hits, from a vehicle D6+1 (host.flame-later).
func (s *Shooter) laterFlameAttack(u *rule.Umpire, weapon rule.Ref, special, distance int) flameAttack {
	u.Note("host.flame-later", "the flamethrower rolls one die to hit and ignores cover")
	need := uint8(hitScore(u, s.shooterModifier(u, weapon, distance)))
	attack := flameAttack{volley: volley{shots: 1, need: need, dice: 1, faces: 6}, pen: u.Fact(&laterFlamePen)}
	if special == flameOfInfantry {
		attack.fuel = rule.AtMost(u.Fact(&laterFuelUpTo))
		return attack
	}
	attack.volley.addedHits, attack.fuel = int8(u.Fact(&laterFlameHitsAdded)), rule.AtMost(u.Fact(&vehicleFuelUpTo))
	return attack
}

// flameHitRoll rolls the flames on one unit, with its pins and its morale check. Like heavy weapons,
// flames may wreck a gun.
var flameHitRoll = rule.NewResultSubroll("flames and their effects", func(u *rule.Umpire, flames flameHit) struckUnit {
	var fire fireResult
	fire.add(&flames.target, flames.volley.resolve(u), true, 0)
	fire.flamed = fire.hit
	return struckUnit(flames.target.afterFire(u, fire, NoDie))
})

// A flameHit is the flames on one unit.
type flameHit struct {
	volley volley
	target infantryProtection
}

// A flameAttack is the fire of one flamethrower.
type flameAttack struct {
	volley volley // without the damage roll of its target
	pen    int
	fuel   rule.Target // faces that use the fuel up
}

// A preparedFlame is a flamethrower up to the first roll.
type preparedFlame struct {
	volley    volley
	target    infantryProtection
	die       Die // that the target shows
	level     int // of the target
	fuel      rule.Target
	mayBurn   bool // the building may catch fire
	before    OccupantResults
	occupants [mostStoreys + 1]infantryProtection // of each level, without men if it is empty
}

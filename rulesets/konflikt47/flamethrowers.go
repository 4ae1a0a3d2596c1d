package konflikt47

import "loophole/rule"

// Flame is the situation of a flamethrower that is turned on a building.
type Flame struct {
	Structure
	Occupants
	By       Shooter  `key:"by" doc:"the unit with the flamethrower"`
	Weapon   rule.Ref `key:"weapon" table:"weapons" doc:"the flamethrower"`
	Target   uint8    `key:"target" min:"0" max:"7" doc:"number of the target in the list of floors, the roof one more than the storeys; 0 for the lowest enemy"`
	Distance uint8    `key:"distance" unit:"inches" min:"0" max:"96" doc:"to the opening"`
	Sight    Opening  `key:"sight" doc:"the opening that it is turned on; a door counts as open"`
	Shut     bool     `key:"shut" doc:"the door is closed"`
	Reacts   Reaction `key:"reacts" doc:"how the target reacts; going down is no help against flames"`
	Room     uint8    `key:"room" unit:"units" min:"0" max:"7" doc:"units that find a place outside if they must leave; 7 for all"`
}

// Burnt is a building and its garrison after a flamethrower.
type Burnt struct {
	Burning bool          `key:"burning" doc:"the building is on fire, and impassable"`
	Empty   bool          `key:"fuel-out" doc:"the fuel is used up; a team is removed"`
	Floors  [6]UnitResult `key:"floors" doc:"the units inside, by floor"`
	Roof    UnitResult    `key:"roof" doc:"the unit on the roof"`
}

var flameSpec = rule.Spec[Flame, Burnt]{
	Name: "flame",
	Gist: "a flamethrower is turned on troops in a building, which may catch fire",
	Default: Flame{
		Structure: Structure{Storeys: 2}, Occupants: Occupants{Floors: [6]Troops{{Body: Body{Unit: units.Ref("wehrmacht-infantry")}}}},
		Weapon: weapons.Ref("flamethrower"), Distance: 5, Sight: Window, Room: 7,
	},
	Legal:     legalFlame,
	Play:      playFlame,
	Questions: 1 + 7 + 2 + 7*3,
	Events: []rule.Event[Burnt]{
		{Name: "building-burns", Gist: "the building catches fire", Holds: func(b Burnt) bool { return b.Burning }},
		{Name: "fuel-out", Gist: "the fuel is used up", Holds: func(b Burnt) bool { return b.Empty }},
		{Name: "unit-destroyed", Gist: "at least one unit is destroyed", Holds: func(b Burnt) bool {
			return b.any(func(h UnitResult) bool { return h.Fate == Destroyed })
		}},
		{Name: "abandoned", Gist: "at least one unit leaves the burning building", Holds: func(b Burnt) bool {
			return b.any(func(h UnitResult) bool { return h.Fate == Abandons })
		}},
	},
	Measures: []rule.Measure[Burnt]{
		{Name: "casualties", Unit: "men lost, all those of destroyed units included", Of: func(b Burnt) int {
			n := int(b.Roof.Lost)
			for _, h := range b.Floors {
				n += int(h.Lost)
			}
			return n
		}},
		{Name: "pins", Unit: "pins on units that are not destroyed", Of: func(b Burnt) int {
			n := int(b.Roof.Pins)
			for _, h := range b.Floors {
				n += int(h.Pins)
			}
			return n
		}},
	},
	Examples: []rule.Example{
		{Name: "team", Settings: "floors=8", Gist: "a flamethrower team at a squad on the ground floor"},
		{Name: "crocodile", Settings: "weapon=flamethrower-vehicle by.unit=churchill-crocodile distance=11 floors=10,8,0 floors.3.unit=us-57mm-gun storeys=3", Gist: "a Crocodile against a house with two squads and a gun"},
		{Name: "bunker", Settings: "structure=bunker storeys=1 sight=slit floors.1.unit=pak-43", Gist: "flames through the slit of a bunker, at a shielded gun"},
	},
}

func (b Burnt) any(holds func(UnitResult) bool) bool {
	for _, h := range b.Floors {
		if holds(h) {
			return true
		}
	}
	return holds(b.Roof)
}

func legalFlame(u *rule.Umpire, s *Flame) {
	s.Structure.legal(u)
	legalOccupants(u, &s.Occupants, &s.Structure)
	legalTargetLevel(u, &s.Occupants, &s.Structure, s.Target)
	legalReaction(u, &s.Occupants, &s.Structure, s.Target, s.Reacts)
	legalShooter(u, &s.By)
	if s.targetLevel(int(s.Target), int(s.Storeys)) < int(s.Storeys) {
		s.fireable(u, s.Sight, "flame.opening")
		u.Require(s.Sight != Door || !s.Shut, "flame.opening", "the door must be open")
	}
	if u.LookupCell(&weapons, s.Weapon, weaponKind) != flamethrower {
		u.Forbid("host.flame", "that is no flamethrower")
		return
	}
	legalRange(u, &s.By, s.Weapon, int(s.Distance))
}

// A preparedFlame is a flamethrower up to the first roll.
type preparedFlame struct {
	volley    volley
	target    infantryProtection
	die       Die
	floor     int
	fuel      rule.Target // faces that use it up
	burns     bool        // the building may catch fire
	before    Burnt
	occupants [7]infantryProtection // the units that would have to leave, and the guns that cannot
}

var prepareFlame = rule.Precomputed[Flame, preparedFlame]{Compute: func(u *rule.Umpire, s *Flame) preparedFlame {
	s.note(u)
	g := s.Occupants
	if s.Reacts == ToGround {
		g.on(g.targetLevel(int(s.Target), int(s.Storeys)), int(s.Storeys)).goDown(u)
	}
	b := g.unharmed()
	j := preparedFlame{before: Burnt{Floors: b.Floors, Roof: b.Roof}, floor: s.targetLevel(int(s.Target), int(s.Storeys))}
	t := g.on(j.floor, int(s.Storeys))
	j.target, j.die = t.infantryProtection(u, true), t.Die
	u.Note("flame.no-extra", "damage as in the open: no extra protection")
	if t.Unit != 0 && t.gun(u) && u.LookupCell(&units, t.Unit, unitShield) > 0 {
		u.Note("flame.no-shield", "nor does the gun shield help")
	}
	n := s.By.flameAttack(u, s.Weapon, int(s.Distance))
	if s.reinforced() {
		u.Note("bunker.flame", "narrow slits are no hindrance to it")
	}
	j.volley, j.fuel = n.volley, n.fuel
	j.volley.wound = j.target.withPenetration(u, n.pen).damageRoll()
	inside := j.floor < int(s.Storeys) || u.Ruling(&roofCover) == 1
	j.burns = inside && !(s.reinforced() && u.Ruling(&bunkerBurns) == 1)
	for i := range int(s.Storeys) + 1 {
		if t := s.on(i, int(s.Storeys)); t.present() {
			j.occupants[i] = t.infantryProtection(u, false)
		}
	}
	return j
}}

// A flameAttack is a flamethrower in somebody's hands.
type flameAttack struct {
	volley volley // but for its target
	pen    int
	fuel   rule.Target // faces that use it up
}

// flameAttack works out hits, penetration and fuel.
func (s *Shooter) flameAttack(u *rule.Umpire, w rule.Ref, distance int) flameAttack {
	kind := u.LookupCell(&weapons, w, weaponSpecial)
	if u.Ruling(&flameRules) == 1 {
		return s.laterFlameAttack(u, w, kind, distance)
	}
	u.Note("flame.automatic", "it hits without a roll")
	n := flameAttack{volley: volley{shots: 1, need: 1, faces: 6}, pen: u.Cell(&weapons, w, weaponPen)}
	if kind == flameOfInfantry {
		n.volley.dice, n.fuel = uint8(u.Fact(&flameInf)), rule.AtMost(u.Fact(&fuelFoot))
		return n
	}
	n.volley.dice, n.fuel = uint8(u.Fact(&flameVehicle)), rule.AtMost(u.Fact(&fuelVehicle))
	if kind == flameOfLight {
		n.volley.more = -int8(u.Fact(&flameLight))
	}
	return n
}

// laterFlameAttack is the flamethrower of the later edition.
func (s *Shooter) laterFlameAttack(u *rule.Umpire, w rule.Ref, kind, distance int) flameAttack {
	u.Note("host.flame-later", "one die to hit, without regard to cover")
	n := flameAttack{volley: volley{shots: 1, need: uint8(hitScore(u, s.shooterModifier(u, w, distance))), dice: 1, faces: 6}, pen: u.Fact(&laterPen)}
	if kind == flameOfInfantry {
		n.fuel = rule.AtMost(u.Fact(&laterFuel))
		return n
	}
	n.volley.more, n.fuel = int8(u.Fact(&laterMore)), rule.AtMost(u.Fact(&fuelVehicle))
	return n
}

// A flameHit is the flames on one unit.
type flameHit struct {
	volley volley
	target infantryProtection
}

// flameHitRoll plays it: the unit afterwards.
var flameHitRoll = rule.Subroll[flameHit]{Name: "flames and what follows", Play: func(u *rule.Umpire, s flameHit) int {
	var t fireResult
	t.add(&s.target, volleyRoll.Roll(u, s.volley), true, 0) // a heavy weapon: it may wreck a gun
	t.flamed = t.hit
	return packResult(s.target.afterFire(u, t, NoDie))
}}

func playFlame(u *rule.Umpire, s *Flame) Burnt {
	j := prepareFlame.For(u, s)
	r := j.before
	target := &r.Roof
	if j.floor < int(s.Storeys) {
		target = &r.Floors[j.floor]
	}
	*target = unpackResult(flameHitRoll.Roll(u, flameHit{j.volley, j.target}), j.die)
	r.Empty = u.Test(rule.D6, j.fuel, "host.fuel", "is the fuel used up?")
	if j.burns && u.Test(rule.D6, rule.AtLeast(u.Fact(&burnNeed)), "flame.fire", "does the building catch fire?") {
		u.Note("flame.impassable", "it is impassable from now on")
		r.Burning = true
		room := s.Room
		for i := range int(s.Storeys) {
			r.Floors[i] = abandonBuilding(u, &j.occupants[i], r.Floors[i], &room)
		}
		r.Roof = abandonBuilding(u, &j.occupants[s.Storeys], r.Roof, &room)
	}
	return r
}

// abandonBuilding is what a fire means to the unit on a level: guns are lost, infantry
// leaves at once. The lower floors are out first and take the places that there
// are.
func abandonBuilding(u *rule.Umpire, x *infantryProtection, h UnitResult, room *uint8) UnitResult {
	if x.men == 0 || h.Fate == Destroyed {
		return h
	}
	if x.gun {
		u.Note("flame.guns", "a gun in a burning building is destroyed")
		return x.destroyed()
	}
	u.Note("flame.abandon", "infantry leaves the burning building at once")
	if *room == 0 {
		u.Note("host.abandon", "who cannot be placed outside is lost")
		return x.destroyed()
	}
	h.Fate = Abandons
	if u.Fact(&abandonDown) == 1 {
		u.Note("host.abandon", "they are down")
		h.Die = DownDie
	}
	if u.Ruling(&abandoning) == 1 {
		if h = bailOut(u, x, h); h.Fate == Destroyed {
			return h
		}
	}
	*room--
	u.Note("host.abandon", "they are placed outside")
	return h
}

// bailOut is leaving as from a destroyed vehicle: hits and a pin.
func bailOut(u *rule.Umpire, h *infantryProtection, now UnitResult) UnitResult {
	left := h.men - now.Lost
	lost := volleyRoll.Roll(u, volley{
		shots: 1, need: 1, dice: uint8(u.Fact(&abandonDice)), faces: 6,
		wound: damageRoll{need: h.need, tough: h.tough, men: left, friend: h.friend},
	}) & lostMask
	if lost == int(left) {
		return h.destroyed()
	}
	now.Lost += uint8(lost)
	now.Pins += uint8(u.Fact(&abandonPins))
	if now.Pins >= h.brokenAt {
		return h.destroyed()
	}
	return now
}

package konflikt47

import "loophole/rule"

// ShootAt is the situation of a unit that shoots at a unit in a building, with anything but
// shells and flames.
type ShootAt struct {
	Structure
	Troops
	Floor      uint8          `key:"floor" min:"0" max:"6" doc:"the target's floor; 0 is the ground floor, and the roof follows the top floor"`
	Reacts     Reaction       `key:"reacts" doc:"how the target reacts to the fire"`
	By         Shooter        `key:"by" doc:"the shooting unit"`
	Weapons    [8]WeaponGroup `key:"weapons" doc:"the weapons that fire"`
	Distance   uint8          `key:"distance" unit:"inches" min:"0" max:"96" doc:"to the nearest visible part of the target's floor"`
	Sight      Opening        `key:"sight" doc:"what the line of fire meets on the target's floor"`
	Blocked    bool           `key:"blocked" doc:"no line of fire reaches that floor"`
	WrongFloor bool           `key:"wrong-floor" doc:"the visible openings and the target are on different floors"`
	Within     bool           `key:"from-inside" doc:"the shooters are in the same building or a connected section"`
	BareRoof   bool           `key:"bare-roof" doc:"the roof has no edge to hide behind"`
}

// Reaction is the reaction of a unit to being shot at.
type Reaction uint8

const (
	NoReaction Reaction = iota
	ToGround
)

func (Reaction) Names() []string { return []string{"none", "down"} }

// ShootAtOutcome is the outcome of shooting at a unit in a building.
type ShootAtOutcome struct {
	UnitResult
	Rubble bool `key:"rubble" doc:"the building becomes rubble"`
}

var shootAtSpec = rule.Spec[ShootAt, ShootAtOutcome]{
	Name: "shoot-at",
	Gist: "a unit shoots at infantry or artillery in a building",
	Default: ShootAt{
		Structure: Structure{Storeys: 2}, Sight: Window,
		Weapons: [8]WeaponGroup{{Weapon: weapons.Ref("rifle"), Count: 8}}, Distance: 10,
	},
	Legal:        legalShootAt,
	Play:         playShootAt,
	MaxQuestions: 8*7 + 8 + 2,
	Events:       append(unitEvents(func(s ShootAtOutcome) UnitResult { return s.UnitResult }), rule.Event[ShootAtOutcome]{Name: "building-destroyed", Gist: "the building becomes rubble", Holds: func(s ShootAtOutcome) bool { return s.Rubble }}),
	Measures:     unitMeasures(func(s ShootAtOutcome) UnitResult { return s.UnitResult }),
	Examples: []rule.Example{
		{Name: "squad", Settings: "weapons=rifle,lmg-german weapons.1.count=6 weapons.1.distance=14 distance=14", Gist: "six rifles and a light machine gun at a squad in a house, 14 inches away"},
		{Name: "goes-down", Settings: "weapons=rifle weapons.1.count=8 reacts=down", Gist: "the same squad goes down"},
		{Name: "bunker", Settings: "structure=bunker sight=slit weapons=mmg-german distance=20", Gist: "a machine gun at the slits of a bunker, where only a 6 and another 6 hit"},
		{Name: "through-the-wall", Settings: "sight=wall weapons=heavy-autocannon distance=30 unit=pak-40", Gist: "an autocannon through the wall, at a gun behind it"},
		{Name: "tesla", Settings: "weapons=tesla-cannon distance=12", Gist: "a tesla cannon, whose hit leaps on"},
		{Name: "sniper", Settings: "by.sniper=yes weapons=rifle weapons.1.count=1 unit=mmg-team distance=30", Gist: "a sniper at a machine gun team"},
	},
}

// unitEvents returns the events of an outcome about one unit.
func unitEvents[R any](of func(R) UnitResult) []rule.Event[R] {
	return []rule.Event[R]{
		{Name: "casualty", Gist: "the target loses at least one model", Holds: func(r R) bool { return of(r).Lost > 0 }},
		{Name: "unit-destroyed", Gist: "the target is destroyed", Holds: func(r R) bool { return of(r).Fate == Destroyed }},
		{Name: "picked", Gist: "the shooter picks a casualty in a target that survives", Holds: func(r R) bool { return of(r).Picked }},
		{Name: "pinned", Gist: "the target has at least one pin, or is destroyed", Holds: func(r R) bool { return of(r).Pins > 0 || of(r).Fate == Destroyed }},
	}
}

// unitMeasures returns the measures of an outcome about one unit.
func unitMeasures[R any](of func(R) UnitResult) []rule.Measure[R] {
	return []rule.Measure[R]{
		{Name: "casualties", Unit: "models lost; all of them if the target is destroyed", Of: func(r R) int { return int(of(r).Lost) }},
		{Name: "pins", Unit: "pins on a target that is not destroyed", Of: func(r R) int { return int(of(r).Pins) }},
	}
}

// onRoof reports whether the target is on the roof, outside the protection of the walls.
func (s *ShootAt) onRoof(u *rule.Umpire) bool {
	return s.Floor == s.Storeys && u.Ruling(&roofCover) == roofCoverOutside
}

// legalShootAt forbids shooting that is not allowed: it checks line of fire, reaction and each
// weapon.
func legalShootAt(u *rule.Umpire, s *ShootAt) {
	s.Structure.legal(u)
	legalTarget(u, &s.Troops)
	legalShooter(u, &s.By)
	u.Require(s.hasFloor(s.Floor, true), "at.small-arms", "the building has no such floor")
	u.Require(!s.Blocked, "at.heavy", "no line of fire reaches that floor")
	u.Require(!s.Within || u.Ruling(&insideFire) == insideFireConnected, "from.openings", "units shoot only through openings: assault instead")
	u.Require(s.Reacts == NoReaction || s.Die == NoDie, "at.down", "a unit that already has an order cannot react")
	count := 0
	for i := range s.Weapons {
		weapon := &s.Weapons[i]
		if weapon.Weapon == 0 {
			u.Require(*weapon == WeaponGroup{}, "host.weapons", "a weapon has a count but no name")
			continue
		}
		count += weapon.count()
		legalWeaponAt(u, s, weapon)
	}
	u.Require(count > 0, "host.weapons", "no weapon fires: weapons=rifle weapons.1.count=8")
	u.Require(s.By.Men == 0 || count <= int(s.By.Men), "host.weapons", "more weapons fire than the unit has models")
}

// legalWeaponAt forbids a weapon that cannot be fired at the target. Small arms need an opening of its
// floor (at.small-arms), heavy weapons any wall of it (at.heavy), and both a slit of a bunker.
func legalWeaponAt(u *rule.Umpire, s *ShootAt, weapon *WeaponGroup) {
	kind := u.LookupCell(&weapons, weapon.Weapon, weaponKind)
	u.Require(kind != flamethrower, "flame.automatic", "flamethrowers do not roll to hit: use the procedure flame")
	u.Require(u.LookupCell(&weapons, weapon.Weapon, weaponSpecial) != shellsOnly, "he.direct", "the weapon fires only shells: use the procedure shell or direct-he")
	legalRange(u, &s.By, weapon.Weapon, weapon.distance(s.Distance))
	if s.onRoof(u) {
		return
	}
	if s.countsAsBunker() || kind == smallArm {
		s.requireFireable(u, s.Sight, "at.small-arms")
		u.Require(!s.WrongFloor, "at.small-arms", "the opening must be on the target's floor")
		return
	}
	u.Note("at.heavy", "heavy weapons may fire at any wall of the floor")
	u.Require(s.Sight != Slit, "bunker.slits", "only bunkers have firing slits: choose a window or a door")
}

// legalTarget forbids troops inside that cannot be fired at.
func legalTarget(u *rule.Umpire, t *Troops) {
	legalOccupant(u, &t.Body)
	u.Require(!t.Friendly, "host.friends", "the target is on the shooters' side")
}

// playShootAt fires the weapons in the order of the list. Then the target takes its pins and
// checks its morale, as all of these weapons are one unit's fire.
func playShootAt(u *rule.Umpire, s *ShootAt) ShootAtOutcome {
	prepared := prepareShootAt.For(u, s)
	progress := shootAtProgress{}
	for int(progress.next) < prepared.n {
		if !rule.Checkpoint(u, "weapon", &progress) {
			return ShootAtOutcome{}
		}
		attack := &prepared.attacks[progress.next]
		result := attack.volley.resolve(u)
		progress.add(&prepared.target, result, attack.heavy, attack.pinFaces)
		if attack.collapses && result.hit && u.Sum(2, rule.D6, "host.supplements", "does the rail gun bring the building down?") >= u.Fact(&railGunCollapse) {
			u.Note("he.rubble", "the building becomes rubble")
			return ShootAtOutcome{prepared.target.destroyed(), true}
		}
		progress.next++
	}
	return ShootAtOutcome{UnitResult: prepared.target.afterFire(u, progress.fireResult, prepared.die)}
}

// prepareShootAt works out the fire at a unit inside up to the first roll: the unit may go
// down (at.down), and has the cover of the building (at.cover).
var prepareShootAt = rule.Precomputed[ShootAt, preparedShootAt]{Compute: func(u *rule.Umpire, s *ShootAt) (prepared preparedShootAt) {
	s.noteRules(u)
	target := s.Troops
	if s.Reacts == ToGround {
		target.goDown(u)
	}
	prepared.target, prepared.die = target.infantryProtection(u, true), target.Die
	cover, onRoof := 0, s.onRoof(u)
	switch {
	case !onRoof:
		cover = s.cover(u)
	case !s.BareRoof:
		cover = u.Cell(&modifiers, modHardCover, 0)
	}
	for i := range s.Weapons {
		if weapon := &s.Weapons[i]; weapon.Weapon != 0 {
			prepared.attacks[prepared.n] = s.inwardAttack(u, weapon, &target, prepared.target, cover, onRoof)
			prepared.n++
		}
	}
	return prepared
}}

// cover returns the modifier to hit a unit inside: −2 (at.cover), −4 in a bunker (bunker.cover).
func (s *Structure) cover(u *rule.Umpire) int {
	if s.countsAsBunker() {
		return u.Cell(&modifiers, modBunker, 0)
	}
	return u.Cell(&modifiers, modBuilding, 0)
}

// inwardAttack works out the fire of one kind of weapon at the target: range and to-hit
// roll (at.range, at.roll), and damage, to which penetration is added (extra.penetration).
func (s *ShootAt) inwardAttack(u *rule.Umpire, group *WeaponGroup, target *Troops, protection infantryProtection, cover int, onRoof bool) (attack weaponAttack) {
	weapon, special := group.Weapon, u.LookupCell(&weapons, group.Weapon, weaponSpecial)
	aimed := s.By.isAimedShot(u, weapon)
	if aimed && cover < 0 {
		u.Note("host.sniper", "the sniper ignores cover")
		cover = 0
	}
	u.Apply(group.distance(s.Distance), "at.range", "inches to the visible opening or wall, rounded up")
	need := hitScore(u, s.By.shooterModifier(u, weapon, group.distance(s.Distance))+cover+target.targetModifier(u, false))
	pen := u.Cell(&weapons, weapon, weaponPen)
	if !onRoof && !(aimed && u.Ruling(&sniperExtra) == sniperExtraYes) {
		protection = target.extraProtection(u, protection)
	}
	if pen != 0 {
		u.Apply(pen, "extra.penetration", "penetration added to the damage roll")
	}
	damage := protection.withPenetration(u, pen).damageRoll()
	attack.volley = volley{shots: uint8(group.count() * u.Cell(&weapons, weapon, weaponShots)), need: uint8(need), damage: damage}
	switch special {
	case shockwave:
		attack.volley.need = uint8(u.Fact(&shockwaveScore))
	case railGun:
		attack.collapses = s.Floor < s.Storeys && u.Ruling(&supplements) == supplementsYes
	case compression:
		if u.Ruling(&supplements) == supplementsYes {
			u.Note("host.supplements", "a compression cannon has no further effect on buildings")
		}
	}
	if attack.volley.setSpecialHits(u, special); special == shockwave {
		attack.pinFaces = attack.volley.faces
	}
	attack.heavy = u.LookupCell(&weapons, weapon, weaponKind) == heavyWeapon
	return attack
}

// A preparedShootAt is the fire at a unit inside up to the first roll.
type preparedShootAt struct {
	target  infantryProtection
	attacks [8]weaponAttack // n of them
	n       int
	die     Die // that the target shows
}

// A shootAtProgress is the state of the target between two weapons.
type shootAtProgress struct {
	next uint8 `key:"fired" unit:"weapons" doc:"weapons that have fired"`
	fireResult
}

// goDown turns the order die of a unit that goes down when it is shot at (at.down).
func (t *Troops) goDown(u *rule.Umpire) {
	u.Note("at.down", "the target goes Down")
	t.Die = DownDie
}

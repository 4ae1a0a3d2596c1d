package konflikt47

import (
	"slices"

	"loophole/rule"
)

// rifle is the weapon of men for whom the situation states none.
var rifle = weapons.Ref("rifle")

// arms returns the weapons of a side with their numbers: a rifle for each man if the situation
// states no weapon. Crews have only their own weapons. The first ordinary weapon without a number is
// that of the men who are left, and every other weapon without a number counts once.
func (f *Fighters) arms(u *rule.Umpire) (list [4]WeaponGroup) {
	switch {
	case f.Unarmed:
		return list
	case f.Weapons == [4]WeaponGroup{}:
		if !f.isGun(u) && !f.hasTrait(u, f.Team, unitTeam) {
			list[0] = WeaponGroup{Weapon: rifle, Count: uint8(f.men(u))}
		}
		return list
	}
	list = f.Weapons
	others, rest := 0, -1 // the men with numbered weapons, and the index of the weapon of all other men
	for i := range list {
		weapon := &list[i]
		switch {
		case weapon.Weapon == 0:
			continue
		case weapon.Count == 0 && (rest >= 0 || u.LookupCell(&weapons, weapon.Weapon, weaponTeam) > 0):
			weapon.Count = 1
		case weapon.Count == 0:
			rest = i
			continue
		}
		others += int(weapon.Count)
	}
	if rest >= 0 {
		list[rest].Count = uint8(max(0, f.men(u)-others))
	}
	return list
}

// canStandAndShoot reports whether units stand and shoot with a weapon: it fires bullets or shot.
func canStandAndShoot(u *rule.Umpire, weapon rule.Ref) bool {
	return u.LookupCell(&weapons, weapon, weaponKind) != flamethrower && u.LookupCell(&weapons, weapon, weaponSpecial) == plainWeapon
}

// reactionWeapons returns the weapons that the defenders could stand and shoot with.
func (s *Assault) reactionWeapons(u *rule.Umpire) (list [8]WeaponGroup) {
	if s.Fires[0].Weapon > 0 {
		return s.Fires
	}
	own := s.Defenders.arms(u)
	copy(list[:], own[:])
	return list
}

// anyNumber is more than a unit has of anything.
const anyNumber = 255

// firingPlaces returns the number of men who have room to shoot at the attackers: two at each
// opening, in a bunker at each slit (from.two-men, bunker.slits), and in the open any number.
func (s *Assault) firingPlaces(u *rule.Umpire) int {
	switch {
	case s.From != FromOutside:
		return anyNumber
	case s.countsAsBunker():
		return int(s.Slits) * u.Fact(&menPerOpening)
	}
	return s.openings() * u.Fact(&menPerOpening)
}

// A reactionWeapon is the weapons of one kind of defenders who stand and shoot.
type reactionWeapon struct {
	volley volley // the shots of one weapon
	count  int
	places int // that one weapon takes at an opening
}

// expectedCasualties returns the casualties to be expected of one weapon, times 1296.
func (w *reactionWeapon) expectedCasualties() int {
	return int(w.volley.shots) * w.volley.damageChance()
}

// prepareReactionFire works out the volleys of defenders who stand and shoot (host.reaction), the
// best weapons first, as far as they have room at the openings. At attackers who leap out of a
// building they shoot once these have left it, without the benefit of cover (leave.no-cover).
func (s *Assault) prepareReactionFire(u *rule.Umpire) (fire [8]volley) {
	if s.From == FromOutside {
		u.Note("host.reaction", "the defenders may stand and shoot from their openings")
	} else {
		u.Note("leave.react", "the defenders may stand and shoot")
		u.Note("leave.no-cover", "the attackers count as outside and have no cover")
	}
	shooters, attackers := Shooter{Body: s.Defenders.Body, Order: Ambush}, s.Attackers.asTarget()
	targetModifier := attackers.targetModifier(u, false)
	var candidates [8]reactionWeapon
	count := 0
	for _, group := range s.reactionWeapons(u) {
		weapon, distance := group.Weapon, group.distance(s.Distance)
		if weapon == 0 || group.Count == 0 || !canStandAndShoot(u, weapon) || distance > u.LookupCell(&weapons, weapon, weaponRange) || s.OffArc && u.LookupCell(&weapons, weapon, weaponFixed) > 0 {
			continue
		}
		shot := attackers.infantryProtection(u, true).withPenetration(u, u.Cell(&weapons, weapon, weaponPen)).damageRoll()
		shot.exceptional = false
		volley := volley{shots: uint8(u.Cell(&weapons, weapon, weaponShots)), need: uint8(hitScore(u, shooters.shooterModifier(u, weapon, distance)+targetModifier)), damage: shot}
		candidates[count] = reactionWeapon{volley, int(group.Count), placesTaken(u, weapon)}
		count++
	}
	room := anyNumber
	if s.Fires[0].Weapon == 0 {
		room = s.firingPlaces(u)
	}
	slices.SortStableFunc(candidates[:count], func(a, b reactionWeapon) int { return b.expectedCasualties() - a.expectedCasualties() })
	for i, weapon := range candidates[:count] {
		firing := min(weapon.count, room/weapon.places)
		room -= firing * weapon.places
		fire[i] = weapon.volley
		fire[i].shots *= uint8(firing)
	}
	return fire
}

// damageChance returns the chance that a shot hits and damages, times 1296: each of the two rolls
// needs two dice at most.
func (v *volley) damageChance() int {
	hit, damage := 1, 0
	if v.need <= 6 {
		hit = 6 * (7 - max(2, int(v.need)))
	}
	if v.damage.need <= 6 {
		damage = 6 * (7 - int(v.damage.need))
	}
	return hit * damage
}

package konflikt47

import "loophole/rule"

// rifle is what men shoot with if nothing is said.
var rifle = weapons.Ref("rifle")

// arms lists the weapons of a unit with their numbers. Crews have no weapons
// besides their own.
func (f *Fighters) arms(u *rule.Umpire) (list [4]Gun) {
	switch {
	case f.Unarmed:
		return list
	case f.Weapons == [4]Gun{}:
		if !f.gun(u) && !f.hasTrait(u, f.Team, unitTeam) {
			list[0] = Gun{Weapon: rifle, Count: uint8(f.men(u))}
		}
		return list
	}
	list = f.Weapons
	others, open := 0, -1
	for i := range list {
		g := &list[i]
		switch {
		case g.Weapon == 0:
			continue
		case g.Count == 0 && (open >= 0 || u.LookupCell(&weapons, g.Weapon, weaponTeam) > 0):
			g.Count = 1
		case g.Count == 0:
			open = i
			continue
		}
		others += int(g.Count)
	}
	if open >= 0 {
		list[open].Count = uint8(max(0, f.men(u)-others))
	}
	return list
}

// canStandAndShoot reports whether a weapon is one to stand and shoot with: it fires
// bullets or shot.
func canStandAndShoot(u *rule.Umpire, w rule.Ref) bool {
	return u.LookupCell(&weapons, w, weaponKind) != flamethrower && u.LookupCell(&weapons, w, weaponSpecial) == plainWeapon
}

// reactionWeapons lists the weapons that the defenders could shoot with.
func (s *Assault) reactionWeapons(u *rule.Umpire) (list [8]Gun) {
	if s.Fires[0].Weapon > 0 {
		return s.Fires
	}
	own := s.Defenders.arms(u)
	copy(list[:], own[:])
	return list
}

// reactionDistance is how far a weapon of the defenders shoots at the attackers.
func (s *Assault) reactionDistance(g *Gun) int {
	if g.Distance > 0 {
		return int(g.Distance)
	}
	return int(s.Distance)
}

// firingPlaces is for how many men there is room to shoot at attackers.
func (s *Assault) firingPlaces(u *rule.Umpire) int {
	switch {
	case s.From != FromOutside:
		return 200
	case s.reinforced():
		return int(s.Slits) * u.Fact(&openingMen)
	}
	return s.openings() * u.Fact(&openingMen)
}

// A salve is the shots of defenders who react: a volley for each kind of their
// weapons that has room.
type reactionFire struct {
	n       int
	volleys [8]volley
	worth   [8]int // of one weapon: casualties to be expected of it
	count   [8]uint8
	places  [8]int // that one weapon takes at an opening
}

// reactionVolleys works out the shots of the defenders, the best weapons first.
func (s *Assault) reactionVolleys(u *rule.Umpire) (v reactionFire) {
	by, t := Shooter{Body: s.Defenders.Body, Order: Ambush}, s.Attackers.asTarget()
	marked := t.targetModifier(u, false)
	list := s.reactionWeapons(u)
	for i := range list {
		g := &list[i]
		w, d := g.Weapon, s.reactionDistance(g)
		if w == 0 || g.Count == 0 || !canStandAndShoot(u, w) || d > u.LookupCell(&weapons, w, weaponRange) || s.OffArc && u.LookupCell(&weapons, w, weaponFixed) > 0 {
			continue
		}
		shot := t.infantryProtection(u, true).withPenetration(u, u.Cell(&weapons, w, weaponPen)).damageRoll()
		shot.exceptions = false
		x := volley{shots: uint8(u.Cell(&weapons, w, weaponShots)), need: uint8(hitScore(u, by.shooterModifier(u, w, d)+marked)), wound: shot}
		v.insert(x, g.Count, placesTaken(u, w))
	}
	room := 200
	if s.Fires[0].Weapon == 0 {
		room = s.firingPlaces(u)
	}
	v.limitToPlaces(room)
	return v
}

// insert puts a kind of weapon in its place, the best first.
func (v *reactionFire) insert(x volley, count uint8, places int) {
	worth := int(x.shots) * x.odds()
	at := v.n
	for ; at > 0 && v.worth[at-1] < worth; at-- {
		v.volleys[at], v.worth[at], v.count[at], v.places[at] = v.volleys[at-1], v.worth[at-1], v.count[at-1], v.places[at-1]
	}
	v.volleys[at], v.worth[at], v.count[at], v.places[at] = x, worth, count, places
	v.n++
}

// odds is the chance, in 1296ths, that a shot hits and damages.
func (v *volley) odds() int {
	hit, hurt := 1, 0
	if v.need <= 6 {
		hit = 6 * (7 - max(2, int(v.need)))
	}
	if v.wound.need <= 6 {
		hurt = 6 * (7 - int(v.wound.need))
	}
	return hit * hurt
}

// limitToPlaces leaves the weapons that have room.
func (v *reactionFire) limitToPlaces(room int) {
	for i := range v.n {
		c := min(int(v.count[i]), room/v.places[i])
		room -= c * v.places[i]
		v.volleys[i].shots *= uint8(c)
	}
}

package konflikt47

import (
	"slices"

	"loophole/ground"
	"loophole/rule"
)

// mostShares is the most shares of a shot.
const mostShares = 8

// A weaponShare is those weapons of one kind that fire from one side of a building at one distance.
type weaponShare struct {
	kind     int
	count    uint8
	distance ground.Exact
	side     Side
	openings uint8 // that no share before it uses
	band     rangeBand
}

// weaponShares are the weapons of a unit that fire at a target, with the openings that they fire
// from.
type weaponShares struct {
	count   int
	shares  [mostShares]weaponShare
	limited bool     // somebody has no room
	judged  [4]uint8 // men for whom the openings of a side have room, as the players judge; 0 for the usual number
}

// shareWeapons gives the weapons of a shot to the openings that see the target. The weapons that
// do most choose first. Each takes an opening from which it fires as well as it can, and among
// those the farthest, which leaves the nearer ones to others. A unit in the open has room for all.
func (f *Battlefield) shareWeapons(u *rule.Umpire, p *Position, s *shot) (shares weaponShares) {
	from, info := &f.places[s.from], &f.units[s.by]
	checker := u.Checker() // no record tells how weapons are compared
	above := f.strikesTop(checker, p, s)
	var room [32]int
	f.countRoom(from, s, &room, &shares)
	used := uint32(0)
	var views [mostArms]*lineOfSight
	var kinds [mostArms]int
	for _, kind := range f.rankedWeapons(checker, p, s, &views, kinds[:0]) {
		weapon, view := &info.arms[kind], views[kind]
		places := 1
		if weapon.team && !from.spot && u.Ruling(&teamPlaces) == teamPlacesTwo {
			places = f.limits.menPerOpening
		}
		for left := int(p.Units[s.by].Arms[kind] - s.otherwiseUsed[kind]); left > 0; {
			eye := f.bestOpening(checker, from, weapon, view, s, &room, places, above)
			if eye < 0 {
				shares.limited = shares.limited || f.bestOpening(checker, from, weapon, view, s, &room, 0, above) >= 0
				break
			}
			count := min(left, room[eye]/places)
			left, room[eye] = left-count, room[eye]-count*places
			newOpenings := uint8(0)
			if used>>eye&1 == 0 {
				used, newOpenings = used|1<<eye, 1
			}
			shares.add(weaponShare{kind: kind, count: uint8(count), distance: view.distances[eye], side: f.sideOf(from, eye), openings: newOpenings, band: f.rangeBand(weapon, view.distances[eye], above)})
		}
	}
	return shares
}

// countRoom counts how many men have room at each opening of a place.
func (f *Battlefield) countRoom(from *place, s *shot, room *[32]int, shares *weaponShares) {
	if from.spot {
		room[0] = anyNumber
		return
	}
	usual := f.limits.menPerOpening
	var judged [4]bool
	var sum [4]int
	for eye, index := range from.openings {
		opening := &f.openings[index]
		room[eye] = usual
		if opening.room > 0 {
			room[eye], judged[opening.side] = int(opening.room), true
		}
		if s.unusedSides>>opening.side&1 == 1 {
			room[eye] = 0
		}
		sum[opening.side] += room[eye]
	}
	for side := range judged {
		if judged[side] {
			shares.judged[side] = uint8(min(20, sum[side]))
		}
	}
}

// sideOf returns the side of a building that an opening is on; the open is north.
func (f *Battlefield) sideOf(from *place, eye int) Side {
	if from.spot {
		return North
	}
	return f.openings[from.openings[eye]].side
}

// add adds a share to one like it, or as a new one. Weapons of one kind on one side, whose distances
// have the same effect, fire together, at the longest of these distances.
func (s *weaponShares) add(share weaponShare) {
	for i := range s.shares[:s.count] {
		other := &s.shares[i]
		if other.kind == share.kind && other.side == share.side && (other.band == share.band || s.count == mostShares) {
			other.count, other.openings, other.distance = other.count+share.count, other.openings+share.openings, max(other.distance, share.distance)
			return
		}
	}
	if s.count < mostShares {
		s.shares[s.count] = share
		s.count++
	}
}

// bestOpening returns the opening at which a weapon that takes some places has room, or -1: one from
// which the range is as good as it can be, and of those the farthest.
func (f *Battlefield) bestOpening(u *rule.Umpire, from *place, weapon *arm, view *lineOfSight, s *shot, room *[32]int, places int, above bool) int {
	best, most := -1, 0
	for eye := range from.eyes {
		if room[eye] < places || !view.sees(eye) || !weapon.inRange(view.distances[eye], s.class) {
			continue
		}
		value := 1000*f.rangeBand(weapon, view.distances[eye], above).value(u) + view.distances[eye].Inches()
		if best < 0 || value > most {
			best, most = eye, value
		}
	}
	return best
}

// A rangeBand is the effect of a distance on a shot.
type rangeBand struct{ pointBlank, long, plunges bool }

// rangeBand returns the effect of a distance on a kind of weapons. From above, heavy weapons plunge.
func (f *Battlefield) rangeBand(weapon *arm, far ground.Exact, above bool) rangeBand {
	inches := far.Inches()
	return rangeBand{inches <= f.limits.pointBlankInches, 2*inches > int(weapon.maxRange), above && weapon.kind != smallArm && inches <= f.limits.plungingInches}
}

// value is how good a range is: first what it adds to the roll to hit, and then what plunging fire
// adds to the penetration.
func (b rangeBand) value(u *rule.Umpire) int {
	n := 10 * (modifier(u, b.pointBlank, modPointBlank) + modifier(u, b.long, modLongRange))
	if b.plunges {
		n += u.Fact(&topArmourBonus)
	}
	return n
}

// strikesTop reports whether heavy weapons of a shot that are near enough strike the top armour of
// the target.
func (f *Battlefield) strikesTop(u *rule.Umpire, p *Position, s *shot) bool {
	from, target := &f.places[s.from], &f.units[s.at]
	return !from.spot && from.floor > 0 && !f.isInside(p, s.at) && target.value >= f.limits.armouredFrom && hasTopArmour(u, target.class == classWalker)
}

// rankedWeapons lists the kinds of weapons that a shot is fired with, the most effective first and
// the last of equals first, with what each sees.
func (f *Battlefield) rankedWeapons(u *rule.Umpire, p *Position, s *shot, views *[mostArms]*lineOfSight, list []int) []int {
	for kind := mostArms - 1; kind >= 0; kind-- {
		if !f.isUsedAgainst(p, s, kind, s.at) || p.Units[s.by].Arms[kind] <= s.otherwiseUsed[kind] {
			continue
		}
		if view := f.armView(p, s, s.at, kind); view.any && !view.unaimable {
			views[kind] = view
			list = append(list, kind)
		}
	}
	if len(list) > 1 { // most units have one kind, and are asked often
		damage := f.expectedDamage(u, p, s, views)
		slices.SortStableFunc(list, func(a, b int) int { return damage[b] - damage[a] })
	}
	return list
}

// expectedDamage is roughly the damage to be expected of one weapon of each kind that sees the
// target, at its nearest opening. It is on a scale for comparison only.
func (f *Battlefield) expectedDamage(u *rule.Umpire, p *Position, s *shot, views *[mostArms]*lineOfSight) (damage [mostArms]int) {
	attacks, index := f.weaponAttacks(u, p, s, views), 0
	for kind, view := range views {
		if view != nil {
			damage[kind] = attacks[index].expectedDamage()
			index++
		}
	}
	return damage
}

// weaponAttacks returns the attacks of one weapon of each kind that sees the target, in the order of
// the kinds, as the procedures work them out.
func (f *Battlefield) weaponAttacks(u *rule.Umpire, p *Position, s *shot, views *[mostArms]*lineOfSight) [8]weaponAttack {
	var list [mostArms]WeaponGroup
	for k, view := range views {
		if view != nil {
			list[k] = WeaponGroup{Weapon: f.units[s.by].arms[k].weapon, Distance: inches(view.nearest)}
		}
	}
	if f.isInside(p, s.at) {
		at := f.placeOf(p, s.at)
		situation := ShootAt{Structure: f.structure(p, at.section), Troops: f.aimedAt(p, s), Floor: at.floor, Reacts: s.reaction(), By: f.shooter(p, s)}
		copy(situation.Weapons[:], list[:])
		return prepareShootAt.For(u, &situation).attacks
	}
	from := &f.places[s.from]
	situation := ShootFrom{Shooter: f.shooter(p, s), Outside: from.spot, Floor: from.floor}
	if !from.spot {
		situation.Structure = f.structure(p, from.section)
	}
	situation.Targets[0] = f.outsideTarget(p, s, &blindView)
	for k, group := range list {
		situation.Weapons[k] = Firing{WeaponGroup: group, Shells: s.class.explosive(), DirectFire: s.class == Shells}
	}
	return prepareFire.For(u, &situation).attacks
}

// expectedDamage returns the damage to be expected of an attack, times 2592. It leaves tough
// troops and the degrees of damage to a vehicle out.
func (attack *weaponAttack) expectedDamage() int {
	volley := attack.volley
	if penetration := &attack.penetration; penetration.value > 0 {
		volley.damage.need = uint8(min(max(int(penetration.value)-int(penetration.pen), 2), 7))
	}
	if volley.damage.need == 0 { // it can only stun
		return 0
	}
	twice := 2 * int(volley.shots)
	if volley.dice > 0 {
		twice = int(volley.shots) * (int(volley.dice)*(int(volley.faces)+1) + 2*int(volley.addedHits))
	}
	return twice * volley.damageChance()
}

// armView returns what a kind of weapons sees of a target. Fixed ones see less, and heavy ones also
// walls.
func (f *Battlefield) armView(p *Position, s *shot, at, k int) *lineOfSight {
	a := &f.units[s.by].arms[k]
	return f.viewOfWeapons(p, s, at, s.class.explosive() || a.kind == heavyWeapon, a.fixed && !f.units[s.by].isVehicle())
}

// sidesForTargets reports whether fire can be divided between two targets, and by which sides of
// the building neither shot goes: as a set, for each of them. A side that sees both fires at the
// first, unless only that side sees the second.
func (f *Battlefield) sidesForTargets(p *Position, s *shot) (unused [2]uint8, ok bool) {
	var sees [2]uint8
	for slot, at := range [2]int{s.at, s.second} {
		for k := range f.units[s.by].arms {
			if !f.isUsedAgainst(p, s, k, at) {
				continue
			}
			view := f.armView(p, s, at, k)
			for side := North; side <= West; side++ {
				if view.openings[side] != 0 && !view.unaimable {
					sees[slot] |= 1 << side
				}
			}
		}
	}
	both := sees[0] & sees[1]
	ofFirst, ofSecond := sees[0], sees[1]&^both
	if ofSecond == 0 && ofFirst != both {
		ofFirst, ofSecond = ofFirst&^both, both
	}
	if ofSecond == 0 && ofFirst&(ofFirst-1) != 0 {
		ofFirst, ofSecond = ofFirst&-ofFirst, ofFirst&(ofFirst-1) // each gets some of the sides that see both
	}
	return [2]uint8{^ofFirst, ^ofSecond}, ofFirst != 0 && ofSecond != 0
}

// splitShot makes two shots of one at two targets.
func (f *Battlefield) splitShot(u *rule.Umpire, p *Position, s *shot) (first, second shot) {
	unused, _ := f.sidesForTargets(p, s)
	first, second = *s, *s
	first.second, first.unusedSides = -1, unused[0]
	second.second, second.at, second.unusedSides = -1, s.second, unused[1]
	shares := f.shareWeapons(u, p, &first)
	for _, share := range shares.shares[:shares.count] {
		second.otherwiseUsed[share.kind] += share.count
	}
	return first, second
}

package konflikt47

import (
	"slices"

	"loophole/ground"
	"loophole/rule"
)

// mostPosts is the most posts of a shot.
const mostPosts = 8

// A post is a number of like weapons of a shot that fire from one side at one distance.
type post struct {
	arm      int
	count    uint8
	far      ground.Exact
	side     Side
	openings uint8 // that no post before it uses
	band     rangeBand
}

// posts are the weapons of a unit that fire at a target, with the openings that they fire from.
type posts struct {
	n       int
	list    [mostPosts]post
	limited bool     // somebody has no room
	judged  [4]uint8 // men for whom the openings of a side have room, as the players judge; 0 for the usual number
}

// allot gives the weapons of a shot to the openings that see the target, those
// first that do most, each where it fires as well as it can and is least in the
// way of others. A unit in the open has room for all.
func (f *Battlefield) allot(u *rule.Umpire, p *Position, s *shot) (x posts) {
	from, t := &f.places[s.from], &f.troops[s.by]
	judge := u.Checker() // no record tells how weapons are compared
	above := f.strikesTop(judge, p, s)
	var room [32]int
	f.countRoom(from, s, &room, &x)
	used := uint32(0)
	var by [mostArms]*lineOfSight
	var kinds [mostArms]int
	for _, k := range f.rankedWeapons(judge, p, s, &by, kinds[:0]) {
		a, v := &t.arms[k], by[k]
		places := 1
		if a.team && !from.spot && u.Ruling(&teamPlaces) == teamPlacesTwo {
			places = f.limits.men
		}
		for left := int(p.Units[s.by].Arms[k] - s.spent[k]); left > 0; {
			eye := f.bestOpening(judge, from, a, v, s, &room, places, above)
			if eye < 0 {
				x.limited = x.limited || f.bestOpening(judge, from, a, v, s, &room, 0, above) >= 0
				break
			}
			c := min(left, room[eye]/places)
			left, room[eye] = left-c, room[eye]-c*places
			fresh := uint8(0)
			if used>>eye&1 == 0 {
				used, fresh = used|1<<eye, 1
			}
			x.add(post{arm: k, count: uint8(c), far: v.near[eye], side: f.sideOf(from, eye), openings: fresh, band: f.rangeBand(a, v.near[eye], above)})
		}
	}
	return x
}

// countRoom counts how many men have room at each opening of a place.
func (f *Battlefield) countRoom(from *place, s *shot, room *[32]int, x *posts) {
	if from.spot {
		room[0] = 200
		return
	}
	usual := f.limits.men
	var judged [4]bool
	var sum [4]int
	for eye, o := range from.doors {
		d := &f.doors[o]
		room[eye] = usual
		if d.room > 0 {
			room[eye], judged[d.side] = int(d.room), true
		}
		if s.sides>>d.side&1 == 1 {
			room[eye] = 0
		}
		sum[d.side] += room[eye]
	}
	for side := range judged {
		if judged[side] {
			x.judged[side] = uint8(min(20, sum[side]))
		}
	}
}

// sideOf is the side of a building that an opening is on; the open is north.
func (f *Battlefield) sideOf(from *place, eye int) Side {
	if from.spot {
		return North
	}
	return f.doors[from.doors[eye]].side
}

// add puts a post on the list, with one like it if there is any: weapons alike at
// one side whose distances mean the same fire together, and the longest is told.
func (x *posts) add(y post) {
	for i := range x.list[:x.n] {
		z := &x.list[i]
		if z.arm == y.arm && z.side == y.side && (z.band == y.band || x.n == mostPosts) {
			z.count, z.openings, z.far = z.count+y.count, z.openings+y.openings, max(z.far, y.far)
			return
		}
	}
	if x.n < mostPosts {
		x.list[x.n] = y
		x.n++
	}
}

// bestOpening is the opening at which a weapon that takes some places has room, or -1: one from
// which the range is as good as it can be, and of those the farthest.
func (f *Battlefield) bestOpening(u *rule.Umpire, from *place, a *arm, v *lineOfSight, s *shot, room *[32]int, places int, above bool) int {
	best, most := -1, 0
	for eye := range from.ports {
		if room[eye] < places || !v.sees(eye) || !a.reaches(v.near[eye], s.means) {
			continue
		}
		w := 1000*f.rangeBand(a, v.near[eye], above).value(u) + v.near[eye].Inches()
		if best < 0 || w > most {
			best, most = eye, w
		}
	}
	return best
}

// A rangeBand is what a distance means for a shot.
type rangeBand struct{ pointBlank, long, plunges bool }

// rangeBand is what a distance means for a kind of weapons. From above, heavy weapons plunge.
func (f *Battlefield) rangeBand(a *arm, far ground.Exact, above bool) rangeBand {
	inches := far.Inches()
	return rangeBand{inches <= f.limits.blank, 2*inches > int(a.span), above && a.kind != smallArm && inches <= f.limits.plunge}
}

// value is how good a range is: first what it adds to the roll to hit, and then what plunging fire
// adds to the penetration.
func (b rangeBand) value(u *rule.Umpire) int {
	n := 10 * (modifier(u, b.pointBlank, modPointBlank) + modifier(u, b.long, modLong))
	if b.plunges {
		n += u.Fact(&topBonus)
	}
	return n
}

// strikesTop reports whether heavy weapons of a shot that are near enough strike the top armour of
// the target.
func (f *Battlefield) strikesTop(u *rule.Umpire, p *Position, s *shot) bool {
	from, t := &f.places[s.from], &f.troops[s.at]
	return !from.spot && from.floor > 0 && !f.isInside(p, s.at) && t.value >= f.limits.armoured && hasTopArmour(u, t.class == classWalker)
}

// rankedWeapons lists the kinds of weapons that a shot is fired with, the most effective first and
// the last of equals first, with what each sees.
func (f *Battlefield) rankedWeapons(u *rule.Umpire, p *Position, s *shot, by *[mostArms]*lineOfSight, list []int) []int {
	for k := mostArms - 1; k >= 0; k-- {
		if !f.isUsedAgainst(p, s, k, s.at) || p.Units[s.by].Arms[k] <= s.spent[k] {
			continue
		}
		if v := f.armView(p, s, s.at, k); v.any && !v.instead {
			by[k] = v
			list = append(list, k)
		}
	}
	if len(list) > 1 { // most units have one kind, and are asked often
		damage := f.expectedDamage(u, p, s, by)
		slices.SortStableFunc(list, func(a, b int) int { return damage[b] - damage[a] })
	}
	return list
}

// expectedDamage is roughly the damage to be expected of one weapon of each kind that sees the
// target, at its nearest opening. It is on a scale for comparison only.
func (f *Battlefield) expectedDamage(u *rule.Umpire, p *Position, s *shot, by *[mostArms]*lineOfSight) (damage [mostArms]int) {
	attacks, n := f.attacks(u, p, s, by), 0
	for k, v := range by {
		if v != nil {
			damage[k] = attacks[n].expectedDamage()
			n++
		}
	}
	return damage
}

// attacks are the attacks of one weapon of each kind that sees the target, in the order of the kinds,
// as the procedures work them out.
func (f *Battlefield) attacks(u *rule.Umpire, p *Position, s *shot, by *[mostArms]*lineOfSight) [8]weaponAttack {
	var list [mostArms]WeaponGroup
	for k, v := range by {
		if v != nil {
			list[k] = WeaponGroup{Weapon: f.troops[s.by].arms[k].weapon, Distance: inches(v.nearest)}
		}
	}
	if f.isInside(p, s.at) {
		at := f.at(p, s.at)
		x := ShootAt{Structure: f.structure(p, at.work), Troops: f.aimedAt(p, s), Floor: at.floor, Reacts: s.reaction(), By: f.shooter(p, s)}
		copy(x.Weapons[:], list[:])
		return prepareShootAt.Compute(u, &x).attacks
	}
	from := &f.places[s.from]
	x := ShootFrom{Shooter: f.shooter(p, s), Outside: from.spot, Floor: from.floor}
	if !from.spot {
		x.Structure = f.structure(p, from.work)
	}
	x.Targets[0] = f.outsideTarget(p, s, &blind)
	for k, g := range list {
		x.Weapons[k] = Firing{WeaponGroup: g, Shells: s.means.explosive(), DirectFire: s.means == Shells}
	}
	return prepareFire.Compute(u, &x).attacks
}

// expectedDamage is the damage to be expected of an attack, in 2592ths of a hit. It leaves tough troops and
// the degrees of damage to a vehicle out.
func (x *weaponAttack) expectedDamage() int {
	v := x.volley
	if h := &x.penetration; h.value > 0 {
		v.wound.need = uint8(min(max(int(h.value)-int(h.pen), 2), 7))
	}
	if v.wound.need == 0 { // it can only stun
		return 0
	}
	twice := 2 * int(v.shots)
	if v.dice > 0 {
		twice = int(v.shots)*int(v.dice)*(int(v.faces)+1) + 2*int(v.more)
		if v.plus {
			twice += 2 * int(v.shots)
		}
	}
	return twice * v.odds()
}

// armView returns what a kind of weapons sees of a target. Fixed ones see less, and heavy ones also walls.
func (f *Battlefield) armView(p *Position, s *shot, at, k int) *lineOfSight {
	a := &f.troops[s.by].arms[k]
	return f.viewOfWeapons(p, s, at, s.means.explosive() || a.kind == heavyWeapon, a.fixed && !f.troops[s.by].vehicle())
}

// sidesForTargets reports whether fire can be divided between two targets, and by which sides of
// the building neither shot goes: as a set, for each of them. A side that sees both fires at the
// first, unless only that side sees the second.
func (f *Battlefield) sidesForTargets(p *Position, s *shot) (not [2]uint8, ok bool) {
	var sees [2]uint8
	for slot, at := range [2]int{s.at, s.second} {
		for k := range f.troops[s.by].arms {
			if !f.isUsedAgainst(p, s, k, at) {
				continue
			}
			v := f.armView(p, s, at, k)
			for side := North; side <= West; side++ {
				if v.openings[side] != 0 && !v.instead {
					sees[slot] |= 1 << side
				}
			}
		}
	}
	both := sees[0] & sees[1]
	mine, theirs := sees[0], sees[1]&^both
	if theirs == 0 && mine != both {
		mine, theirs = mine&^both, both
	}
	if theirs == 0 && mine&(mine-1) != 0 {
		mine, theirs = mine&-mine, mine&(mine-1) // each gets some of the sides that see both
	}
	return [2]uint8{^mine, ^theirs}, mine != 0 && theirs != 0
}

// split makes two shots of one at two targets.
func (f *Battlefield) split(u *rule.Umpire, p *Position, s *shot) (a, b shot) {
	not, _ := f.sidesForTargets(p, s)
	a, b = *s, *s
	a.second, a.sides = -1, not[0]
	b.second, b.at, b.sides = -1, s.second, not[1]
	x := f.allot(u, p, &a)
	for _, y := range x.list[:x.n] {
		b.spent[y.arm] += y.count
	}
	return a, b
}

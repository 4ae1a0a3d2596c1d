package d20skirmish

import (
	"fmt"

	"loophole/rule"
)

// assaulters is the number of attackers.
func (s *Fight) assaulters() int {
	return total(s.Attackers[:], func(a *Assaulter) uint8 { return a.Men })
}

// occupants is the number of defenders.
func (s *Inside) occupants() int {
	return total(s.Defenders[:], func(d *Occupant) uint8 { return d.Men })
}

// legal refuses a melee that one side has nobody for.
func (s *Fight) legal(u *rule.Umpire) {
	u.Require(s.assaulters() > 0, "melee.rolls", "there is nobody to attack: give attackers=2")
	u.Require(s.occupants() > 0, "melee.rolls", "there is nobody to defend: give defenders=2")
	s.legalSMGs(u)
}

// legalSMGs refuses groups with more SMGs than characters.
func (s *Fight) legalSMGs(u *rule.Umpire) {
	for i := range s.Attackers {
		g := &s.Attackers[i].Group
		u.Require(g.SMG <= g.Men, "attack.smg", "a group of attackers has more SMGs than characters")
	}
	s.Inside.legalSMGs(u)
}

// legalSMGs refuses groups of defenders with more SMGs than characters.
func (s *Inside) legalSMGs(u *rule.Umpire) {
	for i := range s.Defenders {
		g := &s.Defenders[i].Group
		u.Require(g.SMG <= g.Men, "defend.smg", "a group of defenders has more SMGs than characters")
	}
}

// legalMelee refuses a melee that is not possible.
func legalMelee(u *rule.Umpire, s *Melee) { s.Fight.legal(u) }

// legalGrenade refuses any number of grenades but one, and an empty room.
func legalGrenade(u *rule.Umpire, s *Grenade) {
	u.Require(s.Grenades == 1, "assault.one-each", "one grenade goes into a room: no more, and no fewer")
	u.Require(s.occupants() > 0, "grenade.each", "nobody is in the room: give defenders=2")
	s.Inside.legalSMGs(u)
}

// legalAssault refuses rooms that cannot be assaulted, by their numbers.
func legalAssault(u *rule.Umpire, s *Assault) {
	s.legal(u, func(i int) string { return fmt.Sprintf("room %d", i+1) })
}

// legal refuses rooms that cannot be assaulted: each needs two assaulters in position, and a
// grenade unless the ruling "no-grenade" lets it go without. name names a room by its index.
func (s *Assault) legal(u *rule.Umpire, name func(i int) string) {
	n, last := 0, 0
	entries := s.entries()
	for i := range entries {
		r := &entries[i]
		if !r.assaulted() {
			continue
		}
		n, last = n+1, i
		if have, need := r.assaulters(), u.Fact(&leastAssaulters); have < need {
			u.Refuses("assault.minimum", func() string { return name(i) + rule.Counted(" needs %d {assaulter} and has %d", need, have) })
		}
		if r.Short {
			u.Refuses("assault.position", func() string { return "the assaulters of " + name(i) + " do not get into position" })
		}
		r.legalSMGs(u)
	}
	if n == 0 {
		u.Forbid("assault.position", "no room is assaulted: give rooms=2 rooms.1.defenders=2")
	}
	if int(s.Grenades) < n && u.Ruling(&noGrenade) == 0 {
		u.Refuses("assault.grenades", func() string {
			if n == 1 {
				return "a grenade goes into " + name(last) + ", and its assaulters have none"
			}
			return rule.Counted("%d rooms are assaulted with a grenade for each, and there {is|are} %d", n, int(s.Grenades))
		})
	}
}

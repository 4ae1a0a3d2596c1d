package d20skirmish

import (
	"fmt"

	"loophole/rule"
)

func (s *Fight) assaulters() int {
	n := 0
	for i := range s.Attackers {
		n += int(s.Attackers[i].Men)
	}
	return n
}

func (s *Inside) occupants() int {
	n := 0
	for i := range s.Defenders {
		n += int(s.Defenders[i].Men)
	}
	return n
}

// legal says why there can be no melee.
func (s *Fight) legal(u *rule.Umpire) {
	u.Require(s.assaulters() > 0, "melee.rolls", "there is nobody to attack: give attackers=2")
	u.Require(s.occupants() > 0, "melee.rolls", "there is nobody to defend: give defenders=2")
	s.carry(u)
}

// carry says whether the SMGs can be carried.
func (s *Fight) carry(u *rule.Umpire) {
	for i := range s.Attackers {
		g := &s.Attackers[i].Group
		u.Require(g.SMG <= g.Men, "attack.smg", "a group of attackers has more SMGs than characters")
	}
	s.Inside.carry(u)
}

func (s *Inside) carry(u *rule.Umpire) {
	for i := range s.Defenders {
		g := &s.Defenders[i].Group
		u.Require(g.SMG <= g.Men, "defend.smg", "a group of defenders has more SMGs than characters")
	}
}

func legalMelee(u *rule.Umpire, s *Melee) { s.Fight.legal(u) }

// legalGrenade says why there is no grenade to roll for.
func legalGrenade(u *rule.Umpire, s *Grenade) {
	u.Require(s.Grenades == 1, "assault.one-each", "one grenade goes into a room: no more, and no fewer")
	u.Require(s.occupants() > 0, "grenade.each", "nobody is in the room: give defenders=2")
	s.Inside.carry(u)
}

// legalAssault says why the rooms cannot be assaulted.
func legalAssault(u *rule.Umpire, s *Assault) {
	s.legal(u, func(i int) string { return fmt.Sprintf("room %d", i+1) })
}

// legal says it of rooms that have names.
func (s *Assault) legal(u *rule.Umpire, name func(i int) string) {
	n, last := 0, 0
	entries := s.entries()
	for i := range entries {
		r := &entries[i]
		if !r.there() {
			continue
		}
		n, last = n+1, i
		if have, need := r.assaulters(), u.Fact(&leastAssaulters); have < need {
			u.Refuses("assault.minimum", func() string { return name(i) + rule.Counted(" needs %d {assaulter} and has %d", need, have) })
		}
		if r.Short {
			u.Refuses("assault.position", func() string { return "the assaulters of " + name(i) + " do not get into position" })
		}
		r.carry(u)
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

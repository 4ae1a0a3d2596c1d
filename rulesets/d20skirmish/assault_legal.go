package d20skirmish

import (
	"fmt"

	"loophole/rule"
)

// assaulters returns the number of attackers.
func (s *Fight) assaulters() int {
	return total(s.Attackers[:], func(a *Assaulter) uint8 { return a.Men })
}

// occupants returns the number of defenders.
func (s *RoomDefenders) occupants() int {
	return total(s.Defenders[:], func(d *Occupant) uint8 { return d.Men })
}

// legal forbids a melee in which one side has no characters.
func (s *Fight) legal(u *rule.Umpire) {
	u.Require(s.assaulters() > 0, "melee.rolls", "there are no attackers: give attackers=2")
	u.Require(s.occupants() > 0, "melee.rolls", "there are no defenders: give defenders=2")
	s.legalSMGs(u)
}

// legalSMGs forbids groups with more SMGs than characters.
func (s *Fight) legalSMGs(u *rule.Umpire) {
	for i := range s.Attackers {
		g := &s.Attackers[i].Group
		u.Require(g.SMG <= g.Men, "attack.smg", "a group of attackers has more SMGs than characters")
	}
	s.RoomDefenders.legalSMGs(u)
}

// legalSMGs forbids groups of defenders with more SMGs than characters.
func (s *RoomDefenders) legalSMGs(u *rule.Umpire) {
	for i := range s.Defenders {
		g := &s.Defenders[i].Group
		u.Require(g.SMG <= g.Men, "defend.smg", "a group of defenders has more SMGs than characters")
	}
}

// legalMelee forbids an impossible melee.
func legalMelee(u *rule.Umpire, s *Melee) { s.Fight.legal(u) }

// legalGrenade forbids an empty room, and any number of grenades other than one (assault.one-each).
func legalGrenade(u *rule.Umpire, s *Grenade) {
	u.Require(s.Grenades == 1, "assault.one-each", "exactly one grenade goes into a room")
	u.Require(s.occupants() > 0, "grenade.each", "the room has no occupants: give defenders=2")
	s.RoomDefenders.legalSMGs(u)
}

// legalAssault forbids rooms that cannot be assaulted. Its reasons call rooms by their numbers.
func legalAssault(u *rule.Umpire, s *Assault) {
	s.legal(u, func(i int) string { return fmt.Sprintf("room %d", i+1) })
}

// legal forbids rooms that cannot be assaulted. Each room needs two assaulters (assault.minimum) in
// position (assault.position), and a grenade (assault.grenades) unless the ruling "no-grenade" allows
// none. name returns the name of the room with an index.
func (s *Assault) legal(u *rule.Umpire, name func(i int) string) {
	count, last := 0, 0
	list := s.assaultedRooms()
	for i := range list {
		room := &list[i]
		if !room.assaulted() {
			continue
		}
		count, last = count+1, i
		if have, need := room.assaulters(), u.Fact(&leastAssaulters); have < need {
			u.ForbidFunc("assault.minimum", func() string { return name(i) + rule.Counted(" needs %d {assaulter} and has %d", need, have) })
		}
		if room.Short {
			u.ForbidFunc("assault.position", func() string { return "the assaulters of " + name(i) + " cannot get into position" })
		}
		room.legalSMGs(u)
	}
	if count == 0 {
		u.Forbid("assault.position", "no room is assaulted: give rooms=2 rooms.1.defenders=2")
	}
	if int(s.Grenades) < count && u.Ruling(&noGrenade) == noGrenadeRefused {
		u.ForbidFunc("assault.grenades", func() string {
			if count == 1 {
				return "the assaulters of " + name(last) + " need a grenade and have none"
			}
			return rule.Counted("an assault on %d rooms needs a grenade for each, and the assaulters have %d", count, int(s.Grenades))
		})
	}
}

package d20skirmish

import "loophole/rule"

// enterRoom throws the grenade, if it has not been thrown, and makes the room the current one.
func (p *preparedAssault) enterRoom(u *rule.Umpire, progress *assaultProgress) {
	if !p.grenadesFirst {
		progress.waiting[progress.room] = p.throwGrenade(u, progress, progress.room)
	}
	after := progress.waiting[progress.room]
	progress.waiting[progress.room] = afterGrenade{}
	progress.attackers, progress.defenders, progress.suppressedElements = p.forces[progress.room].attackers.everybody(), after.defenders, after.suppressedElements
	progress.entered, progress.resumed, progress.defendersActive = true, false, false
}

// throwAllGrenades throws the grenades into all rooms.
func (p *preparedAssault) throwAllGrenades(u *rule.Umpire, progress *assaultProgress) {
	var suppressed elementSet
	for i := range p.roomCount {
		u.About(roomNames[p.roomIndex[i]], func() { progress.waiting[i] = p.throwGrenade(u, progress, i) })
		suppressed |= progress.waiting[i].suppressedElements
	}
	for i := range p.roomCount {
		if p.suppressEverywhere {
			progress.waiting[i].suppressedElements = suppressed
		}
	}
}

// throwGrenade throws one grenade into one room (assault.one-each) and rolls its damage.
func (p *preparedAssault) throwGrenade(u *rule.Umpire, progress *assaultProgress, room uint8) afterGrenade {
	defenders := &p.forces[room].defenders
	after := afterGrenade{defenders: defenders.everybody()}
	if !p.hasGrenade[room] {
		return after
	}
	u.Note("assault.one-each", "the assaulters throw one grenade into the room")
	if after.defenders.men() == 0 {
		return after
	}
	effect := defenders.rollDamage(u, &after.defenders)
	after.suppressedElements = effect.suppressed
	progress.pinnedElements |= effect.pinned
	for element, lost := range effect.lost {
		progress.defendersLost += lost
		progress.morale.DefendersMorale += int16(effect.moraleChange(u, Element(element)))
	}
	return after
}

// finishRoom adds a room that is decided or has used its rounds to the sums, and goes on to the next.
func (p *preparedAssault) finishRoom(progress *assaultProgress) {
	switch roomFate(progress.attackers.men(), progress.defenders.men()) {
	case Taken:
		progress.taken++
	case Held:
		progress.held++
	case Emptied:
		progress.emptied++
	}
	defenders := &p.forces[progress.room].defenders
	for i := range defenders.kinds {
		if k := &defenders.kinds[i]; k.markers > 0 || progress.suppressedElements.has(k.element) {
			progress.suppressedCount += progress.defenders[i]
		}
	}
	for element := range Element(elements) {
		if p.lastRoom[element] == progress.room && progress.pinnedElements.has(element) {
			progress.pinnedCount++
			progress.pinnedElements.remove(element)
		}
	}
	progress.meleeState = meleeState{pinnedElements: progress.pinnedElements}
	progress.room++
	progress.entered, progress.round = false, 0
}

// A preparedAssault is Assault up to the first roll: the rooms that are assaulted, in order.
type preparedAssault struct {
	forces             [mostRooms]roomForces
	hasGrenade         [mostRooms]bool // rooms that have a grenade
	roomCount          uint8
	grenadesFirst      bool             // grenades in one room matter in another
	suppressEverywhere bool             // grenades suppress elements in all rooms
	lastRoom           [elements]uint8  // the last room of each defending element
	roomIndex          [mostRooms]uint8 // index of the room in the situation
	grenadesLeft       uint8            // after one for each room
	pinnedElements     elementSet       // defending elements that are pinned at the start
}

// prepareAssault works out both sides of every room and gives out the grenades.
var prepareAssault = rule.Precomputed[Assault, preparedAssault]{Compute: func(u *rule.Umpire, s *Assault) (p preparedAssault) {
	u.Note("assault.order", "an assault goes in order: positions, grenades, grenade damage, melee")
	p.grenadesLeft = s.Grenades
	rooms := s.assaultedRooms()
	for i := range rooms {
		room := &rooms[i]
		if !room.assaulted() {
			continue
		}
		p.forces[p.roomCount], p.roomIndex[p.roomCount] = room.Fight.forces(u), uint8(i)
		if p.grenadesLeft > 0 {
			p.hasGrenade[p.roomCount] = true
			p.grenadesLeft--
		}
		for j := range room.Defenders {
			if group := &room.Defenders[j]; group.Men > 0 {
				p.lastRoom[group.Element] = p.roomCount
				if group.Pinned {
					p.pinnedElements.add(group.Element)
				}
			}
		}
		p.roomCount++
	}
	if p.roomCount > 1 {
		p.suppressEverywhere = u.Ruling(&suppressionScope) != suppressionScopeRoom
		p.grenadesFirst = p.suppressEverywhere || u.Fact(&pinnedSkill) != 0
	}
	return p
}}

// assaultProgress is the state of an assault between rounds. Rooms are independent, so it holds the
// current room and the sums over the rooms before it. Rounds are counted only if they are limited.
type assaultProgress struct {
	meleeState
	room    uint8                   `key:"rooms-done" unit:"rooms" doc:"rooms already resolved"`
	entered bool                    `key:"inside" doc:"the grenade has been thrown"`
	round   uint8                   `key:"rounds-fought" doc:"rounds already fought in this room"`
	waiting [mostRooms]afterGrenade `key:"waiting" doc:"rooms still to be fought for, if all grenades are thrown first"`

	taken           uint8        `key:"taken" unit:"rooms" doc:"rooms in which only attackers are left"`
	held            uint8        `key:"held" unit:"rooms" doc:"rooms in which only defenders are left"`
	emptied         uint8        `key:"emptied" unit:"rooms" doc:"rooms in which nobody is left"`
	attackersLost   uint8        `key:"attackers-lost" unit:"characters" doc:"casualties of the attackers"`
	defendersLost   uint8        `key:"defenders-lost" unit:"characters" doc:"casualties of the defenders"`
	pinnedCount     uint8        `key:"elements-pinned" unit:"elements" doc:"pinned elements with nobody in the remaining rooms"`
	suppressedCount uint8        `key:"suppressed" unit:"characters" doc:"suppressed defenders left in resolved rooms"`
	morale          MoraleChange `key:"morale"`
}

// An afterGrenade is the state of a room after its grenade.
type afterGrenade struct {
	defenders          counts     `key:"defenders" unit:"characters" doc:"defenders left after the grenade, by kind"`
	suppressedElements elementSet `key:"marked" doc:"defending elements that the grenade suppressed: 1, 2, 4, … added up"`
}

// roomNames name the rooms in questions.
var roomNames = [mostRooms]string{"room 1", "room 2", "room 3", "room 4", "room 5", "room 6"}

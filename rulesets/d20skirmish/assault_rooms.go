package d20skirmish

import "loophole/rule"

// playAssault plays the rooms one after the other. If grenades in one room matter in another, all
// grenades are thrown first.
func playAssault(u *rule.Umpire, s *Assault) AssaultOutcome {
	p := prepareAssault.For(u, s)
	g := assaultProgress{combatants: combatants{pinned: p.pinned}}
	limit := roundLimit(u, s.Activations)
	for g.room < p.n {
		if !rule.Checkpoint(u, "round", &g) {
			return AssaultOutcome{}
		}
		if p.grenadesFirst && g.room == 0 && !g.inside {
			p.throwAll(u, &g)
		}
		if p.n == 1 {
			p.activation(u, limit, &g)
			continue
		}
		u.About(roomNames[p.roomIndex[g.room]], func() { p.activation(u, limit, &g) })
	}
	return AssaultOutcome{
		Taken: g.taken, Held: g.held, Emptied: g.emptied, Contested: p.n - g.taken - g.held - g.emptied,
		AttackersLost: g.attLost, DefendersLost: g.defLost, Pinned: g.pinnedElements, Suppressed: g.suppressed,
		MoraleChange: g.morale, Grenades: p.left,
	}
}

// activation plays one activation in one room: the grenade in the first one, and a round of melee.
// limit is the most rounds that are played, or 0 for no limit.
func (p *preparedAssault) activation(u *rule.Umpire, limit uint8, g *assaultProgress) {
	if !g.inside {
		p.enterRoom(u, g)
	}
	if g.contested() {
		t := p.forces[g.room].playRound(u, &g.combatants)
		g.attLost += uint8(t.lost[attacking])
		g.defLost += uint8(t.lost[defending])
		m := moraleCost(u, t.lost)
		g.morale.AttackersMorale += m.AttackersMorale
		g.morale.DefendersMorale += m.DefendersMorale
	}
	if limit > 0 {
		g.round++
	}
	if !g.contested() || limit > 0 && g.round == limit {
		p.countRoom(g)
	}
}

// enterRoom throws the grenade, if it has not been thrown, and makes the room the current one.
func (p *preparedAssault) enterRoom(u *rule.Umpire, g *assaultProgress) {
	if !p.grenadesFirst {
		g.waiting[g.room] = p.throwGrenade(u, g, g.room)
	}
	h := g.waiting[g.room]
	g.waiting[g.room] = afterGrenade{}
	g.att, g.def, g.marked = p.forces[g.room].att.everybody(), h.left, h.marked
	g.inside, g.later, g.turned = true, false, false
}

// throwAll throws the grenades into all rooms.
func (p *preparedAssault) throwAll(u *rule.Umpire, g *assaultProgress) {
	marked := uint8(0)
	for i := range p.n {
		u.About(roomNames[p.roomIndex[i]], func() { g.waiting[i] = p.throwGrenade(u, g, i) })
		marked |= g.waiting[i].marked
	}
	for i := range p.n {
		if p.suppressEverywhere {
			g.waiting[i].marked = marked
		}
	}
}

// throwGrenade throws one grenade into one room and rolls its damage.
func (p *preparedAssault) throwGrenade(u *rule.Umpire, g *assaultProgress, room uint8) afterGrenade {
	f := &p.forces[room].def
	h := afterGrenade{left: f.everybody()}
	if !p.grenades[room] {
		return h
	}
	u.Note("assault.one-each", "the assaulters throw one grenade into the room")
	if h.left.men() == 0 {
		return h
	}
	x := f.rollDamage(u, &h.left)
	h.marked = x.marked
	g.pinned |= x.pinned
	for e, lost := range x.lost {
		g.defLost += lost
		g.morale.DefendersMorale += int16(x.moraleLost(u, Element(e)))
	}
	return h
}

// countRoom counts a room that is decided or has used its rounds, and goes on to the next.
func (p *preparedAssault) countRoom(g *assaultProgress) {
	switch roomFate(g.att.men(), g.def.men()) {
	case Taken:
		g.taken++
	case Held:
		g.held++
	case Emptied:
		g.emptied++
	}
	f := &p.forces[g.room].def
	for i := range f.kinds {
		if k := &f.kinds[i]; k.markers > 0 || g.marked>>k.element&1 == 1 {
			g.suppressed += g.def[i]
		}
	}
	for e := range p.lastRoom {
		if p.lastRoom[e] == g.room && g.pinned>>e&1 == 1 {
			g.pinnedElements++
			g.pinned &^= 1 << e
		}
	}
	g.combatants = combatants{pinned: g.pinned}
	g.room++
	g.inside, g.round = false, 0
}

// A preparedAssault is the dice-free part of Assault: the n rooms that are assaulted, in order.
type preparedAssault struct {
	forces             [rooms]roomForces
	grenades           [rooms]bool // rooms that have a grenade
	n                  uint8
	grenadesFirst      bool            // grenades in one room matter in another
	suppressEverywhere bool            // grenades suppress elements in all rooms
	lastRoom           [elements]uint8 // the last room of each defending element
	roomIndex          [rooms]uint8    // index of the room in the situation
	left               uint8           // grenades left
	pinned             uint8           // defending elements that are pinned at the start, a bit for each
}

// prepareAssault computes both sides of every room and gives out the grenades.
var prepareAssault = rule.Precomputed[Assault, preparedAssault]{Compute: func(u *rule.Umpire, s *Assault) (p preparedAssault) {
	u.Note("assault.order", "an assault goes in order: positions, grenades, grenade damage, melee")
	p.left = s.Grenades
	list := s.assaultedRooms()
	for i := range list {
		r := &list[i]
		if !r.assaulted() {
			continue
		}
		p.forces[p.n], p.roomIndex[p.n] = r.Fight.forces(u), uint8(i)
		if p.left > 0 {
			p.grenades[p.n] = true
			p.left--
		}
		for j := range r.Defenders {
			if d := &r.Defenders[j]; d.Men > 0 {
				p.lastRoom[d.Element] = p.n
				if d.Pinned {
					p.pinned |= 1 << d.Element
				}
			}
		}
		p.n++
	}
	if p.n > 1 {
		p.suppressEverywhere = u.Ruling(&scope) != scopeRoom
		p.grenadesFirst = p.suppressEverywhere || u.Fact(&pinnedSkill) != 0
	}
	return p
}}

// assaultProgress is the state of an assault between rounds. Rooms are independent, so it holds the
// current room and the sums over the rooms before it. Rounds are counted only if they are limited.
type assaultProgress struct {
	combatants
	room    uint8               `key:"rooms-done" unit:"rooms" doc:"rooms already resolved"`
	inside  bool                `key:"inside" doc:"the grenade has been thrown"`
	round   uint8               `key:"rounds-fought" doc:"rounds already fought in this room"`
	waiting [rooms]afterGrenade `key:"waiting" doc:"rooms still to be fought for, if all grenades are thrown first"`

	taken          uint8        `key:"taken" unit:"rooms" doc:"rooms in which only attackers are left"`
	held           uint8        `key:"held" unit:"rooms" doc:"rooms in which only defenders are left"`
	emptied        uint8        `key:"emptied" unit:"rooms" doc:"rooms in which nobody is left"`
	attLost        uint8        `key:"attackers-lost" unit:"characters" doc:"casualties of the attackers"`
	defLost        uint8        `key:"defenders-lost" unit:"characters" doc:"casualties of the defenders"`
	pinnedElements uint8        `key:"elements-pinned" unit:"elements" doc:"pinned elements with nobody in the remaining rooms"`
	suppressed     uint8        `key:"suppressed" unit:"characters" doc:"suppressed defenders left in resolved rooms"`
	morale         MoraleChange `key:"morale"`
}

// An afterGrenade is the state of a room after its grenade.
type afterGrenade struct {
	left   counts `key:"defenders" unit:"characters" doc:"defenders left after the grenade, by kind"`
	marked uint8  `key:"marked" doc:"defending elements that the grenade suppressed: 1, 2, 4, … added up"`
}

// roomNames name the rooms in questions.
var roomNames = [rooms]string{"room 1", "room 2", "room 3", "room 4", "room 5", "room 6"}

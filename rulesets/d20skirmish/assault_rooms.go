package d20skirmish

import "loophole/rule"

// A preparedAssault is an assault with everybody drawn up: the rooms that are assaulted,
// in order.
type preparedAssault struct {
	fields   [rooms]roomForces
	grenades [rooms]bool // there is one for the room
	n        uint8
	together bool            // grenades in one room matter in another
	everyone bool            // grenades suppress elements in all rooms
	last     [elements]uint8 // the last room that a defending element is in
	number   [rooms]uint8    // which of the rooms of the situation it is
	left     uint8           // grenades
	pinned   uint8           // defending elements that are pinned before, a bit for each
}

// prepareAssault draws up an assault.
var prepareAssault = rule.Precomputed[Assault, preparedAssault]{Compute: func(u *rule.Umpire, s *Assault) (p preparedAssault) {
	u.Note("assault.order", "positions, then grenades, then their damage; melee follows")
	p.left = s.Grenades
	entries := s.entries()
	for i := range entries {
		r := &entries[i]
		if !r.there() {
			continue
		}
		p.fields[p.n], p.number[p.n] = r.Fight.field(u), uint8(i)
		if p.left > 0 {
			p.grenades[p.n] = true
			p.left--
		}
		for j := range r.Defenders {
			if d := &r.Defenders[j]; d.Men > 0 {
				p.last[d.Element] = p.n
				if d.Pinned {
					p.pinned |= 1 << d.Element
				}
			}
		}
		p.n++
	}
	if p.n > 1 {
		p.everyone = u.Ruling(&scope) > 0
		p.together = p.everyone || u.Fact(&pinnedSkill) != 0
	}
	return p
}}

// progress is an assault under way. Rooms are played one after the other: what
// happens in one is nothing to the others, so the state holds one room and the
// sums over those before. Rounds are counted only where they are limited.
type progress struct {
	combatants
	room   uint8      `key:"rooms-done" unit:"rooms" doc:"rooms that are done with"`
	inside bool       `key:"inside" doc:"the grenade has been thrown"`
	round  uint8      `key:"rounds-fought" doc:"rounds that are over in this room"`
	hit    [rooms]hit `key:"waiting" doc:"rooms that wait, where all grenades come first"`

	taken      uint8        `key:"taken" unit:"rooms" doc:"rooms in which only attackers are left"`
	held       uint8        `key:"held" unit:"rooms" doc:"rooms in which only defenders are left"`
	emptied    uint8        `key:"emptied" unit:"rooms" doc:"rooms in which nobody is left"`
	attLost    uint8        `key:"attackers-lost" unit:"characters" doc:"casualties of the attackers"`
	defLost    uint8        `key:"defenders-lost" unit:"characters" doc:"casualties of the defenders"`
	settled    uint8        `key:"elements-pinned" unit:"elements" doc:"pinned elements that are in none of the rooms to come"`
	suppressed uint8        `key:"suppressed" unit:"characters" doc:"suppressed defenders who are left in rooms that are done with"`
	spirits    MoraleChange `key:"morale"`
}

// A hit is how a grenade left a room.
type hit struct {
	left   counts `key:"defenders" unit:"characters" doc:"defenders whom the grenade left, by their kinds"`
	marked uint8  `key:"marked" doc:"defending elements with a suppression marker by the grenade: 1, 2, 4, … added up"`
}

func playAssault(u *rule.Umpire, s *Assault) AssaultOutcome {
	p := prepareAssault.For(u, s)
	g := progress{combatants: combatants{pinned: p.pinned}}
	limit := rounds(u, s.Activations)
	for g.room < p.n {
		if !rule.Checkpoint(u, "round", &g) {
			return AssaultOutcome{}
		}
		if p.together && g.room == 0 && !g.inside {
			p.all(u, &g)
		}
		if p.n == 1 {
			p.activate(u, limit, &g)
			continue
		}
		u.About(roomNames[p.number[g.room]], func() { p.activate(u, limit, &g) })
	}
	return AssaultOutcome{
		Taken: g.taken, Held: g.held, Emptied: g.emptied, Contested: p.n - g.taken - g.held - g.emptied,
		AttackersLost: g.attLost, DefendersLost: g.defLost, Pinned: g.settled, Suppressed: g.suppressed,
		MoraleChange: g.spirits, Grenades: p.left,
	}
}

// roomNames tell the questions of rooms apart.
var roomNames = [rooms]string{"room 1", "room 2", "room 3", "room 4", "room 5", "room 6"}

// activate plays one activation in one room: the grenade, if it is the first,
// and a round of melee.
func (p *preparedAssault) activate(u *rule.Umpire, limit uint8, g *progress) {
	if !g.inside {
		p.enter(u, g)
	}
	if g.contested() {
		t := p.fields[g.room].clash(u, &g.combatants)
		g.attLost += uint8(t.lost[attacking])
		g.defLost += uint8(t.lost[defending])
		m := spirits(u, t.lost)
		g.spirits.AttackersMorale += m.AttackersMorale
		g.spirits.DefendersMorale += m.DefendersMorale
	}
	if limit > 0 {
		g.round++
	}
	if !g.contested() || limit > 0 && g.round == limit {
		p.settle(g)
	}
}

// enter throws the grenade and puts the room in the state.
func (p *preparedAssault) enter(u *rule.Umpire, g *progress) {
	if !p.together {
		g.hit[g.room] = p.throw(u, g, g.room)
	}
	h := g.hit[g.room]
	g.hit[g.room] = hit{}
	g.att, g.def, g.marked = p.fields[g.room].att.line(), h.left, h.marked
	g.inside, g.later, g.turned = true, false, false
}

// all throws all grenades before any melee.
func (p *preparedAssault) all(u *rule.Umpire, g *progress) {
	marked := uint8(0)
	for i := range p.n {
		u.About(roomNames[p.number[i]], func() { g.hit[i] = p.throw(u, g, i) })
		marked |= g.hit[i].marked
	}
	for i := range p.n {
		if p.everyone {
			g.hit[i].marked = marked
		}
	}
}

// throw is one grenade into one room.
func (p *preparedAssault) throw(u *rule.Umpire, g *progress, room uint8) hit {
	f := &p.fields[room].def
	h := hit{left: f.line()}
	if !p.grenades[room] {
		return h
	}
	u.Note("assault.one-each", "one grenade goes into the room")
	if h.left.men() == 0 {
		return h
	}
	x := f.blast(u, &h.left)
	h.marked = x.marked
	g.pinned |= x.pinned
	for _, lost := range x.lost {
		g.defLost += lost
		g.spirits.DefendersMorale += int16(moraleLost(u, int(lost)))
	}
	return h
}

// settle counts a room that is decided, or that no more is played in.
func (p *preparedAssault) settle(g *progress) {
	switch fate(g.att.men(), g.def.men()) {
	case Taken:
		g.taken++
	case Held:
		g.held++
	case Emptied:
		g.emptied++
	}
	f := &p.fields[g.room].def
	for i := range f.kinds {
		if k := &f.kinds[i]; k.marks > 0 || g.marked>>k.element&1 == 1 {
			g.suppressed += g.def[i]
		}
	}
	for e := range p.last {
		if p.last[e] == g.room && g.pinned>>e&1 == 1 {
			g.settled++
			g.pinned &^= 1 << e
		}
	}
	g.combatants = combatants{pinned: g.pinned}
	g.room++
	g.inside, g.round = false, 0
}

package d20skirmish

import (
	"slices"

	"loophole/rule"
)

// group is a team as a group of a fight.
func (f *Battlefield) group(p *Position, i int) Group {
	t := &p.Teams[i]
	return Group{
		Men: uint8(t.men()), Skill: f.troops[i].skill, SMG: t.SMG, Element: f.troops[i].element,
		Suppressed: t.Suppressed, Twice: t.Twice, Hesitant: f.moraleOf(p, i).Hesitant, Pinned: f.moraleOf(p, i).Pinned,
	}
}

// teamSet is the teams of one side in a fight, as the groups of a situation.
type teamSet struct {
	who [mostTogether]int
	n   int
}

// melee is the fight in a room between two sets of teams.
func (f *Battlefield) melee(p *Position, at uint8, by, against *teamSet) (s Fight) {
	for k := range by.n {
		s.Attackers[k] = Assaulter{f.group(p, by.who[k]), p.Teams[by.who[k]].Charged}
	}
	for k := range against.n {
		i := against.who[k]
		s.Defenders[k] = Occupant{f.group(p, i), p.Teams[i].Moved}
	}
	x := &f.places[at]
	s.Cover, s.Contact = x.cover, x.contact
	if by.n > 0 {
		s.AttackersHelmet = f.helmets[f.troops[by.who[0]].side]
	}
	if against.n > 0 {
		s.DefendersHelmet = f.helmets[f.troops[against.who[0]].side]
	}
	return s
}

// removeCasualties removes the casualties of a side, and counts them by element.
func (f *Battlefield) removeCasualties(u *rule.Umpire, p *Position, x *force, left *counts, of *teamSet, cite rule.Clause) (lost [elements]uint8) {
	for k := range x.kinds {
		n := x.kinds[k].men - left[k]
		if n == 0 {
			continue
		}
		lost[x.kinds[k].element] += n
		i := of.who[x.kinds[k].name/2]
		f.noteCasualties(u, p, i, n, cite)
		if x.kinds[k].smg {
			f.lose(p, i, 0, n)
		} else {
			f.lose(p, i, n, 0)
		}
	}
	return lost
}

// withTeamNames runs a part in which questions to a side name its teams, and texts name the side.
func (f *Battlefield) withTeamNames(u *rule.Umpire, role rule.Side, c *teamSet, side uint8, part func()) {
	u.WithOptionNames(role, kindNames, *callings.Of(u, &calling{f: f, side: side, crew: *c}), part)
}

// A calling is the teams of a side whose names a fight uses.
type calling struct {
	f    *Battlefield
	side uint8
	crew teamSet
}

// callings are the names that replace the words for kinds, groups, elements and roles.
var callings = rule.Once[calling, []string]{Work: func(_ *rule.Umpire, x *calling) []string {
	f, c := x.f, &x.crew
	names := make([]string, kinds+groups, len(kindNames))
	names = append(append(names, f.elements[x.side][:]...), f.roles[x.side][:]...)
	for k := range c.n {
		i := c.who[k]
		names[2*k], names[2*k+1], names[kinds+k] = f.fallers[i][0], f.fallers[i][1], f.troops[i].name
	}
	return names
}}

// round fights a round of melee in a room.
func (f *Battlefield) round(u *rule.Umpire, p *Position, at uint8, s *Round, by, against *teamSet) {
	r := &p.Rooms[at]
	att := r.Stormed - 1
	// The procedure assumes that the active side is the same as before, or that sides alternate.
	turned := s.Resumed && turnMatters(u) && (p.Side != att) != alternate(u)
	var (
		x  *roomForces
		st combatants
		t  roundResult
	)
	u.WithRoles([2]rule.Side{attackingSide, defendingSide}, [2]rule.Side{f.sides[att], f.sides[1-att]}, func() {
		f.withTeamNames(u, attackingSide, by, att, func() {
			f.withTeamNames(u, defendingSide, against, 1-att, func() { x, st, t = resolveRound(u, s, turned) })
		})
	})
	f.lowerMorale(u, p, att, f.removeCasualties(u, p, &x.att, &st.att, by, "host.casualty"), t.lost[attacking])
	f.lowerMorale(u, p, 1-att, f.removeCasualties(u, p, &x.def, &st.def, against, "host.casualty"), t.lost[defending])
	if !st.contested() {
		r.Stormed = 0
	} else if u.Ruling(&pace) == paceOnceARound {
		f.endActivations(p, at)
	}
}

// endActivations marks all teams in a room as activated. They fight once in this round and do
// nothing else.
func (f *Battlefield) endActivations(p *Position, at uint8) {
	for _, t := range p.teamsIn(at) {
		t.State = Done
	}
}

// lowerMorale lowers the morale of elements that lost characters in melee, if the
// ruling "melee-morale" says so.
func (f *Battlefield) lowerMorale(u *rule.Umpire, p *Position, side uint8, lost [elements]uint8, all int) {
	if all == 0 || u.Ruling(&meleeMorale) == meleeMoraleNo {
		return
	}
	for e, n := range lost {
		if n > 0 {
			p.Elements[side][e].drop(-u.Apply(int(n)*u.Cell(&damage, rowIneffective, damageMorale), "grenade.morale", "change of morale for the rest of the game"))
		}
	}
}

func fightPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Over() || p.Active != 0 {
		return out
	}
	for at := range f.places {
		if p.Rooms[at].Stormed > 0 && f.hasReadyTeam(p, uint8(at)) {
			out = append(out, args{int16(at)})
		}
	}
	return out
}

// hasReadyTeam reports whether the acting side has a team in a place that has not been activated.
func (f *Battlefield) hasReadyTeam(p *Position, at uint8) bool {
	c := f.occupants(p, at, p.Side)
	return slices.ContainsFunc(c.who[:c.n], func(i int) bool { return p.Teams[i].State != Done })
}

func checkFight(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	at := uint8(a[0])
	switch {
	case p.Over():
		u.Forbid("host.victory", "the game is over")
	case p.Active != 0:
		f.legalIdle(u, p)
	case p.Rooms[at].Stormed == 0:
		u.Refuses("melee.continue", func() string { return "nobody is in combat in " + f.places[at].name })
	case !f.hasReadyTeam(p, at):
		u.Refuses("host.ready", func() string {
			return "the " + string(f.sides[p.Side]) + " teams in " + f.places[at].name + " have already been activated in this round, and fight on in the next"
		})
	}
}

func doFight(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	at := uint8(a[0])
	own := f.occupants(p, at, p.Side)
	for k := range own.n {
		p.Teams[own.who[k]].State = Done
	}
	if u.Ruling(&pace) == paceOnceARound {
		f.endActivations(p, at)
	}
	if u.Ruling(&lasting) == lastingOneRound {
		f.removeSuppression(p, at)
	}
	att := p.Rooms[at].Stormed - 1
	by, against := f.occupants(p, at, att), f.occupants(p, at, 1-att)
	s := Round{Fight: f.melee(p, at, &by, &against), Resumed: true}
	if f.round(u, p, at, rule.Overheard(u, &s), &by, &against); p.Rooms[at].Stormed == 0 || u.Ruling(&chargingLasts) == chargingLastsFirstRound {
		f.endCharges(p, at)
	}
	f.finish(u, p, Done)
}

// removeSuppression removes the suppression markers of all teams in a room.
func (f *Battlefield) removeSuppression(p *Position, at uint8) {
	for _, t := range p.teamsIn(at) {
		t.Suppressed, t.Twice = false, false
	}
}

// endCharges ends the charges and moves of teams in a room: teams that fight on there neither
// charge nor move.
func (f *Battlefield) endCharges(p *Position, at uint8) {
	for _, t := range p.teamsIn(at) {
		t.Moved, t.Charged = false, false
	}
}

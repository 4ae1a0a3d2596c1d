package d20skirmish

import (
	"slices"

	"loophole/rule"
)

// group returns a team as a group in a fight.
func (f *Battlefield) group(p *Position, i int) Group {
	t := &p.Teams[i]
	return Group{
		Men: uint8(t.men()), Skill: f.teams[i].skill, SMG: t.SMG, Element: f.teams[i].element,
		Suppressed: t.Suppressed, Twice: t.Twice, Hesitant: f.moraleOf(p, i).Hesitant, Pinned: f.moraleOf(p, i).Pinned,
	}
}

// teamSet is the teams of one side in a fight, as the groups of a situation.
type teamSet struct {
	index [mostTogether]int
	count int
}

// fightSituation returns the fight in a room between two sets of teams.
func (f *Battlefield) fightSituation(p *Position, at uint8, attackers, defenders *teamSet) (fight Fight) {
	for k := range attackers.count {
		fight.Attackers[k] = Assaulter{f.group(p, attackers.index[k]), p.Teams[attackers.index[k]].Charged}
	}
	for k := range defenders.count {
		i := defenders.index[k]
		fight.Defenders[k] = Occupant{f.group(p, i), p.Teams[i].Moved}
	}
	place := &f.places[at]
	fight.Cover, fight.Contact = place.cover, place.contact
	if attackers.count > 0 {
		fight.AttackersHelmet = f.helmets[f.teams[attackers.index[0]].side]
	}
	if defenders.count > 0 {
		fight.DefendersHelmet = f.helmets[f.teams[defenders.index[0]].side]
	}
	return fight
}

// removeCasualties removes the casualties of a side, and counts them by element.
func (f *Battlefield) removeCasualties(u *rule.Umpire, p *Position, force *force, left *counts, teams *teamSet, cite rule.Clause) (lost [elements]uint8) {
	for k := range force.kinds {
		missing := force.kinds[k].men - left[k]
		if missing == 0 {
			continue
		}
		lost[force.kinds[k].element] += missing
		i := teams.index[force.kinds[k].group]
		f.noteCasualties(u, p, i, missing, cite)
		if force.kinds[k].smg {
			f.lose(p, i, 0, missing)
		} else {
			f.lose(p, i, missing, 0)
		}
	}
	return lost
}

// withTeamNames runs a part in which questions to a side name its teams, and texts name the side.
func (f *Battlefield) withTeamNames(u *rule.Umpire, role rule.Side, teams *teamSet, side uint8, part func()) {
	u.WithOptionNames(role, generalNameList, *teamNames.Of(u, &namedTeams{f: f, side: side, teams: *teams}), part)
}

// namedTeams are the teams of a side whose names a fight uses.
type namedTeams struct {
	f     *Battlefield
	side  uint8
	teams teamSet
}

// teamNames are the names that replace the words for kinds, groups, elements and roles.
var teamNames = rule.Memoized[namedTeams, []string]{Compute: func(_ *rule.Umpire, x *namedTeams) []string {
	f, teams := x.f, &x.teams
	names := sideNames{elements: f.elements[x.side], roles: f.roles[x.side]}
	for k := range teams.count {
		i := teams.index[k]
		names.kinds[k], names.groups[k] = f.casualtyOptions[i], f.teams[i].name
	}
	return names.list()
}}

// playRound fights a round of melee in a room.
func (f *Battlefield) playRound(u *rule.Umpire, p *Position, at uint8, s *Round, attackers, defenders *teamSet) {
	room := &p.Rooms[at]
	attackersSide := room.Stormed - 1
	// The procedure assumes that the active side is the same as before, or that sides alternate.
	defendersWereActive := s.Resumed && activeSideMatters(u) && (p.Side != attackersSide) != roundsAlternate(u)
	var (
		forces *roomForces
		state  meleeState
		result roundResult
	)
	u.WithRoles([2]rule.Side{attackingSide, defendingSide}, [2]rule.Side{f.sides[attackersSide], f.sides[1-attackersSide]}, func() {
		f.withTeamNames(u, attackingSide, attackers, attackersSide, func() {
			f.withTeamNames(u, defendingSide, defenders, 1-attackersSide, func() { forces, state, result = resolveRound(u, s, defendersWereActive) })
		})
	})
	f.lowerMorale(u, p, attackersSide, f.removeCasualties(u, p, &forces.attackers, &state.attackers, attackers, "host.casualty"), result.lost[attacking])
	f.lowerMorale(u, p, 1-attackersSide, f.removeCasualties(u, p, &forces.defenders, &state.defenders, defenders, "host.casualty"), result.lost[defending])
	if !state.contested() {
		room.Stormed = 0
	} else if u.Ruling(&meleeRounds) == meleeRoundsOnceARound {
		p.endActivations(at)
	}
}

// endActivations marks all teams in a room as activated. They fight once in this round and do
// nothing else.
func (p *Position) endActivations(at uint8) {
	for _, t := range p.teamsIn(at) {
		t.State = Done
	}
}

// lowerMorale lowers the morale of elements that lost characters in melee, if the ruling
// "melee-morale" says so.
func (f *Battlefield) lowerMorale(u *rule.Umpire, p *Position, side uint8, lost [elements]uint8, total int) {
	if total == 0 || u.Ruling(&meleeMorale) == meleeMoraleNo {
		return
	}
	for element, count := range lost {
		if count > 0 {
			p.Elements[side][element].drop(-u.Apply(int(count)*u.Cell(&damage, rowIneffective, damageMorale), "grenade.morale", "change of morale for the rest of the game"))
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
	teams := f.occupants(p, at, p.Side)
	return slices.ContainsFunc(teams.index[:teams.count], func(i int) bool { return p.Teams[i].State != Done })
}

func fightLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	at := uint8(a[0])
	switch {
	case p.Over():
		u.Forbid("host.victory", "the game is over")
	case p.Active != 0:
		f.legalIdle(u, p)
	case p.Rooms[at].Stormed == 0:
		u.ForbidFunc("melee.continue", func() string { return "nobody is in combat in " + f.places[at].name })
	case !f.hasReadyTeam(p, at):
		u.ForbidFunc("host.ready", func() string {
			return "the " + string(f.sides[p.Side]) + " teams in " + f.places[at].name + " have already been activated in this round, and fight on in the next"
		})
	}
}

func fightApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	at := uint8(a[0])
	own := f.occupants(p, at, p.Side)
	for k := range own.count {
		p.Teams[own.index[k]].State = Done
	}
	if u.Ruling(&meleeRounds) == meleeRoundsOnceARound {
		p.endActivations(at)
	}
	if u.Ruling(&suppressionLasts) == suppressionLastsOneRound {
		p.removeSuppression(at)
	}
	attackersSide := p.Rooms[at].Stormed - 1
	attackers, defenders := f.occupants(p, at, attackersSide), f.occupants(p, at, 1-attackersSide)
	s := Round{Fight: f.fightSituation(p, at, &attackers, &defenders), Resumed: true}
	if f.playRound(u, p, at, rule.Traced(u, &s), &attackers, &defenders); p.Rooms[at].Stormed == 0 || u.Ruling(&chargingLasts) == chargingLastsFirstRound {
		p.endCharges(at)
	}
	f.finish(u, p, Done)
}

// removeSuppression removes the suppression markers of all teams in a room.
func (p *Position) removeSuppression(at uint8) {
	for _, t := range p.teamsIn(at) {
		t.Suppressed, t.Twice = false, false
	}
}

// endCharges ends the charges and moves of teams in a room: teams that fight on there neither
// charge nor move.
func (p *Position) endCharges(at uint8) {
	for _, t := range p.teamsIn(at) {
		t.Moved, t.Charged = false, false
	}
}

package konflikt47

import "loophole/rule"

// This file lists what units are offered between two rolls: shots and reactions.

// A positionQuery is a question about a position: about one unit, or about two, and an opening. The
// answer follows from it, so it is computed once (rule.Memoized).
type positionQuery struct {
	f            *Battlefield
	i, j         int16
	openingIndex int16
	pointBlank   bool // the attackers shoot at point-blank range
	p            Position
}

// legalShots are shots that the rules allow, with their options.
type legalShots struct {
	shots []shot
	names []string
}

// addIfLegal adds a shot with the first class of weapons with which it is legal, if there is one.
func (list *legalShots) addIfLegal(f *Battlefield, checker *rule.Umpire, p *Position, name string, s shot) {
	for s.class = Bullets; s.class <= IndirectShells; s.class++ {
		if f.legalShot(checker, p, &s); checker.Allowed() {
			list.shots, list.names = append(list.shots, s), append(list.names, name)
			return
		}
	}
}

// panicShots are the shots of a panicking unit at friends.
var panicShots = rule.Memoized[positionQuery, legalShots]{Compute: func(_ *rule.Umpire, query *positionQuery) (shots legalShots) {
	f, p, i := query.f, &query.p, int(query.i)
	checker := rule.NewChecker(f.house)
	for j := range roster.OfSide(f, p, f.units[i].Side) {
		if s := f.shotAt(p, i, j, Fire); j != i && f.endangered(p, j) {
			s.mistake = true
			shots.addIfLegal(f, checker, p, f.units[j].Name, s)
		}
	}
	return shots
}}

// ambushShots are the shots of units in Ambush at a unit that has moved.
var ambushShots = rule.Memoized[positionQuery, legalShots]{Compute: func(u *rule.Umpire, query *positionQuery) (shots legalShots) {
	f, p, mover := query.f, &query.p, int(query.i)
	checker := rule.NewChecker(u.House())
	for j := range f.enemies(p, mover) {
		if p.Units[j].Die == AmbushDie {
			shots.addIfLegal(f, checker, p, f.units[j].Name, f.shotAt(p, j, mover, Ambush))
		}
	}
	return shots
}}

// returnShots are the shots of a unit at another, one with each class of weapons.
var returnShots = rule.Memoized[positionQuery, legalShots]{Compute: func(u *rule.Umpire, query *positionQuery) (list legalShots) {
	checker := rule.NewChecker(u.House())
	s := query.f.shotAt(&query.p, int(query.i), int(query.j), Ambush)
	for s.class = Bullets; s.class <= IndirectShells; s.class++ {
		if query.f.legalShot(checker, &query.p, &s); checker.Allowed() {
			list.shots = append(list.shots, s)
		}
	}
	return list
}}

// A pendingAssault is an assault before the defenders have said how they react.
type pendingAssault struct {
	Assault
	side          int               // of the building that is assaulted, or -1
	reactions     []AssaultReaction // how the defenders may react
	reactionNames []string
}

// pendingAssaults works out an assault before the defenders react.
var pendingAssaults = rule.Memoized[positionQuery, pendingAssault]{Compute: func(u *rule.Umpire, query *positionQuery) (pending pendingAssault) {
	i, j := int(query.i), int(query.j)
	pending.Assault, _, pending.side = query.f.assaultSituation(&query.p, i, j, int(query.openingIndex))
	if query.pointBlank {
		pending.Attackers.Style = PointBlank
	}
	query.f.addDefensiveFire(u, &query.p, i, j, &pending.Assault)
	pending.listReactions(u)
	return pending
}}

// listReactions lists how the defenders may react.
func (pending *pendingAssault) listReactions(u *rule.Umpire) {
	checker := u.Checker()
	for _, reaction := range [...]AssaultReaction{StandAndShoot, Stand, Escape} {
		if reaction == StandAndShoot && pending.From == FromOutside && pending.Fires[0].Weapon == 0 || reaction == Escape && !pending.OtherSide {
			continue
		}
		s := pending.Assault
		s.Reacts = reaction
		if legalAssaultReaction(checker, &s); checker.Allowed() {
			pending.reactions, pending.reactionNames = append(pending.reactions, reaction), append(pending.reactionNames, assaultReactionNames[reaction])
		}
	}
}

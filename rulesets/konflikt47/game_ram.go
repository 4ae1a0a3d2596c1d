package konflikt47

import (
	"loophole/ground"
	"loophole/rule"
)

// ramSituation is the situation of a vehicle that drives into a section.
func (f *Battlefield) ramSituation(p *Position, i int, k int8) Ram {
	w := &f.works[k]
	return Ram{
		Structure: f.structure(p, k), Material: w.material, Judged: w.Judged, Order: Run, Distance: w.runs[p.where(i)].inches,
		Body: f.body(p, i), Occupants: f.occupants(p, k, f.troops[i].Side),
	}
}

func checkRam(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k := int(a[0]), int8(a[1])
	if !f.troops[i].vehicle() {
		u.Forbid("ram.who", "only heavy tanks, super-heavy tanks and super-heavy walkers can ram a building")
		return
	}
	u.Require(!p.Units[i].Stuck, "host.results", "the vehicle is immobilised")
	f.checkStraight(u, p, i, k)
	s := f.ramSituation(p, i, k)
	legalRam(u, &s)
}

// doRam plays a vehicle that drives into a section: it has its order, the
// garrison reacts, and then it strikes the wall.
func doRam(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k := int(a[0]), int8(a[1])
	if f.order(u, p, i, Run) && f.reactToRam(u, p, i, k) {
		f.strikeWall(u, p, i, k)
	}
}

// strikeWall plays a vehicle that has reached the wall: it places the vehicle, and the section may
// collapse.
func (f *Battlefield) strikeWall(u *rule.Umpire, p *Position, i int, k int8) {
	s := f.ramSituation(p, i, k)
	s.Ordered = true
	sides := [2]rule.Side{f.player(i), f.foe(i)}
	var r RamOutcome
	u.WithRoles([2]rule.Side{attacker, defender}, sides, func() { r = playRam(u, rule.Overheard(u, &s)) })
	x, front := &p.Units[i], f.stoppingPlace(p, i, k)
	if r.Rubble {
		f.collapse(u, p, k)
	}
	if r.Out {
		f.removeUnit(u, p, i)
		return
	}
	x.Pins, x.Die, x.Stuck = r.Pins, r.Die, x.Stuck || r.Stuck
	switch {
	case r.Stop == InRubble:
		f.placeUnit(p, i, f.works[k].rubble, -1)
	case front >= 0:
		f.placeUnit(p, i, front, -1)
	}
	f.triggerAmbushes(u, p, i)
}

// reactToRam plays the reactions of the units in a section to a vehicle that drives at it, the
// ground floor first. It reports whether the vehicle still reaches the wall.
func (f *Battlefield) reactToRam(u *rule.Umpire, p *Position, i int, k int8) bool {
	for _, at := range f.works[k].floors {
		if j := f.on(p, at); j >= 0 && f.troops[j].Side != f.troops[i].Side {
			f.unitReactsToRam(u, p, i, j)
		}
		if !p.here(i) || p.Units[i].Stuck || p.Units[i].Die == DownDie {
			u.Note("ram.as-vehicle", "the vehicle does not reach the building")
			return false
		}
	}
	return true
}

// unitReactsToRam plays the reaction of one unit to a vehicle: it shoots, escapes or stays.
func (f *Battlefield) unitReactsToRam(u *rule.Umpire, p *Position, i, j int) {
	if x := &p.Units[j]; x.Die != NoDie && x.Die != AmbushDie {
		return
	}
	names, shots := f.addReturnShots(u, p, i, j, answerNames[StandAndShoot], []string{answerNames[Stand]}, []shot{{}})
	side := -1
	if r := &f.works[f.at(p, j).work].runs[p.where(i)]; r.front >= 0 {
		side = int(f.ground.WallSide(ground.WallID(f.places[r.front].wall)))
	}
	if f.escapeSpot(p, j, side) >= 0 {
		names = append(names, answerNames[Escape])
	}
	k := u.Choose(f.player(j), "host.reaction", f.troops[j].charged, names...)
	switch {
	case k == 0 || !f.testReaction(u, p, j):
	case k == len(shots):
		u.Note("host.reaction", "the defenders escape with a Run")
		f.moveEscaped(u, p, j, side, p.Units[j].Pins, f.dieAfterReaction(u, p, j, RunDie))
	default:
		p.Units[j].Die = f.dieAfterReaction(u, p, j, FireDie)
		f.resolve(u, p, p, &shots[k])
	}
}

// addReturnShots adds the shots that a unit could fire in reaction to a list of options: "shoot",
// "shoot with shells".
func (f *Battlefield) addReturnShots(u *rule.Umpire, p *Position, at, by int, name string, names []string, shots []shot) ([]string, []shot) {
	for k, s := range returnShots.Of(u, &query{f: f, i: int16(by), j: int16(at), p: *p}).shots {
		word := name
		if k > 0 {
			word += " with " + s.means.Names()[s.means]
		}
		names, shots = append(names, word), append(shots, s)
	}
	return names, shots
}

// returnShots are the shots of a unit at another, one by each means.
var returnShots = rule.Once[query, aims]{Work: func(u *rule.Umpire, q *query) (x aims) {
	judge := rule.NewChecker(u.House())
	s := q.f.shotAt(&q.p, int(q.i), int(q.j), Ambush)
	for s.means = Bullets; s.means <= Lobbed; s.means++ {
		if q.f.checkShot(judge, &q.p, &s); judge.Allowed() {
			x.shots = append(x.shots, s)
		}
	}
	return x
}}

// dieAfterReaction is the die that a unit shows after a reaction.
func (f *Battlefield) dieAfterReaction(u *rule.Umpire, p *Position, j int, d Die) Die {
	if u.Ruling(&reactionDie) == reactionDieNo {
		return p.Units[j].Die
	}
	return d
}

// testReaction rolls the reaction test of a unit and reports whether the unit passes. A unit that
// fails takes pins.
func (f *Battlefield) testReaction(u *rule.Umpire, p *Position, j int) bool {
	b := f.body(p, j)
	if u.Ruling(&reactions) == reactionsDistance || passesReaction(u.By(f.player(j)), b.morale(u), int(b.Pins)) {
		return true
	}
	u.Note("host.reaction", "the unit fails its reaction test and is pinned")
	x := &p.Units[j]
	if x.Pins += uint8(u.Fact(&failedPins)); u.Ruling(&pinnedOut) == pinnedOutYes && int(x.Pins) >= b.baseMorale(u) {
		u.Note("host.broken", "the unit has as many pins as morale and is destroyed")
		f.removeUnit(u, p, j)
	}
	return false
}

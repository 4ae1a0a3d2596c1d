package konflikt47

import (
	"loophole/ground"
	"loophole/rule"
)

// crash is the situation of a vehicle that drives into a section.
func (f *Battlefield) crash(p *Position, i int, k int8) Ram {
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
	s := f.crash(p, i, k)
	legalRam(u, &s)
}

// doRam plays a vehicle that drives into a section: it has its order, the
// garrison reacts, and then it strikes the wall.
func doRam(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, k := int(a[0]), int8(a[1])
	if f.order(u, p, i, Run) && f.braved(u, p, i, k) {
		f.strikes(u, p, i, k)
	}
}

// strikes is a vehicle that has come to the wall.
func (f *Battlefield) strikes(u *rule.Umpire, p *Position, i int, k int8) {
	s := f.crash(p, i, k)
	s.Ordered = true
	sides := [2]rule.Side{f.player(i), f.foe(i)}
	var r RamOutcome
	u.WithRoles([2]rule.Side{attacker, defender}, sides, func() { r = playRam(u, rule.Overheard(u, &s)) })
	x, front := &p.Units[i], f.halt(p, i, k)
	if r.Rubble {
		f.collapse(u, p, k)
	}
	if r.Out {
		f.lose(u, p, i)
		return
	}
	x.Pins, x.Die, x.Stuck = r.Pins, r.Die, x.Stuck || r.Stuck
	switch {
	case r.Stop == InRubble:
		f.set(p, i, f.works[k].rubble, -1)
	case front >= 0:
		f.set(p, i, front, -1)
	}
	f.ambushed(u, p, i)
}

// braved plays the reactions of those in a section to a vehicle that drives at
// it, the ground floor first. It reports whether the vehicle still comes.
func (f *Battlefield) braved(u *rule.Umpire, p *Position, i int, k int8) bool {
	for _, at := range f.works[k].floors {
		if j := f.on(p, at); j >= 0 && f.troops[j].Side != f.troops[i].Side {
			f.brave(u, p, i, j)
		}
		if !p.here(i) || p.Units[i].Stuck || p.Units[i].Die == DownDie {
			u.Note("ram.as-vehicle", "the vehicle does not reach the building")
			return false
		}
	}
	return true
}

// brave is the reaction of one unit: it shoots with what it has, or escapes, or stays.
func (f *Battlefield) brave(u *rule.Umpire, p *Position, i, j int) {
	if x := &p.Units[j]; x.Die != NoDie && x.Die != AmbushDie {
		return
	}
	names, shots := f.answersTo(u, p, i, j, answerNames[StandAndShoot], []string{answerNames[Stand]}, []shot{{}})
	side := -1
	if r := &f.works[f.at(p, j).work].runs[p.where(i)]; r.front >= 0 {
		side = int(f.ground.WallSide(ground.WallID(f.places[r.front].wall)))
	}
	if f.escapeSpot(p, j, side) >= 0 {
		names = append(names, answerNames[Escape])
	}
	k := u.Choose(f.player(j), "host.reaction", f.troops[j].charged, names...)
	switch {
	case k == 0 || !f.dares(u, p, j):
	case k == len(shots):
		u.Note("host.reaction", "the defenders escape with a Run")
		f.escaped(u, p, j, side, p.Units[j].Pins, f.spent(u, p, j, RunDie))
	default:
		p.Units[j].Die = f.spent(u, p, j, FireDie)
		f.resolve(u, p, p, &shots[k])
	}
}

// answersTo adds the shots of a unit in reaction to options: "shoot", "shoot with shells".
func (f *Battlefield) answersTo(u *rule.Umpire, p *Position, at, by int, name string, names []string, shots []shot) ([]string, []shot) {
	for k, s := range firingBack.Of(u, &query{f: f, i: int16(by), j: int16(at), p: *p}).shots {
		word := name
		if k > 0 {
			word += " with " + s.means.Names()[s.means]
		}
		names, shots = append(names, word), append(shots, s)
	}
	return names, shots
}

// firingBack is the shots by which a unit could fire at another, one by each means.
var firingBack = rule.Once[query, aims]{Work: func(u *rule.Umpire, q *query) (x aims) {
	judge := rule.NewChecker(u.House())
	s := q.f.shotAt(&q.p, int(q.i), int(q.j), Ambush)
	for s.means = Bullets; s.means <= Lobbed; s.means++ {
		if q.f.checkShot(judge, &q.p, &s); judge.Allowed() {
			x.shots = append(x.shots, s)
		}
	}
	return x
}}

// spent is the die that a unit shows after a reaction.
func (f *Battlefield) spent(u *rule.Umpire, p *Position, j int, d Die) Die {
	if u.Ruling(&reactionDie) == 1 {
		return p.Units[j].Die
	}
	return d
}

// dares is the reaction test of a unit: a failure is a pin.
func (f *Battlefield) dares(u *rule.Umpire, p *Position, j int) bool {
	b := f.body(p, j)
	if u.Ruling(&reactions) == 1 || passesReaction(u.By(f.player(j)), b.morale(u), int(b.Pins)) {
		return true
	}
	u.Note("host.reaction", "the unit fails its reaction test and is pinned")
	x := &p.Units[j]
	if x.Pins += uint8(u.Fact(&failedPins)); u.Ruling(&pinnedOut) == 0 && int(x.Pins) >= b.baseMorale(u) {
		u.Note("host.broken", "the unit has as many pins as morale and is destroyed")
		f.lose(u, p, j)
	}
	return false
}

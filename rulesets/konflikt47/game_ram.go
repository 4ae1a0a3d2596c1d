package konflikt47

import (
	"loophole/ground"
	"loophole/rule"
)

// ramSituation returns the situation of a vehicle that drives into a section.
func (f *Battlefield) ramSituation(p *Position, i int, index int8) Ram {
	section := &f.sections[index]
	return Ram{
		Structure: f.structure(p, index), Material: section.material, Judged: section.Judged, Order: Run, Distance: section.straightWays[p.placeIndex(i)].inches,
		Body: f.body(p, i), Occupants: f.occupants(p, index, f.units[i].Side),
	}
}

func ramLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, section := int(a[0]), int8(a[1])
	if !f.units[i].isVehicle() {
		u.Forbid("ram.who", "only heavy tanks, super-heavy tanks and super-heavy walkers can ram a building")
		return
	}
	u.Require(!p.Units[i].Stuck, "host.results", "the vehicle is immobilised")
	f.legalStraight(u, p, i, section)
	s := f.ramSituation(p, i, section)
	legalRam(u, &s)
}

// ramApply plays a vehicle that drives into a section: it receives its order, the garrison reacts, and
// then the vehicle strikes the wall.
func ramApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, section := int(a[0]), int8(a[1])
	if f.order(u, p, i, Run) && f.reactToRam(u, p, i, section) {
		f.strikeWall(u, p, i, section)
	}
}

// strikeWall plays a vehicle that has reached the wall: it places the vehicle, and the section may
// collapse.
func (f *Battlefield) strikeWall(u *rule.Umpire, p *Position, i int, section int8) {
	s := f.ramSituation(p, i, section)
	s.Ordered = true
	sides := [2]rule.Side{f.player(i), f.opponent(i)}
	var outcome RamOutcome
	u.WithRoles([2]rule.Side{attacker, defender}, sides, func() { outcome = playRam(u, rule.Traced(u, &s)) })
	vehicle, front := &p.Units[i], f.stoppingPlace(p, i, section)
	if outcome.Rubble {
		f.collapse(u, p, section)
	}
	if outcome.Out {
		f.removeUnit(u, p, i)
		return
	}
	vehicle.Pins, vehicle.Die, vehicle.Stuck = outcome.Pins, outcome.Die, vehicle.Stuck || outcome.Stuck
	switch {
	case outcome.Stop == InRubble:
		f.placeUnit(p, i, f.sections[section].rubble, -1)
	case front >= 0:
		f.placeUnit(p, i, front, -1)
	}
	f.triggerAmbushes(u, p, i)
}

// reactToRam plays the reactions of the units in a section to a vehicle that drives at it, the
// ground floor first. It reports whether the vehicle still reaches the wall.
func (f *Battlefield) reactToRam(u *rule.Umpire, p *Position, i int, section int8) bool {
	for _, at := range f.sections[section].floors {
		if occupant := f.unitAt(p, at); occupant >= 0 && f.units[occupant].Side != f.units[i].Side {
			f.unitReactsToRam(u, p, i, occupant)
		}
		if !p.here(i) || p.Units[i].Stuck || p.Units[i].Die == DownDie {
			u.Note("ram.as-vehicle", "the vehicle does not reach the building")
			return false
		}
	}
	return true
}

// unitReactsToRam plays the reaction of one unit to a vehicle: it shoots, escapes or stays.
func (f *Battlefield) unitReactsToRam(u *rule.Umpire, p *Position, i, occupant int) {
	if unit := &p.Units[occupant]; unit.Die != NoDie && unit.Die != AmbushDie {
		return
	}
	names, shots := f.addReturnShots(u, p, i, occupant, assaultReactionNames[StandAndShoot], []string{assaultReactionNames[Stand]}, []shot{{}})
	side := -1
	if straight := &f.sections[f.placeOf(p, occupant).section].straightWays[p.placeIndex(i)]; straight.front >= 0 {
		side = int(f.ground.WallSide(ground.WallID(f.places[straight.front].wall)))
	}
	if f.escapeSpot(p, occupant, side) >= 0 {
		names = append(names, assaultReactionNames[Escape])
	}
	choice := u.Choose(f.player(occupant), "host.reaction", f.units[occupant].assaultQuestion, names...)
	switch {
	case choice == 0 || !f.testReaction(u, p, occupant):
	case choice == len(shots):
		u.Note("host.reaction", "the defenders escape with a Run")
		f.moveEscaped(u, p, occupant, side, p.Units[occupant].Pins, f.dieAfterReaction(u, p, occupant, RunDie))
	default:
		p.Units[occupant].Die = f.dieAfterReaction(u, p, occupant, FireDie)
		f.resolveShot(u, p, p, &shots[choice])
	}
}

// addReturnShots adds the shots that a unit could fire in reaction to a list of options: "shoot",
// "shoot with shells".
func (f *Battlefield) addReturnShots(u *rule.Umpire, p *Position, at, by int, name string, names []string, shots []shot) ([]string, []shot) {
	for k, s := range returnShots.Of(u, &positionQuery{f: f, i: int16(by), j: int16(at), p: *p}).shots {
		word := name
		if k > 0 {
			word += " with " + s.class.Names()[s.class]
		}
		names, shots = append(names, word), append(shots, s)
	}
	return names, shots
}

// dieAfterReaction returns the die that a unit shows after a reaction.
func (f *Battlefield) dieAfterReaction(u *rule.Umpire, p *Position, i int, die Die) Die {
	if u.Ruling(&reactionDie) == reactionDieNo {
		return p.Units[i].Die
	}
	return die
}

// testReaction rolls the reaction test of a unit and reports whether the unit passes. A unit that
// fails takes pins.
func (f *Battlefield) testReaction(u *rule.Umpire, p *Position, i int) bool {
	body := f.body(p, i)
	if u.Ruling(&reactions) == reactionsDistance || passesReaction(u.By(f.player(i)), body.morale(u), int(body.Pins)) {
		return true
	}
	unit := &p.Units[i]
	if unit.Pins += pinsOfFailedReaction(u); isBroken(u, unit.Pins, body.brokenAt(u)) {
		f.removeUnit(u, p, i)
	}
	return false
}

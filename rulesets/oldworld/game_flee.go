package oldworld

import (
	"loophole/ground"
	"loophole/rule"
)

// moveFleeing moves units that flee outside of buildings, before the remaining moves.
func (f *Battlefield) moveFleeing(u *rule.Umpire, p *Position) {
	for i := range roster.OfSide(f, p, p.Side) {
		if !p.Units[i].Fleeing {
			continue
		}
		u.Note("host.compulsory", "a fleeing unit keeps fleeing")
		if _, in := f.buildingOf(p, i); in {
			u.Note("flee.stays", "a unit that flees inside a building does not move")
			continue
		}
		f.fleeOrFallBack(u, p, i, f.fleeFrom(p, i), "in flight", true)
	}
}

// players returns the sides and names of two units, for their rolls.
func (f *Battlefield) players(i, j int) *players {
	one, other := &f.units[i], &f.units[j]
	return &players{[2]rule.Side{f.sides[one.side], f.sides[other.side]}, [2]string{one.name, other.name}}
}

// fleeFrom returns the place of the nearest enemy, from which a unit flees.
func (f *Battlefield) fleeFrom(p *Position, i int) location {
	at, least := f.locationOf(p, i), ground.Length(noWay)
	best := at
	for j := range f.enemiesOf(p, f.units[i].side) {
		if length := f.distance(at, f.locationOf(p, j)); length < least {
			best, least = f.locationOf(p, j), length
		}
	}
	return best
}

// fleeOrFallBack plays the flight of a unit in the open from a location, for a cause in words. If
// flight is false, the unit falls back in good order.
func (f *Battlefield) fleeOrFallBack(u *rule.Umpire, p *Position, i int, from location, cause string, flight bool) {
	unit, info := &p.Units[i], &f.units[i]
	unit.Did, unit.Fleeing = Compelled, unit.Fleeing || flight
	by := u.By(f.sides[info.side])
	if flight {
		f.retreat(u, p, i, from, by.Sum(2, rule.D6, "host.pursue", recordText(u, info.name, cause, ": inches that the unit flees")))
		return
	}
	f.retreat(u, p, i, from, by.Highest(2, 1, rule.D6, "host.fall-back", recordText(u, info.name, cause, ": inches that the unit falls back")))
}

// retreatDirections are the directions that a unit tries when it gives way: straight away, then
// further and further aside, in thousandths of its way ahead and to the left.
var retreatDirections = [...][2]int64{{1000, 0}, {866, 500}, {866, -500}, {500, 866}, {500, -866}, {0, 1000}, {0, -1000}}

// retreat moves a unit some inches straight away from a location, around what it cannot cross, or
// off the table. A unit that flees turns away from the enemy. A unit that falls back in good order
// faces it.
func (f *Battlefield) retreat(u *rule.Umpire, p *Position, i int, from location, inches int) {
	end, aside := f.retreatPoint(p, i, from, ground.Length(inches)*ground.Inch)
	if aside > 0 {
		u.Note("impassable", "buildings and terrain bar the way straight back, so the unit goes round them")
	} else if aside < 0 {
		u.Note("impassable", "buildings and terrain bar every way, so the unit stays where it is")
		return
	}
	if !f.isOnTable(end) {
		u.Note("host.edge", "the unit leaves the table and is lost")
		f.removeUnit(p, i)
		return
	}
	unit := &p.Units[i]
	p.putAtPoint(i, end)
	if unit.Facing = f.bearing(f.locationOf(p, i), from); unit.Fleeing {
		unit.Facing = (unit.Facing + 2) % 4
	}
}

// retreatPoint returns the point at a distance straight away from a location, or as nearly straight as
// buildings and terrain allow. A unit at a wall starts from the wall. swerve is the index in
// retreatDirections: 0 for straight, and -1 if every way is barred.
func (f *Battlefield) retreatPoint(p *Position, i int, from location, length ground.Length) (end ground.Point, swerve int) {
	at := f.locationOf(p, i)
	begin := at.point
	if building := f.touching(at); building >= 0 {
		begin = f.nearestPoint(f.siteLocation(building), at.point)
	}
	enemy := f.nearestPoint(from, at.point)
	east, north := int64(at.point.X-enemy.X), int64(at.point.Y-enemy.Y)
	if east == 0 && north == 0 {
		north = 1
	}
	for k, direction := range retreatDirections {
		end = begin.Along(east*direction[0]-north*direction[1], north*direction[0]+east*direction[1], length)
		if f.groundMap.Passable(ground.Segment{A: begin, B: end}, ground.Destroyed{}) {
			return end, k
		}
	}
	return begin, -1
}

// testFriends plays the Panic tests of the friends of a unit that was destroyed, or broke, at a
// location.
func (f *Battlefield) testFriends(u *rule.Umpire, p *Position, fallen int, at location, cause Cause) {
	info, checker := &f.units[fallen], u.Checker()
	for i := range roster.OfSide(f, p, info.side) {
		if i == fallen {
			continue
		}
		friend := &p.Units[i]
		s := PanicTest{
			Garrison: f.unitNow(p, i), Outside: f.place(p, i) == InOpen, Cause: cause, Distance: uint8(min(f.distance(f.locationOf(p, i), at).InchesUp(), 99)),
			FriendStrength: uint8(min(info.strength, 99)), TestedBefore: friend.Tested,
		}
		// A friend too busy to test is noted only if it would otherwise test.
		if legalPanic(checker, &s); !checker.Allowed() {
			continue
		}
		if s.State = friend.state(); friend.Did == Charging {
			s.State = Charging
		}
		name := f.units[i].name
		if legalPanic(checker, &s); !checker.Allowed() {
			u.Note("host.no-panic", recordText(u, name, "", "no Panic test while engaged, charging or fleeing"))
			continue
		}
		u.Note("host.panic-strength", recordText(u, name, "", "a friendly unit is destroyed or driven from combat nearby: a Panic test"))
		friend.Tested = true
		f.applyPanicResult(u, p, i, at, rule.Traced(u, &s).play(u, onePlayer(f.sides[info.side], name), recordText(u, "", friendPanicCauses[cause], info.name)).Mood)
	}
}

// friendPanicCauses are the causes of panic by what happens to a friend, before its name.
var friendPanicCauses = [...]string{FriendGone: "panic at the loss of ", FriendBroke: "panic at the flight of "}

// applyPanicResult moves a unit after a Panic test. from is the place of what caused it.
func (f *Battlefield) applyPanicResult(u *rule.Umpire, p *Position, i int, from location, result PanicResult) {
	unit := &p.Units[i]
	switch result {
	case FallsBack, Flees:
		f.fleeOrFallBack(u, p, i, from, "panic", result == Flees)
	case FleesInside:
		unit.Fleeing = true
	case StaysInside:
		if unit.Gait == Still {
			unit.Gait = Moved
		}
	}
}

// applyShot removes the losses of a shot from a unit and applies its Panic test.
func (f *Battlefield) applyShot(u *rule.Umpire, p *Position, i int, from location, shot *ShootOutcome) {
	unit := &p.Units[i]
	target := f.unitNow(p, i)
	tests := !unit.Tested && causesPanic(u, int(shot.Lost)+int(unit.Before), target.allModels()+int(unit.Before)) || shot.Mood != Calm
	at, hurt := f.locationOf(p, i), shot.Hurt
	if shot.Lost == 0 {
		hurt = max(hurt, unit.Hurt) // A shot that misses, or a spell that fails, heals nobody.
	}
	if !f.woundCharacter(p, i, shot.CharacterWounds) || !f.removeModels(p, i, shot.Lost, hurt) {
		f.testFriends(u, p, i, at, FriendGone)
		return
	}
	if tests {
		unit.Tested = true
	}
	f.applyPanicResult(u, p, i, from, shot.Mood)
}

// applyLosses removes models from a unit and wounds from its character, and plays the Panic test
// that the losses of this phase cause. from is the place of what caused them.
func (f *Battlefield) applyLosses(u *rule.Umpire, p *Position, i int, from location, lost, hurt, character uint8) {
	unit, at, info := &p.Units[i], f.locationOf(p, i), &f.units[i]
	s := PanicTest{Garrison: f.unitNow(p, i), Outside: f.place(p, i) == InOpen, Lost: lost + unit.Before, State: unit.state(), TestedBefore: unit.Tested}
	s.Garrison.Models += unit.Before // as it was when the phase began
	if !f.woundCharacter(p, i, character) || !f.removeModels(p, i, lost, hurt) {
		f.testFriends(u, p, i, at, FriendGone)
		return
	}
	checker := u.Checker()
	if legalPanic(checker, &s); checker.Allowed() {
		u.Note("host.panic", withSubject(info.name, "more than a quarter of the models lost in this phase: a Panic test"))
		unit.Tested = true
		f.applyPanicResult(u, p, i, from, rule.Traced(u, &s).play(u, onePlayer(f.sides[info.side], info.name), panics[Losses]).Mood)
	}
}

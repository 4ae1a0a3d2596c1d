package oldworld

import (
	"loophole/ground"
	"loophole/rule"
)

// moveFleeing moves units that flee outside of buildings, before the remaining moves.
func (f *Battlefield) moveFleeing(u *rule.Umpire, p *Position) {
	for i := range f.friends(p, p.Side) {
		if !p.Units[i].Fleeing {
			continue
		}
		u.Note("host.compulsory", "a fleeing unit keeps fleeing")
		if _, in := f.indoors(p, i); in {
			u.Note("flee.stays", "a unit that flees inside a building does not move")
			continue
		}
		f.fleeOrFallBack(u, p, i, f.fleeFrom(p, i), "in flight", true)
	}
}

// hands returns the sides and names of two units, for their rolls.
func (f *Battlefield) hands(i, j int) *hands {
	one, other := &f.regiments[i], &f.regiments[j]
	return &hands{[2]rule.Side{f.sides[one.side], f.sides[other.side]}, [2]string{one.name, other.name}}
}

// fleeFrom is the place of the nearest enemy, from which a unit flees.
func (f *Battlefield) fleeFrom(p *Position, i int) footing {
	at, least := f.footing(p, i), ground.Length(noWay)
	best := at
	for j := range f.foes(p, f.regiments[i].side) {
		if l := f.far(at, f.footing(p, j)); l < least {
			best, least = f.footing(p, j), l
		}
	}
	return best
}

// fleeOrFallBack plays the flight of a unit in the open from a footing, for a cause in words. If
// flight is false, the unit falls back in good order.
func (f *Battlefield) fleeOrFallBack(u *rule.Umpire, p *Position, i int, from footing, cause string, flight bool) {
	x, t := &p.Units[i], &f.regiments[i]
	x.Did, x.Fleeing = Compelled, x.Fleeing || flight
	by := u.By(f.sides[t.side])
	if flight {
		f.retreat(u, p, i, from, by.Sum(2, rule.D6, "host.pursue", told(u, t.name, cause, ": inches that the unit flees")))
		return
	}
	f.retreat(u, p, i, from, by.Highest(2, 1, rule.D6, "host.fall-back", told(u, t.name, cause, ": inches that the unit falls back")))
}

// swerves are the directions that a unit tries when it gives way: straight away, then
// further and further aside, in thousandths of its way ahead and to the left.
var swerves = [...][2]int64{{1000, 0}, {866, 500}, {866, -500}, {500, 866}, {500, -866}, {0, 1000}, {0, -1000}}

// retreat moves a unit some inches straight away from a footing, around what it cannot cross, or
// off the table. A unit that flees turns away from the enemy. A unit that falls back in good order
// faces it.
func (f *Battlefield) retreat(u *rule.Umpire, p *Position, i int, from footing, inches int) {
	end, aside := f.away(p, i, from, ground.Length(inches)*ground.Inch)
	if aside > 0 {
		u.Note("impassable", "buildings and terrain bar the way straight back, so the unit goes round them")
	} else if aside < 0 {
		u.Note("impassable", "buildings and terrain bar every way, so the unit stays where it is")
		return
	}
	if !f.onTable(end) {
		u.Note("host.edge", "the unit leaves the table and is lost")
		f.removeUnit(p, i)
		return
	}
	x := &p.Units[i]
	p.putAtPoint(i, end)
	if x.Facing = f.facing(f.footing(p, i), from); x.Fleeing {
		x.Facing = (x.Facing + 2) % 4
	}
}

// away is the point at a distance straight away from a footing, or as nearly straight as
// buildings and terrain allow. A unit at a wall starts from the wall. swerve is the index of
// the swerve that was possible, 0 for straight and -1 for none.
func (f *Battlefield) away(p *Position, i int, from footing, l ground.Length) (end ground.Point, swerve int) {
	at := f.footing(p, i)
	begin := at.at
	if b := f.touching(at); b >= 0 {
		begin = f.nearest(f.on(b), at.at)
	}
	enemy := f.nearest(from, at.at)
	dx, dy := int64(at.at.X-enemy.X), int64(at.at.Y-enemy.Y)
	if dx == 0 && dy == 0 {
		dy = 1
	}
	for k, s := range swerves {
		end = begin.Along(dx*s[0]-dy*s[1], dy*s[0]+dx*s[1], l)
		if f.land.Passable(ground.Segment{A: begin, B: end}, ground.Destroyed{}) {
			return end, k
		}
	}
	return begin, -1
}

// testFriends plays the Panic tests of the friends of a unit that was destroyed, or broke, at a
// site.
func (f *Battlefield) testFriends(u *rule.Umpire, p *Position, fallen int, at footing, cause Cause) {
	t, judge := &f.regiments[fallen], u.Checker()
	for i := range f.friends(p, t.side) {
		if i == fallen {
			continue
		}
		x := &p.Units[i]
		s := PanicTest{
			Garrison: f.side(p, i), Outside: f.place(p, i) == InOpen, Cause: cause, Distance: uint8(min(f.far(f.footing(p, i), at).RoundUp(), 99)),
			FriendStrength: uint8(min(t.strength, 99)), TestedBefore: x.Tested,
		}
		if legalPanic(judge, &s); !judge.Allowed() {
			continue
		}
		if s.State = x.state(); x.Did == Charging {
			s.State = Charging
		}
		name := f.regiments[i].name
		if legalPanic(judge, &s); !judge.Allowed() {
			u.Note("host.no-panic", told(u, name, "", "no Panic test while engaged, charging or fleeing"))
			continue
		}
		u.Note("host.panic-strength", told(u, name, "", "a friendly unit is destroyed or driven from combat nearby: a Panic test"))
		x.Tested = true
		f.applyPanicResult(u, p, i, at, rule.Overheard(u, &s).play(u, alone(f.sides[t.side], name), told(u, "", bereaved[cause], t.name)).Mood)
	}
}

// bereaved are the causes of panic by what happens to a friend, before its name.
var bereaved = [...]string{FriendGone: "panic at the loss of ", FriendBroke: "panic at the flight of "}

// applyPanicResult moves a unit after a Panic test. from is the place of what caused it.
func (f *Battlefield) applyPanicResult(u *rule.Umpire, p *Position, i int, from footing, m PanicResult) {
	x := &p.Units[i]
	switch m {
	case FallsBack, Flees:
		f.fleeOrFallBack(u, p, i, from, "panic", m == Flees)
	case FleesInside:
		x.Fleeing = true
	case StaysInside:
		if x.Gait == Still {
			x.Gait = Moved
		}
	}
}

// applyShot removes the losses of a shot from a unit and applies its Panic test.
func (f *Battlefield) applyShot(u *rule.Umpire, p *Position, i int, from footing, r *Shot) {
	x := &p.Units[i]
	d := f.side(p, i)
	tests := !x.Tested && causesPanic(u, int(r.Lost)+int(x.Before), d.all()+int(x.Before)) || r.Mood != Calm
	at := f.footing(p, i)
	if !f.woundCharacter(p, i, r.CharacterWounds) || !f.removeModels(p, i, r.Lost, r.Hurt) {
		f.testFriends(u, p, i, at, FriendGone)
		return
	}
	if tests {
		x.Tested = true
	}
	f.applyPanicResult(u, p, i, from, r.Mood)
}

// applyLosses removes models from a unit and wounds from its character, and plays the Panic test
// that the losses of this phase cause. from is the place of what caused them.
func (f *Battlefield) applyLosses(u *rule.Umpire, p *Position, i int, from footing, lost, hurt, character uint8) {
	x, at, t := &p.Units[i], f.footing(p, i), &f.regiments[i]
	s := PanicTest{Garrison: f.side(p, i), Outside: f.place(p, i) == InOpen, Lost: lost + x.Before, State: x.state(), TestedBefore: x.Tested}
	s.Garrison.Models += x.Before // as it was when the phase began
	if !f.woundCharacter(p, i, character) || !f.removeModels(p, i, lost, hurt) {
		f.testFriends(u, p, i, at, FriendGone)
		return
	}
	judge := u.Checker()
	if legalPanic(judge, &s); judge.Allowed() {
		u.Note("host.panic", titled(t.name, "more than a quarter of the models lost in this phase: a Panic test"))
		x.Tested = true
		f.applyPanicResult(u, p, i, from, rule.Overheard(u, &s).play(u, alone(f.sides[t.side], t.name), panics[Losses]).Mood)
	}
}

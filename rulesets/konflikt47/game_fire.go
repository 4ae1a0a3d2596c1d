package konflikt47

import (
	"cmp"
	"iter"
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// shootOutward plays a shot at a unit in the open.
func (f *Battlefield) shootOutward(u *rule.Umpire, before, p *Position, s *shot) {
	situation, shares := f.outwardFire(u, before, s)
	shown := rule.Traced(u, &situation)
	if !situation.Outside {
		shares.noteRoom(u)
	}
	outcome := playShootFrom(u, shown)
	f.applyResult(u, p, s.at, outcome.Targets[0].UnitResult, outcome.Targets[0].Stuck)
	if outcome.Empty > 0 && p.here(s.by) {
		f.removeFlamethrower(u, p, s.by)
	}
}

// noteRoom notes where models had no room to fire.
func (s *weaponShares) noteRoom(u *rule.Umpire) {
	for _, share := range s.shares[:s.count] {
		if s.judged[share.side] > 0 {
			u.Note("from.judged-room", "the players judge how many models have room to fire")
		}
	}
	if s.limited {
		u.Note("from.two-men", "only as many models fire as the windows and doors have room for")
	}
}

// applyResult applies the result of fire to a unit: losses, pins, its order die. stuck is true if a
// vehicle is immobilised.
func (f *Battlefield) applyResult(u *rule.Umpire, p *Position, i int, result UnitResult, stuck bool) {
	unit := &p.Units[i]
	if result.Fate == Destroyed || !f.units[i].isVehicle() && result.Lost >= unit.Men {
		f.removeUnit(u, p, i)
		return
	}
	if !f.units[i].isVehicle() {
		f.removeMen(p, i, result.Lost, result.Picked)
	}
	unit.Pins, unit.Die, unit.Stuck = result.Pins, result.Die, unit.Stuck || stuck
}

// removeMen takes men away: first one with a weapon that the shooter picked, and then those without
// weapons and those of the first kinds.
func (f *Battlefield) removeMen(p *Position, i int, lost uint8, picked bool) {
	unit, men := &p.Units[i], p.Units[i].Men
	p.Lost[f.units[i].Side] += lost
	unit.Men -= lost
	for k := mostArms - 1; k > 0 && picked && lost > 0; k-- {
		if unit.Arms[k] > 0 {
			unit.Arms[k]--
			men, lost, picked = men-1, lost-1, false
		}
	}
	loseArmedMen(&unit.Arms, men, lost)
}

// removeFlamethrower removes a flamethrower that is out of fuel, and a team with it.
func (f *Battlefield) removeFlamethrower(u *rule.Umpire, p *Position, i int) {
	if f.units[i].team {
		u.Note("host.fuel", "the team has no fuel left and is removed")
		f.removeUnit(u, p, i)
		return
	}
	for k, a := range f.units[i].arms {
		if a.kind == flamethrower {
			p.Units[i].Arms[k] = 0
		}
	}
}

// fireIndirect plays an indirect shell at a building, and records the ranging for the next.
func (f *Battlefield) fireIndirect(u *rule.Umpire, before, p *Position, s *shot, weapon *arm) {
	shell := f.indirectShell(before, s, weapon)
	outcome, firer := playShell(u, rule.Traced(u, &shell)), &p.Units[s.by]
	if firer.Aim != uint8(s.at+1) {
		firer.Aim, firer.Shots, firer.Ranged = uint8(s.at+1), 0, false
	}
	firer.Shots, firer.Ranged = min(9, firer.Shots+1), firer.Ranged || outcome.Hit
	f.applyShell(u, before, p, s, outcome)
}

// applyShell applies the result of a shell to the building of its target.
func (f *Battlefield) applyShell(u *rule.Umpire, before, p *Position, s *shot, outcome ShellOutcome) {
	section := f.placeOf(before, s.at).section
	for floor, i := range f.occupiedFloors(before, section) {
		f.applyResult(u, p, i, outcome.Floors[floor], false)
	}
	if outcome.Rubble {
		f.collapse(u, p, section)
	}
}

// occupiedFloors runs through the floors of a section that hold a unit, from the ground floor up.
func (f *Battlefield) occupiedFloors(p *Position, sectionIndex int8) iter.Seq2[int, int] {
	return func(yield func(floor, i int) bool) {
		for floor, at := range f.sections[sectionIndex].floors {
			if i := f.unitAt(p, at); i >= 0 && !yield(floor, i) {
				return
			}
		}
	}
}

// collapse leaves rubble where a section stood. All units that are still inside are lost, of either
// side.
func (f *Battlefield) collapse(u *rule.Umpire, p *Position, sectionIndex int8) {
	for i := range f.units {
		if p.here(i) && !f.placeOf(p, i).spot && f.placeOf(p, i).section == sectionIndex {
			f.removeUnit(u, p, i)
		}
	}
	p.Sections[sectionIndex] = Fallen
}

// fireFlames plays a flamethrower at a building, which its occupants may have to leave.
func (f *Battlefield) fireFlames(u *rule.Umpire, before, p *Position, s *shot, weapon *arm) {
	section := f.placeOf(before, s.at).section
	flame := f.flameAttack(before, s, weapon)
	flame.Room = uint8(min(mostStoreys+1, len(f.refugeSpots(u, p, section))))
	outcome := playFlame(u, rule.Traced(u, &flame))
	if outcome.Burning {
		p.Sections[section] = Burns
	}
	for floor, i := range f.occupiedFloors(before, section) {
		result := outcome.Floors[floor]
		if f.applyResult(u, p, i, result, false); result.Fate == Abandons && p.here(i) {
			f.abandon(u, p, i, section)
		}
	}
	if outcome.Empty && p.here(s.by) {
		f.removeFlamethrower(u, p, s.by)
	}
}

// refugeSpots lists the free spots near a section for those who leave it, the nearest first.
func (f *Battlefield) refugeSpots(u *rule.Umpire, p *Position, sectionIndex int8) (list []int) {
	var ways [mostPlaces]ground.Way
	limit := u.Fact(&abandonInches)
	for _, to := range f.spots {
		if ways[to], _ = f.shortestWay(f.sections[sectionIndex].floors[0], to, -1); ways[to].AtMost(limit) && f.isVacant(p, to) {
			list = append(list, to)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(ways[a].Length, ways[b].Length) })
	return list
}

// abandon places a unit outside: its side picks one of the spots that are free.
func (f *Battlefield) abandon(u *rule.Umpire, p *Position, i int, sectionIndex int8) {
	list := f.refugeSpots(u, p, sectionIndex)
	if len(list) == 0 {
		f.removeUnit(u, p, i)
		return
	}
	names := make([]string, len(list))
	for k, at := range list {
		names[k] = f.places[at].name
	}
	f.placeUnit(p, i, list[u.Choose(f.player(i), "host.abandon", f.units[i].refugeQuestion, names...)], -1)
}

// friendsToFireAt lists the shots of a unit that fires in panic: at friends in sight with an enemy
// near.
func (f *Battlefield) friendsToFireAt(u *rule.Umpire, p *Position, i int) *legalShots {
	return panicShots.Of(u, &positionQuery{f: f, i: int16(i), p: *p})
}

// endangered reports whether an enemy is near a unit.
func (f *Battlefield) endangered(p *Position, i int) bool {
	for j := range f.enemies(p, i) {
		if f.distances[p.placeIndex(i)][p.placeIndex(j)].AtMost(dangerInches) {
			return true
		}
	}
	return false
}

// fireAtFriend plays a panic in which the unit fires at a friend, whom the opponent picks.
func (f *Battlefield) fireAtFriend(u *rule.Umpire, p *Position, i int) {
	list := f.friendsToFireAt(u, p, i)
	if len(list.shots) == 0 {
		p.Units[i].Die = DownDie
		return
	}
	k := u.Choose(f.opponent(i), "host.fubar", "at which friend the panicking unit fires", list.names...)
	u.Note("host.fubar", "the panicking unit fires at a friend")
	s := list.shots[k]
	f.shoot(u, p, &s)
}

// hasAmbush reports whether any unit of a side is in Ambush.
func (f *Battlefield) hasAmbush(p *Position, side uint8) bool {
	return game.Any(len(f.units), func(j int) bool { return f.units[j].Side == side && p.Units[j].Die == AmbushDie })
}

// triggerAmbushes lets units in Ambush fire at a unit that has moved.
func (f *Battlefield) triggerAmbushes(u *rule.Umpire, p *Position, mover int) {
	for p.here(mover) && f.hasAmbush(p, 1-f.units[mover].Side) {
		list := ambushShots.Of(u, &positionQuery{f: f, i: int16(mover), p: *p})
		k := game.React(u, f.opponent(mover), "host.ambush", "a unit in Ambush may fire at what has moved", "hold fire", list.names...)
		if k < 0 {
			return
		}
		u.Note("host.ambush", "the unit in Ambush fires")
		s := list.shots[k]
		p.Units[s.by].Die = FireDie
		f.shoot(u, p, &s)
	}
}

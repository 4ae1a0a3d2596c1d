package oldworld

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// assaultSituation returns the situation of a round of combat for a building, with one or two assaulting
// units.
func (f *Battlefield) assaultSituation(p *Position, assaulting []int, garrison int) Assault {
	first := &p.Units[assaulting[0]]
	s := Assault{
		Melee:   Melee{Attackers: f.unitNow(p, assaulting[0]), Garrison: f.unitNow(p, garrison), Tower: f.isTower[p.siteOf(garrison)]},
		Crowded: f.cannotLeave(p, garrison, len(assaulting)), Front: f.units[garrison].front, Charge: first.Charge, Part: first.Scant, Later: first.Later && first.Charge == 0, ShotWounds: first.Wounds,
	}
	if len(assaulting) > 1 {
		second := &p.Units[assaulting[1]]
		s.Second = SecondAttackers{Troops: f.unitNow(p, assaulting[1]), Charge: second.Charge, Part: second.Scant, Later: second.Later && second.Charge == 0}
		s.ShotWounds += second.Wounds
	}
	return s
}

// cannotLeave reports whether a garrison cannot leave after it has beaten some attackers: another
// unit still fights it, or there is no room at the walls.
func (f *Battlefield) cannotLeave(p *Position, garrison, beaten int) bool {
	building := p.siteOf(garrison)
	if len(f.assaulters(p, building)) > beaten {
		return true
	}
	return !slices.ContainsFunc(f.wallSites[building], func(site int) bool { return !f.isCrowded(p, garrison, site, true) })
}

// mostAssaulting is the most units that assault a building at once.
const mostAssaulting = 2

// assaulters lists the units that assault a building.
func (f *Battlefield) assaulters(p *Position, building int) (list []int) {
	garrison := f.unitAt(p, building)
	for i := range f.units {
		if garrison >= 0 && int(p.Units[i].Foe) == garrison+1 {
			list = append(list, i)
		}
	}
	return list
}

// assaultersThisTurn lists the units that fight for a building in this turn. A unit that ran
// into the building in pursuit fights in the next.
func (f *Battlefield) assaultersThisTurn(p *Position, building int) []int {
	return slices.DeleteFunc(f.assaulters(p, building), func(i int) bool { return p.Units[i].Rush > 0 })
}

// combatFor reports whether there is a combat for a building, and whether it is still to be fought
// this turn.
func (f *Battlefield) combatFor(p *Position, building int) (exists, unfought bool) {
	garrison := f.unitAt(p, building)
	if garrison < 0 || p.Units[garrison].Foe == 0 {
		return false, false
	}
	return true, !p.Units[garrison].Fought && len(f.assaultersThisTurn(p, building)) > 0
}

func fightPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	return game.Single(out, f.buildings, func(building int) bool {
		_, unfought := f.combatFor(p, building)
		return unfought
	})
}

func fightLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	exists, unfought := f.combatFor(p, int(a[0]))
	switch {
	case p.Over():
		u.Forbid("host.victory", "the game is over")
	case p.Step != InCombat:
		u.Forbid("host.phases", "this action belongs to another part of the turn")
	case !exists:
		u.Forbid("assault.building", "no combat is being fought for this building")
	case !unfought:
		u.Forbid("host.fights", "this combat has already been fought this turn")
	default:
		s := f.assaultSituation(p, f.assaultersThisTurn(p, int(a[0])), f.unitAt(p, int(a[0])))
		legalAssault(u, &s)
	}
}

func fightApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	building := int(a[0])
	garrison, assaulting := f.unitAt(p, building), f.assaultersThisTurn(p, building)
	s := f.assaultSituation(p, assaulting, garrison)
	if s.Gap = f.gapAfterGivingGround(u, p, assaulting[0], garrison); len(assaulting) > 1 {
		s.Second.Gap = f.gapAfterGivingGround(u, p, assaulting[1], garrison)
	}
	names := unitNames
	p.Units[garrison].Fought, p.Units[garrison].Later = true, true
	for k, i := range assaulting {
		p.Units[i].Fought, p.Units[i].Later, names[k] = true, true, f.units[i].name
	}
	players := f.players(assaulting[0], garrison)
	result, away := rule.Traced(u, &s).play(u, players, names)
	f.applyAssault(u, p, building, garrison, assaulting, &result, int(away))
}

// applyAssault applies the result of a round of combat for a building: losses first, then who takes
// the building and where the losers go, and last the Panic tests of friends. away is the inches that
// beaten attackers move, or 0 if they still have to be rolled.
func (f *Battlefield) applyAssault(u *rule.Umpire, p *Position, building, garrison int, assaulting []int, result *AssaultOutcome, away int) {
	var locations [mostAssaulting]location
	var gone [mostAssaulting]bool
	after, pursued := [...]UnitResult{result.Attackers, result.Second}, max(0, int(result.Pursued)-1)
	f.spendStubbornness(p, garrison, result.Winner == AttackersWin)
	for k, i := range assaulting {
		locations[k] = f.locationOf(p, i)
		f.spendStubbornness(p, i, result.Winner == GarrisonWins)
		gone[k] = !f.removeModels(p, i, after[k].Lost, after[k].Hurt)
	}
	lost := !f.removeModels(p, garrison, result.Garrison.Lost, result.Garrison.Hurt)
	if result.Holder == HeldByAttackers {
		taker := assaulting[max(0, int(result.Taker)-1)]
		f.disengage(p, taker)
		u.Note("enter.off-table", "the winners leave the table and occupy the building")
		p.putAtSite(taker, building)
	}
	for k, i := range assaulting {
		if fate := after[k].Fate; !gone[k] && (fate == GaveGround || fate == FellBack || fate == Broke) {
			inches := 0
			if k == pursued {
				inches = away
			}
			f.moveLoser(u, p, i, garrison, f.siteLocation(building), fate, inches)
		}
	}
	if result.GarrisonOutside && p.here(garrison) {
		f.placeGarrisonOutside(u, p, garrison, building, assaulting[pursued], result)
	}
	if lost {
		f.testFriends(u, p, garrison, f.siteLocation(building), FriendGone)
	}
	for k, i := range assaulting {
		switch {
		case gone[k]:
			f.testFriends(u, p, i, locations[k], FriendGone)
		case after[k].Fate == FellBack || after[k].Fate == Broke:
			f.testFriends(u, p, i, locations[k], FriendBroke)
		}
	}
}

// spendStubbornness marks the stubbornness of a unit that has lost as used up.
func (f *Battlefield) spendStubbornness(p *Position, i int, lost bool) {
	if stubborn := units.Rows[f.units[i].atStart.Unit-1].Cells[unitStubborn] == 1; lost && stubborn {
		p.Units[i].Spent = true
	}
}

// moveLoser moves a unit that has lost away from its enemy: as far as the roll in the pursuit said,
// or by a roll now if away is 0.
func (f *Battlefield) moveLoser(u *rule.Umpire, p *Position, i, enemy int, from location, fate Fate, away int) {
	f.disengage(p, i)
	unit := &p.Units[i]
	switch {
	case fate == GaveGround:
		if end, ok := f.giveGroundPoint(u, p, i, enemy, from); ok {
			p.putAtPoint(i, end)
		}
	case away > 0:
		unit.Did, unit.Fleeing = Compelled, fate == Broke
		f.retreat(u, p, i, from, away)
	case fate == FellBack:
		f.fleeOrFallBack(u, p, i, from, "beaten", false)
	default:
		f.fleeOrFallBack(u, p, i, from, "broken", true)
	}
}

// giveGroundPoint returns the point at which a unit that gives ground to an enemy at a location stops:
// straight back, where terrain, the edge of the table or another enemy ends its way. It reports
// whether the unit can move at all.
func (f *Battlefield) giveGroundPoint(u *rule.Umpire, p *Position, i, enemy int, from location) (ground.Point, bool) {
	const step = ground.Inch / 10
	for length := ground.Length(u.Fact(&giveGroundInches)) * ground.Inch; length > 0; length -= step {
		end, aside := f.retreatPoint(p, i, from, length)
		if aside == 0 && f.isOnTable(end) && !f.wouldMeet(p, i, enemy, end) {
			return end, true
		}
	}
	return ground.Point{}, false
}

// wouldMeet reports whether a unit, at a point, would be within an inch of an enemy other than except.
func (f *Battlefield) wouldMeet(p *Position, i, except int, end ground.Point) bool {
	for k := range f.enemiesOf(p, f.units[i].side) {
		if k != except && f.distance(f.locationOf(p, k), location{noSite, end}).InchesUp() <= f.enemyApartInches {
			return true
		}
	}
	return false
}

// putDown puts down a unit that leaves a building, at a place at the walls and facing outward.
func (f *Battlefield) putDown(p *Position, i, building, site int) {
	p.putAtSite(i, site)
	at := f.sites[site].at
	p.Units[i].Facing, p.Units[i].Left = ground.Bearing(f.nearestPoint(f.siteLocation(building), at), at), true
}

// placeGarrisonOutside puts a garrison that went after an enemy down at the walls. Without room it
// stays inside.
func (f *Battlefield) placeGarrisonOutside(u *rule.Umpire, p *Position, garrison, building, after int, result *AssaultOutcome) {
	if result.EngagedOutside && p.here(after) {
		back := f.nearestPoint(f.siteLocation(building), f.locationOf(p, after).point)
		if fell := p.Units[after].Did == Compelled; fell && f.catchEnemy(p, garrison, after, back) || !fell && f.followUpToWall(p, garrison, building, after) {
			return
		}
	}
	var at []int
	var names []string
	for _, site := range f.wallSites[building] {
		if !f.isCrowded(p, garrison, site, false) {
			at, names = append(at, site), append(names, f.sites[site].name)
		}
	}
	if len(at) == 0 {
		u.Note("host.room", "there is no room at the walls, so the garrison stays inside")
		return
	}
	site := at[u.Choose(f.sides[f.units[garrison].side], "leave.place", f.units[garrison].name+": the place at the walls", names...)]
	f.putDown(p, garrison, building, site)
}

package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// moveInches returns the inches that a unit moves by its table row: its Movement, or a multiple if it
// marches.
func (f *Battlefield) moveInches(u *rule.Umpire, p *Position, i int, march bool) int {
	unit := f.unitNow(p, i)
	return unit.moveRange(u, march, f.units[i].column, 0).reach
}

// moveLengths returns the most that a unit moves, walking and marching.
func (f *Battlefield) moveLengths(i int) (walk, march ground.Length) {
	walk = ground.Length(f.units[i].movement) * ground.Inch
	if f.units[i].column {
		return walk, walk * ground.Length(f.columnMultiple)
	}
	return walk, walk * ground.Length(f.marchMultiple)
}

// requireReach forbids a way that is barred or longer than the inches that a unit moves.
func requireReach(u *rule.Umpire, way ground.Length, reach int) {
	if way >= noWay {
		u.Forbid("impassable", "buildings and terrain bar the way")
		return
	}
	whole, tenth := way.Tenths()
	u.Requiref(way <= ground.Length(reach)*ground.Inch, "host.move", "the way is %d.%d″, and the unit moves %d″", whole, tenth, reach)
}

// legalMover forbids a move by a unit that has no remaining move.
func (f *Battlefield) legalMover(u *rule.Umpire, p *Position, i int) {
	unit := &p.Units[i]
	u.Require(!unit.Left, "leave.ends", "the unit left a building this turn and cannot move again")
	u.Require(unit.Gait == Still || unit.Left, "host.move", "the unit has already moved this turn")
	legalRemaining(u, unit.state())
}

// mightMove reports whether a unit might move. It prunes lists and gives no reasons.
func (f *Battlefield) mightMove(p *Position, i int) bool {
	unit := &p.Units[i]
	return f.mightAct(p, i, InRemaining) && unit.Gait == Still && unit.Foe == 0 && !unit.Fleeing && (unit.Did == Ready || unit.Did == HasRallied)
}

// wayTo returns the length of a unit's way to a site.
func (f *Battlefield) wayTo(p *Position, i, site int) ground.Length {
	return f.walkTo(f.locationOf(p, i), site)
}

func movePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.units {
		if !f.mightMove(p, i) || p.siteOf(i) < f.buildings {
			continue
		}
		walk, march := f.moveLengths(i)
		at := f.locationOf(p, i)
		inTables := f.inTables(at)
		for site := f.buildings; site < len(f.sites); site++ {
			// Off the sites a way is expensive to find, so the check finds it.
			var length ground.Length
			if inTables {
				length = f.walkDistances[at.site][site]
			} else {
				length = f.distance(at, f.siteLocation(site))
			}
			if length > march || f.unitAt(p, site) >= 0 {
				continue
			}
			if length <= walk {
				out = append(out, args{int16(i), int16(site - f.buildings)})
			}
			out = append(out, args{int16(i), int16(site - f.buildings), 1})
		}
	}
	return out
}

// moveArgs are the unit, the site and the pace of a move.
func (f *Battlefield) moveArgs(a args) (i, site int, march bool) {
	return int(a[0]), int(a[1]) + f.buildings, a[2] == 1
}

func moveLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, site, march := f.moveArgs(a)
	if !f.mayAct(u, p, i, InRemaining, "host.phases") {
		return
	}
	f.legalMover(u, p, i)
	if _, in := f.buildingOf(p, i); in {
		u.Forbid("leave.place", "the unit is in a building and must leave it first")
		return
	}
	u.Require(f.unitAt(p, site) < 0, "host.room", "another unit is on this spot")
	legalEnemyDistance(u, f.nearestEnemyInches(p, p.Side, f.siteLocation(site), true))
	if march {
		unit := f.unitNow(p, i)
		legalMarcher(u, &unit)
	}
	requireReach(u, f.wayTo(p, i, site), f.moveInches(u, p, i, march))
}

// marchSituation returns the situation of a unit that marches to a site in the open.
func (f *Battlefield) marchSituation(p *Position, i, site int) March {
	return March{
		Troops: f.unitNow(p, i), Distance: uint8(min(f.wayTo(p, i, site).InchesUp(), 99)), Column: f.units[i].column, Enemy: f.nearestThreat(p, i),
		EnemyAt: uint8(f.nearestEnemyInches(p, f.units[i].side, f.siteLocation(site), true)), State: p.Units[i].state(),
	}
}

// nearestThreat returns the inches from a unit to the nearest enemy that does not flee, for marching; 0
// for none.
func (f *Battlefield) nearestThreat(p *Position, i int) uint8 {
	if inches := f.nearestEnemyInches(p, f.units[i].side, f.locationOf(p, i), false); inches < 99 {
		return uint8(max(inches, 1))
	}
	return 0
}

// moveApply moves a unit. A unit that marches near the enemy and fails the test goes as far as it
// would without marching.
func moveApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, site, march := f.moveArgs(a)
	unit := &p.Units[i]
	marching := MarchOutcome{Arrives: true}
	if march {
		way := f.marchSituation(p, i, site)
		marching = about(u, f.units[i].name, func() MarchOutcome { return playMarch(u, rule.Traced(u, &way)) })
		unit.Gait = Marched
	} else {
		u.Apply(f.moveInches(u, p, i, false), "host.move", "inches that the unit can move")
		unit.Gait = Moved
	}
	if marching.Arrives {
		unit.Facing = f.bearing(f.locationOf(p, i), f.siteLocation(site))
		p.putAtSite(i, site)
	} else {
		f.moveTowards(p, i, f.sites[site].at, int(marching.Inches))
	}
}

func turnPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	return game.Pairs(out, len(f.units), func(i int) bool { return f.mightMove(p, i) && p.siteOf(i) >= f.buildings },
		4, func(i, side int) bool { return side != int(p.Units[i].Facing) })
}

func turnLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	if !f.mayAct(u, p, i, InRemaining, "host.phases") {
		return
	}
	f.legalMover(u, p, i)
	if _, in := f.buildingOf(p, i); in {
		u.Forbid("see.round", "models in a building see in every direction, so the unit need not turn")
	}
	u.Require(int16(p.Units[i].Facing) != a[1], "host.move", "the unit already faces this side")
}

func turnApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	unit := &p.Units[a[0]]
	u.Note("host.move", "the unit turns on the spot, which counts as moving")
	unit.Facing, unit.Gait = ground.Side(a[1]), Moved
}

// entrySituation returns the situation of a unit that enters a building by a way of some length.
func (f *Battlefield) entrySituation(u *rule.Umpire, p *Position, i, building int, way ground.Length, march bool) Enter {
	unit := &p.Units[i]
	s := Enter{
		Troops: f.unitNow(p, i), Widest: f.buildingSize(building).widest, Longest: f.buildingSize(building).longest, Distance: uint8(min(way.InchesUp(), 40)), March: march, Column: f.units[i].column,
		EnemyAt: uint8(f.nearestEnemyInches(p, f.units[i].side, f.siteLocation(building), true)), Phase: phases[p.Step], EnemyTurn: f.units[i].side != p.Side,
		State: unit.state(), Left: unit.Left, Enemy: f.nearestThreat(p, i),
	}
	if j := f.unitAt(p, building); j >= 0 {
		occupant := f.unitNow(p, j)
		s.Inside, s.InsideStrength = FriendsInside, uint8(min(99, occupant.strength(u.Checker(), int(occupant.Models))))
		if f.units[j].side != f.units[i].side {
			s.Inside, s.InsideStrength = EnemyInside, 0
		}
	}
	return s
}

// buildingSize returns the size of a building.
func (f *Battlefield) buildingSize(building int) buildingSize {
	return buildingSize{widest: f.widest[building], longest: max(f.spans[building][0], f.spans[building][1])}
}

func enterPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.units {
		if !f.mightMove(p, i) || p.siteOf(i) < f.buildings {
			continue
		}
		walk, march := f.moveLengths(i)
		for building := range f.buildings {
			if host := f.unitAt(p, building); host >= 0 && !(f.isLoneCharacter(p, i) && f.canJoin(p, i, host)) {
				continue
			}
			length := f.distance(f.locationOf(p, i), f.siteLocation(building))
			if length <= walk {
				out = append(out, args{int16(i), int16(building)})
			}
			if length <= march {
				out = append(out, args{int16(i), int16(building), 1})
			}
		}
	}
	return out
}

// enterArgs are the unit, the building and the pace of a unit that enters.
func enterArgs(a args) (i, building int, march bool) { return int(a[0]), int(a[1]), a[2] == 1 }

func enterLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, building, march := enterArgs(a)
	if p.Over() || !p.here(i) {
		f.mayAct(u, p, i, InRemaining, "enter.phase")
		return
	}
	if occupied, in := f.buildingOf(p, i); in && occupied == building {
		u.Forbid("enter.off-table", "the unit is already inside")
		return
	} else if in {
		u.Forbid("leave.place", "the unit is in another building and must leave it first")
		return
	}
	u.Require(p.Units[i].Gait == Still || p.Units[i].Left, "host.move", "the unit has already moved this turn")
	if j := f.unitAt(p, building); j >= 0 && f.isLoneCharacter(p, i) && f.units[j].side == p.Side {
		u.Require(f.canJoin(p, i, j), "host.join", "the unit inside already has a character, and this game allows one in a unit")
	}
	length := f.wayTo(p, i, building)
	u.Require(length < noWay, "impassable", "buildings and terrain bar the way")
	s := f.entrySituation(u, p, i, building, length, march)
	legalEnter(u, rule.Traced(u, &s))
	if length < noWay {
		requireReach(u, length, f.moveInches(u, p, i, march))
	}
}

func enterApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, building, march := enterArgs(a)
	s := f.entrySituation(u, p, i, building, f.wayTo(p, i, building), march)
	unit := &p.Units[i]
	u.Note("agree", "the players have agreed that the building can be occupied")
	facing := f.bearing(f.locationOf(p, i), f.siteLocation(building))
	occupied := about(u, f.units[i].name, func() EnterOutcome { return playEnter(u, rule.Traced(u, &s)) })
	unit.Gait = Entered
	if s.March {
		unit.Gait = Marched
	}
	switch host := f.unitAt(p, building); {
	case occupied.Inside && host >= 0:
		f.joinUnit(p, i, host)
	case occupied.Inside:
		unit.Facing = facing
		p.putAtSite(i, building)
	default:
		f.moveTowards(p, i, f.wallPoint(p, i, building), f.moveInches(u, p, i, false))
	}
}

// leaveSituation returns the situation of a unit that leaves a building by moving.
func (f *Battlefield) leaveSituation(p *Position, i, site int) Leave {
	unit := &p.Units[i]
	return Leave{
		Garrison: f.unitNow(p, i), Phase: phases[p.Step], EnemyTurn: f.units[i].side != p.Side, State: unit.state(), Entered: unit.Gait != Still,
		Crowded: f.isCrowded(p, i, site, false),
	}
}

// isCrowded reports whether there is no room for a unit at a place at the walls of its building.
// With exceptAssaulters, units that assault it do not count, because they will be gone.
func (f *Battlefield) isCrowded(p *Position, i, site int, exceptAssaulters bool) bool {
	return f.isBarred(p, i, site, func(k int) bool { return exceptAssaulters && int(p.Units[k].Foe) == i+1 })
}

// isBarred reports whether terrain or a unit is at a place at the walls, or an enemy within an inch
// of it. Units for which except returns true do not count.
func (f *Battlefield) isBarred(p *Position, i, site int, except func(k int) bool) bool {
	if f.sites[site].blocked {
		return true
	}
	for k := range f.units {
		if k == i || !p.here(k) || except(k) {
			continue
		}
		at := f.locationOf(p, k)
		if at.site == site || f.units[k].side != f.units[i].side && f.distance(at, f.siteLocation(site)).InchesUp() <= f.enemyApartInches {
			return true
		}
	}
	return false
}

func leavePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.units {
		at := i
		if !p.here(i) {
			at = f.unitJoined(p, i)
		}
		if at < 0 || !f.mightMove(p, at) || p.siteOf(at) >= f.buildings {
			continue
		}
		for _, site := range f.wallSites[p.siteOf(at)] {
			out = append(out, args{int16(i), int16(site - f.buildings)})
		}
	}
	return out
}

func leaveLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, site := int(a[0]), int(a[1])+f.buildings
	if host := f.unitJoined(p, i); host >= 0 && !p.Over() {
		f.legalCharacterLeaving(u, p, i, host, site)
		return
	}
	if p.Over() || !p.here(i) {
		f.mayAct(u, p, i, InRemaining, "leave.phase")
		return
	}
	building, in := f.buildingOf(p, i)
	if !in {
		u.Forbid("leave.phase", "the unit is not in a building")
		return
	}
	u.Require(int(f.sites[site].atBuilding) == building, "leave.place", "the unit must be put down touching the building that it leaves")
	situation := f.leaveSituation(p, i, site)
	legalLeave(u, &situation)
}

func leaveApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, site := int(a[0]), int(a[1])+f.buildings
	at := i
	if host := f.unitJoined(p, i); host >= 0 {
		at = host
	}
	situation, building := f.leaveSituation(p, at, site), p.siteOf(at)
	playLeave(u, rule.Traced(u, &situation))
	if at != i {
		f.leaveUnit(u, p, i, at)
	}
	f.putDown(p, i, building, site)
	p.Units[i].Gait = Moved
}

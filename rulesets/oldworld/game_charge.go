package oldworld

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// inchesRoundedUp returns a length in inches, rounded up, and whether the last inch is only part of one.
func inchesRoundedUp(length ground.Length, most int) (inches uint8, part bool) {
	rounded := min(max(1, length.InchesUp()), most)
	return uint8(rounded), length < ground.Length(rounded)*ground.Inch
}

// chargeSituation returns the situation of a unit that charges a building.
func (f *Battlefield) chargeSituation(p *Position, i, building, garrison int) Charge {
	info, unit, at := &f.units[i], &p.Units[i], f.locationOf(p, i)
	s := Charge{
		Attackers: f.unitNow(p, i), Garrison: f.unitNow(p, garrison), Distance: 1,
		State: unit.state(), Column: info.column, Arc: f.arcOf(p, i, f.siteLocation(building)),
		With: f.units[garrison].missile, GarrisonState: p.Units[garrison].state(),
	}
	if _, in := f.buildingOf(p, i); in {
		s.By = ByGarrison
		return s
	}
	way := f.chargeLane(at, building)
	s.Distance, s.Part = inchesRoundedUp(way.Length, 40)
	s.Blocked, s.Screen, s.Barred, s.Rough = !f.inSight(at, f.siteLocation(building)), f.hidesBuilding(p, i, building), way.Length >= noWay, way.Rough
	return s
}

func chargePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	return game.Pairs(out, len(f.units), func(i int) bool {
		unit := &p.Units[i]
		return f.mightAct(p, i, InCharges) && unit.Foe == 0 && !unit.Fleeing && unit.Did == Ready && p.siteOf(i) >= f.buildings
	}, f.buildings, func(i, building int) bool {
		garrison := f.unitAt(p, building)
		return garrison >= 0 && f.units[garrison].side != p.Side && f.chargeLane(f.locationOf(p, i), building).Length <= 20*ground.Inch
	})
}

func chargeLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, building := int(a[0]), int(a[1])
	if !f.mayAct(u, p, i, InCharges, "host.phases") {
		return
	}
	garrison := f.unitAt(p, building)
	if garrison < 0 || f.units[garrison].side == p.Side {
		u.Forbid("assault.building", "no enemy is inside the building, so units enter it instead of charging")
		return
	}
	u.Require(len(f.assaulters(p, building)) < mostAssaulting, "host.one-fight", "two units already assault the building")
	s := f.chargeSituation(p, i, building, garrison)
	s.Reaction = Asked
	legalCharge(u, &s)
	if s.By == ByAttackers {
		vacant := func(site int) bool { return f.isVacant(p, i, site) }
		u.Require(slices.ContainsFunc(f.wallSites[building], vacant), "host.room", "the charging unit has no room at the walls")
	}
}

// wallSite returns the free place at the walls of a building for a unit that charges: at the wall that
// it meets at a point, or else the nearest, or -1. Its own place counts as free.
func (f *Battlefield) wallSite(p *Position, i, building int, to ground.Point) int {
	best, least := -1, ground.Length(noWay)
	for _, site := range f.wallSites[building] {
		if !f.isVacant(p, i, site) {
			continue
		}
		length := ground.Distance(to, f.sites[site].at)
		if f.sites[site].meets(to) {
			length -= noWay
		}
		if length < least {
			best, least = site, length
		}
	}
	return best
}

// isVacant reports whether a unit can stand at a place at the walls where no other unit is.
func (f *Battlefield) isVacant(p *Position, i, site int) bool {
	j := f.unitAt(p, site)
	return !f.sites[site].blocked && (j < 0 || j == i)
}

func chargeApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, building := int(a[0]), int(a[1])
	garrison := f.unitAt(p, building)
	s := f.chargeSituation(p, i, building, garrison)
	s.Reaction = Asked
	charged := rule.Traced(u, &s).play(u, f.players(i, garrison), f.units[garrison].name+": the reaction to the charge of "+f.units[i].name)
	unit := &p.Units[i]
	unit.Did = Charging
	at := f.locationOf(p, i)
	switch {
	case !f.removeModels(p, i, charged.Lost, charged.Hurt):
		f.testFriends(u, p, i, at, FriendGone)
	case charged.Fate == Destroyed:
		f.removeUnit(p, garrison)
		f.moveIntoContact(p, i, building, f.chargeLane(at, building).To)
		f.testFriends(u, p, garrison, f.siteLocation(building), FriendGone)
	case charged.Contact:
		f.moveIntoContact(p, i, building, f.chargeLane(at, building).To)
		p.engage(i, garrison)
		unit.Charge, unit.Scant, unit.Wounds = min(s.Distance, longestCharge), s.Part && s.Distance <= longestCharge, charged.ShotWounds
	case charged.Fleeing && charged.Moved == 0: // The unit inside hides from chargers that have reached the walls.
		p.Units[garrison].Fleeing = true
		f.moveIntoContact(p, i, building, f.chargeLane(at, building).To)
	default:
		p.Units[garrison].Fleeing = p.Units[garrison].Fleeing || charged.Fleeing
		f.moveFailedCharge(p, i, building, int(charged.Moved))
	}
}

// engage makes a unit fight another, which may already be in combat.
func (p *Position) engage(i, j int) {
	if p.Units[i].Foe = uint8(j + 1); p.Units[j].Foe == 0 {
		p.Units[j].Foe = uint8(i + 1)
	}
}

// moveIntoContact puts chargers where they meet the walls of a building, facing the walls.
func (f *Battlefield) moveIntoContact(p *Position, i, building int, to ground.Point) {
	p.putAtSite(i, f.wallSite(p, i, building, to))
	f.moveAlongWall(p, i, to)
	f.faceWall(p, i, building)
}

// faceWall turns a unit to the nearest wall of a building.
func (f *Battlefield) faceWall(p *Position, i, building int) {
	at := f.locationOf(p, i)
	p.Units[i].Facing = ground.Bearing(at.point, f.nearestPoint(f.siteLocation(building), at.point))
}

// moveFailedCharge moves the chargers of a failed charge some inches along their way.
func (f *Battlefield) moveFailedCharge(p *Position, i, building, inches int) {
	at := f.locationOf(p, i)
	way := f.chargeLane(at, building)
	f.faceWall(p, i, building)
	if length := min(ground.Length(inches)*ground.Inch, way.Length-pointPrecision); length > 0 {
		p.putAtPoint(i, at.point.Toward(way.To, length))
	}
}

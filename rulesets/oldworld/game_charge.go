package oldworld

import (
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// tape returns a length in inches, rounded up, and whether the last inch is only part of one.
func tape(l ground.Length, most int) (inches uint8, part bool) {
	n := min(max(1, l.RoundUp()), most)
	return uint8(n), l < ground.Length(n)*ground.Inch
}

// chargeSituation is the situation of a unit that charges a building.
func (f *Battlefield) chargeSituation(p *Position, i, b, g int) Charge {
	t, x, at := &f.regiments[i], &p.Units[i], f.footing(p, i)
	s := Charge{
		Attackers: f.side(p, i), Garrison: f.side(p, g), Distance: 1,
		State: x.state(), Column: t.column, Arc: f.arc(p, i, f.on(b)),
		With: f.regiments[g].missile, GarrisonState: p.Units[g].state(),
	}
	if _, in := f.indoors(p, i); in {
		s.By = ByGarrison
		return s
	}
	way := f.lane(at, b)
	s.Distance, s.Part = tape(way.Length, 40)
	s.Blocked, s.Screen, s.Barred, s.Rough = !f.sight(at, f.on(b)), f.hidesBuilding(p, i, b), way.Length >= noWay, way.Rough
	return s
}

func chargePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	return game.Pairs(out, len(f.regiments), func(i int) bool {
		x := &p.Units[i]
		return f.mightAct(p, i, InCharges) && x.Foe == 0 && !x.Fleeing && x.Did == Ready && p.at(i) >= f.buildings
	}, f.buildings, func(i, b int) bool {
		g := f.unitAt(p, b)
		return g >= 0 && f.regiments[g].side != p.Side && f.lane(f.footing(p, i), b).Length <= 20*ground.Inch
	})
}

func checkCharge(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, b := int(a[0]), int(a[1])
	if !f.mayAct(u, p, i, InCharges, "host.phases") {
		return
	}
	g := f.unitAt(p, b)
	if g < 0 || f.regiments[g].side == p.Side {
		u.Forbid("assault.building", "no enemy is inside the building, so units enter it instead of charging")
		return
	}
	u.Require(len(f.besiegers(p, b)) < mostAssaulting, "host.one-fight", "two units already assault the building")
	s := f.chargeSituation(p, i, b, g)
	s.Reaction = Asked
	legalCharge(u, &s)
	if s.By == ByAttackers {
		vacant := func(s int) bool { return f.vacant(p, i, s) }
		u.Require(slices.ContainsFunc(f.around[b], vacant), "host.room", "the charging unit has no room at the walls")
	}
}

// wallSite is the free place at the walls of a building for a unit that charges: at the wall that
// it meets at a point, or else the nearest, or -1. Its own place counts as free.
func (f *Battlefield) wallSite(p *Position, i, b int, to ground.Point) int {
	best, least := -1, ground.Length(noWay)
	for _, s := range f.around[b] {
		if !f.vacant(p, i, s) {
			continue
		}
		l := ground.Distance(to, f.sites[s].at)
		if f.sites[s].meets(to) {
			l -= noWay
		}
		if l < least {
			best, least = s, l
		}
	}
	return best
}

// vacant reports whether a unit can stand at a place at the walls where no other unit is.
func (f *Battlefield) vacant(p *Position, i, s int) bool {
	j := f.unitAt(p, s)
	return !f.sites[s].rock && (j < 0 || j == i)
}

func doCharge(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, b := int(a[0]), int(a[1])
	g := f.unitAt(p, b)
	s := f.chargeSituation(p, i, b, g)
	s.Reaction = Asked
	r := rule.Overheard(u, &s).play(u, f.hands(i, g), f.regiments[g].name+": the reaction to the charge of "+f.regiments[i].name)
	x := &p.Units[i]
	x.Did = Charging
	at := f.footing(p, i)
	switch {
	case !f.removeModels(p, i, r.Lost, r.Hurt):
		f.testFriends(u, p, i, at, FriendGone)
	case r.Fate == Destroyed:
		f.removeUnit(p, g)
		f.closeUp(p, i, b, f.lane(at, b).To)
		f.testFriends(u, p, g, f.on(b), FriendGone)
	case r.Contact:
		f.closeUp(p, i, b, f.lane(at, b).To)
		p.engage(i, g)
		x.Charge, x.Scant, x.Wounds = min(s.Distance, 9), s.Part && s.Distance <= 9, r.ShotWounds
	default:
		p.Units[g].Fleeing = p.Units[g].Fleeing || r.Fleeing
		f.moveFailedCharge(p, i, b, int(r.Moved))
	}
}

// engage makes a unit fight another, which may already be in combat.
func (p *Position) engage(i, j int) {
	if p.Units[i].Foe = uint8(j + 1); p.Units[j].Foe == 0 {
		p.Units[j].Foe = uint8(i + 1)
	}
}

// closeUp puts chargers where they meet the walls of a building, facing the walls.
func (f *Battlefield) closeUp(p *Position, i, b int, to ground.Point) {
	p.putAtSite(i, f.wallSite(p, i, b, to))
	f.moveAlongWall(p, i, to)
	f.faceWall(p, i, b)
}

// faceWall turns a unit to the nearest wall of a building.
func (f *Battlefield) faceWall(p *Position, i, b int) {
	at := f.footing(p, i)
	p.Units[i].Facing = ground.Bearing(at.at, f.nearest(f.on(b), at.at))
}

// moveFailedCharge moves the chargers of a failed charge some inches along their way.
func (f *Battlefield) moveFailedCharge(p *Position, i, b, inches int) {
	at := f.footing(p, i)
	way := f.lane(at, b)
	f.faceWall(p, i, b)
	if l := min(ground.Length(inches)*ground.Inch, way.Length-grain); l > 0 {
		p.putAtPoint(i, at.at.Toward(way.To, l))
	}
}

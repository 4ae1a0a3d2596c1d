package oldworld

import (
	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// shootSituation returns the situation of a unit that shoots at another.
func (f *Battlefield) shootSituation(p *Position, i, target, only int, allShots bool) Shoot {
	info, shooter, targetUnit := &f.units[i], &p.Units[i], &p.Units[target]
	from, at := f.locationOf(p, i), f.locationOf(p, target)
	s := Shoot{
		From: f.place(p, i), At: f.place(p, target), Shooters: f.unitNow(p, i), With: info.missile, Distance: uint8(f.inchesBetween(p, i, target)),
		State: shooter.state(), Moved: shooter.moveType(), Front: info.front, Only: uint8(max(0, only)), AllShots: allShots, Arc: f.arcOf(p, i, at),
		Screen: f.isScreened(p, i, target), Blocked: !f.inSight(from, at), Target: f.unitNow(p, target), Cover: f.coverAt(at),
		Skirmish: f.units[target].skirmish, TargetEngaged: targetUnit.Foe > 0, PhaseLosses: targetUnit.phaseLosses(),
	}
	if shooter.Cast > 0 {
		s.Casters = 1
	}
	return s
}

// coverAt returns the cover of a unit at a location.
func (f *Battlefield) coverAt(at location) Cover {
	if at.site == noSite {
		return NoCover
	}
	return f.sites[at.site].cover
}

func shootPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.units {
		unit := &p.Units[i]
		if !f.mightAct(p, i, InShooting) || unit.Shot > 0 || unit.Foe > 0 || unit.Fleeing || unit.Did == Charging || unit.Gait == Marched || unit.Models == 0 || f.units[i].missile == 0 {
			continue
		}
		for j := range f.enemiesOf(p, p.Side) {
			if p.Units[j].Foe == 0 && f.inSight(f.locationOf(p, i), f.locationOf(p, j)) {
				out = f.addShots(p, i, j, out)
			}
		}
	}
	return out
}

// addShots appends the ways to shoot at a unit: with all models that may, or fewer
// of those inside; with one shot each, or all shots.
func (f *Battlefield) addShots(p *Position, i, target int, out []args) []args {
	shots := [2]int16{game.None, 0}
	ways := shots[:2]
	if missiles.Rows[f.units[i].missile-1].Cells[missileShots] == 1 {
		ways = shots[:1]
	}
	for _, several := range ways {
		out = append(out, args{int16(i), int16(target), game.None, several})
		for models := 1; p.siteOf(i) < f.buildings && models <= mostShooting && models*100 < p.Units[i].count()*f.shootingPercent+100; models++ {
			out = append(out, args{int16(i), int16(target), int16(models), several})
		}
	}
	return out
}

// shootArgs are the unit that shoots, its target, the number of models, below 0 for all that may, and
// whether each fires all its shots.
func shootArgs(a args) (i, target, only int, allShots bool) {
	return int(a[0]), int(a[1]), int(a[2]), a[3] == 0
}

func shootLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, target, only, allShots := shootArgs(a)
	if !f.mayAct(u, p, i, InShooting, "host.phases") || !f.legalTarget(u, p, target) {
		return
	}
	if f.units[i].missile == 0 || p.Units[i].Models == 0 {
		u.Forbid("host.missiles", "the unit has no missile weapon")
		return
	}
	u.Require(p.Units[i].Shot == 0, "host.phases", "the unit has already shot this turn")
	s := f.shootSituation(p, i, target, only, allShots)
	u.Require(!s.AllShots || u.LookupCell(&missiles, s.missileWeapon(u), missileShots) > 1, "host.missiles", "the weapon has only one shot: leave out all-shots")
	u.Require(s.From == InOpen || s.State != Fleeing, "flee.counts", "a unit that flees inside a building cannot shoot")
	if s.From == InBuilding && s.Shooters.Unit > 0 {
		u.Require(halfLessCasters(u, s.Shooters.allModels(), int(s.Casters)) > 0, "fire.half", "no model inside that may shoot is left")
	}
	legalShot(u, rule.Traced(u, &s))
}

// legalTarget reports whether a unit can be a target. If not, it gives u the reason.
func (f *Battlefield) legalTarget(u *rule.Umpire, p *Position, j int) bool {
	switch {
	case !p.here(j):
		u.Forbid("host.wiped-out", "the target is gone")
	case f.units[j].side == p.Side:
		u.Forbid("host.sight", "the target is on your own side")
	default:
		return true
	}
	return false
}

func shootApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, target, only, allShots := shootArgs(a)
	s := f.shootSituation(p, i, target, only, allShots)
	shot := rule.Traced(u, &s).play(u, f.players(i, target))
	p.Units[i].Shot = 1
	if s.From == InBuilding {
		p.Units[i].Shot = uint8(s.shooterCount(u))
	}
	f.applyShot(u, p, target, f.locationOf(p, i), &shot)
}

// templateSituation returns the situation of an engine that puts a template on a building.
func (f *Battlefield) templateSituation(p *Position, i, building, garrison int) Template {
	unit, at := &p.Units[i], f.locationOf(p, i)
	crew := f.unitNow(p, i)
	s := Template{
		Engine: f.units[i].engine, Shot: Aimed, Arc: f.arcOf(p, i, f.siteLocation(building)), State: unit.state(),
		Moved: unit.moveType() != Still, Indirect: !f.inSight(at, f.siteLocation(building)), Skill: uint8(units.Rows[crew.Unit-1].Cells[unitBS]),
		Garrison: f.unitNow(p, garrison), PhaseLosses: p.Units[garrison].phaseLosses(),
	}
	s.Distance, s.Part = inchesRoundedUp(f.distance(at, f.siteLocation(building)), 99)
	axis := f.bearing(at, f.siteLocation(building)) % 2
	s.Across, s.Along = f.spans[building][axis], f.spans[building][1-axis]
	if engines.Rows[s.Engine-1].Cells[engineScatters] == 0 {
		s.Shot = Lands
	}
	return s
}

// cannonSituation returns the situation of a cannon aimed at a building, some inches short. It includes
// the units before and behind the building that the line meets.
func (f *Battlefield) cannonSituation(p *Position, i, building, garrison, short int) Cannon {
	crew, at := &p.Units[i], f.locationOf(p, i)
	near, far := ground.Length(noWay), ground.Length(0)
	for _, plan := range f.plans[building] {
		if nearEnd, farEnd, ok := plan.Chord(at.point, f.sites[building].at); ok {
			near, far = min(near, max(nearEnd, 0)), max(far, farEnd)
		}
	}
	s := Cannon{
		Engine: f.units[i].engine, Shot: Aimed, Short: uint8(short), Depth: uint8(max(1, min(20, (far-near).InchesUp()))),
		Distance: uint8(max(0, near.InchesUp()-short)), Blocked: !f.inSight(at, f.siteLocation(building)), State: crew.state(), Moved: crew.moveType() != Still,
		Garrison: f.unitNow(p, garrison), PhaseLosses: p.Units[garrison].phaseLosses(),
	}
	if other := f.unitInTheWay(p, i, building, garrison, true); other >= 0 {
		s.Behind, s.Gap, s.Ranks = f.unitNow(p, other), uint8(f.inchesTo(p, other, building)), f.ranks(p, other)
	}
	if other := f.unitInTheWay(p, i, building, garrison, false); other >= 0 {
		s.Before, s.Clear, s.BeforeRanks = f.unitNow(p, other), uint8(min(f.inchesTo(p, other, building), 99)), f.ranks(p, other)
		if f.bearing(f.locationOf(p, other), at) != p.Units[other].Facing { // Its rear faces the cannon.
			s.Clear += s.BeforeRanks - 1
		}
	}
	return s
}

// ranks returns the number of ranks of a unit.
func (f *Battlefield) ranks(p *Position, j int) uint8 {
	models, front := p.Units[j].Models, uint8(f.units[j].front)
	if front == 0 || front > models {
		return 1
	}
	return min(20, (models+front-1)/front)
}

const (
	mostGapInches = 20              // from a building to a unit that the ball meets before or behind it
	nearLine      = 2 * ground.Inch // from the line of a ball to the middle of a unit that it meets
)

// unitInTheWay returns the unit nearest to a building that is near the line of a ball, before the
// building or beyond it, or -1.
func (f *Battlefield) unitInTheWay(p *Position, i, building, garrison int, beyond bool) int {
	from, middle := f.locationOf(p, i).point, f.sites[building].at
	line := ground.Segment{A: from, B: middle}
	if beyond {
		line = ground.Segment{A: middle, B: ground.Point{X: 2*middle.X - from.X, Y: 2*middle.Y - from.Y}}
	}
	best, least := -1, mostGapInches+1
	for other := range f.units {
		if other == garrison || other == i || !p.here(other) || p.Units[other].Models == 0 {
			continue
		}
		if at := f.locationOf(p, other); at.site < f.buildings || !line.Within(at.point, nearLine) {
			continue
		}
		if inches := f.inchesTo(p, other, building); inches < least {
			best, least = other, inches
		}
	}
	return best
}

// isCannon reports whether a unit crews an engine that fires balls.
func (f *Battlefield) isCannon(i int) bool {
	return engines.Rows[f.units[i].engine-1].Cells[engineCannon] == 1
}

// mostShort is the most inches short of a wall that a cannon may be aimed.
const mostShort = 10

func firePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.units {
		if !f.mightAct(p, i, InShooting) || f.units[i].engine == 0 || p.Units[i].Shot > 0 || p.Units[i].Jammed > 0 {
			continue
		}
		for building := range f.buildings {
			if garrison := f.unitAt(p, building); garrison < 0 || f.units[garrison].side == p.Side || p.Units[garrison].Foe > 0 {
				continue
			}
			out = append(out, args{int16(i), int16(building), game.None})
			for short := int16(1); short <= mostShort && f.isCannon(i); short++ {
				out = append(out, args{int16(i), int16(building), short})
			}
		}
	}
	return out
}

// fireArgs returns the engine's unit, the building, and the inches short of it at which a cannon is aimed.
func fireArgs(a args) (i, building, short int) { return int(a[0]), int(a[1]), max(0, int(a[2])) }

func fireLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, building, short := fireArgs(a)
	if !f.mayAct(u, p, i, InShooting, "host.phases") {
		return
	}
	info, unit, garrison := &f.units[i], &p.Units[i], f.unitAt(p, building)
	switch {
	case info.engine == 0:
		u.Forbid("host.engines", "the unit crews no engine")
		return
	case garrison < 0 || f.units[garrison].side == p.Side:
		u.Forbid("at.sight", "no enemy is inside the building")
		return
	}
	u.Require(unit.Shot == 0, "host.phases", "the engine has already fired this turn")
	u.Require(unit.Jammed == 0, "host.misfire", "the crew is still clearing up after a misfire")
	u.Require(p.Units[garrison].Foe == 0, "host.no-shot", "the unit inside is engaged and cannot be shot at")
	if f.isCannon(i) {
		s := f.cannonSituation(p, i, building, garrison, short)
		legalCannon(u, &s)
		return
	}
	u.Require(short == 0, "host.scatter", "only a cannon can be aimed short of the building")
	s := f.templateSituation(p, i, building, garrison)
	legalTemplate(u, &s)
}

func fireApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, building, short := fireArgs(a)
	garrison := f.unitAt(p, building)
	p.Units[i].Shot = 1
	var burst TemplateOutcome
	if f.isCannon(i) {
		s := f.cannonSituation(p, i, building, garrison, short)
		ball := rule.Traced(u, &s).play(u, f.players(i, garrison))
		if other := f.unitInTheWay(p, i, building, garrison, true); other >= 0 && (ball.Behind > 0 || ball.Fell == Beyond && ball.BehindHurt != p.Units[other].Hurt) {
			f.applyLosses(u, p, other, f.locationOf(p, i), ball.Behind, ball.BehindHurt, 0)
		}
		if other := f.unitInTheWay(p, i, building, garrison, false); other >= 0 && (ball.Before > 0 || ball.Fell != Misfired && ball.Fell != Beyond && ball.BeforeHurt != p.Units[other].Hurt) {
			f.applyLosses(u, p, other, f.locationOf(p, i), ball.Before, ball.BeforeHurt, 0)
		}
		burst = ball.TemplateOutcome
	} else {
		s := f.templateSituation(p, i, building, garrison)
		burst = rule.Traced(u, &s).play(u, f.players(i, garrison))
	}
	f.applyShot(u, p, garrison, f.locationOf(p, i), &burst.ShootOutcome)
	f.applyMisfire(u, p, i, burst.Gun)
}

// misfireTurns says in which of its own turns after the shot a crew hurt by a misfire can fire again: in
// the second (host.misfire).
const misfireTurns = 2

// applyMisfire applies the result of a misfire to an engine.
func (f *Battlefield) applyMisfire(u *rule.Umpire, p *Position, i int, result EngineState) {
	at := f.locationOf(p, i)
	switch result {
	case Wrecked:
		f.removeUnit(p, i)
		f.testFriends(u, p, i, at, FriendGone)
	case CrewHurt:
		unit := &p.Units[i]
		unit.Jammed = misfireTurns
		if unit.Hurt++; int(unit.Hurt) >= f.units[i].wounds {
			f.removeModels(p, i, 1, 0)
		}
	}
}

package konflikt47

import (
	"loophole/ground"
	"loophole/rule"
)

// The options of a unit that fights at close quarters, and of one that is assaulted.
var (
	styleOptions         = HandToHand.Names()
	assaultReactionNames = [...]string{Stand: "stand", StandAndShoot: "shoot", Escape: "escape"}
)

// fighters returns a unit in an assault.
func (f *Battlefield) fighters(p *Position, i int) Fighters {
	info, unit := &f.units[i], &p.Units[i]
	side := Fighters{Body: f.body(p, i), Die: unit.Die}
	kinds := 0
	for k, count := range unit.Arms {
		if count > 0 {
			side.Weapons[kinds] = WeaponGroup{Weapon: info.arms[k].weapon, Count: count}
			kinds++
		}
	}
	side.Unarmed = kinds == 0
	return side
}

// hasSmallArms reports whether a unit has small arms for close quarters.
func (f *Battlefield) hasSmallArms(p *Position, i int) bool {
	return f.anyArm(p, i, func(a *arm) bool { return a.kind == smallArm && !a.team })
}

// assaultSituation returns the situation of an assault by one unit on another, with the way to
// it and the side of the building that is assaulted from outside, or -1.
func (f *Battlefield) assaultSituation(p *Position, i, enemy, openingIndex int) (s Assault, way ground.Way, side int) {
	from, target := f.placeOf(p, i), f.placeOf(p, enemy)
	s = Assault{Order: Run, Opening: Wall, Attackers: f.fighters(p, i), Defenders: f.fighters(p, enemy)}
	if !from.spot && !target.spot {
		f.assaultIndoors(p, &s, i, enemy)
		return s, way, -1
	}
	inside := insidePlace(from, target)
	way, by := f.shortestWay(p.placeIndex(i), p.placeIndex(enemy), openingIndex)
	s.Structure, s.Floor, s.Opening, s.Rough, s.Distance = f.structure(p, inside.section), inside.floor, f.wantedOpening(inside.section, openingIndex), way.Rough, mostWayInches
	if by >= 0 {
		s.Distance = uint8(min(mostWayInches, way.Length.InchesUp()))
	}
	if from.spot {
		return s, way, f.assaultFromOpen(p, &s, i, enemy, by)
	}
	s.From, s.Obstacle = FromInside, target.cover == HardCover
	s.Unseen = !f.isSeen(p, p.placeIndex(i), p.placeIndex(enemy))
	s.OtherSide = f.escapeSpot(p, enemy, -1) >= 0
	return s, way, -1
}

// assaultFromOpen completes the situation of an assault from the open on a floor. It returns the
// side of the building that is assaulted, or -1.
func (f *Battlefield) assaultFromOpen(p *Position, s *Assault, i, enemy, by int) (side int) {
	target, from := f.placeOf(p, enemy), p.placeIndex(i)
	side = -1
	if by >= 0 {
		side = int(f.openings[by].side)
		for _, openingIndex := range f.floor(target.section, 0).openings {
			switch opening := &f.openings[openingIndex]; {
			case int(opening.side) != side:
			case opening.kind == Slit:
				s.Slits++
			default:
				s.Openings++
			}
		}
		s.OtherSide = f.escapeSpot(p, enemy, side) >= 0
	}
	shot := f.shotAt(p, i, enemy, Fire)
	s.Unseen = !f.viewOfWeapons(p, &shot, enemy, true, false).any
	s.OffArc = f.hasFixed(p, enemy) && !f.fixedWeaponCovers(p, enemy, from)
	return side
}

// assaultIndoors completes the situation of an assault by the stairs or through a wall between
// sections.
func (f *Battlefield) assaultIndoors(p *Position, s *Assault, i, enemy int) {
	from, target := f.placeOf(p, i), f.placeOf(p, enemy)
	s.Structure, s.Floor, s.Opening = f.structure(p, target.section), target.floor, Door
	s.From = FromBeside
	switch {
	case from.section != target.section:
		s.NotConnected = from.floor != target.floor || f.sections[from.section].connected[from.floor]>>target.section&1 == 0
	case from.floor == target.floor+1:
		s.From = FromAbove
	case from.floor+1 == target.floor:
		s.From = FromBelow
	default:
		s.NotConnected = true
	}
	s.OtherSide = target.floor == 0 && f.escapeSpot(p, enemy, -1) >= 0
}

// fixedWeaponCovers reports whether the opening of a unit's fixed weapon covers a spot.
func (f *Battlefield) fixedWeaponCovers(p *Position, i, spot int) bool {
	unit := &p.Units[i]
	if unit.Port == 0 {
		return f.placeOf(p, i).spot
	}
	view := f.views.View(f.node(int(unit.Port)-1), int(f.places[spot].nodes[0]))
	return view.Clear && view.InArc
}

// escapeSpot returns the spot to which a unit can escape from an assault, by another
// side of its building than the one that is assaulted, or -1.
func (f *Battlefield) escapeSpot(p *Position, i, side int) int {
	place := f.placeOf(p, i)
	if f.units[i].isGun() || f.units[i].isVehicle() {
		return -1
	}
	if place.spot {
		return f.nearestVacantSpot(p, i, -1)
	}
	for _, index := range place.openings {
		if opening := &f.openings[index]; place.floor > 0 || !opening.passable || int(opening.side) == side {
			continue
		}
		if to := f.nearestVacantSpot(p, i, index); to >= 0 {
			return to
		}
	}
	return -1
}

// nearestVacantSpot returns the nearest free spot that a unit reaches at a run, or -1.
func (f *Battlefield) nearestVacantSpot(p *Position, i, openingIndex int) int {
	best, near := -1, ground.NoWay
	for _, to := range f.spots {
		if way, _ := f.shortestWay(p.placeIndex(i), to, openingIndex); way.Length < near && way.AtMost(f.units[i].run) && !way.Rough && f.isVacant(p, to) {
			best, near = to, way.Length
		}
	}
	return best
}

func assaultLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, enemy, openingIndex := assaultArgs(a)
	if !p.here(enemy) || f.units[enemy].Side == f.units[i].Side {
		u.Forbid("host.friends", "the target must be an enemy unit on the table")
		return
	}
	switch from, to := f.placeOf(p, i), f.placeOf(p, enemy); {
	case from.spot && to.spot:
		u.Forbid("host.assault", "this chapter does not cover assaults between units in the open")
		return
	case openingIndex >= 0 && !from.spot && !to.spot:
		u.Forbid("assault.inside", "an assault inside uses no opening: name none")
		return
	case openingIndex >= 0 && !f.atGround(openingIndex, insidePlace(from, to).section):
		u.Forbid("assault.measure", "the opening must be on the ground floor that the unit assaults or leaves")
		return
	}
	s, way, _ := f.assaultSituation(p, i, enemy, openingIndex)
	if !s.indoors() && s.Floor == 0 && s.Opening != Wall {
		order, body := Run, f.body(p, i)
		if way.Rough {
			order = Advance
		}
		f.requireReach(u, way, body.reach(u, order), [...]rule.Clause{FromOutside: "assault.measure", FromInside: "leave.move"}[s.From])
	}
	s.Distance = 0
	legalAssault(u, &s)
}

// insidePlace returns the place inside the building, of the two ends of a way in or out.
func insidePlace(from, to *place) *place {
	if from.spot {
		return to
	}
	return from
}

// assaultApply plays an assault.
func assaultApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, enemy, openingIndex := assaultArgs(a)
	sides := [2]rule.Side{f.player(i), f.player(enemy)}
	pointBlank := f.hasSmallArms(p, i) && u.Choose(sides[0], "host.assault", "how the attackers fight", styleOptions...) == 1
	pending := pendingAssaults.Of(u, &positionQuery{f: f, i: int16(i), j: int16(enemy), openingIndex: int16(openingIndex), pointBlank: pointBlank, p: *p})
	s := pending.Assault
	if s.indoors() {
		u.Note("leave.no-react", "defenders cannot shoot at attackers from another floor or an adjoining section")
	}
	s.Reacts = pending.reactions[u.Choose(sides[1], "host.reaction", f.units[enemy].assaultQuestion, pending.reactionNames...)]
	if f.hasSmallArms(p, enemy) && s.firingPlaces(u) > 0 && u.Choose(sides[1], "host.assault", "how the defenders fight", styleOptions...) == 1 {
		s.Defenders.Style = PointBlank
	}
	var outcome AssaultOutcome
	u.WithCheckpoints(func() { outcome = rule.Traced(u, &s).playFight(u, sides) })
	switch {
	case u.AtCheckpoint():
		return
	case outcome.Result == NotMade:
		die := [...]Die{Obeys: RunDie, GoesDown: DownDie, FiresAt: FireDie, RunsAway: RunDie}[outcome.Answer]
		f.applyAnswer(u, p, i, OrderOutcome{outcome.Answer, die, outcome.AttackersPins})
		return
	}
	to := p.placeIndex(enemy)
	f.applyResult(u, p, i, UnitResult{Lost: p.Units[i].Men - outcome.Attackers, Pins: outcome.AttackersPins, Die: RunDie}, false)
	if outcome.Result == Escaped {
		f.moveEscaped(u, p, enemy, pending.side, outcome.DefendersPins, outcome.DefendersDie)
	} else {
		f.applyResult(u, p, enemy, UnitResult{Lost: p.Units[enemy].Men - outcome.Defenders, Pins: outcome.DefendersPins, Die: outcome.DefendersDie}, false)
	}
	if p.here(i) && f.unitAt(p, to) < 0 && (outcome.Taken || s.From == FromInside && (outcome.Result == AttackersWin || outcome.Result == Escaped)) && f.entersFloor(u, &s, sides[0]) {
		f.placeUnit(p, i, to, -1)
		f.setUpFixed(u, p, i)
		f.triggerAmbushes(u, p, i)
	}
}

// regroupOptions are what winners outside may do when the floor is empty.
var regroupOptions = []string{"go in", "stay outside"}

// entersFloor reports whether attackers who won go where the enemy was. Only those from outside
// have a choice, as they can stay where they came from.
func (f *Battlefield) entersFloor(u *rule.Umpire, s *Assault, attackers rule.Side) bool {
	if s.From != FromOutside || u.Choose(attackers, "host.regroup", "the floor is empty", regroupOptions...) == 0 {
		return true
	}
	u.Note("host.regroup", "the winners regroup outside")
	return false
}

// addDefensiveFire adds the weapons that defenders inside can fire at attackers from the open:
// those that see them from an opening.
func (f *Battlefield) addDefensiveFire(u *rule.Umpire, p *Position, i, enemy int, s *Assault) {
	if s.From != FromOutside {
		return
	}
	returnShot := f.shotAt(p, enemy, i, Ambush)
	shares := f.shareWeapons(u, p, &returnShot)
	for k, share := range shares.shares[:shares.count] {
		s.Fires[k] = WeaponGroup{Weapon: f.units[enemy].arms[share.kind].weapon, Count: share.count, Distance: inches(share.distance)}
	}
}

// moveEscaped moves a unit that has escaped from an assault.
func (f *Battlefield) moveEscaped(u *rule.Umpire, p *Position, i, side int, pins uint8, die Die) {
	to := f.escapeSpot(p, i, side)
	if to < 0 {
		f.removeUnit(u, p, i)
		return
	}
	f.placeUnit(p, i, to, -1)
	p.Units[i].Die, p.Units[i].Pins = die, pins
}

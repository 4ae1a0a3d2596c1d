package tideofiron

import (
	"slices"

	"loophole/game"
	"loophole/rule"
)

// movementPointsOf returns the movement points of a unit in some state.
func (f *Battlefield) movementPointsOf(u *rule.Umpire, i int, unit *Unit) int {
	vehicle := rule.Ref(f.units[i].vehicle)
	if vehicle == 0 {
		points := u.Cell(&unitTable, leastRow(u, movePoints, unit.Models, f.units[i].german), movePoints)
		if unit.Models[officers] > 0 {
			points += u.Fact(&officerMovePoints)
		}
		return points
	}
	switch unit.Damage {
	case LightlyDamaged:
		return max(0, u.Cell(&unitTable, vehicle, movePoints)-u.Fact(&damagedMoveLoss))
	case HeavilyDamaged:
		return u.Apply(0, "host.damage", "movement points of a heavily damaged vehicle")
	}
	return u.Cell(&unitTable, vehicle, movePoints)
}

// appendNextPlaces appends the places next to a unit: on the ground the adjacent hexes, and the
// floors above and below.
func (f *Battlefield) appendNextPlaces(p *Position, i int, out []uint8) []uint8 {
	from := f.placeOf(p, i)
	if from.floor == 0 {
		for _, hex := range f.neighbours[from.hex] {
			if hex >= 0 {
				out = append(out, f.placesByFloor[hex][0])
			}
		}
	}
	if state := &p.Hexes[from.hex]; state.Terrain == Standing {
		if from.floor < state.Level {
			out = append(out, f.placesByFloor[from.hex][from.floor+1])
		}
		if from.floor > 0 {
			out = append(out, f.placesByFloor[from.hex][from.floor-1])
		}
	}
	return out
}

// entrySituation returns the situation of a unit that enters a place.
func (f *Battlefield) entrySituation(p *Position, i int, to uint8, points int) Entry {
	at, from := f.places[to-1], f.placeOf(p, i)
	state := &p.Hexes[at.hex]
	entry := Entry{
		Vehicle: f.units[i].vehicle > 0, State: state.Terrain, Level: state.Level,
		Inside: uint8(f.unitsAt(p, to, f.units[i].side)), Points: uint8(max(0, points)),
	}
	if at.hex == from.hex {
		entry.Floors = uint8(abs(int(at.floor) - int(from.floor)))
	}
	_, unknown := f.enemies(p, to, f.units[i].side)
	entry.Ambush = unknown > 0
	return entry
}

func movePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Ended != game.InProgress {
		return out
	}
	var to [8]uint8
	for i := range f.units {
		if !f.mightMove(p, i) {
			continue
		}
		for _, next := range f.appendNextPlaces(p, i, to[:0]) {
			out = append(out, args{int16(i), int16(next - 1)})
		}
	}
	return out
}

// mightMove reports whether a unit might move now. It is a quick test, and mayAct decides.
func (f *Battlefield) mightMove(p *Position, i int) bool {
	unit := &p.Units[i]
	return f.units[i].side == p.Side && unit.Place != 0 && unit.Condition == Fresh && unit.Activity == Ready &&
		(p.Active == 0 || p.Active == uint8(i+1) && p.Points > 0)
}

func moveLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to := int(a[0]), uint8(a[1]+1)
	if !f.mayAct(u, p, i) {
		return
	}
	f.legalFresh(u, p, i)
	var next [8]uint8
	if !slices.Contains(f.appendNextPlaces(p, i, next[:0]), to) {
		u.ForbidFunc("host.steps", func() string { return f.whyTooFar(p, i, f.places[to-1]) })
		return
	}
	if known, _ := f.enemies(p, to, p.Side); known > 0 {
		u.ForbidFunc("host.enemy", func() string {
			return "enemies are at " + f.placeName(f.places[to-1]) + ": clear the place by fire first"
		})
	}
	points := int(p.Points)
	if p.Active == 0 {
		points = f.movementPointsOf(u, i, &p.Units[i])
	}
	entry := f.entrySituation(p, i, to, points)
	legalEntry(u, &entry)
}

// whyTooFar returns the reason why a unit cannot go to a place in one step.
func (f *Battlefield) whyTooFar(p *Position, i int, to place) string {
	from, name := f.placeOf(p, i), f.placeName(to)
	switch {
	case from == to:
		return f.units[i].name + " is at " + name
	case to.hex == from.hex && to.floor > f.top(p, int(to.hex)):
		return "there is no floor " + name
	case to.hex == from.hex:
		return name + " is not next to " + f.placeName(from) + ": go floor by floor"
	case from.floor > 0:
		return f.units[i].name + " is at " + f.placeName(from) + ": go down to the ground floor first"
	case to.floor > 0 && f.distances[from.hex][to.hex] == 1:
		return name + " is above the ground: go to " + f.hexes[to.hex].name + " first"
	}
	return name + " is not next to " + f.placeName(from) + ": go hex by hex"
}

func moveApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to := int(a[0]), uint8(a[1]+1)
	if p.Active == 0 {
		u.Note("host.advance", "the unit advances")
		p.Points = uint8(f.movementPointsOf(u, i, &p.Units[i]))
		p.Active, p.Doing = uint8(i+1), Advancing
	}
	entry := f.entrySituation(p, i, to, int(p.Points))
	after := playEntry(u, &entry)
	if p.Points = after.Left; after.Stopped {
		f.revealAmbush(p, to, p.Side)
	} else {
		p.Units[i].Place = to
	}
	f.revealExposed(u, p)
	before := p.Units[i]
	halted, unit := f.opportunityFire(u, p, i), &p.Units[i]
	if halted || unit.Place == 0 || unit.Condition != Fresh {
		f.endAction(u, p)
		return
	}
	if *unit != before {
		// A unit loses movement points if fire has damaged it or killed its officers.
		fewer := f.movementPointsOf(u, i, &before) - f.movementPointsOf(u, i, unit)
		p.Points = uint8(max(0, int(p.Points)-fewer))
	}
	f.endIfSpent(u, p)
}

// endIfSpent ends the activation of a unit that can do nothing more.
func (f *Battlefield) endIfSpent(u *rule.Umpire, p *Position) {
	if p.Points == 0 && (p.Doing == Advancing || p.Shot) {
		f.endAction(u, p)
	}
}

// ownPseudoLegal lists the units of the side to act that can be activated now.
func ownPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Ended != game.InProgress || p.Active != 0 {
		return out
	}
	return game.Single(out, len(f.units), func(i int) bool { return f.units[i].side == p.Side && f.ready(p, i) })
}

func skirmishLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	if !f.mayAct(u, p, i) {
		return
	}
	f.legalIdle(u, p)
	f.legalFresh(u, p, i)
	if unit := &p.Units[i]; unit.Models[machineGuns]+unit.Models[mortars] > 0 {
		f.forbid(u, i, "host.heavy", "has a heavy weapon and cannot take Fire and Movement")
	}
}

func skirmishApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	u.Note("host.actions", "the unit takes Fire and Movement")
	p.Points = uint8(f.movementPointsOf(u, int(a[0]), &p.Units[a[0]]))
	p.Active, p.Doing = uint8(a[0]+1), FiringAndMoving
}

func watchLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	if !f.mayAct(u, p, i) {
		return
	}
	f.legalIdle(u, p)
	f.legalFresh(u, p, i)
	if p.Units[i].Models[mortars] > 0 {
		f.forbid(u, i, "host.watch", "has a mortar and cannot wait in opportunity fire")
	}
}

func watchApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	u.Note("host.watch", "the unit waits in opportunity fire")
	p.Units[a[0]].Activity = OnOpFire
	f.endAction(u, p)
}

func restLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if f.mayAct(u, p, int(a[0])) {
		f.legalIdle(u, p)
	}
}

func restApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	u.Note("host.rest", "the unit is fatigued without acting")
	p.fatigue(int(a[0]))
	f.endAction(u, p)
}

func donePseudoLegal(_ *Battlefield, p *Position, out []args) []args {
	if p.Active != 0 {
		out = append(out, args{int16(p.Active - 1)})
	}
	return out
}

func doneLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if f.mayAct(u, p, int(a[0])) && p.Active == 0 {
		f.forbid(u, int(a[0]), "host.active", "is not in the middle of an action")
	}
}

func doneApply(u *rule.Umpire, f *Battlefield, p *Position, _ args) {
	u.Note("host.active", "the unit ends its action")
	f.endAction(u, p)
}

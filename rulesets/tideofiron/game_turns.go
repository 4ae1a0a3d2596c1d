package tideofiron

import (
	"fmt"
	"math"

	"loophole/game"
	"loophole/rule"
)

// ready reports whether a unit can be activated.
func (f *Battlefield) ready(p *Position, i int) bool {
	unit := &p.Units[i]
	return unit.Place != 0 && unit.Activity == Ready && (unit.Condition == Fresh || unit.Condition == Pinned && f.hasOfficer(p, i))
}

// canAct reports whether a side has a unit to activate.
func (f *Battlefield) canAct(p *Position, side uint8) bool {
	return game.Any(len(f.units), func(i int) bool { return f.units[i].side == side && f.ready(p, i) })
}

// mayAct reports whether a unit can take or continue an action now. If not, it gives u the reason.
func (f *Battlefield) mayAct(u *rule.Umpire, p *Position, i int) bool {
	info := &f.units[i]
	switch {
	case p.Over():
		u.Forbid("host.victory", "the game is over")
	case info.side != p.Side:
		u.ForbidFunc("host.turns", func() string {
			return fmt.Sprintf("%s is on the %s side, but it is the action turn of the %s side", info.name, f.sides[info.side], f.sides[p.Side])
		})
	case !p.here(i):
		f.forbid(u, i, "host.hits", "is lost")
	case p.Active == uint8(i+1):
		return true
	case p.Active != 0:
		f.legalIdle(u, p)
	case p.Units[i].Activity != Ready:
		f.forbid(u, i, "host.ready", notReady[p.Units[i].Activity])
	case f.ready(p, i):
		return true
	case p.Units[i].Condition == Pinned:
		f.forbid(u, i, "host.ready", "is pinned and has no officer")
	default:
		f.forbid(u, i, "host.ready", "is "+p.Units[i].Condition.Names()[p.Units[i].Condition]+" and cannot be activated")
	}
	return false
}

// legalFresh forbids actions that need a fresh unit to a pinned or disrupted one.
func (f *Battlefield) legalFresh(u *rule.Umpire, p *Position, i int) {
	if p.Units[i].Condition != Fresh {
		f.forbid(u, i, "host.ready", "is pinned and can only fire, led by an officer")
	}
}

// legalIdle forbids an action while a unit is in the middle of another.
func (f *Battlefield) legalIdle(u *rule.Umpire, p *Position) {
	if p.Active != 0 {
		f.forbid(u, int(p.Active-1), "host.active", "is in the middle of an action: finish that first")
	}
}

// fatigue makes a unit that acted fatigued.
func (p *Position) fatigue(i int) {
	if p.here(i) {
		p.Units[i].Activity = Fatigued
	}
}

// endAction ends the current action.
func (f *Battlefield) endAction(u *rule.Umpire, p *Position) {
	if p.Active != 0 {
		p.fatigue(int(p.Active - 1))
	}
	p.Active, p.Doing, p.Points, p.Shot = 0, Idle, 0, false
	if victory.Decide(u, f, p, false) {
		p.Left = 0
		return
	}
	p.Left--
	if p.Left > 0 && f.canAct(p, p.Side) {
		return
	}
	if next, ok := game.NextSide(p.Side, func(side uint8) bool { return f.canAct(p, side) }); ok {
		f.beginTurn(u, p, next)
	} else {
		f.endRound(u, p)
	}
}

// beginTurn begins an action turn.
func (f *Battlefield) beginTurn(u *rule.Umpire, p *Position, side uint8) {
	p.Side, p.Left = side, uint8(f.actions)
	u.NoteFunc("host.turns", func() string { return fmt.Sprintf("the %s side begins an action turn", f.sides[side]) })
}

// endRound plays the Command and the Status phase, and begins the next round.
func (f *Battlefield) endRound(u *rule.Umpire, p *Position) {
	for { // until a unit can act
		u.Note("host.round", "the Action phase is over")
		f.updateControl(u, p)
		for side := range p.Score {
			if f.task.Kind == Points {
				held := u.Apply(victory.Held(f, p, uint8(side)), "host.victory", "points for objective hexes")
				p.Score[side] = uint8(min(math.MaxUint8, int(p.Score[side])+held))
			}
		}
		if victory.EndRound(u, f, p, int(p.Round) == f.rounds) {
			p.Left = 0
			return
		}
		f.statusPhase(u, p)
		p.Round++
		u.NoteFunc("host.round", func() string { return fmt.Sprintf("round %d of %d begins", p.Round, f.rounds) })
		for _, side := range [2]uint8{f.firstSide, 1 - f.firstSide} {
			if f.canAct(p, side) {
				u.Note("host.initiative", "the side with the initiative goes first if it has a ready unit")
				f.beginTurn(u, p, side)
				return
			}
		}
	}
}

// statusPhase plays the Status phase: tokens are removed, and squads recover.
func (f *Battlefield) statusPhase(u *rule.Umpire, p *Position) {
	var led [mostUnits]bool
	for i := range f.units {
		led[i] = p.here(i) && f.hasOfficer(p, i)
	}
	for i := range f.units {
		unit := &p.Units[i]
		if unit.Place == 0 {
			continue
		}
		unit.Activity = Ready
		switch {
		case unit.Condition == Pinned:
			u.Note("host.rally", "a pinned squad recovers")
			unit.Condition = Fresh
		case unit.Condition == Disrupted && led[i]:
			u.Note("host.rally", "a disrupted squad with an officer recovers")
			unit.Condition = Fresh
		case unit.Condition == Disrupted:
			u.Note("host.rally", "a disrupted squad becomes pinned")
			unit.Condition = Pinned
		}
	}
}

// updateControl updates who controls the objective hexes.
func (f *Battlefield) updateControl(u *rule.Umpire, p *Position) {
	for _, hex := range f.objectives {
		present, state := f.unitsIn(p, int(hex)), &p.Hexes[hex]
		held, changed := game.ControlBy([2]bool{present[0] > 0, present[1] > 0}, state.Held)
		if !changed {
			continue
		}
		state.Held = held
		u.NoteFunc("host.control", func() string { return fmt.Sprintf("the %s side controls %s", f.sides[held-1], f.hexes[hex].name) })
	}
}

// unitsIn counts the units of each side in a hex.
func (f *Battlefield) unitsIn(p *Position, hex int) [2]int {
	return game.BothSides(len(f.units), func(i int) (uint8, bool) { return f.units[i].side, p.here(i) && int(f.placeOf(p, i).hex) == hex })
}

// modelsLeft counts the models of a side. A unit whose place is unknown counts with its models at the start.
func modelsLeft(f *Battlefield, p *Position, side uint8) (count int) {
	for i := range f.units {
		switch info, unit := &f.units[i], &p.Units[i]; {
		case info.side != side:
		case unit.Secrecy == PlaceUnknown:
			count += int(info.models)
		default:
			count += unit.models()
		}
	}
	return count
}

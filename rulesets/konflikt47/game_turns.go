package konflikt47

import (
	"errors"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/rule"
)

// nextDecision sets whose decision it is: a die is drawn while both sides have some. It reports
// false if the cup is empty.
func (f *Battlefield) nextDecision(p *Position) bool {
	dice := f.orderDiceLeft(p)
	switch {
	case dice[0]+dice[1] == 0:
		return false
	case dice[0] > 0 && dice[1] > 0:
		p.Stage = Drawing
	case dice[0] > 0:
		p.Stage, p.Side = Ordering, 0
	default:
		p.Stage, p.Side = Ordering, 1
	}
	return true
}

// endOrder ends an order: it decides whether the game is won, and ends the turn if the cup is
// empty.
func (f *Battlefield) endOrder(u *rule.Umpire, p *Position) {
	if victory.Decide(u, f, p, false) {
		return
	}
	for !f.nextDecision(p) {
		u.Note("host.turn", "the cup is empty: the turn ends, and the dice go back")
		if victory.EndRound(u, f, p, int(p.Turn) == f.turns) {
			return
		}
		for i := range f.units {
			f.returnDie(u, p, i)
		}
		p.Turn++
	}
}

// returnDie puts the die of a unit back into the cup. A unit in Ambush or Down may keep it.
func (f *Battlefield) returnDie(u *rule.Umpire, p *Position, i int) {
	unit := &p.Units[i]
	if !p.here(i) || unit.Die != AmbushDie && unit.Die != DownDie || u.Choose(f.player(i), "host.turn", f.units[i].dieQuestion, "its die goes back", "it stays "+stayNames[unit.Die]) == 0 {
		unit.Die = NoDie
		return
	}
	u.Note("host.turn", "the unit keeps its die and receives no new order in the next turn")
	if unit.Die == DownDie {
		unit.Pins -= min(unit.Pins, uint8(u.Fact(&downPinsLost)))
	}
}

// stayNames are the texts for dice that units keep.
var stayNames = [...]string{AmbushDie: "in Ambush", DownDie: "Down"}

// nextSetUp gives the next unit to be set up to its side: the first side places all of its units,
// then the other. It reports false if all units are set up, and begins the first turn.
func (f *Battlefield) nextSetUp(p *Position) bool {
	for side := range uint8(2) {
		if game.Any(len(f.units), func(i int) bool { return f.awaitsSetUp(p, i, side) }) {
			p.Stage, p.Side = SettingUp, side
			return true
		}
	}
	p.Side = 0
	f.nextDecision(p)
	return false
}

// awaitsSetUp reports whether a unit of a side is still to be set up.
func (f *Battlefield) awaitsSetUp(p *Position, i int, side uint8) bool {
	return f.units[i].Side == side && p.Units[i].Men > 0 && !p.here(i)
}

// removeUnit takes a unit off the table and counts its men as lost.
func (f *Battlefield) removeUnit(u *rule.Umpire, p *Position, i int) {
	u.NoteFunc("host.casualties", func() string { return f.units[i].Name + " is lost" })
	p.Lost[f.units[i].Side] += p.Units[i].Men
	p.Units[i] = Unit{}
	p.resetRanging(i)
}

// resetRanging makes all units that fire indirectly at a unit begin their ranging again.
func (p *Position) resetRanging(i int) {
	for j := range p.Units {
		if unit := &p.Units[j]; unit.Aim == uint8(i+1) {
			unit.Aim, unit.Shots, unit.Ranged = 0, 0, false
		}
	}
}

// placeUnit puts a unit at a place, its fixed weapon at an opening or, with -1, at none.
func (f *Battlefield) placeUnit(p *Position, i, to, openingIndex int) {
	unit := &p.Units[i]
	unit.At, unit.Port = uint8(to+1), uint8(openingIndex+1)
	unit.Aim, unit.Shots, unit.Ranged = 0, 0, false
	p.resetRanging(i)
}

// validatePosition returns an error if a position is impossible.
func validatePosition(f *Battlefield, p *Position) error {
	if int(p.Turn) > f.turns {
		return fmt.Errorf("turn %d is after the last", p.Turn)
	}
	if err := errors.Join(game.CheckUnused("section", p.Sections[:], len(f.sections)), game.CheckUnused("unit", p.Units[:], len(f.units))); err != nil {
		return err
	}
	var occupied [mostPlaces + 1]bool
	for i := range f.units {
		if err := f.validateUnit(p, i); err != nil {
			return err
		}
		at := p.Units[i].At
		if at > 0 && occupied[at] {
			return fmt.Errorf("two units are at %s", f.places[at-1].name)
		}
		occupied[at] = true
	}
	return f.validateStage(p)
}

// validateStage returns an error if no unit can make the decision that is due.
func (f *Battlefield) validateStage(p *Position) error {
	dice, again := f.orderDiceLeft(p), *p
	switch {
	case p.Over():
		return nil
	case p.Stage == SettingUp && (!f.nextSetUp(&again) || again.Side != p.Side),
		p.Stage == Drawing && (dice[0] == 0 || dice[1] == 0), p.Stage == Ordering && dice[p.Side] == 0:
		return fmt.Errorf("the %s side has no unit for the %s", f.sides[p.Side], p.Stage.Names()[p.Stage])
	}
	return nil
}

// validateUnit returns an error if the state of a unit is impossible.
func (f *Battlefield) validateUnit(p *Position, i int) error {
	unit, info := &p.Units[i], &f.units[i]
	if unit.Men == 0 {
		return game.CheckGone("unit", i, *unit)
	}
	if int(unit.At) > len(f.places) || int(unit.Port) > len(f.openings) || int(unit.Aim) > len(f.units) || unit.Men > info.men || unit.At == 0 && p.Stage != SettingUp {
		return fmt.Errorf("%s has an impossible state", info.Name)
	}
	arms := 0
	for k, n := range unit.Arms {
		if arms += int(n); n > info.arms[k].count {
			return fmt.Errorf("%s has more weapons than it had", info.Name)
		}
	}
	if !info.isVehicle() && arms > int(unit.Men) {
		return fmt.Errorf("%s has more weapons than models", info.Name)
	}
	if unit.At == 0 {
		return nil
	}
	at := f.placeOf(p, i)
	switch {
	case !at.spot && info.isVehicle():
		return fmt.Errorf("%s is a vehicle inside a building", info.Name)
	case !at.spot && p.Sections[at.section] != Whole:
		return fmt.Errorf("%s is in a section that fell or burns", info.Name)
	case at.spot && at.section >= 0 && p.Sections[at.section] != Fallen:
		return fmt.Errorf("%s stands in the rubble of a section that has not fallen", info.Name)
	case at.beforeSection >= 0 && !info.isVehicle():
		return fmt.Errorf("%s is where only a vehicle can be", info.Name)
	case unit.Port > 0 && !slices.Contains(at.openings, int(unit.Port)-1):
		return fmt.Errorf("%s is not where its weapon is set up", info.Name)
	}
	return nil
}

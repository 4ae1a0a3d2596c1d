package oldworld

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/rule"
)

// unitValue is the value of a unit for a policy: 4 for a wound of an ordinary model.
func (f *Battlefield) unitValue(p *Position, i int) int {
	unit, info := &p.Units[i], &f.units[i]
	if unit.Site == 0 {
		return 0
	}
	cells := units.Rows[info.atStart.Unit-1].Cells
	value := (int(unit.Models)*info.wounds-int(unit.Hurt))*(2+cells[unitAttacks]+cells[unitStrength]/3) + 12*int(unit.Hero)
	if info.engine > 0 {
		value += 30
	}
	if unit.Fleeing {
		value /= 2
	}
	// Units in the open can break, and numbers decide which does.
	if unit.Foe > 0 && f.fightsInOpen(p, i) && p.Units[unit.Foe-1].count() > unit.count() {
		value -= value / 8
	}
	return value
}

// objectiveValue rates how much of its task a side has fulfilled.
func (f *Battlefield) objectiveValue(p *Position, side uint8) int {
	value := p.EndValue(side)
	if f.task.Kind == TaskSurvive {
		return value
	}
	for _, goal := range f.objectives {
		building := int(goal)
		switch f.holder(p, building) {
		case int(side):
			value += 60
		case int(1 - side):
			value -= 60
		}
		value -= min(f.nearestEnemyInches(p, 1-side, f.siteLocation(building), false), 40) + f.quarterDistances(p, side, building)
	}
	return value
}

// quarterDistances is a quarter of the inches from a side's units to a building, added up. Units
// that shoot do not count.
func (f *Battlefield) quarterDistances(p *Position, side uint8, building int) (n int) {
	for i := range f.unitsOf(p, side) {
		if info := &f.units[i]; info.missile == 0 && info.engine == 0 && !p.Units[i].Fleeing {
			n += f.inchesTo(p, i, building)
		}
	}
	return n / 4
}

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var out strings.Builder
	fmt.Fprintf(&out, "round %d of %d, %s, turn of the %s side\n", p.Round, f.rounds, stepNames[p.Step], f.sides[p.Side])
	roster.Text(&out, f, p, f.sides, (*Battlefield).unitText)
	for _, goal := range f.objectives {
		by := "nobody"
		if side := f.holder(p, int(goal)); side >= 0 {
			by = string(f.sides[side])
		}
		fmt.Fprintf(&out, "objective %s: %s\n", f.sites[goal].name, by)
	}
	return out.String()
}

func (f *Battlefield) unitText(p *Position, i int) string {
	unit, info := &p.Units[i], &f.units[i]
	var words game.Words
	switch row := &units.Rows[info.atStart.Unit-1]; {
	case unit.Models == 1 && info.atStart.Models == 1:
		words = append(words, row.Text)
	case unit.Models > 0:
		words = append(words, rule.Counted("%d {model} of ", int(unit.Models))+row.Text)
	}
	words.If(unit.Hurt > 0, rule.Counted("one model has lost %d {wound}", int(unit.Hurt)))
	if unit.Hero > 0 {
		words = append(words, units.Rows[f.characterOf(p, i).row-1].Text+rule.Counted(" with %d {wound}", int(unit.Hero)))
	}
	words[0] = fmt.Sprintf("%s at %s: %s", info.name, f.locationText(p, i), words[0])
	words.If(p.siteOf(i) >= f.buildings, "facing "+unit.Facing.String())
	if unit.Foe > 0 {
		words = append(words, "fighting "+f.enemyNames(p, i))
	}
	if f.fightsInOpen(p, i) {
		words[len(words)-1] += " in the open"
	}
	words.If(unit.isChargingHome(), chargingHomeText)
	words.If(unit.Fleeing, "fleeing")
	words.If(unit.Did != Ready, unit.Did.Names()[unit.Did])
	words.If(unit.Gait != Still, unit.Gait.Names()[unit.Gait])
	words.If(unit.Jammed > 0, "out of action")
	return words.String()
}

package oldworld

// unitValue returns the value of a unit for a policy: 4 for a wound of an ordinary model.
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

// quarterDistances returns a quarter of the inches from a side's units to a building, added up. Units
// that shoot do not count.
func (f *Battlefield) quarterDistances(p *Position, side uint8, building int) (n int) {
	for i := range roster.OfSide(f, p, side) {
		if info := &f.units[i]; info.missile == 0 && info.engine == 0 && !p.Units[i].Fleeing {
			n += f.inchesTo(p, i, building)
		}
	}
	return n / 4
}

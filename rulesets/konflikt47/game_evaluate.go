package konflikt47

// unitValue rates what is left of a unit, for policies. A man counts 4.
func (f *Battlefield) unitValue(p *Position, i int) int {
	info, unit := &f.units[i], &p.Units[i]
	value := 4 * int(unit.Men)
	if info.isVehicle() {
		value *= info.value
		if unit.Stuck {
			value /= 2
		}
	}
	for k, count := range unit.Arms {
		if info.arms[k].kind != smallArm {
			value += 6 * int(count)
		}
	}
	return value - min(value/2, 2*int(unit.Pins))
}

// objectiveValue rates how far a side has come with the task.
func (f *Battlefield) objectiveValue(p *Position, side uint8) (value int) {
	for _, section := range f.objectives {
		switch f.task.Kind {
		case Destroy:
			if p.Sections[section] == Whole {
				continue
			}
			if side == f.task.Side {
				value += 60
			} else {
				value -= 60
			}
		case Survive:
		default:
			present := f.unitsInside(p, section)
			value += 15*min(1, present[side]) - 15*min(1, present[1-side]) - f.nearestInfantry(p, section, side)
		}
	}
	return value + p.EndValue(side)
}

// nearestInfantry returns a third of the distance from the nearest infantry of a side to a section,
// in inches.
func (f *Battlefield) nearestInfantry(p *Position, sectionIndex, side uint8) int {
	best := 30
	for i := range roster.OfSide(f, p, side) {
		if f.units[i].class == classInfantry {
			best = min(best, f.distances[p.placeIndex(i)][f.sections[sectionIndex].floors[0]].Inches())
		}
	}
	return best / 3
}

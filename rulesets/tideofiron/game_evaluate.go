package tideofiron

// figureValue is the value of a figure for a policy: a regular counts 4.
var figureValue = [figureKinds]int{regulars: 4, elites: 5, officers: 7, machineGuns: 8, mortars: 8}

// unitValue returns the value of a unit for a policy.
func (f *Battlefield) unitValue(p *Position, i int) int {
	unit := &p.Units[i]
	switch {
	case unit.Secrecy == PlaceUnknown:
		return 4 * int(f.units[i].models)
	case unit.Place == 0:
		return 0
	case f.units[i].vehicle > 0:
		return 30 - 8*int(unit.Damage)
	}
	value := 0
	for k, count := range unit.Models {
		value += figureValue[k] * int(count)
	}
	return value - value*int(unit.Condition)/5
}

// objectiveValue returns the value of the objective hexes for a side, for a policy.
func (f *Battlefield) objectiveValue(p *Position, side uint8) int {
	value := 0
	for hex := range f.hexes {
		if !f.hexes[hex].objective {
			continue
		}
		present := f.unitsIn(p, hex)
		switch f.task.Kind {
		case Destroy:
			damage := 0
			if p.Hexes[hex].Terrain == Overlay {
				damage = 40
			} else if p.Hexes[hex].Weakened {
				damage = 15
			}
			if side == f.task.Side {
				value += damage
			} else {
				value -= damage
			}
		case Survive:
		default:
			value += 10*min(present[side], 1) - 10*min(present[1-side], 1)
			switch p.Hexes[hex].Held {
			case side + 1:
				value += 10
			case 2 - side:
				value -= 10
			}
			value -= f.nearestSquad(p, hex, side)
		}
	}
	return value + p.EndValue(side)
}

// nearestSquad returns the distance from a hex to the nearest squad of a side.
func (f *Battlefield) nearestSquad(p *Position, hex int, side uint8) int {
	return roster.Nearest(f, p, side, 12, func(i int) int {
		if f.units[i].vehicle > 0 {
			return -1
		}
		return int(f.distances[f.placeOf(p, i).hex][hex])
	})
}

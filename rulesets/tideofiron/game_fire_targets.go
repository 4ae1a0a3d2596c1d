package tideofiron

import "loophole/game"

// firePseudoLegal lists leads, the targets that they see, modes and supporters.
func firePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for lead := range f.units {
		if !f.mightFire(p, lead) {
			continue
		}
		for enemy := range f.units {
			if f.units[enemy].side == p.Side || !p.here(enemy) || !f.knows(p, p.Side, enemy) {
				continue
			}
			target := f.unitTarget(p, enemy)
			if _, seen := f.sightOf(p, lead, target); !seen {
				continue
			}
			possible := f.possibleSupporters(p, lead, target)
			last := Suppressive
			if f.units[enemy].vehicle > 0 {
				last = Normal
			}
			for mode := Normal; mode <= last; mode++ {
				out = appendSubsets(out, args{int16(lead), int16(enemy), int16(mode)}, 3, possible)
			}
		}
	}
	return out
}

func bombardPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if !f.destructible {
		return out
	}
	for lead := range f.units {
		if !f.mightFire(p, lead) || !f.canDamageBuildings(lead) {
			continue
		}
		for hex := range f.hexes {
			if p.Hexes[hex].Terrain != Standing {
				continue
			}
			target := hexTarget(hex)
			if _, seen := f.sightOf(p, lead, target); seen {
				out = appendSubsets(out, args{int16(lead), int16(hex)}, 2, f.possibleSupporters(p, lead, target))
			}
		}
	}
	return out
}

// canDamageBuildings reports whether a unit adds firepower against buildings: vehicles, guns and
// anti-tank squads do.
func (f *Battlefield) canDamageBuildings(i int) bool {
	return f.units[i].vehicle > 0 || f.units[i].antiTank
}

// mightFire reports whether a unit might fire now. It is a quick test, and mayAct decides.
func (f *Battlefield) mightFire(p *Position, i int) bool {
	if f.units[i].side != p.Side || p.Ended != game.InProgress || !f.hasDirectFire(p, i) {
		return false
	}
	if p.Active != 0 {
		return p.Active == uint8(i+1) && p.Doing == FiringAndMoving && !p.Shot
	}
	return f.ready(p, i)
}

// possibleSupporters returns the set of the units that may support an attack.
func (f *Battlefield) possibleSupporters(p *Position, lead int, target fireTarget) (set int16) {
	if p.Active != 0 {
		return 0
	}
	for i := range f.units {
		unit := &p.Units[i]
		if i == lead || f.units[i].side != p.Side || unit.Place == 0 || unit.Activity != Ready || unit.Condition != Fresh || !f.hasDirectFire(p, i) {
			continue
		}
		if target.unit < 0 && !f.canDamageBuildings(i) {
			continue
		}
		if _, seen := f.sightOf(p, i, target); seen {
			set |= 1 << i
		}
	}
	return set
}

// appendSubsets appends a copy of the arguments for each subset of a set, which it puts at one
// index.
func appendSubsets(out []args, a args, at int, set int16) []args {
	for subset := int16(0); ; subset = (subset - set) & set {
		a[at] = subset
		out = append(out, a)
		if subset == set {
			return out
		}
	}
}

func shellPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Active != 0 || p.Ended != game.InProgress {
		return out
	}
	for i := range f.units {
		if f.units[i].side != p.Side || p.Units[i].Models[mortars] == 0 || !f.ready(p, i) {
			continue
		}
		seen := f.knownHexes(p, p.Side)
		for hex := range f.hexes {
			switch {
			case seen>>hex&1 == 1:
				out = append(out, args{int16(i), int16(hex), int16(Normal)}, args{int16(i), int16(hex), int16(Suppressive)})
			case p.Hexes[hex].Terrain == Standing && f.destructible:
				out = append(out, args{int16(i), int16(hex), int16(Normal)})
			}
		}
	}
	return out
}

package tideofiron

import "loophole/game"

// firePseudoLegal lists leads, the targets that they see, modes and supporters.
func firePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	for i := range f.troops {
		if !f.mightFire(p, i) {
			continue
		}
		for j := range f.troops {
			if f.troops[j].side == p.Side || !p.here(j) || !f.knows(p, p.Side, j) {
				continue
			}
			t := f.aimAt(p, j)
			if _, seen := f.sight(p, i, t); !seen {
				continue
			}
			helpers := f.possibleSupporters(p, i, t)
			last := Suppressive
			if f.troops[j].vehicle > 0 {
				last = Normal
			}
			for m := Normal; m <= last; m++ {
				out = subsets(out, args{int16(i), int16(j), int16(m)}, 3, helpers)
			}
		}
	}
	return out
}

func bombardPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if !f.destruct {
		return out
	}
	for i := range f.troops {
		if !f.mightFire(p, i) || !f.canDamageBuildings(i) {
			continue
		}
		for h := range f.hexes {
			if p.Hexes[h].Terrain != Standing {
				continue
			}
			t := aim{-1, h}
			if _, seen := f.sight(p, i, t); seen {
				out = subsets(out, args{int16(i), int16(h)}, 2, f.possibleSupporters(p, i, t))
			}
		}
	}
	return out
}

// canDamageBuildings reports whether a unit adds firepower against buildings: vehicles, guns and
// anti-tank squads do.
func (f *Battlefield) canDamageBuildings(i int) bool {
	return f.troops[i].vehicle > 0 || f.troops[i].antiTank
}

// mightFire reports whether a unit might fire now. It is a quick test, and mayAct decides.
func (f *Battlefield) mightFire(p *Position, i int) bool {
	if f.troops[i].side != p.Side || p.Ended != game.InProgress || !f.hasDirectFire(p, i) {
		return false
	}
	if p.Active != 0 {
		return p.Active == uint8(i+1) && p.Doing == FiringAndMoving && !p.Shot
	}
	return f.ready(p, i)
}

// possibleSupporters is the set of units of which each may support an attack.
func (f *Battlefield) possibleSupporters(p *Position, lead int, t aim) (set int16) {
	if p.Active != 0 {
		return 0
	}
	for i := range f.troops {
		x := &p.Units[i]
		if i == lead || f.troops[i].side != p.Side || x.Place == 0 || x.Activity != Ready || x.Condition != Fresh || !f.hasDirectFire(p, i) {
			continue
		}
		if t.unit < 0 && !f.canDamageBuildings(i) {
			continue
		}
		if _, seen := f.sight(p, i, t); seen {
			set |= 1 << i
		}
	}
	return set
}

// subsets appends a copy of the arguments for each subset of a set, which it puts at one index.
func subsets(out []args, a args, at int, set int16) []args {
	for sub := int16(0); ; sub = (sub - set) & set {
		a[at] = sub
		out = append(out, a)
		if sub == set {
			return out
		}
	}
}

func shellPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Active != 0 || p.Ended != game.InProgress {
		return out
	}
	for i := range f.troops {
		if f.troops[i].side != p.Side || p.Units[i].Models[mortars] == 0 || !f.ready(p, i) {
			continue
		}
		seen := f.knownHexes(p, p.Side)
		for h := range f.hexes {
			switch {
			case seen>>h&1 == 1:
				out = append(out, args{int16(i), int16(h), int16(Normal)}, args{int16(i), int16(h), int16(Suppressive)})
			case p.Hexes[h].Terrain == Standing && f.destruct:
				out = append(out, args{int16(i), int16(h), int16(Normal)})
			}
		}
	}
	return out
}

package tideofiron

// mayFire lets the units pass that obviously could fire.
func mayFire(f *Battlefield, p *Position, a *args) bool {
	i := int(a[0])
	switch {
	case f.troops[i].side != p.Side || p.Over() || !f.rifles(p, i):
		return false
	case p.Active != 0:
		return p.Active == uint8(i+1) && p.Doing == FiringAndMoving && !p.Shot
	}
	return f.ready(p, i)
}

// seesEnemy lets the enemies pass of whom the side that acts knows and whom the unit sees.
func seesEnemy(f *Battlefield, p *Position, a *args) bool {
	j := int(a[1])
	if f.troops[j].side == p.Side || !p.here(j) || !f.knows(p, p.Side, j) {
		return false
	}
	_, seen := f.sight(p, int(a[0]), f.aimAt(p, j))
	return seen
}

// modeAgainst lets no suppressive fire at vehicles pass.
func modeAgainst(f *Battlefield, _ *Position, a *args) bool {
	return f.troops[a[1]].vehicle == 0 || Mode(a[2]) == Normal
}

// supportersAtUnit are the units that may support fire at a unit, each for itself.
func supportersAtUnit(f *Battlefield, p *Position, a *args) int16 {
	return f.possibleSupporters(p, int(a[0]), f.aimAt(p, int(a[1])))
}

// supportersAtHex are the units that may support fire at a building.
func supportersAtHex(f *Battlefield, p *Position, a *args) int16 {
	return f.possibleSupporters(p, int(a[0]), aim{-1, int(a[1])})
}

// canBombard reports whether buildings can be brought down.
func canBombard(f *Battlefield, _ *Position) bool { return f.destruct }

// mayBombard lets the units pass that may fire at buildings.
func mayBombard(f *Battlefield, p *Position, a *args) bool {
	return mayFire(f, p, a) && f.canDamageBuildings(int(a[0]))
}

// seesBuilding lets the hexes pass with a building that the unit sees.
func seesBuilding(f *Battlefield, p *Position, a *args) bool {
	if p.Hexes[a[1]].Terrain != Standing {
		return false
	}
	_, seen := f.sight(p, int(a[0]), aim{-1, int(a[1])})
	return seen
}

// canDamageBuildings reports whether a unit counts against buildings: vehicles and guns
// do, and of squads those with anti-tank weapons.
func (f *Battlefield) canDamageBuildings(i int) bool {
	return f.troops[i].vehicle > 0 || f.troops[i].antiTank
}

// possibleSupporters is the set of units that may support an attack, each for itself.
func (f *Battlefield) possibleSupporters(p *Position, lead int, t aim) (set int16) {
	if p.Active != 0 {
		return 0
	}
	for i := range f.troops {
		x := &p.Units[i]
		if i == lead || f.troops[i].side != p.Side || x.Place == 0 || x.Activity != Ready || x.Condition != Steady || !f.rifles(p, i) {
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

// mayShell lets the mortar squads pass that could begin an action.
func mayShell(f *Battlefield, p *Position, a *args) bool {
	return p.Units[a[0]].Models[mortars] > 0 && mayBegin(f, p, a)
}

// worthShelling lets the hexes pass where shells could hurt somebody, or a building.
func worthShelling(f *Battlefield, p *Position, a *args) bool {
	return f.couldStrike(p, int(a[1]), Normal)
}

// modeOfShelling lets suppressive shells pass only where somebody is known to be.
func modeOfShelling(f *Battlefield, p *Position, a *args) bool {
	return f.couldStrike(p, int(a[1]), Mode(a[2]))
}

// couldStrike reports whether an area attack on a hex could do anything, as far as the
// side that acts knows.
func (f *Battlefield) couldStrike(p *Position, hex int, mode Mode) bool {
	return mode == Normal && f.destruct && p.Hexes[hex].Terrain == Standing || f.seenIn(p, hex, p.Side)
}

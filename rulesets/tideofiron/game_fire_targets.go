package tideofiron

// mayFire lets the units pass that obviously could fire.
func mayFire(f *Battlefield, p *Position, a args) bool {
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
func seesEnemy(f *Battlefield, p *Position, a args) bool {
	j := int(a[1])
	if f.troops[j].side == p.Side || !p.here(j) || !f.knows(p, p.Side, j) {
		return false
	}
	_, seen := f.sight(p, int(a[0]), f.aimAt(p, j))
	return seen
}

// modeAgainst lets no suppressive fire at vehicles pass.
func modeAgainst(f *Battlefield, _ *Position, a args) bool {
	return f.troops[a[1]].vehicle == 0 || Mode(a[2]) == Normal
}

// maySupport lets the units pass that may support fire at a unit, each for itself.
func maySupport(f *Battlefield, p *Position, a args) bool {
	return f.supports(p, int(a[3]), int(a[0]), f.aimAt(p, int(a[1])))
}

// mayBombard lets the units pass that may fire at buildings.
func mayBombard(f *Battlefield, p *Position, a args) bool {
	return f.destruct && mayFire(f, p, a) && f.canDamageBuildings(int(a[0]))
}

// seesBuilding lets the hexes pass with a building that the unit sees.
func seesBuilding(f *Battlefield, p *Position, a args) bool {
	if p.Hexes[a[1]].Terrain != Standing {
		return false
	}
	_, seen := f.sight(p, int(a[0]), aim{-1, int(a[1])})
	return seen
}

// maySupportBombardment lets the units pass that may support fire at a building.
func maySupportBombardment(f *Battlefield, p *Position, a args) bool {
	return f.canDamageBuildings(int(a[2])) && f.supports(p, int(a[2]), int(a[0]), aim{-1, int(a[1])})
}

// canDamageBuildings reports whether a unit counts against buildings: vehicles and guns
// do, and of squads those with anti-tank weapons.
func (f *Battlefield) canDamageBuildings(i int) bool {
	return f.troops[i].vehicle > 0 || f.troops[i].antiTank
}

// supports reports whether a unit could support an attack of another.
func (f *Battlefield) supports(p *Position, i, lead int, t aim) bool {
	x := &p.Units[i]
	if p.Active != 0 || i == lead || f.troops[i].side != p.Side || x.Place == 0 || x.Activity != Ready || x.Condition != Steady || !f.rifles(p, i) {
		return false
	}
	_, seen := f.sight(p, i, t)
	return seen
}

// mayShell lets the mortar squads pass that could begin an action.
func mayShell(f *Battlefield, p *Position, a args) bool {
	return p.Units[a[0]].Models[mortars] > 0 && mayBegin[0](f, p, a)
}

// worthShelling lets the hexes pass where shells could hurt somebody, or a building.
func worthShelling(f *Battlefield, p *Position, a args) bool {
	return f.couldStrike(p, int(a[1]), Normal)
}

// modeOfShelling lets suppressive shells pass only where somebody is known to be.
func modeOfShelling(f *Battlefield, p *Position, a args) bool {
	return f.couldStrike(p, int(a[1]), Mode(a[2]))
}

// couldStrike reports whether an area attack on a hex could do anything, as far as the
// side that acts knows.
func (f *Battlefield) couldStrike(p *Position, hex int, mode Mode) bool {
	return mode == Normal && f.destruct && p.Hexes[hex].Terrain == Standing || f.seenIn(p, hex, p.Side)
}

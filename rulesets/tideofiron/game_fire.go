package tideofiron

import (
	"slices"

	"loophole/game"
	"loophole/rule"
)

// hexSituation returns a hex as the situation of an attack by a side, and the unit of each of its
// squads.
func (f *Battlefield) hexSituation(p *Position, hex int, by uint8) (situation Hex, squadUnits [mostUnits]int8) {
	state, mapHex := &p.Hexes[hex], &f.hexes[hex]
	situation = Hex{
		Board: f.board, Destructible: f.destructible, State: state.Terrain, Level: state.Level, Weakened: state.Weakened,
		Objective: mapHex.objective, Tokens: mapHex.tokens, Hexes: f.standingHexes(p, mapHex.building),
	}
	for k := range squadUnits {
		squadUnits[k] = -1
	}
	// Who is in the hex, and on which floors an officer or a medic of a side is.
	var present [mostUnits]int8
	var officer, medic [mostFloors][2]bool
	count := 0
	for i := range p.Units {
		unit := &p.Units[i]
		if unit.Place == 0 || int(f.places[unit.Place-1].hex) != hex {
			continue
		}
		present[count] = int8(i)
		count++
		floor, info := f.places[unit.Place-1].floor, &f.units[i]
		officer[floor][info.side] = officer[floor][info.side] || unit.Models[officers] > 0
		medic[floor][info.side] = medic[floor][info.side] || info.medic
	}
	squads := 0
	for _, i := range present[:count] {
		unit, info := &p.Units[i], &f.units[i]
		if info.vehicle > 0 {
			continue
		}
		floor := f.places[unit.Place-1].floor
		squadUnits[squads] = i
		situation.Squads[squads] = Squad{
			Figures: uint8(unit.models()), Floor: floor, Condition: unit.Condition, Activity: unit.Activity,
			Elite: unit.Models[elites] > 0, Officer: officer[floor][info.side], Medic: medic[floor][info.side], Friendly: info.side == by,
			Concealed: unit.Secrecy == Concealed && info.side != by,
		}
		squads++
	}
	return situation, squadUnits
}

// standingHexes counts the hexes of a building that still stand. It is 1 for a hex without a
// building, because a situation needs at least one.
func (f *Battlefield) standingHexes(p *Position, building int) uint8 {
	hexes := f.buildingHexes[building]
	return uint8(max(1, game.Count(len(hexes), func(k int) bool { return p.Hexes[hexes[k]].Terrain == Standing })))
}

// attackerInfo returns a unit as an attacker of a target. The distance to a building is that to its hex,
// so a unit inside is close to the building on every floor.
func (f *Battlefield) attackerInfo(p *Position, i int, target fireTarget) Attacker {
	info, unit, from := &f.units[i], &p.Units[i], f.placeOf(p, i)
	at, seen := f.sightOf(p, i, target)
	steps := f.steps(from, at)
	if target.unit < 0 {
		steps = int(f.distances[from.hex][at.hex])
	}
	attacker := Attacker{
		Unit: rule.Ref(info.vehicle), Distance: uint8(min(mostDistance, max(1, steps))), Higher: from.floor > at.floor,
		Blocked: !seen, Activity: unit.Activity, Condition: unit.Condition,
	}
	if info.vehicle == 0 {
		attacker.Regulars, attacker.Elites, attacker.Officers, attacker.MGs = unit.Models[regulars], unit.Models[elites], unit.Models[officers], unit.Models[machineGuns]
		attacker.German, attacker.AntiTank, attacker.Led = info.german, info.antiTank, f.hasOfficer(p, i)
	}
	return attacker
}

// hasDirectFire reports whether a unit has more than mortars, and so can fire at targets that it
// sees.
func (f *Battlefield) hasDirectFire(p *Position, i int) bool {
	unit := &p.Units[i]
	return unit.models() > int(unit.Models[mortars])
}

// fireTarget is what a unit fires at: a squad or vehicle with its hex, or a hex alone.
type fireTarget struct {
	unit int // -1 for a hex alone
	hex  int
}

// hexTarget returns a hex as a target.
func hexTarget(hex int) fireTarget { return fireTarget{-1, hex} }

// unitTarget returns a unit on the board as a target.
func (f *Battlefield) unitTarget(p *Position, unit int) fireTarget {
	return fireTarget{unit, int(f.placeOf(p, unit).hex)}
}

// sightOf returns the place of a target, and reports whether a unit sees it.
func (f *Battlefield) sightOf(p *Position, i int, target fireTarget) (place, bool) {
	from := f.placeOf(p, i)
	if target.unit >= 0 {
		at := f.placeOf(p, target.unit)
		return at, f.sees(p, from, at)
	}
	// A unit sees a building if it sees any floor, but the top floor sets the height.
	top := place{uint8(target.hex), f.top(p, target.hex)}
	for floor := range top.floor + 1 {
		if f.sees(p, from, place{top.hex, floor}) {
			return top, true
		}
	}
	return top, false
}

// top returns the highest floor of a hex. Ruins have only the ground floor.
func (f *Battlefield) top(p *Position, hex int) uint8 {
	if state := &p.Hexes[hex]; state.Terrain == Standing {
		return state.Level
	}
	return 0
}

// attackSituation returns the situation of a unit that fires at a target, with the support of a set of
// units of its side.
func (f *Battlefield) attackSituation(p *Position, lead int, target fireTarget, mode Mode, support int16, action Action) (s Attack, squadUnits [mostUnits]int8) {
	s = Attack{Mode: mode, Action: action, Card: target.unit < 0 && f.stielgranateCard[f.units[lead].side]}
	s.Hex, squadUnits = f.hexSituation(p, target.hex, f.units[lead].side)
	s.Lead = f.attackerInfo(p, lead, target)
	supporting := 0
	for i := range f.units {
		if support>>i&1 == 1 && supporting < len(s.Support) && p.here(i) {
			s.Support[supporting] = f.attackerInfo(p, i, target)
			supporting++
		}
	}
	if target.unit < 0 {
		return s, squadUnits
	}
	if vehicle := f.units[target.unit].vehicle; vehicle > 0 {
		s.Target, s.Vehicle, s.Damage = AtVehicle, rule.Ref(vehicle), p.Units[target.unit].Damage
		return s, squadUnits
	}
	s.Target, s.Against = AtSquad, uint8(1+slices.Index(squadUnits[:], int8(target.unit)))
	return s, squadUnits
}

// action returns the action in which a unit fires.
func (p *Position) action(i int) Action {
	if p.Active == uint8(i+1) {
		return FireAndMovement
	}
	return ConcentratedFire
}

// legalAttackOf forbids an attack of a unit on a unit or a building hex that it cannot make.
func (f *Battlefield) legalAttackOf(u *rule.Umpire, p *Position, lead int, target fireTarget, mode Mode, support int16) {
	if p.Active == uint8(lead+1) {
		if p.Doing != FiringAndMoving {
			f.forbid(u, lead, "host.actions", "is advancing and cannot fire")
		}
		if p.Shot {
			f.forbid(u, lead, "host.actions", "has already fired in this action")
		}
	}
	if !f.hasDirectFire(p, lead) {
		cite := rule.Clause("host.no-use")
		if target.unit < 0 {
			cite = "eligible.check"
		}
		f.forbid(u, lead, cite, "has only mortars: use shell to attack a hex")
		return
	}
	supporting := game.SetMembers(support)
	for _, i := range supporting {
		if reason := f.whyCannotSupport(p, lead, i); reason != "" {
			f.forbid(u, i, "box.support", reason)
			return
		}
		if !f.hasDirectFire(p, i) {
			f.forbid(u, i, "host.no-use", "has only mortars and cannot support")
		}
	}
	u.Requiref(len(supporting) <= len(Attack{}.Support), "box.support", "%d units support the attack, and at most %d can", len(supporting), len(Attack{}.Support))
	s, _ := f.attackSituation(p, lead, target, mode, support, p.action(lead))
	readSightRules(u)
	s.legal(u, func(number int) string {
		switch {
		case number > 0:
			return f.units[supporting[number-1]].name
		case number == 0:
			return f.units[lead].name
		case target.unit >= 0:
			return f.units[target.unit].name
		}
		return f.hexes[target.hex].name
	})
}

// forbid forbids an action of a unit, for a reason that follows the unit's name.
func (f *Battlefield) forbid(u *rule.Umpire, i int, cite rule.Clause, reason string) {
	u.ForbidFunc(cite, func() string { return f.units[i].name + " " + reason })
}

// whyCannotSupport returns the reason why a unit cannot support another, or empty.
func (f *Battlefield) whyCannotSupport(p *Position, lead, i int) string {
	switch {
	case i == lead:
		return "is leading the attack and cannot support it"
	case f.units[i].side != p.Side:
		return "is an enemy and cannot support the attack"
	case !p.here(i):
		return "is lost"
	}
	return ""
}

// fireArgs reads the arguments of the action fire. support is a set of units.
func fireArgs(a args) (lead, target int, mode Mode, support int16) {
	return int(a[0]), int(a[1]), Mode(a[2]), a[3]
}

// bombardArgs reads the arguments of the action bombard. support is a set of units.
func bombardArgs(a args) (lead int, target fireTarget, support int16) {
	return int(a[0]), hexTarget(int(a[1])), a[2]
}

func fireLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	lead, target, mode, support := fireArgs(a)
	if !f.mayAct(u, p, lead) {
		return
	}
	if reason := f.whyCannotTarget(p, target); reason != "" {
		f.forbid(u, target, "host.friends", reason)
		return
	}
	f.legalAttackOf(u, p, lead, f.unitTarget(p, target), mode, support)
}

// whyCannotTarget returns the reason why the acting side cannot fire at a unit, or empty. It does not
// reveal whether a concealed enemy is on the table.
func (f *Battlefield) whyCannotTarget(p *Position, target int) string {
	switch {
	case f.units[target].side == p.Side:
		return "is your own unit: choose an enemy"
	case p.Units[target].Secrecy != Known && !f.knows(p, p.Side, target):
		return "is concealed: you do not know where it is"
	case !p.here(target):
		return "is lost"
	}
	return ""
}

func bombardLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if lead, target, support := bombardArgs(a); f.mayAct(u, p, lead) {
		f.legalAttackOf(u, p, lead, target, Normal, support)
	}
}

func fireApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	lead, target, mode, support := fireArgs(a)
	f.playAttackAction(u, p, lead, f.unitTarget(p, target), mode, support)
}

func bombardApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	lead, target, support := bombardArgs(a)
	f.playAttackAction(u, p, lead, target, Normal, support)
}

// playAttackAction plays an attack and fatigues the units that took part.
func (f *Battlefield) playAttackAction(u *rule.Umpire, p *Position, lead int, target fireTarget, mode Mode, support int16) {
	readSightRules(u)
	f.shoot(u, p, lead, target, mode, support, p.action(lead))
	if p.Active != 0 {
		f.revealExposed(u, p)
		p.Shot = true
		f.endIfSpent(u, p)
		return
	}
	u.Note("host.fatigue", "each unit that fired is fatigued")
	p.fatigue(lead)
	for _, i := range game.SetMembers(support) {
		p.fatigue(i)
		f.revealIfExposed(u, p, i, Concealment{Fires: true})
	}
	f.revealExposed(u, p)
	f.endAction(u, p)
}

// attackRoles are the roles that roll dice in an attack.
var attackRoles = [2]rule.Side{attacker, defender}

// playersOfRoles returns the sides that have these roles when a side attacks.
func (f *Battlefield) playersOfRoles(side uint8) [2]rule.Side {
	return [2]rule.Side{f.sides[side], f.sides[1-side]}
}

// shoot plays an attack: each side rolls its dice, and the lead is revealed.
func (f *Battlefield) shoot(u *rule.Umpire, p *Position, lead int, target fireTarget, mode Mode, support int16, action Action) (outcome AttackOutcome) {
	s, squadUnits := f.attackSituation(p, lead, target, mode, support, action)
	u.WithRoles(attackRoles, f.playersOfRoles(f.units[lead].side), func() { outcome = playAttack(u, rule.Traced(u, &s)) })
	f.applyResult(u, p, target, &outcome, squadUnits)
	f.revealIfExposed(u, p, lead, Concealment{Fires: true})
	return outcome
}

// applyResult applies the result of an attack to the position.
func (f *Battlefield) applyResult(u *rule.Umpire, p *Position, target fireTarget, outcome *AttackOutcome, squadUnits [mostUnits]int8) {
	if target.unit >= 0 && f.units[target.unit].vehicle > 0 {
		if p.Units[target.unit].Damage = outcome.Damage; outcome.Damage == Wrecked {
			f.removeUnit(p, target.unit)
		}
		return
	}
	switch state := &p.Hexes[target.hex]; outcome.Fate {
	case Weakened:
		state.Weakened = true
	case Destroyed:
		f.placeOverlay(p, target.hex)
	}
	for k, after := range outcome.Squads {
		if squadUnits[k] >= 0 {
			f.applyToSquad(u, p, int(squadUnits[k]), after)
			if outcome.Fate == Destroyed || int(squadUnits[k]) == target.unit {
				f.revealIfExposed(u, p, int(squadUnits[k]), Concealment{Struck: true})
			}
		}
	}
}

// placeOverlay replaces a building by an overlay, and puts all its units on the ground.
func (f *Battlefield) placeOverlay(p *Position, hex int) {
	state := &p.Hexes[hex]
	state.Terrain, state.Weakened = Overlay, false
	for i := range f.units {
		if p.here(i) && int(f.placeOf(p, i).hex) == hex {
			p.Units[i].Place = f.placesByFloor[hex][0]
		}
	}
}

// applyToSquad applies the result of an attack to one squad.
func (f *Battlefield) applyToSquad(u *rule.Umpire, p *Position, i int, after SquadOutcome) {
	unit := &p.Units[i]
	if after.Condition == Routed || int(after.Lost) >= unit.models() {
		f.removeUnit(p, i)
		return
	}
	for range after.Lost {
		unit.Models[f.chooseCasualty(u, unit, i)]--
		p.Lost[f.units[i].side]++
	}
	unit.Condition, unit.Activity = after.Condition, after.Activity
}

// chooseCasualty asks the owner which model is lost.
func (f *Battlefield) chooseCasualty(u *rule.Umpire, unit *Unit, i int) int {
	var names game.Words
	for figure, models := range unit.Models {
		names.If(models > 0, figureNames[figure])
	}
	lost := names[u.Choose(f.sides[f.units[i].side], "host.casualty", "which figure is lost", names...)]
	return slices.Index(figureNames[:], lost)
}

// removeUnit takes a unit off the board.
func (f *Battlefield) removeUnit(p *Position, i int) {
	p.Lost[f.units[i].side] += uint8(p.Units[i].models())
	p.Units[i] = Unit{}
}

// opportunityFire lets the other side fire at a unit that has moved. It reports whether damage has
// ended the action of a vehicle.
func (f *Battlefield) opportunityFire(u *rule.Umpire, p *Position, mover int) (halted bool) {
	for !halted && p.here(mover) && p.Units[mover].Condition == Fresh {
		shooter, mode, fires := f.askOpportunityFire(u, p, mover)
		if !fires {
			return false
		}
		u.Note("host.op-fire", "a unit in opportunity fire fires at the unit that moved")
		halted = f.shoot(u, p, shooter, f.unitTarget(p, mover), mode, 0, OpFire).Halted
		p.fatigue(shooter)
	}
	return halted
}

// askOpportunityFire asks the other side whether it fires, and with which unit and mode.
func (f *Battlefield) askOpportunityFire(u *rule.Umpire, p *Position, mover int) (shooter int, mode Mode, fires bool) {
	var options []string
	var shots []args
	checker, target := u.Checker(), f.unitTarget(p, mover)
	for i := range f.units {
		if p.Units[i].Activity != OnOpFire || f.units[i].side == p.Side || !f.hasDirectFire(p, i) {
			continue
		}
		s, _ := f.attackSituation(p, i, target, Normal, 0, OpFire)
		for mode := Normal; mode <= Suppressive; mode++ {
			s.Mode = mode
			if legalAttack(checker, &s); checker.Allowed() {
				options = append(options, f.opportunityOptions[i][mode])
				shots = append(shots, args{int16(i), int16(mode)})
			}
		}
	}
	chosen := game.React(u, f.sides[1-p.Side], "host.react", "opportunity fire at "+f.units[mover].name, "hold fire", options...)
	if chosen < 0 {
		return 0, 0, false
	}
	return int(shots[chosen][0]), Mode(shots[chosen][1]), true
}

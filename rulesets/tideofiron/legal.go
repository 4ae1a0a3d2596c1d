package tideofiron

import "loophole/rule"

// legalAttack says why an attack is not allowed.
func legalAttack(u *rule.Umpire, s *Attack) {
	legalHex(u, &s.Hex)
	known := s.occupied(u)
	u.Require(s.Against == 0 || s.Target == AtSquad, "target.declare", "a squad is named, but not declared: add target=squad")
	u.Require(s.Vehicle == 0 || s.Target == AtVehicle, "host.armour", "a vehicle is named, but not declared: add target=vehicle")
	switch s.Target {
	case AtSquad:
		legalSquadTarget(u, s, known)
	case AtVehicle:
		legalVehicleTarget(u, s)
	default:
		legalBuildingTarget(u, s)
	}
	if s.Dice > 0 {
		u.Require(!s.Lead.there() && s.Support == [5]Attacker{} && !s.Card, "eligible.check", "give either dice or units, not both")
		u.Require(s.Range != OutOfRange, "attack.range", "the target is out of range")
		return
	}
	u.Require(s.Range == NormalRange, "attack.range", "give a range class with dice only: units have distances")
	if !s.Lead.there() {
		u.Refuse("eligible.check", "no unit attacks: give lead=UNIT, a squad's figures, or dice=N")
		return
	}
	legalAttacker(u, s, &s.Lead, true)
	for i := range s.Support {
		a := &s.Support[i]
		if !a.there() {
			continue
		}
		u.Require(s.Action == ConcentratedFire, "host.actions", "only Concentrated Fire can be supported")
		legalAttacker(u, s, a, false)
		if s.Target == Building {
			if a.Unit == 0 && !a.AntiTank {
				u.Refuse("eligible.infantry", "infantry and machine guns add no firepower against a building")
				u.Refuse("host.no-use", "a unit that adds nothing cannot support")
			}
		}
	}
}

// legalHex says what is impossible about a hex.
func legalHex(u *rule.Umpire, h *Hex) {
	top := h.Level
	if h.Terrain != Standing {
		top = 0
	}
	for i := range h.Squads {
		u.Require(h.Squads[i].Figures == 0 || h.Squads[i].Floor <= top, "need.hits", "a squad stands on a floor that the hex does not have")
		u.Require(h.Squads[i].Figures == 0 || h.Squads[i].Condition != Routed, "host.ladder", "a routed squad is no longer in the hex")
	}
}

// legalStanding says why a hex cannot be attacked as a building.
func legalStanding(u *rule.Umpire, h *Hex) {
	u.Require(h.Board == DenseUrban, "scope.boards", "these rules are for the dense urban boards only")
	u.Require(h.Terrain == Standing, "attack.by-unit", "no building stands in the hex")
}

func legalSquadTarget(u *rule.Umpire, s *Attack, known bool) {
	u.Require(known, "target.declare", "the hex is unoccupied: there is no squad to declare")
	if s.Against == 0 || s.Against > uint8(len(s.Squads)) || s.Squads[s.Against-1].Figures == 0 {
		u.Refuse("target.declare", "name the squad under attack by its number: against=1")
		return
	}
	q := &s.Squads[s.Against-1]
	u.Require(!q.Friendly, "host.friends", "the squad is on the attacker's side")
	u.Require(!s.unknown(u, q), "host.concealed", "the attacker does not know of that squad")
}

func legalBuildingTarget(u *rule.Umpire, s *Attack) {
	legalStanding(u, &s.Hex)
	u.Require(s.Scenario, "attack.scenario", "the scenario does not make buildings destructible")
	u.Require(s.Mode == Normal, "attack.suppressive", "a suppressive attack does nothing to a building: attack the squad instead")
	u.Require(s.Action != OpFire, "host.op-fire", "opportunity fire answers a moving unit, not a building")
	legalFriends(u, &s.Hex)
}

func legalFriends(u *rule.Umpire, h *Hex) {
	for i := range h.Squads {
		if h.Squads[i].Figures > 0 && h.Squads[i].Friendly {
			u.Require(u.Ruling(&friends) == 1, "host.friends", "a squad of the attacker's side is in the building")
			return
		}
	}
}

// legalAttacker says why a unit cannot take part in an attack.
func legalAttacker(u *rule.Umpire, s *Attack, a *Attacker, lead bool) {
	u.Require(a.Unit == 0 || !a.squad(), "eligible.check", "an attacker is either a vehicle or gun, or a squad's figures")
	u.Require(a.Unit < rowRegular, "eligible.check", "give a squad by its figures, and a mortar to the area attack")
	u.Require(a.Regulars+a.Elites+a.Officers+2*a.Guns <= 4, "host.squad", "a squad has four figures at the most, and a heavy weapon takes the place of two")
	u.Require(a.squad() || !a.AntiTank, "host.anti-tank", "only squads have the anti-tank specialization")
	u.Require(a.Guns == 0 || !a.AntiTank, "host.heavy", "a squad with a heavy weapon has no specialization")
	u.Require(a.Guns == 0 || s.Action != FireAndMovement, "host.heavy", "a squad with a heavy weapon cannot take Fire and Movement")
	u.Require(!a.Blocked, "attack.sight", "the line of sight is blocked")
	ready := a.Activity == Ready || s.Action == OpFire && a.Activity == OnOpFire && lead
	u.Require(ready, "host.ready", "the unit is not ready: fatigued, or waiting in opportunity fire")
	rallied := lead && a.Condition == Pinned && a.Led && a.squad() && s.Action == ConcentratedFire
	u.Require(a.Condition == Steady || rallied, "host.ready", "pinned and disrupted squads do not attack or support")
	d := s.distance(a)
	u.Require(d > 0, "attack.range", "say how far the target is: lead.distance=3")
	switch s.Target {
	case AtSquad:
		u.Requiref(reachSquad(u, a, d, s.Terrain == Standing) != OutOfRange, "attack.range", "the target is out of range at a distance of %d", int(d))
		return
	case AtVehicle:
		u.Requiref(reachVehicle(u, a, d) != OutOfRange, "attack.range", "the vehicle is out of range at a distance of %d", int(d))
		return
	}
	if a.Unit == 0 && !a.AntiTank {
		u.Require(!lead, "eligible.infantry", "infantry and machine guns add no firepower against a building")
		return
	}
	if a.Unit == 0 {
		most := u.Fact(&antiTankHexes)
		u.Requiref(int(d) <= most, "eligible.anti-tank", "an anti-tank squad counts to a distance of %d, and this is %d", most, int(d))
		return
	}
	u.Requiref(reachBuilding(u, a, d) != OutOfRange, "attack.range", "the building is out of range at a distance of %d", int(d))
}

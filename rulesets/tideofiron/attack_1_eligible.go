package tideofiron

import (
	"fmt"

	"loophole/rule"
)

// legalAttack forbids an attack that is not eligible (step 1).
func legalAttack(u *rule.Umpire, s *Attack) {
	s.legal(u, func(k int) string {
		switch {
		case k < 0:
			return "the target"
		case k == 0:
			return "the attacker"
		}
		return fmt.Sprintf("supporter %d", k)
	})
}

// legal forbids an attack that is not eligible. It takes names from name(k): k is -1 for the
// target, 0 for the lead, and 1 or more for supporters.
func (s *Attack) legal(u *rule.Umpire, name func(k int) string) {
	legalHex(u, &s.Hex)
	known := s.occupied(u)
	u.Require(s.Against == 0 || s.Target == AtSquad, "target.declare", "against= names a squad, but the target is not a squad: add target=squad")
	u.Require(s.Vehicle == 0 || s.Target == AtVehicle, "host.armour", "vehicle= names a vehicle, but the target is not a vehicle: add target=vehicle")
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
	u.Require(s.Range == NormalRange, "attack.range", "range= goes only with dice=: give a distance for each unit")
	if !s.Lead.there() {
		u.Forbid("eligible.check", "no unit attacks: give lead=UNIT, a squad's figures, or dice=N")
		return
	}
	lead := participant{u, 0, name}
	legalAttacker(s, &s.Lead, lead)
	for i := range s.Support {
		a := &s.Support[i]
		if !a.there() {
			continue
		}
		lead.require(s.Action == ConcentratedFire, "host.actions", " is not taking Concentrated Fire and cannot be supported")
		supporter := participant{u, i + 1, name}
		legalAttacker(s, a, supporter)
		if s.Target == Building {
			useful := a.Unit != 0 || a.AntiTank
			supporter.require(useful, "eligible.infantry", " is infantry, which adds no firepower against a building")
			supporter.require(useful, "host.no-use", " has no firepower against a building and cannot support")
		}
	}
}

// legalHex forbids squads that cannot be in the hex.
func legalHex(u *rule.Umpire, h *Hex) {
	top := h.Level
	if h.State != Standing {
		top = 0
	}
	for i := range h.Squads {
		q := &h.Squads[i]
		if q.Figures == 0 {
			continue
		}
		u.Require(q.Floor <= top, "need.hits", "a squad is on a floor that the hex does not have")
		u.Require(q.Condition != Routed, "host.ladder", "a routed squad is no longer in the hex")
	}
}

// legalStanding forbids a hex that cannot be attacked as a building.
func legalStanding(u *rule.Umpire, h *Hex) {
	u.Require(h.Board == DenseUrban, "scope.boards", "only buildings on dense urban boards can be destroyed")
	u.Require(h.State == Standing, "attack.by-unit", "no building stands in the hex")
}

// legalSquadTarget forbids a squad that cannot be attacked. known is true if the hex counts as
// occupied.
func legalSquadTarget(u *rule.Umpire, s *Attack, known bool) {
	u.Require(known, "target.declare", "the hex counts as unoccupied: no squad can be declared the target")
	if s.Against == 0 || s.Against > uint8(len(s.Squads)) || s.Squads[s.Against-1].Figures == 0 {
		u.Forbid("target.declare", "name the squad under attack by its number: against=1")
		return
	}
	q := &s.Squads[s.Against-1]
	u.Require(!q.Friendly, "host.friends", "the target squad is on the attacker's side")
	u.Require(!s.unknownToAttacker(u, q), "host.concealed", "the attacker does not know of the target squad")
}

// legalBuildingTarget forbids a building that cannot be attacked: the scenario must make buildings
// destructible, and the attack must be normal.
func legalBuildingTarget(u *rule.Umpire, s *Attack) {
	legalStanding(u, &s.Hex)
	u.Require(s.Destructible, "attack.scenario", "the scenario does not make buildings destructible")
	u.Require(s.Mode == Normal, "attack.suppressive", "a suppressive attack does not harm a building: use a normal attack, or attack a squad")
	u.Require(s.Action != OpFire, "host.op-fire", "opportunity fire cannot target a building")
	legalFriends(u, &s.Hex, Squad.there, "a squad of the attacker's side is in the building")
}

// legalFriends forbids an attack that may strike a squad of the attacker's side, for a reason.
func legalFriends(u *rule.Umpire, h *Hex, struck func(Squad) bool, reason string) {
	for i := range h.Squads {
		if q := h.Squads[i]; q.Friendly && struck(q) {
			u.Require(u.Ruling(&friends) == friendsYes, "host.friends", reason)
			return
		}
	}
}

// A participant is a unit that attacks, with the number under which texts name it: 0 for the lead,
// and 1 or more for supporters.
type participant struct {
	u    *rule.Umpire
	k    int
	name func(k int) string
}

// require forbids the attack if a condition of the unit does not hold. The text follows the unit's name.
func (x participant) require(holds bool, cite rule.Clause, text string) {
	if !holds {
		x.u.Refuses(cite, func() string { return x.name(x.k) + text })
	}
}

// legalAttacker forbids a unit that cannot take part in the attack.
func legalAttacker(s *Attack, a *Attacker, x participant) {
	u, lead := x.u, x.k == 0
	u.Require(a.Unit == 0 || !a.squad(), "eligible.check", "an attacker is either a vehicle or gun, or a squad: give a unit or figures, not both")
	u.Require(a.Unit < rowRegular, "eligible.check", "state a squad by its figures, and a mortar as an area attack")
	u.Require(a.Regulars+a.Elites+a.Officers+2*a.MGs <= 4, "host.squad", "a squad has at most four figures, and the crew of a heavy weapon counts as two")
	u.Require(a.squad() || !a.AntiTank, "host.anti-tank", "only a squad can have the anti-tank specialization")
	u.Require(a.MGs == 0 || !a.AntiTank, "host.heavy", "a squad with a heavy weapon cannot have a specialization")
	x.require(a.MGs == 0 || s.Action != FireAndMovement, "host.heavy", " has a heavy weapon and cannot take Fire and Movement")
	if a.Blocked {
		u.Refuses("attack.sight", func() string { return "the line of sight from " + x.name(x.k) + " to " + x.name(-1) + " is blocked" })
	}
	if ready := a.Activity == Ready || s.Action == OpFire && a.Activity == OnOpFire && lead; !ready {
		x.require(false, "host.ready", " "+notReady[a.Activity])
	}
	rallied := lead && a.Condition == Pinned && a.Led && a.squad() && s.Action == ConcentratedFire
	if a.Condition != Fresh && !rallied {
		x.require(false, "host.ready", " is "+a.Condition.Names()[a.Condition]+" and can neither attack nor support")
	}
	legalReach(s, a, x)
}

// legalReach forbids a unit that adds no firepower at its distance: out of range, infantry against
// a building, an anti-tank squad beyond three hexes.
func legalReach(s *Attack, a *Attacker, x participant) {
	u, d := x.u, s.distance(a)
	far := func() string { return x.name(x.k) + rule.Counted(" is %d {hex|hexes} from ", int(d)) + x.name(-1) }
	u.Require(d > 0, "attack.range", "give the distance to the target: lead.distance=3")
	class, against := NormalRange, ""
	switch {
	case s.Target == AtSquad:
		class = reachSquad(u, a, d, s.State == Standing)
	case s.Target == AtVehicle:
		class, against = reachVehicle(u, a, d), " against vehicles"
	case a.Unit == 0 && !a.AntiTank:
		x.require(x.k > 0, "eligible.infantry", " is infantry, which adds no firepower against a building")
	case a.Unit == 0:
		if most := u.Fact(&antiTankHexes); int(d) > most {
			u.Refuses("eligible.anti-tank", func() string {
				return far() + rule.Counted(", and an anti-tank squad adds firepower only within %d", most)
			})
		}
	default:
		class, against = reachBuilding(u, a, d), " against buildings"
	}
	if class == OutOfRange {
		u.Refuses("attack.range", func() string { return far() + ", out of range" + against })
	}
}

// notReady has the reason why a unit is not ready, for each activation token.
var notReady = [...]string{Ready: "is ready", Fatigued: "is fatigued for the rest of the round", OnOpFire: "is in opportunity fire and cannot take another action this round"}

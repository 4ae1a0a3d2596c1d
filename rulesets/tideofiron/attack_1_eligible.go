package tideofiron

import (
	"fmt"

	"loophole/rule"
)

// legalAttack forbids an attack that is not eligible (eligible.check).
func legalAttack(u *rule.Umpire, s *Attack) {
	s.legal(u, func(number int) string {
		switch {
		case number < 0:
			return "the target"
		case number == 0:
			return "the attacker"
		}
		return fmt.Sprintf("supporter %d", number)
	})
}

// legal forbids an attack that is not eligible. name returns the names that its texts use: number is
// -1 for the target, 0 for the lead, and 1 or more for supporters.
func (s *Attack) legal(u *rule.Umpire, name func(number int) string) {
	legalHex(u, &s.Hex)
	occupied := s.occupied(u)
	u.Require(s.Against == 0 || s.Target == AtSquad, "target.declare", "against= names a squad, but the target is not a squad: add target=squad")
	u.Require(s.Vehicle == 0 || s.Target == AtVehicle, "host.armour", "vehicle= names a vehicle, but the target is not a vehicle: add target=vehicle")
	switch s.Target {
	case AtSquad:
		legalSquadTarget(u, s, occupied)
	case AtVehicle:
		legalVehicleTarget(u, s)
	default:
		legalBuildingTarget(u, s)
	}
	if s.Dice > 0 {
		u.Require(!s.Lead.exists() && s.Support == [5]Attacker{} && !s.Card, "eligible.check", "give either dice or units, not both")
		u.Require(s.Range != OutOfRange, "attack.range", "the target is out of range")
		return
	}
	u.Require(s.Range == NormalRange, "attack.range", "range= goes only with dice=: give a distance for each unit")
	if !s.Lead.exists() {
		u.Forbid("eligible.check", "no unit attacks: give lead=UNIT, a squad's figures, or dice=N")
		return
	}
	lead := participant{u, 0, name}
	legalAttacker(s, &s.Lead, lead)
	for i := range s.Support {
		attacker := &s.Support[i]
		if !attacker.exists() {
			continue
		}
		lead.require(s.Action == ConcentratedFire, "host.actions", " is not taking Concentrated Fire and cannot be supported")
		supporter := participant{u, i + 1, name}
		legalAttacker(s, attacker, supporter)
		if s.Target == Building {
			useful := attacker.Unit != 0 || attacker.AntiTank
			supporter.require(useful, "eligible.infantry", " is infantry, which adds no firepower against a building")
			supporter.require(useful, "host.no-use", " has no firepower against a building and cannot support")
		}
	}
}

// legalHex forbids squads that cannot be in the hex.
func legalHex(u *rule.Umpire, hex *Hex) {
	top := hex.Level
	if hex.State != Standing {
		top = 0
	}
	for i := range hex.Squads {
		squad := &hex.Squads[i]
		if squad.Figures == 0 {
			continue
		}
		u.Require(squad.Floor <= top, "need.hits", "a squad is on a floor that the hex does not have")
		u.Require(squad.Condition != Routed, "host.ladder", "a routed squad is no longer in the hex")
	}
}

// legalStanding forbids a hex that cannot be attacked as a building (scope.boards, attack.by-unit).
func legalStanding(u *rule.Umpire, hex *Hex) {
	u.Require(hex.Board == DenseUrban, "scope.boards", "only buildings on dense urban boards can be destroyed")
	u.Require(hex.State == Standing, "attack.by-unit", "no building stands in the hex")
}

// legalSquadTarget forbids a squad that cannot be declared the target (target.declare). occupied is
// true if the hex counts as occupied.
func legalSquadTarget(u *rule.Umpire, s *Attack, occupied bool) {
	u.Require(occupied, "target.declare", "the hex counts as unoccupied: no squad can be declared the target")
	if s.Against == 0 || s.Against > uint8(len(s.Squads)) || s.Squads[s.Against-1].Figures == 0 {
		u.Forbid("target.declare", "name the squad under attack by its number: against=1")
		return
	}
	squad := &s.Squads[s.Against-1]
	u.Require(!squad.Friendly, "host.friends", "the target squad is on the attacker's side")
	u.Require(!s.unknownToAttacker(u, squad), "host.concealed", "the attacker does not know of the target squad")
}

// legalBuildingTarget forbids a building that cannot be attacked: the scenario must make buildings
// destructible (attack.scenario), and the attack must be normal (attack.suppressive).
func legalBuildingTarget(u *rule.Umpire, s *Attack) {
	legalStanding(u, &s.Hex)
	u.Require(s.Destructible, "attack.scenario", "the scenario does not make buildings destructible")
	u.Require(s.Mode == Normal, "attack.suppressive", "a suppressive attack does not harm a building: use a normal attack, or attack a squad")
	u.Require(s.Action != OpFire, "host.op-fire", "opportunity fire cannot target a building")
	legalFriends(u, &s.Hex, Squad.exists, "a squad of the attacker's side is in the building")
}

// legalFriends forbids an attack that may strike a squad of the attacker's side (host.friends). struck
// reports whether the attack may strike a squad, and reason is the text of the violation.
func legalFriends(u *rule.Umpire, hex *Hex, struck func(Squad) bool, reason string) {
	for i := range hex.Squads {
		if squad := hex.Squads[i]; squad.Friendly && struck(squad) {
			u.Require(u.Ruling(&friends) == friendsYes, "host.friends", reason)
			return
		}
	}
}

// A participant is a unit that attacks, with the number under which texts name it: 0 for the lead,
// and 1 or more for supporters.
type participant struct {
	u      *rule.Umpire
	number int
	name   func(number int) string
}

// require forbids the attack if a condition of the unit does not hold. The text follows the unit's
// name.
func (p participant) require(holds bool, cite rule.Clause, text string) {
	if !holds {
		p.u.ForbidFunc(cite, func() string { return p.name(p.number) + text })
	}
}

// legalAttacker forbids a unit that cannot take part in the attack.
func legalAttacker(s *Attack, attacker *Attacker, attacking participant) {
	u, lead := attacking.u, attacking.number == 0
	u.Require(attacker.Unit == 0 || !attacker.isSquad(), "eligible.check", "an attacker is either a vehicle or gun, or a squad: give a unit or figures, not both")
	u.Require(attacker.Unit < rowRegular, "eligible.check", "state a squad by its figures, and a mortar as an area attack")
	u.Require(attacker.Regulars+attacker.Elites+attacker.Officers+crewSize*attacker.MGs <= squadSize, "host.squad", "a squad has at most four figures, and the crew of a heavy weapon counts as two")
	u.Require(attacker.isSquad() || !attacker.AntiTank, "host.anti-tank", "only a squad can have the anti-tank specialization")
	u.Require(attacker.MGs == 0 || !attacker.AntiTank, "host.heavy", "a squad with a heavy weapon cannot have a specialization")
	attacking.require(attacker.MGs == 0 || s.Action != FireAndMovement, "host.heavy", " has a heavy weapon and cannot take Fire and Movement")
	if attacker.Blocked {
		u.ForbidFunc("attack.sight", func() string {
			return "the line of sight from " + attacking.name(attacking.number) + " to " + attacking.name(-1) + " is blocked"
		})
	}
	if ready := attacker.Activity == Ready || s.Action == OpFire && attacker.Activity == OnOpFire && lead; !ready {
		attacking.require(false, "host.ready", " "+notReady[attacker.Activity])
	}
	rallied := lead && attacker.Condition == Pinned && attacker.Led && attacker.isSquad() && s.Action == ConcentratedFire
	if attacker.Condition != Fresh && !rallied {
		attacking.require(false, "host.ready", " is "+attacker.Condition.Names()[attacker.Condition]+" and can neither attack nor support")
	}
	legalReach(s, attacker, attacking)
}

// legalReach forbids a unit that adds no firepower at its distance: out of range (attack.range),
// infantry against a building (eligible.infantry), an anti-tank squad beyond three hexes
// (eligible.anti-tank).
func legalReach(s *Attack, attacker *Attacker, attacking participant) {
	u, distance := attacking.u, s.distance(attacker)
	distanceText := func() string {
		return attacking.name(attacking.number) + rule.Counted(" is %d {hex|hexes} from ", int(distance)) + attacking.name(-1)
	}
	u.Require(distance > 0, "attack.range", "give the distance to the target: lead.distance=3")
	class, against := NormalRange, ""
	switch {
	case s.Target == AtSquad:
		class = rangeToSquad(u, attacker, distance, s.State == Standing)
	case s.Target == AtVehicle:
		class, against = rangeToVehicle(u, attacker, distance), " against vehicles"
	case attacker.Unit == 0 && !attacker.AntiTank:
		attacking.require(attacking.number > 0, "eligible.infantry", " is infantry, which adds no firepower against a building")
	case attacker.Unit == 0:
		if most := u.Fact(&antiTankHexes); int(distance) > most {
			u.ForbidFunc("eligible.anti-tank", func() string {
				return distanceText() + rule.Counted(", and an anti-tank squad adds firepower only within %d", most)
			})
		}
	default:
		class, against = rangeToBuilding(u, attacker, distance), " against buildings"
	}
	if class == OutOfRange {
		u.ForbidFunc("attack.range", func() string { return distanceText() + ", out of range" + against })
	}
}

// notReady has the reason why a unit is not ready, for each activation token.
var notReady = [...]string{Ready: "is ready", Fatigued: "is fatigued for the rest of the round", OnOpFire: "is in opportunity fire and cannot take another action this round"}

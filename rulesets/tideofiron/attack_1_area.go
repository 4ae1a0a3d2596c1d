package tideofiron

import "loophole/rule"

// AreaAttack is the situation of "Targeting a building with a normal area attack" (1.3), and of
// suppressive area attacks: a mortar squad, or artillery stated as dice.
type AreaAttack struct {
	Mode         Mode  `key:"mode" doc:"normal attacks remove figures and can destroy the building; suppressive attacks pin squads"`
	Crews        uint8 `key:"crews" unit:"crews" min:"0" max:"2" doc:"mortar crews that fire"`
	Distance     uint8 `key:"distance" unit:"hexes" min:"0" max:"30" doc:"hexes from the mortar to the target"`
	Blocked      bool  `key:"blocked" doc:"the mortar's own line of sight is blocked"`
	Higher       bool  `key:"higher" doc:"the mortar is at a higher elevation than the target"`
	Spotter      bool  `key:"spotter" doc:"a friendly squad sees the target for the mortar"`
	Dice         uint8 `key:"dice" unit:"dice" min:"0" max:"99" doc:"attack dice against each squad, instead of crews"`
	BuildingDice uint8 `key:"building-dice" unit:"dice" min:"0" max:"99" doc:"attack dice against the building; 0 for as many as against each squad"`
	Range        Range `key:"range" doc:"range class, if the attack is stated as dice"`

	Hex
}

var areaSpec = rule.Spec[AreaAttack, AttackOutcome]{
	Name:         "area",
	Gist:         "an area attack by mortars or artillery on a hex",
	Default:      AreaAttack{Hex: Hex{Destructible: true, Hexes: 1}},
	Legal:        legalArea,
	Play:         playArea,
	MaxQuestions: 2*mostUnits + 2 + 2*mostUnits,
	Events:       resultEvents,
	Measures:     resultMeasures,
	Examples: []rule.Example{
		{
			Name: "example", Settings: "dice=8 building-dice=3 level=1 squads=4,4 squads.1.floor=0 squads.2.floor=1",
			Gist: "the chapter's example: eight dice against the squad on the top floor, then three against the building",
		},
		{Name: "mortar", Settings: "crews=1 distance=5 level=1 squads=4 squads.1.floor=1", Gist: "the mortar squad of the illustrated example attacks Squad A on the top floor"},
		{Name: "attic", Settings: "crews=1 distance=5 level=2 squads=4 squads.1.floor=1", Gist: "a mortar attacks a building whose top floor is empty"},
		{Name: "suppressive", Settings: "mode=suppressive crews=1 distance=5 level=1 squads=4 squads.1.floor=1", Gist: "the same mortar makes a suppressive attack"},
	},
}

// legalArea forbids an area attack that is not possible.
func legalArea(u *rule.Umpire, s *AreaAttack) {
	legalHex(u, &s.Hex)
	s.legalFriends(u)
	if s.Dice > 0 {
		u.Require(s.Crews == 0, "eligible.check", "give either dice or crews, not both")
		u.Require(s.Range != OutOfRange, "attack.range", "the target is out of range")
		return
	}
	u.Require(s.Crews > 0, "eligible.check", "no mortar attacks: give crews=1 or dice=N")
	u.Require(s.isSeen(), "host.spotter", "neither the mortar nor a friendly squad sees the target hex")
	least := max(1, u.Fact(&mortarMinimum))
	u.Requiref(int(s.Distance) >= least, "host.spotter", "the target is %d {hex|hexes} away, closer than a mortar's minimum range of %d", int(s.Distance), least)
	u.Requiref(s.mortarRange(u) != OutOfRange, "attack.range", "the target is %d {hex|hexes} away, out of the mortar's range", int(s.Distance))
}

// legalFriends forbids an attack that could hurt squads of the attacker's side: on the affected
// floors, or anywhere in a building that the attack may destroy.
func (s *AreaAttack) legalFriends(u *rule.Umpire) {
	if s.mayDestroyBuilding() {
		legalFriends(u, &s.Hex, Squad.exists, "a squad of the attacker's side is in the building")
		return
	}
	legalFriends(u, &s.Hex, s.affectedFloors(u, false).contains, "the attack would strike a squad of the attacker's side")
}

// playArea plays an area attack: first the squads, then the building (area.after).
func playArea(u *rule.Umpire, s *AreaAttack) AttackOutcome {
	outcome := s.withoutEffect()
	prepared := prepareAreaAttack.For(u, s)
	prepared.attackSquads(u, s, &outcome)
	if !prepared.attacksBuilding {
		return outcome
	}
	net := attackBuildingRoll.Roll(u, prepared.building.roll)
	u.Note("attack.by-area", "a normal area attack can destroy the building")
	prepared.building.assessDamage(u, &s.Hex, net, &outcome)
	return outcome
}

// attackSquads rolls the attack on every squad that it affects.
func (p *preparedAreaAttack) attackSquads(u *rule.Umpire, s *AreaAttack, outcome *AttackOutcome) {
	shared := 0
	if p.oneRoll && p.affected != [mostUnits]bool{} {
		shared = u.By(attacker).Count(p.strength.dice, rule.D6, rule.AtLeast(p.strength.hitOn), "host.area", "attack dice, rolled once for all squads")
	}
	for i := range s.Squads {
		if !p.affected[i] {
			continue
		}
		roll, net := p.squadRolls[i], 0
		if p.oneRoll {
			net = max(0, shared-u.By(rollsFor(roll.friendly)).Count(roll.defence, rule.D6, rule.AtLeast(roll.blockOn), "host.cover", "cover dice of the squad"))
		} else {
			net = attackSquadRoll.Roll(u, roll)
		}
		applyHits(u, net, s.Mode, &s.Squads[i], &outcome.Squads[i])
	}
}

// A preparedAreaAttack is an area attack up to the first roll.
type preparedAreaAttack struct {
	strength        attackStrength  // against each squad
	affected        [mostUnits]bool // squads that the attack affects
	oneRoll         bool            // one roll of the attack dice for all affected squads
	squadRolls      [mostUnits]opposedRoll
	building        preparedBuildingAttack
	attacksBuilding bool // the attack also targets the building
}

// prepareAreaAttack works out the attack on the squads and on the building.
var prepareAreaAttack = rule.Precomputed[AreaAttack, preparedAreaAttack]{Compute: func(u *rule.Umpire, s *AreaAttack) preparedAreaAttack {
	dice, buildingDice, hitOn := s.dice(u)
	prepared := preparedAreaAttack{strength: attackStrength{dice, hitOn}, oneRoll: u.Ruling(&oneRoll) == oneRollOnce}
	floors := s.affectedFloors(u, true)
	for i := range s.Squads {
		if squad := &s.Squads[i]; floors.contains(*squad) {
			prepared.affected[i], prepared.squadRolls[i] = true, s.squadRoll(u, squad, prepared.strength)
		} else if squad.Figures > 0 {
			u.Note("area.top", "the attack does not affect squads below the topmost floor")
		}
	}
	if prepared.attacksBuilding = s.attacksBuilding(u); prepared.attacksBuilding {
		u.Apply(buildingDice, "area.after", "attack dice against the building, rolled last")
		prepared.building = s.prepareAttack(u, attackStrength{buildingDice, hitOn})
		if buildingDice < prepared.building.hitsToDestroy {
			u.Note("box.mortar", "too few dice to destroy the hex")
		}
	}
	return prepared
}}

// squadRoll works out the attack on one squad.
func (s *AreaAttack) squadRoll(u *rule.Umpire, squad *Squad, strength attackStrength) opposedRoll {
	if s.State == Standing && s.Board == DenseUrban {
		u.Note("box.mortar-squad", "the attack affects a squad on the topmost floor")
	}
	if squad.Concealed {
		u.Note("host.concealed", "an area attack also strikes a concealed squad")
	}
	roll := strength.against(u, squad.cover(u, s.State, s.Mode))
	roll.friendly = squad.Friendly
	return roll
}

// attacksBuilding reports whether the attack may destroy the building, and notes why.
func (s *AreaAttack) attacksBuilding(u *rule.Umpire) bool {
	switch {
	case s.State != Standing:
		u.Note("host.open", "no building stands in the hex: the attack affects only squads")
	case s.Board != DenseUrban:
		u.Note("scope.boards", "buildings on this board cannot be destroyed: the attack affects only squads")
	case s.Mode == Suppressive:
		u.Note("attack.suppressive", "a suppressive attack does not harm the building")
	case !s.Destructible:
		u.Note("attack.scenario", "the scenario does not make buildings destructible: the attack affects only squads")
	default:
		u.Note("area.building", "the area attack also attacks the building")
	}
	return s.mayDestroyBuilding()
}

// dice returns the dice against each squad and against the building, and the number on which each
// hits.
func (s *AreaAttack) dice(u *rule.Umpire) (squads, building, hitOn int) {
	if s.Dice > 0 {
		squads, building = int(s.Dice), int(s.BuildingDice)
		if building == 0 || u.Ruling(&areaDice) == areaDiceInfantry {
			building = squads
		}
		return u.Apply(squads, "area.example", "attack dice against each squad"), building, hitNumber(u, s.Range)
	}
	crews, row := int(s.Crews), s.mortarRow()
	squads = u.Apply(crews*u.Cell(&unitTable, row, infantryFirepower), "area.example", "attack dice against each squad")
	building = squads
	if s.Mode == Normal && u.Ruling(&areaDice) == areaDiceVehicles {
		building = crews * u.Cell(&unitTable, row, vehicleFirepower)
	}
	return squads, building, hitNumber(u, s.mortarRange(u))
}

// areaFloors are the floors on which an area attack affects squads: one floor, or all.
type areaFloors struct {
	floor uint8
	every bool
}

// contains reports whether a squad is on one of the floors.
func (f areaFloors) contains(squad Squad) bool {
	return squad.exists() && (f.every || squad.Floor == f.floor)
}

// affectedFloors returns the floors that the attack affects (area.top). The ruling "topmost" decides
// whether that is the top floor of the building or the highest occupied floor. countConcealed also
// counts squads that the attacker does not know of.
//
// The chapter states the limit to one floor within its procedure for attacking a building. It does
// not say whether the limit holds if the scenario does not make buildings destructible. Here it
// does, on the chapter's boards.
func (s *AreaAttack) affectedFloors(u *rule.Umpire, countConcealed bool) areaFloors {
	switch {
	case s.State != Standing:
		return areaFloors{}
	case s.Board != DenseUrban:
		return areaFloors{every: true} // Only the chapter limits the attack to the topmost floor.
	case u.Ruling(&topmost) == topmostBuilding:
		return areaFloors{floor: s.Level}
	}
	floor := uint8(0)
	for i := range s.Squads {
		if squad := &s.Squads[i]; squad.Figures > 0 && (countConcealed || !s.unknownToAttacker(u, squad)) {
			floor = max(floor, squad.Floor)
		}
	}
	return areaFloors{floor: floor}
}

// mayDestroyBuilding reports whether the attack may destroy a building.
func (s *AreaAttack) mayDestroyBuilding() bool {
	return s.State == Standing && s.Board == DenseUrban && s.Mode == Normal && s.Destructible
}

// strikes reports whether the attack affects a squad that the attacker knows of.
func (s *AreaAttack) strikes(u *rule.Umpire) bool {
	floors := s.affectedFloors(u, false)
	for i := range s.Squads {
		if squad := &s.Squads[i]; floors.contains(*squad) && !s.unknownToAttacker(u, squad) {
			return true
		}
	}
	return false
}

// isSeen reports whether the mortar, or a squad that spots for it, sees the target.
func (s *AreaAttack) isSeen() bool { return !s.Blocked || s.Spotter }

// mortarRow returns the row of the mortar in the units table, by the mode of the attack.
func (s *AreaAttack) mortarRow() rule.Ref {
	if s.Mode == Suppressive {
		return rowMortarSuppressive
	}
	return rowMortar
}

// mortarRange returns the range class of the mortar.
func (s *AreaAttack) mortarRange(u *rule.Umpire) Range {
	reach := u.Cell(&unitTable, s.mortarRow(), infantryRange)
	if s.Higher {
		reach += u.Fact(&higherRange)
	}
	return rangeClass(u, int(s.Distance), reach)
}

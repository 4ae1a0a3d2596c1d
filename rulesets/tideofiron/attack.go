package tideofiron

import (
	"slices"

	"loophole/rule"
)

var attackSpec = rule.Spec[Attack, AttackOutcome]{
	Name:         "attack",
	Gist:         "a unit fires at a building hex, a squad or a vehicle, alone or with support",
	Default:      Attack{Hex: Hex{Destructible: true, Hexes: 1}},
	Legal:        legalAttack,
	Play:         playAttack,
	MaxQuestions: 2 + 2*mostUnits,
	Events:       append(slices.Clip(resultEvents), vehicleEvents...),
	Measures:     resultMeasures,
	Examples: []rule.Example{
		{
			Name: "worked", Settings: "lead=sig-33b lead.distance=3 support=panzer-iii card=yes level=1 hexes=2 squads=4",
			Gist: "the chapter's own example: an sIG 33b supported by a Panzer III against Squad B's building",
		},
		{Name: "squad", Settings: "target=squad against=1 lead=panzer-iii lead.distance=6 level=1 squads=4", Gist: "a tank with Concussive Firepower fires at the squad instead"},
		{Name: "anti-tank", Settings: "lead.regulars=4 lead.anti-tank=yes lead.distance=3 level=0", Gist: "an anti-tank squad attacks an empty building of one floor"},
		{Name: "far", Settings: "lead=panzer-iii lead.distance=8 level=0", Gist: "a tank fires at a building of one floor at long range"},
		{
			Name: "both-sides", Settings: "target=squad against=1 lead=panzer-iii lead.distance=3 squads=4,4 squads.2.friendly=yes",
			Gist: "a squad under fire in a building that holds squads of both sides",
		},
		{Name: "hidden", Settings: "lead=t-34 lead.distance=2 squads=3 squads.1.concealed=yes", Gist: "a building that seems empty to the attacker"},
		{Name: "dice", Settings: "dice=19 range=normal level=1", Gist: "nineteen attack dice, stated without units"},
		{Name: "open", Settings: "target=squad against=1 lead.regulars=3 lead.officers=1 lead.distance=4 hex=open squads=4", Gist: "a squad fires at another in the open"},
		{Name: "tank", Settings: "target=vehicle vehicle=panzer-iii lead=t-34 lead.distance=5 hex=open", Gist: "one tank fires at another"},
	},
}

var resultEvents = []rule.Event[AttackOutcome]{
	{Name: "destroyed", Gist: "the building hex is destroyed", Holds: func(o AttackOutcome) bool { return o.Fate == Destroyed }},
	{Name: "weakened", Gist: "the hex is weakened and still stands", Holds: func(o AttackOutcome) bool { return o.Fate == Weakened }},
	{Name: "harmed", Gist: "the hex is weakened or destroyed", Holds: func(o AttackOutcome) bool { return o.Fate != Unharmed }},
	{Name: "casualty", Gist: "at least one figure in the hex is removed", Holds: func(o AttackOutcome) bool { return o.lost() > 0 }},
	{Name: "squad-pinned", Gist: "at least one surviving squad is pinned or worse", Holds: func(o AttackOutcome) bool {
		return slices.ContainsFunc(o.Squads[:], func(squad SquadOutcome) bool { return squad.Condition == Pinned || squad.Condition == Disrupted })
	}},
	{Name: "squad-routed", Gist: "at least one squad is routed", Holds: func(o AttackOutcome) bool {
		return slices.ContainsFunc(o.Squads[:], func(squad SquadOutcome) bool { return squad.Condition == Routed })
	}},
}

var resultMeasures = []rule.Measure[AttackOutcome]{
	{Name: "net", Unit: "hits after defence or cover dice", Of: func(o AttackOutcome) int { return int(o.Net) }},
	{Name: "casualties", Unit: "figures", Of: AttackOutcome.lost},
}

// lost returns the number of figures removed.
func (o AttackOutcome) lost() int {
	total := 0
	for _, squad := range o.Squads {
		total += int(squad.Lost)
	}
	return total
}

// playAttack plays a direct attack: on a squad (1.2), on a vehicle, or on a building (steps 1 to
// 3).
func playAttack(u *rule.Umpire, s *Attack) (outcome AttackOutcome) {
	switch s.Target {
	case AtSquad:
		return fireOnSquad(u, s)
	case AtVehicle:
		return fireOnVehicle(u, s)
	}
	attack := prepareBuildingAttack.For(u, s)
	net := attackBuildingRoll.Roll(u, attack.roll)
	outcome = attack.before
	attack.assessDamage(u, &s.Hex, net, &outcome)
	return outcome
}

package d20skirmish

import "loophole/rule"

// Melee is the situation of "Melee", round after round.
type Melee struct {
	Fight
	Resumed     bool  `key:"resumed" doc:"the melee began in an earlier activation"`
	Activations uint8 `key:"activations" min:"0" max:"20" doc:"activations that are played, by the sides in turn, with a round in each unless the sides share one; 0 plays to the finish"`
}

// MeleeOutcome is the outcome of Melee.
type MeleeOutcome struct {
	Fate          Fate  `key:"room" doc:"which side has the room"`
	AttackersLost uint8 `key:"attackers-lost" unit:"characters" doc:"casualties of the attackers"`
	DefendersLost uint8 `key:"defenders-lost" unit:"characters" doc:"casualties of the defenders"`
	MoraleChange
}

var meleeSpec = rule.Spec[Melee, MeleeOutcome]{
	Name:    "melee",
	Gist:    "melee in a room, round after round, to the finish or for some activations",
	Default: Melee{Fight: twoOnTwo},
	Legal:   legalMelee,
	Play:    playMelee,
	Events: []rule.Event[MeleeOutcome]{
		{Name: "room-cleared", Gist: "only attackers are left", Holds: func(o MeleeOutcome) bool { return o.Fate == Taken }},
		{Name: "room-held", Gist: "only defenders are left", Holds: func(o MeleeOutcome) bool { return o.Fate == Held }},
		{Name: "room-emptied", Gist: "nobody is left on either side", Holds: func(o MeleeOutcome) bool { return o.Fate == Emptied }},
		{Name: "in-combat", Gist: "both sides are still in combat", Holds: func(o MeleeOutcome) bool { return o.Fate == Contested }},
		{Name: "no-attacker-lost", Gist: "the attackers clear the room and lose nobody", Holds: func(o MeleeOutcome) bool { return o.Fate == Taken && o.AttackersLost == 0 }},
	},
	Measures: []rule.Measure[MeleeOutcome]{
		{Name: "attackers-lost", Unit: "characters", Of: func(o MeleeOutcome) int { return int(o.AttackersLost) }},
		{Name: "defenders-lost", Unit: "characters", Of: func(o MeleeOutcome) int { return int(o.DefendersLost) }},
	},
	Examples: []rule.Example{
		{Name: "one-on-one", Settings: "attackers=1 defenders=1", Gist: "two characters fight it out"},
		{Name: "two-on-two", Settings: "attackers=2 defenders=2", Gist: "two on two, to the finish"},
		{Name: "suppressed", Settings: "attackers=2 attackers.1.charging=yes defenders=3 defenders.1.suppressed=yes", Gist: "two charge three suppressed defenders"},
		{Name: "helmets", Settings: "attackers=2 defenders=2 defenders-helmet=8", Gist: "defenders whose helmets save them on 8 or less"},
		{Name: "three-activations", Settings: "attackers=3 defenders=3 activations=3", Gist: "the state of a fight after three activations"},
	},
}

// playMelee plays rounds until one side has nobody left, or the rounds are over.
func playMelee(u *rule.Umpire, s *Melee) MeleeOutcome {
	forces := prepareMelee.For(u, s)
	progress := meleeProgress{meleeState: forces.startState()}
	progress.resumed = s.Resumed
	limit := roundLimit(u, s.Activations)
	for progress.contested() && (limit == 0 || progress.round < limit) {
		if !rule.Checkpoint(u, "round", &progress) {
			return MeleeOutcome{}
		}
		forces.playRound(u, &progress.meleeState)
		if limit > 0 {
			progress.round++
		}
	}
	outcome := MeleeOutcome{
		Fate:          roomFate(progress.attackers.men(), progress.defenders.men()),
		AttackersLost: forces.attackers.total - uint8(progress.attackers.men()),
		DefendersLost: forces.defenders.total - uint8(progress.defenders.men()),
	}
	outcome.MoraleChange = moraleCost(u, [2]int{int(outcome.AttackersLost), int(outcome.DefendersLost)})
	return outcome
}

// prepareMelee works out both sides.
var prepareMelee = rule.Precomputed[Melee, roomForces]{Compute: func(u *rule.Umpire, s *Melee) roomForces { return s.Fight.forces(u) }}

// meleeProgress is the state of a melee between rounds. Rounds are counted only if they are
// limited.
type meleeProgress struct {
	meleeState
	round uint8 `key:"rounds-fought" doc:"rounds already fought"`
}

// roundLimit returns the number of rounds in some activations of the sides in turn. By the ruling "melee-rounds"
// a round takes one activation, or one of each side.
func roundLimit(u *rule.Umpire, activations uint8) uint8 {
	if activations > 1 && u.Ruling(&meleeRounds) == meleeRoundsOnceARound {
		return (activations + 1) / 2
	}
	return activations
}

package d20skirmish

import "loophole/rule"

// Round is the situation of one round of "Melee" in a room.
type Round struct {
	Fight
	Resumed bool `key:"resumed" doc:"the melee began in an earlier activation"`
}

// RoundOutcome is the outcome of Round.
type RoundOutcome struct {
	Result        Result `key:"result" doc:"which side had more successes"`
	AttackersLost uint8  `key:"attackers-lost" unit:"characters" doc:"casualties of the attackers"`
	DefendersLost uint8  `key:"defenders-lost" unit:"characters" doc:"casualties of the defenders"`
	AttackersLeft uint8  `key:"attackers-left" unit:"characters" doc:"attackers left in the room"`
	DefendersLeft uint8  `key:"defenders-left" unit:"characters" doc:"defenders left in the room"`
	Fighting      bool   `key:"in-combat" doc:"both sides are still in combat and fight on when next activated"`
	MoraleChange
}

// MoraleChange is the morale that a melee costs each side.
type MoraleChange struct {
	AttackersMorale int16 `key:"attackers-morale" unit:"points" doc:"change of the morale of the attackers' elements for the rest of the game"`
	DefendersMorale int16 `key:"defenders-morale" unit:"points" doc:"change of the morale of the defenders' elements for the rest of the game"`
}

var roundSpec = rule.Spec[Round, RoundOutcome]{
	Name:      "round",
	Gist:      "one round of melee: everybody in contact rolls, the successes are compared",
	Default:   Round{Fight: twoOnTwo},
	Legal:     func(u *rule.Umpire, s *Round) { s.Fight.legal(u) },
	Play:      playRound,
	Questions: 80 + 80 + 78, // rolls, saves and choices of forty a side
	Events: []rule.Event[RoundOutcome]{
		{Name: "attackers-succeed", Gist: "the attackers have more successes", Holds: func(c RoundOutcome) bool { return c.Result == Attackers }},
		{Name: "defenders-succeed", Gist: "the defenders have more successes", Holds: func(c RoundOutcome) bool { return c.Result == Defenders }},
		{Name: "deadlock", Gist: "both sides have equally many successes: a deadlock", Holds: func(c RoundOutcome) bool { return c.Result == Deadlock || c.Result == OutnumberedDeadlock }},
		{Name: "both-miss", Gist: "nobody succeeds", Holds: func(c RoundOutcome) bool { return c.Result == BothMiss }},
		{Name: "attacker-lost", Gist: "the attackers lose at least one character", Holds: func(c RoundOutcome) bool { return c.AttackersLost > 0 }},
		{Name: "defender-lost", Gist: "the defenders lose at least one character", Holds: func(c RoundOutcome) bool { return c.DefendersLost > 0 }},
		{Name: "room-cleared", Gist: "only attackers are left", Holds: func(c RoundOutcome) bool { return roomFate(int(c.AttackersLeft), int(c.DefendersLeft)) == Taken }},
		{Name: "attackers-wiped-out", Gist: "no attacker is left", Holds: func(c RoundOutcome) bool { return c.AttackersLeft == 0 }},
		{Name: "in-combat", Gist: "both sides are still in combat", Holds: func(c RoundOutcome) bool { return c.Fighting }},
	},
	Measures: []rule.Measure[RoundOutcome]{
		{Name: "attackers-lost", Unit: "characters", Of: func(c RoundOutcome) int { return int(c.AttackersLost) }},
		{Name: "defenders-lost", Unit: "characters", Of: func(c RoundOutcome) int { return int(c.DefendersLost) }},
	},
	Examples: []rule.Example{
		{Name: "one-on-one", Settings: "attackers=1 defenders=1", Gist: "attacker A against defender B"},
		{Name: "two-on-one", Settings: "attackers=2 defenders=1", Gist: "attackers A and C against defender B"},
		{
			Name: "charge", Settings: "attackers=2 attackers.1.charging=yes attackers.1.smg=1 defenders=3 defenders.1.suppressed=yes",
			Gist: "two attackers charge three suppressed defenders, one of them with an SMG",
		},
		{
			Name: "moving", Settings: "attackers=2 attackers.1.hesitant=yes defenders=3 defenders.1.smg=2 defenders.1.moving=yes",
			Gist: "hesitant attackers catch a larger element on the move",
		},
		{Name: "sergeant", Settings: "attackers=2,1 attackers.2.skill=14 attackers.2.smg=1 defenders=3", Gist: "two attackers and a better one with an SMG against three"},
	},
}

// playRound plays the procedure.
func playRound(u *rule.Umpire, s *Round) RoundOutcome {
	_, left, result := resolveRound(u, s, false)
	attackers, defenders := left.attackers.men(), left.defenders.men()
	outcome := RoundOutcome{
		Result: result.result, AttackersLost: uint8(result.lost[attacking]), DefendersLost: uint8(result.lost[defending]),
		AttackersLeft: uint8(attackers), DefendersLeft: uint8(defenders), Fighting: attackers > 0 && defenders > 0,
	}
	outcome.MoraleChange = moraleCost(u, result.lost)
	return outcome
}

// resolveRound plays a round. It also returns both sides and the characters left.
// defendersWereActive is true if the side that was assaulted was active in the round before.
func resolveRound(u *rule.Umpire, s *Round, defendersWereActive bool) (*roomForces, combatants, roundResult) {
	forces := prepareRound.For(u, s)
	left := forces.combatants()
	left.resumed, left.defendersActive = s.Resumed, defendersWereActive
	result := forces.playRound(u, &left)
	return forces, left, result
}

// prepareRound sets up both sides.
var prepareRound = rule.Precomputed[Round, roomForces]{Compute: func(u *rule.Umpire, s *Round) roomForces { return s.Fight.forces(u) }}

// playRound plays one round between the characters in contact and removes the casualties. Its
// result is for the sides of the assault, not for their roles.
func (f *roomForces) playRound(u *rule.Umpire, left *combatants) roundResult {
	if left.resumed {
		u.Note("melee.continue", "the melee continues from an earlier activation")
		left.defendersActive = activeSideMatters(u) && left.defendersActive != roundsAlternate(u)
	}
	exchanged := left.defendersActive && u.Ruling(&roles) == rolesActiveSide
	attackers, defenders := inContact(left.attackers, f.contact), inContact(left.defenders, f.contact)
	round := meleeRound{first: !left.resumed, exchanged: exchanged}
	round.sides[attacking] = f.attackers.inContact(attackers, left.attackers.men(), 0, 0)
	round.sides[defending] = f.defenders.inContact(defenders, left.defenders.men(), left.suppressedElements, left.pinnedElements)
	switch {
	case exchanged:
		round.exchangeRoles()
	case left.defendersActive:
		round.active = defending
	}
	result := unpackResult(meleeRoundRoll.Roll(u, round))
	if exchanged {
		result.exchangeRoles()
	}
	f.attackers.removeCasualties(u, attackingSide, &left.attackers, attackers, result.lost[attacking])
	f.defenders.removeCasualties(u, defendingSide, &left.defenders, defenders, result.lost[defending])
	left.resumed = true
	return result
}

// activeSideMatters reports whether it matters which side is active: for the roles, or for the
// bonus of the active side.
func activeSideMatters(u *rule.Umpire) bool {
	return u.Ruling(&roles) == rolesActiveSide || u.Ruling(&outnumbering) != outnumberingSymmetric
}

// roundsAlternate reports whether each round is in an activation of the other side.
func roundsAlternate(u *rule.Umpire) bool { return u.Ruling(&meleeRounds) == meleeRoundsEachActivation }

// moraleCost is the morale that casualties in melee cost each side: by default none. The ruling
// "melee-morale" may apply the loss of the row for casualties of the grenade chart.
func moraleCost(u *rule.Umpire, lost [2]int) (s MoraleChange) {
	if lost[attacking]+lost[defending] == 0 || u.Ruling(&meleeMorale) == meleeMoraleNo {
		return s
	}
	each := u.Cell(&damage, rowIneffective, damageMorale)
	s.AttackersMorale = int16(lost[attacking] * each)
	s.DefendersMorale = int16(lost[defending] * each)
	return s
}

// A roomForces is both sides in a room before any die is rolled. contact is the most characters of
// a side in base contact, 0 for everybody.
type roomForces struct {
	attackers, defenders force
	contact              uint8
}

// forces sets up both sides.
func (s *Fight) forces(u *rule.Umpire) roomForces {
	var list [mostGroups]Group
	var chargingOrMoving [mostGroups]bool
	for i := range s.Attackers {
		list[i], chargingOrMoving[i] = s.Attackers[i].Group, s.Attackers[i].Charging
	}
	forces := roomForces{attackers: newForce(u, &list, &chargingOrMoving, s.AttackersHelmet), defenders: s.Inside.force(u), contact: s.Contact}
	if s.Cover != NoCover {
		u.Note("melee.cover", "cover has no effect in melee")
	}
	return forces
}

// force sets up the defenders.
func (s *Inside) force(u *rule.Umpire) force {
	var list [mostGroups]Group
	var chargingOrMoving [mostGroups]bool
	for i := range s.Defenders {
		list[i], chargingOrMoving[i] = s.Defenders[i].Group, s.Defenders[i].Moving
	}
	return newForce(u, &list, &chargingOrMoving, s.DefendersHelmet)
}

// combatants are the characters that are left in the melee of a room, and their state.
type combatants struct {
	attackers          counts `key:"attackers" unit:"characters" doc:"attackers left in the melee, by kind, in the order in which their owner prefers to lose them"`
	defenders          counts `key:"defenders" unit:"characters" doc:"defenders left in the melee, by kind, in the order in which their owner prefers to lose them"`
	resumed            bool   `key:"resumed" doc:"the melee began in an earlier activation"`
	defendersActive    bool   `key:"turned" doc:"the side that was assaulted is active, if that matters"`
	suppressedElements uint8  `key:"marked" doc:"defending elements that a grenade suppressed: 1, 2, 4, … added up"`
	pinnedElements     uint8  `key:"pinned" doc:"defending elements that are pinned: 1, 2, 4, … added up"`
}

// combatants returns everybody.
func (f *roomForces) combatants() combatants {
	return combatants{attackers: f.attackers.everybody(), defenders: f.defenders.everybody()}
}

// contested reports whether both sides have somebody left.
func (c *combatants) contested() bool { return c.attackers.men() > 0 && c.defenders.men() > 0 }

// exchangeRoles exchanges the roles of attackers and defenders. In a later round nobody charges or
// moves.
func (r *meleeRound) exchangeRoles() {
	r.sides[0], r.sides[1] = r.sides[1], r.sides[0]
	for side := range r.sides {
		for i := range r.sides[side].kinds {
			r.sides[side].kinds[i].chargingOrMoving = false
		}
	}
}

// exchangeRoles exchanges the roles in a result.
func (t *roundResult) exchangeRoles() {
	t.lost[0], t.lost[1] = t.lost[1], t.lost[0]
	switch t.result {
	case Attackers:
		t.result = Defenders
	case Defenders:
		t.result = Attackers
	}
}

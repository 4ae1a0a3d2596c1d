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
	Name:         "round",
	Gist:         "one round of melee: everybody in contact rolls, the successes are compared",
	Default:      Round{Fight: twoOnTwo},
	Legal:        func(u *rule.Umpire, s *Round) { s.Fight.legal(u) },
	Play:         playRound,
	MaxQuestions: 80 + 80 + 78, // rolls, saves and choices of forty a side
	Events: []rule.Event[RoundOutcome]{
		{Name: "attackers-succeed", Gist: "the attackers have more successes", Holds: func(o RoundOutcome) bool { return o.Result == Attackers }},
		{Name: "defenders-succeed", Gist: "the defenders have more successes", Holds: func(o RoundOutcome) bool { return o.Result == Defenders }},
		{Name: "deadlock", Gist: "both sides have equally many successes: a deadlock", Holds: func(o RoundOutcome) bool { return o.Result == Deadlock || o.Result == OutnumberedDeadlock }},
		{Name: "both-miss", Gist: "nobody succeeds", Holds: func(o RoundOutcome) bool { return o.Result == BothMiss }},
		{Name: "attacker-lost", Gist: "the attackers lose at least one character", Holds: func(o RoundOutcome) bool { return o.AttackersLost > 0 }},
		{Name: "defender-lost", Gist: "the defenders lose at least one character", Holds: func(o RoundOutcome) bool { return o.DefendersLost > 0 }},
		{Name: "room-cleared", Gist: "only attackers are left", Holds: func(o RoundOutcome) bool { return roomFate(int(o.AttackersLeft), int(o.DefendersLeft)) == Taken }},
		{Name: "attackers-wiped-out", Gist: "no attacker is left", Holds: func(o RoundOutcome) bool { return o.AttackersLeft == 0 }},
		{Name: "in-combat", Gist: "both sides are still in combat", Holds: func(o RoundOutcome) bool { return o.Fighting }},
	},
	Measures: []rule.Measure[RoundOutcome]{
		{Name: "attackers-lost", Unit: "characters", Of: func(o RoundOutcome) int { return int(o.AttackersLost) }},
		{Name: "defenders-lost", Unit: "characters", Of: func(o RoundOutcome) int { return int(o.DefendersLost) }},
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
	_, state, result := resolveRound(u, s, false)
	attackers, defenders := state.attackers.men(), state.defenders.men()
	outcome := RoundOutcome{
		Result: result.result, AttackersLost: uint8(result.lost[attacking]), DefendersLost: uint8(result.lost[defending]),
		AttackersLeft: uint8(attackers), DefendersLeft: uint8(defenders), Fighting: attackers > 0 && defenders > 0,
	}
	outcome.MoraleChange = moraleCost(u, result.lost)
	return outcome
}

// resolveRound plays a round. It also returns both sides and the state of the melee afterwards.
// defendersWereActive is true if the side that was assaulted was active in the round before.
func resolveRound(u *rule.Umpire, s *Round, defendersWereActive bool) (*roomForces, meleeState, roundResult) {
	forces := prepareRound.For(u, s)
	state := forces.startState()
	state.resumed, state.defendersActive = s.Resumed, defendersWereActive
	result := forces.playRound(u, &state)
	return forces, state, result
}

// prepareRound works out both sides.
var prepareRound = rule.Precomputed[Round, roomForces]{Compute: func(u *rule.Umpire, s *Round) roomForces { return s.Fight.forces(u) }}

// playRound plays one round between the characters in contact, the first or a later one
// (melee.continue), and removes the casualties. Its result is for the sides of the assault, not for their roles.
func (f *roomForces) playRound(u *rule.Umpire, state *meleeState) roundResult {
	if state.resumed {
		u.Note("melee.continue", "the melee continues from an earlier activation")
		state.defendersActive = activeSideMatters(u) && state.defendersActive != roundsAlternate(u)
	}
	exchanged := state.defendersActive && u.Ruling(&roles) == rolesActiveSide
	attackers, defenders := contactCounts(state.attackers, f.contact), contactCounts(state.defenders, f.contact)
	round := meleeRound{first: !state.resumed, exchanged: exchanged}
	round.sides[attacking] = f.attackers.partInContact(attackers, state.attackers.men(), 0, 0)
	round.sides[defending] = f.defenders.partInContact(defenders, state.defenders.men(), state.suppressedElements, state.pinnedElements)
	switch {
	case exchanged:
		round.exchangeRoles()
	case state.defendersActive:
		round.active = defending
	}
	result := roundRoll.Roll(u, round)
	if exchanged {
		result.exchangeRoles()
	}
	f.attackers.removeCasualties(u, attackingSide, &state.attackers, attackers, result.lost[attacking])
	f.defenders.removeCasualties(u, defendingSide, &state.defenders, defenders, result.lost[defending])
	state.resumed = true
	return result
}

// activeSideMatters reports whether it matters which side is active: for the roles, or for the
// bonus of the active side.
func activeSideMatters(u *rule.Umpire) bool {
	return u.Ruling(&roles) == rolesActiveSide || u.Ruling(&outnumbering) != outnumberingSymmetric
}

// roundsAlternate reports whether each round is in an activation of the other side.
func roundsAlternate(u *rule.Umpire) bool { return u.Ruling(&meleeRounds) == meleeRoundsEachActivation }

// moraleCost returns the morale that casualties in melee cost each side: by default none. The ruling
// "melee-morale" may apply the loss of the row for casualties of the grenade chart.
func moraleCost(u *rule.Umpire, lost [2]int) (change MoraleChange) {
	if lost[attacking]+lost[defending] == 0 || u.Ruling(&meleeMorale) == meleeMoraleNo {
		return change
	}
	each := u.Cell(&damage, rowIneffective, damageMorale)
	change.AttackersMorale = int16(lost[attacking] * each)
	change.DefendersMorale = int16(lost[defending] * each)
	return change
}

// A roomForces is both sides in a room up to the first roll. contact is the most characters of
// a side in base contact, 0 for everybody.
type roomForces struct {
	attackers, defenders force
	contact              uint8
}

// forces works out both sides. Cover has no effect (melee.cover).
func (s *Fight) forces(u *rule.Umpire) roomForces {
	var groups [mostGroups]Group
	var chargingOrMoving [mostGroups]bool
	for i := range s.Attackers {
		groups[i], chargingOrMoving[i] = s.Attackers[i].Group, s.Attackers[i].Charging
	}
	forces := roomForces{attackers: newForce(u, &groups, &chargingOrMoving, s.AttackersHelmet), defenders: s.RoomDefenders.force(u), contact: s.Contact}
	if s.Cover != NoCover {
		u.Note("melee.cover", "cover has no effect in melee")
	}
	return forces
}

// force works out the defenders.
func (s *RoomDefenders) force(u *rule.Umpire) force {
	var groups [mostGroups]Group
	var chargingOrMoving [mostGroups]bool
	for i := range s.Defenders {
		groups[i], chargingOrMoving[i] = s.Defenders[i].Group, s.Defenders[i].Moving
	}
	return newForce(u, &groups, &chargingOrMoving, s.DefendersHelmet)
}

// meleeState is the state of the melee in a room: the characters that are left, which side is active,
// and what grenades have done to the defenders.
type meleeState struct {
	attackers          counts     `key:"attackers" unit:"characters" doc:"attackers left in the melee, by kind, in the order in which their owner prefers to lose them"`
	defenders          counts     `key:"defenders" unit:"characters" doc:"defenders left in the melee, by kind, in the order in which their owner prefers to lose them"`
	resumed            bool       `key:"resumed" doc:"the melee began in an earlier activation"`
	defendersActive    bool       `key:"turned" doc:"the side that was assaulted is active, if that matters"`
	suppressedElements elementSet `key:"marked" doc:"defending elements that a grenade suppressed: 1, 2, 4, … added up"`
	pinnedElements     elementSet `key:"pinned" doc:"defending elements that are pinned: 1, 2, 4, … added up"`
}

// startState returns the state before the first round: everybody is left.
func (f *roomForces) startState() meleeState {
	return meleeState{attackers: f.attackers.everybody(), defenders: f.defenders.everybody()}
}

// contested reports whether both sides have somebody left.
func (m *meleeState) contested() bool { return m.attackers.men() > 0 && m.defenders.men() > 0 }

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
func (r *roundResult) exchangeRoles() {
	r.lost[0], r.lost[1] = r.lost[1], r.lost[0]
	switch r.result {
	case Attackers:
		r.result = Defenders
	case Defenders:
		r.result = Attackers
	}
}

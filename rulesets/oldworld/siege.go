package oldworld

import "loophole/rule"

// Siege is the situation of an assault that is played to the end, player turn after player turn. It
// ends when one side has the building or the game is over. Distances are in inches.
type Siege struct {
	Melee
	Charge        uint8    `key:"charge" unit:"inches" min:"1" max:"18" doc:"inches of the first charge, which reaches the building"`
	Turns         uint8    `key:"turns" unit:"player turns" min:"0" max:"40" doc:"turns left in the game, the first being the attackers'; 0 for a fight to the end"`
	With          rule.Ref `key:"with" table:"missiles" doc:"the garrison's missile weapon; none is the usual one"`
	StandAndShoot bool     `key:"stand-and-shoot" doc:"the garrison stands and shoots whenever it may"`
	Fire          bool     `key:"fire" doc:"the garrison shoots in its own turns while nobody assaults it"`
	Sortie        bool     `key:"sortie" doc:"the garrison goes after an enemy that it has thrown back, instead of trying to stay"`
	GiveUp        uint8    `key:"give-up" unit:"models" min:"0" max:"61" doc:"the attackers give up if they are thrown back with fewer models than this"`
}

// SiegeEnding is the way in which a siege ends.
type SiegeEnding uint8

const (
	GarrisonBroke      SiegeEnding = iota // the garrison broke and was destroyed
	GarrisonWipedOut                      // the last of the garrison fell
	AttackersBroke                        // the attackers broke, or fled from panic
	AttackersWipedOut                     // the last of the attackers fell
	AttackersGaveUp                       // the attackers gave up
	GarrisonFollowedUp                    // the garrison has left after attackers that gave ground or fell back
	GarrisonPursued                       // the attackers broke, and the garrison has left the building after them
	TimeUp                                // the game is over
	BothWipedOut                          // no model is left on either side
)

func (SiegeEnding) Names() []string {
	return []string{"stormed", "garrison-slain", "repelled", "attackers-slain", "given-up", "drawn-out", "chased", "time-up", "both-slain"}
}

// SiegeOutcome is the outcome of Siege.
type SiegeOutcome struct {
	Holder    Holder      `key:"holder" doc:"side that has the building in the end"`
	Ending    SiegeEnding `key:"ending" doc:"how the siege ended"`
	Attackers uint8       `key:"attackers-lost" unit:"models" doc:"models of the attackers that fell"`
	Garrison  uint8       `key:"garrison-lost" unit:"models" doc:"models of the garrison that fell or were destroyed"`
}

var siegeSpec = rule.Spec[Siege, SiegeOutcome]{
	Name: "siege",
	Gist: "a building is assaulted round after round: which side has it in the end, and at what cost",
	Default: Siege{
		Melee: Melee{
			Attackers: Troops{Unit: units.Ref("orc-mob"), Models: 20},
			Garrison:  Troops{Unit: units.Ref("state-troops"), Models: 15},
		},
		Charge: 6, Turns: 8,
	},
	Legal: legalSiege,
	Play:  playSiege,
	Events: []rule.Event[SiegeOutcome]{
		{Name: "garrison-holds", Gist: "the garrison has the building in the end", Holds: func(o SiegeOutcome) bool { return o.Holder == HeldByGarrison }},
		{Name: "attackers-hold", Gist: "the attackers have the building in the end", Holds: func(o SiegeOutcome) bool { return o.Holder == HeldByAttackers }},
		{Name: "nobody-holds", Gist: "nobody has the building in the end", Holds: func(o SiegeOutcome) bool { return o.Holder == HeldByNobody }},
		{Name: "garrison-destroyed", Gist: "the garrison breaks and is destroyed", Holds: func(o SiegeOutcome) bool { return o.Ending == GarrisonBroke }},
		{Name: "garrison-wiped-out", Gist: "the last of the garrison falls", Holds: func(o SiegeOutcome) bool { return o.Ending == GarrisonWipedOut || o.Ending == BothWipedOut }},
		{Name: "attackers-broken", Gist: "the attackers break or flee", Holds: func(o SiegeOutcome) bool { return o.Ending == AttackersBroke || o.Ending == GarrisonPursued }},
		{Name: "attackers-wiped-out", Gist: "the last of the attackers falls", Holds: func(o SiegeOutcome) bool { return o.Ending == AttackersWipedOut || o.Ending == BothWipedOut }},
		{Name: "attackers-gave-up", Gist: "the attackers are thrown back and too few to go on", Holds: func(o SiegeOutcome) bool { return o.Ending == AttackersGaveUp }},
		{Name: "garrison-drawn-out", Gist: "the garrison leaves the building after a beaten enemy", Holds: func(o SiegeOutcome) bool { return o.Ending == GarrisonFollowedUp || o.Ending == GarrisonPursued }},
		{Name: "time-up", Gist: "the game ends during the siege", Holds: func(o SiegeOutcome) bool { return o.Ending == TimeUp }},
	},
	Measures: []rule.Measure[SiegeOutcome]{
		{Name: "attackers-lost", Unit: "models", Of: func(o SiegeOutcome) int { return int(o.Attackers) }},
		{Name: "garrison-lost", Unit: "models", Of: func(o SiegeOutcome) int { return int(o.Garrison) }},
	},
	Examples: []rule.Example{
		{Name: "orcs-and-men", Settings: "attackers.models=12 garrison.models=10 give-up=61 turns=0", Gist: "twelve Orcs against ten State Troops, until one side is gone or driven off"},
		{Name: "farmhouse", Settings: "attackers.models=6 garrison=state-missile-troops garrison.models=4 with=crossbow stand-and-shoot=yes fire=yes turns=3 charge=8", Gist: "four crossbowmen hold a farmhouse for what is left of the game"},
		{Name: "tower-house", Settings: "attackers=chaos-warriors attackers.models=6 attackers.standard=yes garrison=quarrellers garrison.models=6 garrison.musician=yes turns=4", Gist: "Chaos Warriors storm six Quarrellers"},
		{Name: "trolls", Settings: "attackers=elven-spearmen attackers.models=6 garrison=stone-trolls garrison.models=1 turns=2", Gist: "Elven Spearmen try to get a troll out of a barn"},
		{Name: "careful", Settings: "attackers.models=7 give-up=6 garrison=dwarf-warriors garrison.models=5 turns=4", Gist: "Orcs that give up when fewer than six are left to charge again"},
		{Name: "hotheads", Settings: "attackers.models=8 garrison.models=8 sortie=yes turns=4", Gist: "a garrison that goes after the attackers it throws back"},
	},
}

// endless is the turns of a fight to the end.
const endless = 255

// playSiege plays player turns, with rounds of combat in them, until the siege is over.
func playSiege(u *rule.Umpire, s *Siege) SiegeOutcome {
	prepared := prepareSiege.For(u, s)
	state := siegeState{
		left:     [2]uint8{uint8(prepared.start[attackers]), uint8(prepared.start[garrison])},
		distance: s.Charge, firstCharge: true, turnsLeft: endless,
		tested: [2]bool{s.Attackers.Tested, s.Garrison.Tested},
	}
	if s.Turns > 0 {
		state.turnsLeft = s.Turns
	}
	for {
		if !prepared.checkpoint(u, &state) {
			return SiegeOutcome{}
		}
		outcome, over := SiegeOutcome{}, false
		if state.distance > 0 {
			outcome, over = prepared.movementTurn(u, &state)
		} else {
			outcome, over = prepared.playRound(u, &state)
		}
		if over {
			return outcome
		}
	}
}

// playRound is one round of combat and what follows it. It reports whether the siege is over.
func (p *preparedSiege) playRound(u *rule.Umpire, state *siegeState) (SiegeOutcome, bool) {
	combat := &p.combat
	round := roundRoll.Roll(u, roundStart{combat, p.kindOfTurn(state), state.woundsLeft()})
	left := round.left
	lead := combat.combatResult(u, left, round.caused, int(state.shotWounds), &sideNames)
	state.left = [2]uint8{uint8(left[attackers]), uint8(left[garrison])}
	switch {
	case left[attackers] == 0 && left[garrison] == 0:
		return p.outcome(state, HeldByNobody, BothWipedOut)
	case left[attackers] == 0:
		u.Note("host.overrun", "the garrison has no enemy left to fight and stays inside")
		return p.outcome(state, HeldByGarrison, AttackersWipedOut)
	case left[garrison] == 0:
		return p.takeBuilding(u, state, GarrisonWipedOut)
	case lead > 0:
		if p.breakTest(u, state, garrison, lead) == Destroyed {
			return p.takeBuilding(u, state, GarrisonBroke)
		}
	case lead < 0:
		if fate := p.breakTest(u, state, attackers, -lead); fate != Holds {
			return p.attackersRepulsed(u, state, fate)
		}
	default:
		u.Note("host.draw", "a draw: both units stay locked in combat")
	}
	state.charge, state.shotWounds = 0, 0
	return p.nextTurn(u, state)
}

// breakTest is the Break test of a side that has lost a round by margin points.
func (p *preparedSiege) breakTest(u *rule.Umpire, state *siegeState, side, margin int) (fate Fate) {
	combat := &p.combat
	losers := combat.sides[side].loser
	losers.tested = state.tested[side]
	fate, tested := losers.breakTest(u, margin, combat.overwhelmed(side, state.woundsLeft()))
	state.tested[side] = tested
	return fate
}

// takeBuilding ends a siege in which no garrison is left: the attackers take occupancy if they may.
func (p *preparedSiege) takeBuilding(u *rule.Umpire, state *siegeState, ending SiegeEnding) (SiegeOutcome, bool) {
	wounds := int(state.left[attackers])
	later := false
	if ending == GarrisonWipedOut {
		u.Note("host.wiped-out", "a side that is wiped out has lost")
		if later = u.Ruling(&wipedOut) == wipedOutLater; later {
			u.Note("enter.phase", "the attackers may enter the building next turn")
		}
	}
	outcome, over := p.outcome(state, HeldByNobody, ending)
	turns := 2 // player turns that must be left, this one included, for the attackers to have another turn
	if !state.garrisonTurn {
		turns = 3
	}
	if (!later || state.turnsLeft == endless || int(state.turnsLeft) >= turns) && p.combat.choosesToOccupy(u, wounds, later, attackingSide) {
		outcome.Holder = HeldByAttackers
	}
	outcome.Garrison = uint8(p.combat.sides[garrison].modelsWithCharacter(p.start[garrison]))
	return outcome, over
}

// attackersRepulsed follows a lost Break test of the attackers: the garrison may follow up or
// pursue, and the attackers come again or give up.
func (p *preparedSiege) attackersRepulsed(u *rule.Umpire, state *siegeState, fate Fate) (SiegeOutcome, bool) {
	combat := &p.combat
	winners := winnerDecision{players: &assaultPlayers, restrain: !p.sortie, leadership: combat.sides[garrison].loser.leadership, enemy: fate}
	out, _ := winners.play(u)
	if out.Caught {
		state.left[attackers] = 0
	}
	switch {
	case out.Out && fate == Broke:
		return p.outcome(state, HeldByNobody, GarrisonPursued)
	case out.Out:
		return p.outcome(state, HeldByNobody, GarrisonFollowedUp)
	case fate == Broke:
		return p.outcome(state, HeldByGarrison, AttackersBroke)
	}
	if combat.sides[attackers].modelsWithCharacter(int(state.left[attackers])) < p.giveUp {
		return p.outcome(state, HeldByGarrison, AttackersGaveUp)
	}
	state.charge, state.shotWounds = 0, 0
	if state.distance = p.giveGround; fate == FellBack {
		state.distance = uint8(u.By(attackingSide).Highest(2, 1, rule.D6, "host.fall-back", "inches that the attackers fall back"))
	}
	return p.nextTurn(u, state)
}

// nextTurn begins the next player turn, and reports whether the game is over.
func (p *preparedSiege) nextTurn(u *rule.Umpire, state *siegeState) (SiegeOutcome, bool) {
	state.garrisonTurn = !state.garrisonTurn
	if state.turnsLeft == endless {
		return SiegeOutcome{}, false
	}
	if state.turnsLeft--; state.turnsLeft == 0 {
		u.Note("host.length", "the game is over")
		return p.outcome(state, HeldByGarrison, TimeUp)
	}
	return SiegeOutcome{}, false
}

// outcome ends the siege and counts its losses. It always reports that the siege is over.
func (p *preparedSiege) outcome(state *siegeState, holder Holder, ending SiegeEnding) (SiegeOutcome, bool) {
	lost := func(side int) uint8 {
		combatant := &p.combat.sides[side]
		return uint8(combatant.modelsWithCharacter(p.start[side]) - combatant.modelsWithCharacter(int(state.left[side])))
	}
	return SiegeOutcome{holder, ending, lost(attackers), lost(garrison)}, true
}

// kindOfTurn returns the kind of turn of a round.
func (p *preparedSiege) kindOfTurn(state *siegeState) turnKind {
	if state.charge == 0 {
		return laterRound
	}
	return afterCharge(min(int(state.charge), p.longest))
}

// A preparedSiege is a siege up to the first roll.
type preparedSiege struct {
	combat     preparedCombat
	longest    int // inches of a charge above which more inches change nothing
	start      woundsLeft
	approach   preparedApproach
	giveGround uint8 // inches that giving ground takes
	giveUp     int
	sortie     bool
	everyTurn  bool                     // the garrison shoots at charges or in its own turns
	whoseTurn  bool                     // it matters whose turn it is
	equivalent [longestCharge + 1]uint8 // for each charge, the shortest with the same effect
}

// prepareSiege works out the combat of every kind of turn that can come up, and the way to the
// walls.
var prepareSiege = rule.Precomputed[Siege, preparedSiege]{Compute: func(u *rule.Umpire, s *Siege) preparedSiege {
	prepared := preparedSiege{giveUp: int(s.GiveUp), sortie: s.Sortie}
	prepared.longest = min(max(1, u.Fact(&chargeInitiativeMost), u.Fact(&furiousChargeInches)), longestCharge)
	kinds := []turnKind{laterRound}
	for i := range prepared.longest {
		kinds = append(kinds, afterCharge(1+i))
	}
	opponents := s.opponents()
	prepared.combat = opponents.prepareCombat(u, combatSetting{}, kinds...)
	prepared.start = opponents.woundsLeft(u, &prepared.combat)
	prepared.approach = s.approach(u, &prepared.combat)
	prepared.giveGround = uint8(u.Fact(&giveGroundInches))
	prepared.everyTurn, prepared.whoseTurn = s.StandAndShoot || s.Fire, s.Turns > 0 || s.Fire
	prepared.equivalent = prepared.combat.equivalentCharges(prepared.longest)
	return prepared
}}

// legalSiege forbids units that cannot fight, a charge out of range, and shooting without a weapon.
func legalSiege(u *rule.Umpire, s *Siege) {
	legalMelee(u, &s.Melee)
	if s.Attackers.Unit == 0 {
		return
	}
	move := u.Cell(&units, s.Attackers.Unit, unitMove)
	u.Require(int(s.Charge) <= move+highestChargeRoll, "host.charge", "the building is out of reach, even with the highest charge roll")
	s.Attackers.legalChargingType(u)
	if s.StandAndShoot {
		legalStandAndShoot(u, s.missileWeapon(u))
	}
	u.Require(!s.StandAndShoot && !s.Fire || s.missileWeapon(u) > 0, "host.stand", "name the garrison's missile weapon: with=crossbow")
}

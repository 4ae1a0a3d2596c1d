package oldworld

import "loophole/rule"

// movementTurn is a player turn in which nobody fights: the garrison shoots, or the attackers move
// up or charge. It reports whether the siege is over.
func (p *preparedSiege) movementTurn(u *rule.Umpire, state *siegeState) (SiegeOutcome, bool) {
	if state.garrisonTurn {
		if outcome, over := p.garrisonShoots(u, state); over {
			return outcome, over
		}
		return p.nextTurn(u, state)
	}
	state.shotWounds = 0
	approach := &p.approach
	if mostInches := int(approach.move.inches) + highestChargeRoll; int(state.distance) > mostInches && !state.firstCharge {
		u.Note("host.charge", "the attackers are too far away for any charge, so they move up")
		state.distance -= approach.move.inches
		return p.nextTurn(u, state)
	}
	if approach.standsAndShoots && int(state.distance) >= approach.closest {
		state.shotWounds = uint8(p.shootAt(u, state, approach.standingShots))
		if state.left[attackers] == 0 {
			return p.outcome(state, HeldByGarrison, AttackersWipedOut)
		}
	}
	charged := int(state.distance)
	if state.distance = 0; !state.firstCharge { // The first charge always reaches the building.
		state.distance = uint8(chargeReach.Roll(u, chargeAttempt{approach.move, uint8(charged)}))
	}
	if state.firstCharge = false; state.distance > 0 {
		state.shotWounds = 0
		return p.nextTurn(u, state)
	}
	state.charge = uint8(charged)
	return SiegeOutcome{}, false
}

// A chargeAttempt is a charge over a distance in inches.
type chargeAttempt struct {
	move     chargeMove
	distance uint8
}

// chargeReach is a charge on the building. Its value is the inches that are missing afterwards, 0
// for contact.
var chargeReach = rule.Subroll[chargeAttempt]{Name: "charge", Play: func(u *rule.Umpire, attempt chargeAttempt) int {
	inches := chargeRoll.Play(u, attempt.move)
	if int(attempt.move.inches)+inches >= int(attempt.distance) {
		return 0
	}
	u.Note("host.failed-charge", "the charge fails: the chargers move the inches of the charge roll")
	return int(attempt.distance) - inches
}}

// garrisonShoots is the garrison's shooting in its own turn, and the attackers' Panic test.
func (p *preparedSiege) garrisonShoots(u *rule.Umpire, state *siegeState) (SiegeOutcome, bool) {
	approach := &p.approach
	if !approach.shoots || int(state.distance) > approach.reach {
		return SiegeOutcome{}, false
	}
	shots := approach.shots
	if isLongRange(int(state.distance), approach.reach) {
		shots.hit = shotNumber(int(shots.hit) - u.Cell(&modifiers, rowLongRange, 0))
	}
	side := &p.combat.sides[attackers]
	before := side.modelsWithCharacter(int(state.left[attackers]))
	p.shootAt(u, state, shots)
	now := side.modelsWithCharacter(int(state.left[attackers]))
	switch {
	case now == 0:
		return p.outcome(state, HeldByGarrison, AttackersWipedOut)
	case !causesPanic(u, before-now, before):
		return SiegeOutcome{}, false
	}
	u.Note("host.panic", "more than a quarter of the models lost in this phase: a Panic test")
	if assaultPlayers.exchanged().test(u, approach.leadership, panics[Losses]) {
		return SiegeOutcome{}, false
	}
	if now*100 <= u.Fact(&panicFleePercent)*approach.began {
		u.Note("host.panic-fail", "too few attackers are left, so they flee")
		return p.outcome(state, HeldByGarrison, AttackersBroke)
	}
	state.distance += uint8(u.By(attackingSide).Highest(2, 1, rule.D6, "host.fall-back", "inches that the attackers fall back from panic"))
	return SiegeOutcome{}, false
}

// shootAt shoots at the attackers with half of the garrison and returns the wounds that count.
func (p *preparedSiege) shootAt(u *rule.Umpire, state *siegeState, shots attacks) int {
	shots.dice = uint8(halfInside(u, p.combat.sides[garrison].modelsWithCharacter(int(state.left[garrison]))))
	counted, lost := assaultPlayers.exchanged().attack(u, shots)
	wounds := int(state.left[attackers])
	over := max(0, lost-max(0, wounds-p.combat.sides[attackers].characterWounds))
	state.left[attackers] = uint8(wounds - (lost - over))
	return counted - over
}

// A preparedApproach is the way to the walls up to the first roll.
type preparedApproach struct {
	move            chargeMove
	began           int        // models of the attackers at the start of the battle
	reach           int        // range of the garrison's missile weapon
	closest         int        // least inches of a charge that can be shot at
	shoots          bool       // the garrison shoots in its own turn
	shots           attacks    // that it then makes
	standsAndShoots bool       // the garrison stands and shoots at a charge
	standingShots   attacks    // that it then makes
	leadership      leadership // of the attackers
}

// missileWeapon returns the missile weapon of the garrison.
func (s *Siege) missileWeapon(u *rule.Umpire) rule.Ref { return s.Garrison.missile(u, s.With) }

// approach works out the way to the walls.
func (s *Siege) approach(u *rule.Umpire, combat *preparedCombat) preparedApproach {
	attackers, garrison := &s.Attackers, &s.Garrison
	prepared := preparedApproach{
		move: chargeMove{inches: uint8(u.Cell(&units, attackers.Unit, unitMove))}, began: attackers.started() + characterCount(attackers.Character),
		leadership: attackers.leadership(u),
	}
	if s.missileWeapon(u) == 0 {
		return prepared
	}
	prepared.reach, prepared.closest = u.Cell(&missiles, s.missileWeapon(u), missileRange), int(prepared.move.inches)
	if u.Cell(&missiles, s.missileWeapon(u), missileQuick) == 1 {
		prepared.closest = 0
	}
	if prepared.standsAndShoots = s.StandAndShoot; s.StandAndShoot {
		prepared.standingShots = garrison.standAndShoot(u, s.missileWeapon(u), attackers)
	}
	if prepared.shoots = s.Fire; s.Fire {
		prepared.shots = garrison.standAndShoot(u, s.missileWeapon(u), attackers)
		// In its own turn a garrison has no penalty for standing and shooting.
		prepared.shots.hit = shotNumber(u.Cell(&ballistic, chartRow(profileValue(u, garrison.BS, garrison.Unit, unitBS)), shotHit))
	}
	return prepared
}

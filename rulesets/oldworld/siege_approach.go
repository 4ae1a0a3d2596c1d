package oldworld

import "loophole/rule"

// movementTurn is a player turn in which nobody fights: the garrison shoots, or the attackers move
// up or charge. It reports whether the siege is over.
func (s *siegeState) movementTurn(u *rule.Umpire, turn *siegeTurn) (SiegeOutcome, bool) {
	if turn.garrisonTurn {
		if outcome, over := s.garrisonShoots(u, turn); over {
			return outcome, over
		}
		return s.nextTurn(u, turn)
	}
	turn.shotWounds = 0
	approach := &s.approach
	if mostInches := int(approach.move.move) + highestChargeRoll; int(turn.distance) > mostInches && !turn.firstCharge {
		u.Note("host.charge", "the attackers are too far away for any charge, so they move up")
		turn.distance -= approach.move.move
		return s.nextTurn(u, turn)
	}
	if approach.standAndShoot.by == byShooting && int(turn.distance) >= approach.closest {
		turn.shotWounds = uint8(s.shootAt(u, turn, approach.standAndShoot))
		if turn.left[attackers] == 0 {
			return s.outcome(turn, HeldByGarrison, AttackersWipedOut)
		}
	}
	charged := int(turn.distance)
	if turn.distance = 0; !turn.firstCharge { // The first charge always reaches the building.
		turn.distance = uint8(chargeReach.Roll(u, chargeAttempt{approach.move, uint8(charged)}))
	}
	if turn.firstCharge = false; turn.distance > 0 {
		turn.shotWounds = 0
		return s.nextTurn(u, turn)
	}
	turn.charge = uint8(charged)
	return SiegeOutcome{}, false
}

// A chargeAttempt is the argument of chargeReach: a charge over a distance in inches.
type chargeAttempt struct {
	move     chargeArg
	distance uint8
}

// chargeReach is a charge on the building. Its value is the inches that are missing afterwards, 0
// for contact.
var chargeReach = rule.Subroll[chargeAttempt]{Name: "charge", Play: func(u *rule.Umpire, attempt chargeAttempt) int {
	inches := chargeRoll.Play(u, attempt.move)
	if int(attempt.move.move)+inches >= int(attempt.distance) {
		return 0
	}
	u.Note("host.failed-charge", "the charge fails: the chargers move the inches of the charge roll")
	return int(attempt.distance) - inches
}}

// garrisonShoots is the garrison's shooting in its own turn, and the attackers' Panic test.
func (s *siegeState) garrisonShoots(u *rule.Umpire, turn *siegeTurn) (SiegeOutcome, bool) {
	approach := &s.approach
	if approach.shooting.by != byShooting || int(turn.distance) > approach.reach {
		return SiegeOutcome{}, false
	}
	shots := approach.shooting
	if 2*int(turn.distance) > approach.reach {
		shots.hit = shotNumber(int(shots.hit) - u.Cell(&modifiers, rowLongRange, 0))
	}
	side := &s.combat.sides[attackers]
	before := side.modelsWithCharacter(int(turn.left[attackers]))
	s.shootAt(u, turn, shots)
	now := side.modelsWithCharacter(int(turn.left[attackers]))
	switch {
	case now == 0:
		return s.outcome(turn, HeldByGarrison, AttackersWipedOut)
	case !causesPanic(u, before-now, before):
		return SiegeOutcome{}, false
	}
	u.Note("host.panic", "more than a quarter of the models lost in this phase: a Panic test")
	if assaultPlayers.exchanged().test(u, approach.leadership, panics[Losses]) {
		return SiegeOutcome{}, false
	}
	if now*100 <= u.Fact(&panicFleePercent)*approach.began {
		u.Note("host.panic-fail", "too few attackers are left, so they flee")
		return s.outcome(turn, HeldByGarrison, AttackersBroke)
	}
	turn.distance += uint8(u.By(attackingSide).Highest(2, 1, rule.D6, "host.fall-back", "inches that the attackers fall back from panic"))
	return SiegeOutcome{}, false
}

// shootAt shoots at the attackers with half of the garrison and returns the wounds that count.
func (s *siegeState) shootAt(u *rule.Umpire, turn *siegeTurn, shots attacks) int {
	shots.dice = uint8(halfInside(u, s.combat.sides[garrison].modelsWithCharacter(int(turn.left[garrison]))))
	counted, lost := assaultPlayers.exchanged().attack(u, shots)
	wounds := int(turn.left[attackers])
	over := max(0, lost-max(0, wounds-s.combat.sides[attackers].characterWounds))
	turn.left[attackers] = uint8(wounds - (lost - over))
	return counted - over
}

// approachStats are the dice-free part of the way to the walls.
type approachStats struct {
	move          chargeArg
	began         int        // models of the attackers at the start of the battle
	reach         int        // range of the garrison's missile weapon
	closest       int        // least inches of a charge that can be shot at
	shooting      attacks    // by the garrison in its own turn
	standAndShoot attacks    // by the garrison at a charge
	leadership    leadership // of the attackers
}

// missileWeapon is the missile weapon of the garrison.
func (s *Siege) missileWeapon(u *rule.Umpire) rule.Ref { return s.Garrison.missile(u, s.With) }

// approach computes the way to the walls.
func (s *Siege) approach(u *rule.Umpire, combat *preparedCombat) approachStats {
	attackers, garrison := &s.Attackers, &s.Garrison
	stats := approachStats{
		move: chargeArg{move: uint8(u.Cell(&units, attackers.Unit, unitMove))}, began: attackers.started() + characterCount(attackers.Character),
		leadership: attackers.leadership(u),
	}
	if s.missileWeapon(u) == 0 {
		return stats
	}
	stats.reach, stats.closest = u.Cell(&missiles, s.missileWeapon(u), missileRange), int(stats.move.move)
	if u.Cell(&missiles, s.missileWeapon(u), missileQuick) == 1 {
		stats.closest = 0
	}
	if s.StandAndShoot {
		stats.standAndShoot = garrison.standAndShoot(u, s.missileWeapon(u), attackers)
	}
	if s.Fire {
		stats.shooting = garrison.standAndShoot(u, s.missileWeapon(u), attackers)
		// In its own turn a garrison has no penalty for standing and shooting.
		stats.shooting.hit = shotNumber(u.Cell(&ballistic, chartRow(profileValue(u, garrison.BS, garrison.Unit, unitBS)), shotHit))
	}
	return stats
}

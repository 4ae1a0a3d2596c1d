package tideofiron

import "loophole/rule"

// fireOnSquad plays an attack on a squad. It does not harm the building (target.squad).
func fireOnSquad(u *rule.Umpire, s *Attack) AttackOutcome {
	outcome := s.withoutEffect()
	roll := prepareSquadAttack.For(u, s)
	target := s.Against - 1
	net := attackSquadRoll.Roll(u, *roll)
	applyHits(u, net, s.Mode, &s.Squads[target], &outcome.Squads[target])
	outcome.setNet(net)
	return outcome
}

// prepareSquadAttack works out an attack on a squad up to the first roll: firepower and range
// against infantry (target.squad-values), and the squad's cover.
var prepareSquadAttack = rule.Precomputed[Attack, opposedRoll]{Compute: func(u *rule.Umpire, s *Attack) opposedRoll {
	u.Note("target.declare", "the attacker declares the squad as the target")
	u.Note("target.squad", "an attack on a squad does not harm a building")
	if s.Squads[s.Against-1].Concealed {
		u.Note("host.concealed", "the owner has said that the concealed squad is in the building")
	}
	if s.Dice == 0 {
		u.Note("target.squad-values", "the attack uses firepower and range against infantry")
	}
	inside := s.State == Standing
	strength := s.combinedFire(u,
		func(unit *Attacker) int { return firepowerAgainstSquad(u, unit, inside) },
		func(unit *Attacker, distance uint8) Range { return rangeToSquad(u, unit, distance, inside) })
	return strength.against(u, s.Squads[s.Against-1].cover(u, s.State, s.Mode))
}}

// firepowerAgainstSquad returns a unit's firepower against a squad. inside adds Concussive Firepower
// (host.concussive).
func firepowerAgainstSquad(u *rule.Umpire, unit *Attacker, inside bool) int {
	dice := unit.firepower(u, infantryFirepower)
	if inside && unit.hasTrait(u, concussive) {
		dice += u.Fact(&concussiveSquadDice)
	}
	return dice
}

// rangeToSquad returns the range class of a unit against a squad, with Concussive Firepower if the
// squad is inside a building (host.concussive).
func rangeToSquad(u *rule.Umpire, unit *Attacker, distance uint8, inside bool) Range {
	reach := unit.reach(u, infantryRange)
	if inside && unit.hasTrait(u, concussive) {
		reach += u.Fact(&concussiveSquadRange)
	}
	return rangeClass(u, int(distance), reach+unit.heightBonus(u))
}

// cover returns a squad's cover dice, by its terrain (host.cover) and the mode of the attack
// (host.elite, host.medic).
func (s *Squad) cover(u *rule.Umpire, terrain BuildingState, mode Mode) int {
	dice := 0
	switch terrain {
	case Standing:
		dice = u.Fact(&buildingCover)
	case Collapsed, Overlay:
		dice = u.Fact(&rubbleCover)
	default:
		u.Note("host.open", "open ground gives no cover")
	}
	if mode == Suppressive {
		if s.Elite {
			dice += u.Fact(&eliteCover)
		}
		if s.Officer {
			dice += u.Fact(&officerCover)
		}
		return dice
	}
	if s.Medic {
		dice += u.Fact(&medicCover)
	}
	return dice
}

// attackSquadRoll is an attack on a squad. Its value is the hits minus the blocks.
var attackSquadRoll = rule.Subroll[opposedRoll]{Name: "attack against cover", Play: func(u *rule.Umpire, roll opposedRoll) int {
	return roll.roll(u, rollsFor(roll.friendly), "target.squad", "host.cover", "attack dice", "cover dice of the squad")
}}

// applyHits applies net hits to a squad: a normal attack removes figures (host.hits), and a
// suppressive attack worsens the squad's condition (host.ladder).
func applyHits(u *rule.Umpire, net int, mode Mode, squad *Squad, after *SquadOutcome) {
	if mode == Normal {
		u.Note("host.hits", "hits of a normal attack remove figures")
		after.Lost = uint8(min(net*u.Fact(&hitFigures), int(squad.Figures)))
		if after.Lost == squad.Figures {
			after.Condition, after.Activity = Fresh, Ready
		}
		return
	}
	if net > 0 {
		u.Note("host.ladder", "each hit worsens the squad's condition")
		after.Condition = Condition(min(int(after.Condition)+net*u.Fact(&hitSteps), int(Routed)))
		after.fatigue(u)
	}
	if after.Condition == Routed {
		after.Activity = Ready
	}
}

// fatigue makes a squad in opportunity fire fatigued (host.pinned-op).
func (o *SquadOutcome) fatigue(u *rule.Umpire) {
	if o.Activity == OnOpFire {
		u.Note("host.pinned-op", "the squad leaves opportunity fire and is fatigued")
		o.Activity = Fatigued
	}
}

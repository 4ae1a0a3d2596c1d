package oldworld

import "loophole/rule"

// movementTurn is a player turn in which nobody fights: the garrison shoots, or the attackers move
// up or charge. It reports whether the siege is over.
func (g *siegeState) movementTurn(u *rule.Umpire, f *siegeTurn) (SiegeOutcome, bool) {
	if f.garrisonTurn {
		if h, over := g.garrisonShoots(u, f); over {
			return h, over
		}
		return g.nextTurn(u, f)
	}
	f.shot = 0
	a := &g.approach
	if most := int(a.run.move) + highestChargeRoll; int(f.dist) > most && !f.firstCharge {
		u.Note("host.charge", "the attackers are too far away for any charge, so they move up")
		f.dist -= a.run.move
		return g.nextTurn(u, f)
	}
	if a.standAndShoot.by == byShooting && int(f.dist) >= a.closest {
		f.shot = uint8(g.shootAt(u, f, a.standAndShoot))
		if f.left[attackers] == 0 {
			return g.outcome(f, HeldByGarrison, AttackersWipedOut)
		}
	}
	charged := int(f.dist)
	if f.dist = 0; !f.firstCharge { // The first charge always reaches the building.
		f.dist = uint8(chargeReach.Roll(u, chargeAttempt{a.run, uint8(charged)}))
	}
	if f.firstCharge = false; f.dist > 0 {
		f.shot = 0
		return g.nextTurn(u, f)
	}
	f.charge = uint8(charged)
	return SiegeOutcome{}, false
}

// A chargeAttempt is the argument of chargeReach: a charge over some inches.
type chargeAttempt struct {
	run  chargeMove
	dist uint8
}

// chargeReach is a charge on the building. Its value is the inches that are missing afterwards, 0
// for contact.
var chargeReach = rule.Subroll[chargeAttempt]{Name: "charge", Play: func(u *rule.Umpire, g chargeAttempt) int {
	inches := chargeDie.Play(u, g.run)
	if int(g.run.move)+inches >= int(g.dist) {
		return 0
	}
	u.Note("host.failed-charge", "the charge fails: the chargers move the inches of the charge roll")
	return int(g.dist) - inches
}}

// garrisonShoots is the garrison's shooting in its own turn, and the attackers' Panic test.
func (g *siegeState) garrisonShoots(u *rule.Umpire, f *siegeTurn) (SiegeOutcome, bool) {
	a := &g.approach
	if a.shooting.by != byShooting || int(f.dist) > a.reach {
		return SiegeOutcome{}, false
	}
	b := a.shooting
	if 2*int(f.dist) > a.reach {
		b.hit = shotNumber(int(b.hit) - u.Cell(&modifiers, rowLongRange, 0))
	}
	side := &g.combat.sides[attackers]
	before := side.all(int(f.left[attackers]))
	g.shootAt(u, f, b)
	now := side.all(int(f.left[attackers]))
	switch {
	case now == 0:
		return g.outcome(f, HeldByGarrison, AttackersWipedOut)
	case !causesPanic(u, before-now, before):
		return SiegeOutcome{}, false
	}
	u.Note("host.panic", "more than a quarter of the models lost in this phase: a Panic test")
	if besieging.back().test(u, a.leadership, panics[Losses]) {
		return SiegeOutcome{}, false
	}
	if now*100 <= u.Fact(&panicFlees)*a.began {
		u.Note("host.panic-fail", "too few attackers are left, so they flee")
		return g.outcome(f, HeldByGarrison, AttackersBroke)
	}
	f.dist += uint8(u.By(attackingSide).Highest(2, 1, rule.D6, "host.fall-back", "inches that the attackers fall back from panic"))
	return SiegeOutcome{}, false
}

// shootAt shoots at the attackers with half of the garrison and returns the wounds that count.
func (g *siegeState) shootAt(u *rule.Umpire, f *siegeTurn, b attacks) int {
	b.dice = uint8(half(u, g.combat.sides[garrison].all(int(f.left[garrison]))))
	counted, lost := besieging.back().attack(u, b)
	wounds := int(f.left[attackers])
	over := max(0, lost-max(0, wounds-g.combat.sides[attackers].characterWounds))
	f.left[attackers] = uint8(wounds - (lost - over))
	return counted - over
}

// approachStats are the dice-free part of the way to the walls.
type approachStats struct {
	run           chargeMove
	began         int        // models of the attackers at the start of the battle
	reach         int        // range of the garrison's missile weapon
	closest       int        // least inches of a charge that can be shot at
	shooting      attacks    // by the garrison in its own turn
	standAndShoot attacks    // by the garrison at a charge
	leadership    leadership // of the attackers
}

// with is the missile weapon of the garrison.
func (s *Siege) with(u *rule.Umpire) rule.Ref { return s.Garrison.missile(u, s.With) }

// approach computes the way to the walls.
func (s *Siege) approach(u *rule.Umpire, b *closeCombat) approachStats {
	d, g := &s.Attackers, &s.Garrison
	a := approachStats{
		run: chargeMove{move: uint8(u.Cell(&units, d.Unit, unitMove))}, began: d.started() + characterCount(d.Character),
		leadership: d.leadership(u),
	}
	if s.with(u) == 0 {
		return a
	}
	a.reach, a.closest = u.Cell(&missiles, s.with(u), missileRange), int(a.run.move)
	if u.Cell(&missiles, s.with(u), missileQuick) == 1 {
		a.closest = 0
	}
	if s.StandAndShoot {
		a.standAndShoot = g.standAndShoot(u, s.with(u), d)
	}
	if s.Fire {
		a.shooting = g.standAndShoot(u, s.with(u), d)
		// In its own turn a garrison has no penalty for standing and shooting.
		a.shooting.hit = shotNumber(u.Cell(&ballistic, chartRow(own(u, g.BS, g.Unit, unitBS)), shotHit))
	}
	return a
}

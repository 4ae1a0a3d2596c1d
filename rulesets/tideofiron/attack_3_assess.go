package tideofiron

import "loophole/rule"

// assessHitsNeeded works out the net hits needed: 6 destroy the hex, plus 3 for each floor above the
// ground floor (need.hits). Half of that, rounded up, weakens the hex (need.weakened), or destroys a
// weakened one (weak.half).
func (p *preparedBuildingAttack) assessHitsNeeded(u *rule.Umpire, hex *Hex) {
	p.hitsToDestroy = u.Apply(u.Fact(&groundFloorHits)+int(hex.Level)*u.Fact(&hitsPerFloor), "need.values", "hits needed to destroy the hex")
	p.hitsToWeaken = u.Apply(halfRoundedUp(p.hitsToDestroy), "need.weakened", "hits needed to weaken the hex")
	if hex.Weakened {
		p.hitsToDestroy = u.Apply(p.hitsToWeaken, "weak.half", "hits needed to destroy the weakened hex")
		if hex.Level == 1 {
			u.Note("weak.value", "the rulebook's own example is a weakened hex of level 1")
		}
	}
}

// assessDamage plays step 3: the hex is destroyed, weakened (need.weakened) or not harmed
// (need.at-once).
func (p *preparedBuildingAttack) assessDamage(u *rule.Umpire, hex *Hex, net int, outcome *AttackOutcome) {
	outcome.setNet(net)
	switch {
	case net >= p.hitsToDestroy:
		hex.collapse(u, outcome)
	case net >= p.hitsToWeaken:
		u.Note("need.weakened", "the hex gets a weakened token")
		outcome.Fate = Weakened
	default:
		u.Note("need.at-once", "the attack does not harm the building")
	}
}

// halfRoundedUp returns half of a number, rounded up, as the chapter and the rest of the game round.
func halfRoundedUp(n int) int { return (n + 1) / 2 }

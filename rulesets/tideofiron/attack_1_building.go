package tideofiron

import "loophole/rule"

// strengthOnBuilding is the attack on a building, occupied or not (1.1, 1.2): firepower and range
// against vehicles, with half of each supporter's firepower.
func strengthOnBuilding(u *rule.Umpire, s *Attack) attackStrength {
	if s.Dice > 0 {
		return attackStrength{int(s.Dice), hitNumber(u, s.Range)}
	}
	if s.occupied(u) {
		u.Note("target.building-values", "the attack uses firepower and range against vehicles")
	} else {
		u.Note("target.unoccupied", "the attack uses firepower and range against vehicles")
	}
	worst := reachBuilding(u, &s.Lead, s.Lead.Distance)
	dice := firepowerAgainstBuilding(u, &s.Lead, s.Card, worst)
	dice = s.reducedByAction(u, dice)
	for i := range s.Support {
		a := &s.Support[i]
		if !a.there() {
			continue
		}
		u.Note("box.support", "another unit supports the attack with combined fire")
		reach := reachBuilding(u, a, s.distance(a))
		dice += supportAgainstBuilding(u, a, s.Card, reach)
		worst = combinedRange(u, worst, reach)
	}
	return attackStrength{dice, hitNumber(u, worst)}
}

// supportAgainstBuilding is half of a supporter's firepower against a building, rounded up. The
// ruling "halving" decides whether the bonus is added before or after.
func supportAgainstBuilding(u *rule.Umpire, a *Attacker, card bool, reach Range) int {
	full := firepowerAgainstBuilding(u, a, card, reach)
	if u.Ruling(&halving) == 0 {
		return u.Apply(halfUp(full), "box.half", "half of the supporter's firepower and bonus, rounded up")
	}
	bare := u.LookupCell(&units, a.Unit, vehicleFirepower)
	if a.Unit == 0 {
		bare = full
	}
	return u.Apply(halfUp(bare)+full-bare, "box.half", "half of the supporter's firepower, rounded up, and its bonus")
}

// firepowerAgainstBuilding is a unit's firepower against a building: its firepower against
// vehicles, plus three dice for Concussive Firepower (step 2), or six for Stielgranate 42, which
// include it. An anti-tank squad adds the firepower of its figures and of the specialization.
func firepowerAgainstBuilding(u *rule.Umpire, a *Attacker, card bool, reach Range) int {
	if a.Unit == 0 {
		if u.Ruling(&antiTankCounts) == 1 {
			return u.Fact(&antiTankDice)
		}
		return u.Apply(a.figuresFirepower(u, vehicleFirepower), "eligible.anti-tank", "firepower of the squad's figures") + u.Fact(&antiTankDice)
	}
	dice := u.Cell(&units, a.Unit, vehicleFirepower)
	stiel := card && u.LookupCell(&units, a.Unit, stielgranate) > 0
	if stiel && reach == LongRange && u.Ruling(&stielRange) == 0 {
		u.Note("host.stiel-range", "the range is too long for Stielgranate 42")
		stiel = false
	}
	if stiel {
		u.Note("box.card", "the Operations card for Stielgranate 42 is in play")
		dice += u.Fact(&stielDice)
	}
	if u.LookupCell(&units, a.Unit, concussive) > 0 && (!stiel || u.Ruling(&contained) == 1) {
		dice += u.Fact(&concussiveDice)
	}
	return dice
}

// reachBuilding is the range class of a unit against a building. Anti-tank squads add firepower
// only within three hexes.
func reachBuilding(u *rule.Umpire, a *Attacker, distance uint8) Range {
	if a.Unit == 0 {
		if !a.AntiTank || int(distance) > u.Fact(&antiTankHexes) {
			return OutOfRange
		}
		return rangeClass(u, int(distance), u.Fact(&antiTankHexes))
	}
	reach := u.Cell(&units, a.Unit, vehicleRange)
	if u.LookupCell(&units, a.Unit, concussive) > 0 && u.Ruling(&concussiveRange) == 1 {
		reach += u.Fact(&squadReach)
	}
	return rangeClass(u, int(distance), reach+a.heightBonus(u))
}

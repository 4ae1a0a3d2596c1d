package tideofiron

import "loophole/rule"

// strengthAgainstBuilding returns the strength of an attack on a building, unoccupied
// (target.unoccupied) or not (target.building-values): firepower and range against vehicles, with
// half of each supporter's firepower (box.support).
func strengthAgainstBuilding(u *rule.Umpire, s *Attack) attackStrength {
	if s.Dice > 0 {
		return attackStrength{int(s.Dice), hitNumber(u, s.Range)}
	}
	if s.occupied(u) {
		u.Note("target.building-values", "the attack uses firepower and range against vehicles")
	} else {
		u.Note("target.unoccupied", "the attack uses firepower and range against vehicles")
	}
	worst := rangeToBuilding(u, &s.Lead, s.Lead.Distance)
	dice := firepowerAgainstBuilding(u, &s.Lead, s.Card, worst)
	dice = s.reducedByAction(u, dice)
	for i := range s.Support {
		supporter := &s.Support[i]
		if !supporter.exists() {
			continue
		}
		u.Note("box.support", "another unit supports the attack with combined fire")
		class := rangeToBuilding(u, supporter, s.distance(supporter))
		dice += supportAgainstBuilding(u, supporter, s.Card, class)
		worst = combinedRange(u, worst, class)
	}
	return attackStrength{dice, hitNumber(u, worst)}
}

// firepowerAgainstBuilding returns a unit's firepower against a building: its firepower against
// vehicles, plus three dice for Concussive Firepower (strength.concussive), or six for Stielgranate
// 42 (box.stielgranate), which include it (box.contained). An anti-tank squad adds the firepower of
// its figures and of the specialization (eligible.anti-tank).
func firepowerAgainstBuilding(u *rule.Umpire, unit *Attacker, card bool, class Range) int {
	if unit.Unit == 0 {
		if u.Ruling(&antiTankCounts) == antiTankCountsSpecialization {
			return u.Fact(&antiTankDice)
		}
		return u.Apply(unit.figuresFirepower(u, vehicleFirepower), "eligible.anti-tank", "firepower of the squad's figures") + u.Fact(&antiTankDice)
	}
	dice := u.Cell(&unitTable, unit.Unit, vehicleFirepower)
	usesStielgranate := card && unit.hasTrait(u, stielgranate)
	if usesStielgranate && class == LongRange && u.Ruling(&stielgranateRange) == stielgranateRangeNormal {
		u.Note("host.stiel-range", "the range is too long for Stielgranate 42")
		usesStielgranate = false
	}
	if usesStielgranate {
		u.Note("box.card", "the Operations card for Stielgranate 42 is in play")
		dice += u.Fact(&stielgranateDice)
	}
	if unit.hasTrait(u, concussive) && (!usesStielgranate || u.Ruling(&contained) == containedAdds) {
		dice += u.Fact(&concussiveDice)
	}
	return dice
}

// supportAgainstBuilding returns half of a supporter's firepower against a building, rounded up
// (box.half). The ruling "halving" decides whether the bonus is added before or after.
func supportAgainstBuilding(u *rule.Umpire, unit *Attacker, card bool, class Range) int {
	withBonus := firepowerAgainstBuilding(u, unit, card, class)
	if u.Ruling(&halving) == halvingAfter {
		return u.Apply(halfRoundedUp(withBonus), "box.half", "half of the supporter's firepower and bonus, rounded up")
	}
	withoutBonus := u.LookupCell(&unitTable, unit.Unit, vehicleFirepower)
	if unit.Unit == 0 {
		withoutBonus = withBonus
	}
	return u.Apply(halfRoundedUp(withoutBonus)+withBonus-withoutBonus, "box.half", "half of the supporter's firepower, rounded up, and its bonus")
}

// rangeToBuilding returns the range class of a unit against a building. Anti-tank squads add firepower
// only within three hexes (eligible.anti-tank). The limit also serves as their range. With the range
// of a figure in the unit table, which is 1, the limit would mean nothing.
func rangeToBuilding(u *rule.Umpire, unit *Attacker, distance uint8) Range {
	if unit.Unit == 0 {
		if !unit.AntiTank || int(distance) > u.Fact(&antiTankHexes) {
			return OutOfRange
		}
		return rangeClass(u, int(distance), u.Fact(&antiTankHexes))
	}
	reach := u.Cell(&unitTable, unit.Unit, vehicleRange)
	if unit.hasTrait(u, concussive) && u.Ruling(&concussiveRange) == concussiveRangeYes {
		reach += u.Fact(&concussiveSquadRange)
	}
	return rangeClass(u, int(distance), reach+unit.heightBonus(u))
}

package tideofiron

import "loophole/rule"

// strengthAgainstBuilding is the attack on a building, occupied or not (1.1, 1.2): firepower and
// range against vehicles, with half of each supporter's firepower.
func strengthAgainstBuilding(u *rule.Umpire, s *Attack) attackStrength {
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
		supporter := &s.Support[i]
		if !supporter.exists() {
			continue
		}
		u.Note("box.support", "another unit supports the attack with combined fire")
		reach := reachBuilding(u, supporter, s.distance(supporter))
		dice += supportAgainstBuilding(u, supporter, s.Card, reach)
		worst = combinedRange(u, worst, reach)
	}
	return attackStrength{dice, hitNumber(u, worst)}
}

// reachBuilding is the range class of a unit against a building. Anti-tank squads add firepower
// only within three hexes (eligible.anti-tank). That limit is their range, too: the unit table has a range of 1
// for each figure, with which the limit would mean nothing.
func reachBuilding(u *rule.Umpire, unit *Attacker, distance uint8) Range {
	if unit.Unit == 0 {
		if !unit.AntiTank || int(distance) > u.Fact(&antiTankHexes) {
			return OutOfRange
		}
		return rangeClass(u, int(distance), u.Fact(&antiTankHexes))
	}
	reach := u.Cell(&unitTable, unit.Unit, vehicleRange)
	if u.LookupCell(&unitTable, unit.Unit, concussive) > 0 && u.Ruling(&concussiveRange) == concussiveRangeYes {
		reach += u.Fact(&concussiveSquadRange)
	}
	return rangeClass(u, int(distance), reach+unit.heightBonus(u))
}

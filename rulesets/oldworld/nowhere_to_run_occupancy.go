package oldworld

import "loophole/rule"

// choosesToOccupy asks attackers that have won whether they take occupancy.
func (c *preparedCombat) choosesToOccupy(u *rule.Umpire, wounds int, later bool, asked rule.Side) bool {
	return c.eligibleToOccupy(u, wounds, later) &&
		u.Choose(asked, "broken.take", "move into the building?", moveIn...) == 0
}

// moveIn are the options of attackers that may take occupancy.
var moveIn = []string{"occupy", "stay outside"}

// eligibleToOccupy reports whether the attackers may occupy the building, at once or later by
// walking in. wounds are those that they have left.
func (c *preparedCombat) eligibleToOccupy(u *rule.Umpire, wounds int, later bool) bool {
	take, holds := c.mayOccupy, c.occupyLimit
	if later {
		take, holds = c.mayWalkIn, c.capacity
	}
	switch {
	case !take:
		u.Note("silent.takers", "the winners are not infantry, so they cannot move in")
		return false
	case c.sides[attackers].strength(wounds) > holds:
		u.Note("silent.takers", "the Unit Strength of the winners is too high to move in")
		return false
	}
	return true
}

// anyStrength is a limit that no Unit Strength exceeds.
const anyStrength = 1 << 20

// prepareOccupancy works out whether the attackers may take occupancy of the building, at once or
// by walking in later.
func (o *opponents) prepareOccupancy(u *rule.Umpire, combat *preparedCombat) {
	combat.occupyLimit = u.Fact(&mostUnitStrength)
	combat.mayWalkIn, combat.capacity = troopCell(u, o.sides[attackers].Unit, troopInfantry) == 1, combat.occupyLimit
	combat.mayOccupy = combat.mayWalkIn
	if able := combat.mayOccupy && o.sides[attackers].strength(u, int(o.sides[attackers].Models)) <= combat.occupyLimit; !able && u.Ruling(&takers) == takersAny {
		u.Note("silent.takers", "any unit of the winners may move in")
		combat.mayOccupy, combat.occupyLimit = true, anyStrength
	}
}

// takeOccupancy asks the attackers whether one of their units moves into the building, and which of
// two.
func (c *assaultCombat) takeOccupancy(u *rule.Umpire, left [3]int, result *AssaultOutcome) {
	round := c.round
	if round.second == nil {
		if round.combat.choosesToOccupy(u, left[attackers], false, c.rollers[attackers]) {
			result.Holder = HeldByAttackers
		}
		return
	}
	var options []string
	var takers []Taker
	if left[attackers] > 0 && round.combat.eligibleToOccupy(u, left[attackers], false) {
		options, takers = append(options, c.names[attackers]), append(takers, FirstTakes)
	}
	if left[secondAttackers] > 0 && round.second.combat.eligibleToOccupy(u, left[secondAttackers], false) {
		options, takers = append(options, c.names[secondAttackers]), append(takers, SecondTakes)
	}
	if len(takers) == 0 {
		return
	}
	options, takers = append(options, moveIn[1]), append(takers, NoTaker)
	if result.Taker = takers[u.Choose(c.rollers[attackers], "broken.take", "which unit moves into the building?", options...)]; result.Taker != NoTaker {
		result.Holder = HeldByAttackers
	}
}

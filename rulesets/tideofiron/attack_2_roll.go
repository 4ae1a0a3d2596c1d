package tideofiron

import "loophole/rule"

// An attack strength: how many dice, and what each must show.
type attackStrength struct{ dice, hits int }

// strength works out the attack on a building: step 1 and the first half of
// step 2 of the chapter.
func strength(u *rule.Umpire, s *Attack) attackStrength {
	if s.Dice > 0 {
		return attackStrength{int(s.Dice), hitNumber(u, s.Range)}
	}
	if s.occupied(u) {
		u.Note("target.building-values", "firepower and range against vehicles")
	} else {
		u.Note("target.unoccupied", "firepower and range against vehicles")
	}
	worst := reachBuilding(u, &s.Lead, s.Lead.Distance)
	dice := againstBuilding(u, &s.Lead, s.Card, worst)
	dice = s.byAction(u, dice)
	for i := range s.Support {
		a := &s.Support[i]
		if !a.there() {
			continue
		}
		u.Note("box.support", "supported with combined fire")
		reach := reachBuilding(u, a, s.distance(a))
		dice += supporting(u, a, s.Card, reach)
		worst = together(u, worst, reach)
	}
	return attackStrength{dice, hitNumber(u, worst)}
}

// byAction halves the firepower of a lead that also moves, or that is pinned
// and led by an officer.
func (s *Attack) byAction(u *rule.Umpire, dice int) int {
	if s.Action == FireAndMovement {
		return u.Apply(halfUp(dice), "host.actions", "Fire and Movement: half the firepower, rounded up")
	}
	if s.Lead.Condition == Pinned {
		return u.Apply(halfUp(dice), "host.ready", "pinned, with an officer: half the firepower, rounded up")
	}
	return dice
}

func (s *Attack) distance(a *Attacker) uint8 {
	if a.Distance == 0 {
		return s.Lead.Distance
	}
	return a.Distance
}

func halfUp(n int) int { return (n + 1) / 2 }

// supporting is half of a supporter's firepower against a building, rounded up.
func supporting(u *rule.Umpire, a *Attacker, card bool, reach Range) int {
	full := againstBuilding(u, a, card, reach)
	if u.Ruling(&halving) == 0 {
		return u.Apply(halfUp(full), "box.half", "supporting: half the firepower with its bonus, rounded up")
	}
	bare := u.LookupCell(&units, a.Unit, vehicleFirepower)
	if a.Unit == 0 {
		bare = full
	}
	return u.Apply(halfUp(bare)+full-bare, "box.half", "supporting: half the firepower, rounded up, then its bonus")
}

// againstBuilding is a unit's firepower against a building.
func againstBuilding(u *rule.Umpire, a *Attacker, card bool, reach Range) int {
	if a.Unit == 0 {
		return squadAgainstBuilding(u, a)
	}
	dice := u.Cell(&units, a.Unit, vehicleFirepower)
	stiel := card && u.LookupCell(&units, a.Unit, stielgranate) > 0
	if stiel && reach == LongRange && u.Ruling(&stielRange) == 0 {
		u.Note("host.stiel-range", "too far for Stielgranate 42")
		stiel = false
	}
	if stiel {
		u.Note("box.card", "the Operations card is in play")
		dice += u.Fact(&stielDice)
	}
	if u.LookupCell(&units, a.Unit, concussive) > 0 && (!stiel || u.Ruling(&contained) == 1) {
		dice += u.Fact(&concussiveDice)
	}
	return dice
}

// squadAgainstBuilding counts the figures of an anti-tank squad; other squads
// add nothing, so legality keeps them out of the attack.
func squadAgainstBuilding(u *rule.Umpire, a *Attacker) int {
	if u.Ruling(&antiTankCounts) == 1 {
		return u.Fact(&antiTankDice)
	}
	figures := a.riflemen(u, vehicleFirepower)
	u.Apply(figures, "eligible.anti-tank", "firepower of the squad's figures")
	return figures + u.Fact(&antiTankDice)
}

// riflemen is the firepower of a squad's figures, without its crews.
func (a *Attacker) riflemen(u *rule.Umpire, column int) int {
	return each(u, a.Regulars, rowRegular, column) + each(u, a.Elites, rowElite, column) + each(u, a.Officers, rowOfficer, column)
}

// each is the firepower of some figures of one kind.
func each(u *rule.Umpire, figures uint8, kind rule.Ref, column int) int {
	if figures == 0 {
		return 0
	}
	return int(figures) * u.Cell(&units, kind, column)
}

// reachBuilding is the range class of a unit against a building.
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
	return rangeClass(u, int(distance), reach+a.height(u))
}

// height is the range that a unit gains from standing higher than the target.
func (a *Attacker) height(u *rule.Umpire) int {
	if !a.Higher {
		return 0
	}
	return u.Fact(&higherRange)
}

// rangeClass says how far a distance is for a range.
func rangeClass(u *rule.Umpire, distance, reach int) Range {
	switch {
	case distance <= u.Fact(&closeHexes):
		return CloseRange
	case distance <= reach:
		return NormalRange
	case distance <= reach*u.Fact(&longTimes):
		return LongRange
	}
	return OutOfRange
}

// together returns the range class of combined fire, from the classes of those
// before and of one more.
func together(u *rule.Umpire, a, b Range) Range {
	if u.Ruling(&worstRange) == 1 {
		return a
	}
	near := [...]int{NormalRange: 1, CloseRange: 0, LongRange: 2, OutOfRange: 3}
	if near[a] > near[b] {
		return a
	}
	return b
}

// hitNumber is what an attack die must show at a range.
func hitNumber(u *rule.Umpire, r Range) int {
	switch r {
	case CloseRange:
		u.Note("attack.range", "the range is close")
		return u.Fact(&hitClose)
	case LongRange:
		u.Note("attack.range", "the range is long")
		return u.Fact(&hitLong)
	}
	u.Note("attack.range", "the range is normal")
	return u.Fact(&hitNormal)
}

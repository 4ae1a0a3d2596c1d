package tideofiron

import "loophole/rule"

// An attackStrength is the number of attack dice, and the number on which each hits.
type attackStrength struct{ dice, hitOn int }

// combinedFire adds up an attack on a squad or a vehicle: the lead's firepower and half of each
// supporter's (host.combined). One range class, that of combined fire, sets the hit number.
func (s *Attack) combinedFire(u *rule.Umpire, firepower func(*Attacker) int, rangeTo func(*Attacker, uint8) Range) attackStrength {
	if s.Dice > 0 {
		return attackStrength{int(s.Dice), hitNumber(u, s.Range)}
	}
	dice := s.reducedByAction(u, firepower(&s.Lead))
	worst := rangeTo(&s.Lead, s.Lead.Distance)
	for i := range s.Support {
		supporter := &s.Support[i]
		if !supporter.exists() {
			continue
		}
		u.Note("box.support", "another unit supports the attack with combined fire")
		dice += u.Apply(halfRoundedUp(firepower(supporter)), "host.combined", "half of the supporter's firepower, rounded up")
		worst = combinedRange(u, worst, rangeTo(supporter, s.distance(supporter)))
	}
	u.Apply(dice, "strength.dice", "attack dice")
	return attackStrength{dice, hitNumber(u, worst)}
}

// reducedByAction halves the firepower, rounded up, if the lead takes Fire and Movement
// (host.actions), or if it is pinned and led by an officer (host.ready).
func (s *Attack) reducedByAction(u *rule.Umpire, dice int) int {
	if s.Action == FireAndMovement {
		return u.Apply(halfRoundedUp(dice), "host.actions", "half of the firepower in Fire and Movement, rounded up")
	}
	if s.Lead.Condition == Pinned {
		return u.Apply(halfRoundedUp(dice), "host.ready", "half of the firepower of a pinned squad with an officer, rounded up")
	}
	return dice
}

// distance returns the distance from an attacker to the target in hexes: its own, or the lead's.
func (s *Attack) distance(a *Attacker) uint8 {
	if a.Distance == 0 {
		return s.Lead.Distance
	}
	return a.Distance
}

// hasTrait reports whether a unit has a trait: a column of the units table that says yes or no.
func (a *Attacker) hasTrait(u *rule.Umpire, column int) bool {
	return u.LookupCell(&unitTable, a.Unit, column) > 0
}

// firepower returns a unit's firepower in a column of the units table: against infantry or vehicles.
func (a *Attacker) firepower(u *rule.Umpire, column int) int {
	if a.Unit != 0 {
		return u.Cell(&unitTable, a.Unit, column)
	}
	return a.figuresFirepower(u, column) + firepowerOf(u, a.MGs, a.crewRow(), column)
}

// reach returns a unit's range in a column of the units table. A squad has the shortest range of its
// figures.
func (a *Attacker) reach(u *rule.Umpire, column int) int {
	if a.Unit != 0 {
		return u.Cell(&unitTable, a.Unit, column)
	}
	figures := [figureKinds]uint8{regulars: a.Regulars, elites: a.Elites, officers: a.Officers, machineGuns: a.MGs}
	return u.Cell(&unitTable, leastRow(u, column, figures, a.German), column)
}

// leastRow returns the row of a squad's figures that has the least in a column: the range, or the
// movement points. If that is what regular infantry has, it is the row of regular infantry.
func leastRow(u *rule.Umpire, column int, figures [figureKinds]uint8, german bool) rule.Ref {
	rows := [figureKinds]rule.Ref{regulars: rowRegular, elites: rowElite, officers: rowOfficer, machineGuns: rowMG, mortars: rowMortar}
	if german {
		rows[machineGuns] = rowMGGerman
	}
	row := rule.Ref(0)
	for figure, count := range figures {
		if count > 0 && (row == 0 || u.LookupCell(&unitTable, rows[figure], column) < u.LookupCell(&unitTable, row, column)) {
			row = rows[figure]
		}
	}
	if row == 0 || u.LookupCell(&unitTable, row, column) == u.LookupCell(&unitTable, rowRegular, column) {
		return rowRegular
	}
	return row
}

// crewRow returns the row of the squad's machine-gun crews.
func (a *Attacker) crewRow() rule.Ref {
	if a.German {
		return rowMGGerman
	}
	return rowMG
}

// figuresFirepower returns the firepower of a squad's figures without crews, in the column against
// infantry or vehicles.
func (a *Attacker) figuresFirepower(u *rule.Umpire, column int) int {
	return firepowerOf(u, a.Regulars, rowRegular, column) + firepowerOf(u, a.Elites, rowElite, column) + firepowerOf(u, a.Officers, rowOfficer, column)
}

// firepowerOf returns the firepower of some figures of one row.
func firepowerOf(u *rule.Umpire, figures uint8, kind rule.Ref, column int) int {
	if figures == 0 {
		return 0
	}
	return int(figures) * u.Cell(&unitTable, kind, column)
}

// heightBonus returns the range added from a higher elevation (host.higher), in hexes.
func (a *Attacker) heightBonus(u *rule.Umpire) int {
	if !a.Higher {
		return 0
	}
	return u.Fact(&higherRange)
}

// rangeClass returns the class of a distance for a range, both in hexes (host.range).
func rangeClass(u *rule.Umpire, distance, reach int) Range {
	switch {
	case distance <= u.Fact(&closeHexes):
		return CloseRange
	case distance <= reach:
		return NormalRange
	case distance <= reach*u.Fact(&longRangeMultiple):
		return LongRange
	}
	return OutOfRange
}

// combinedRange returns the range class of combined fire (host.worst): soFar is that of the units before, next that
// of one more unit.
func combinedRange(u *rule.Umpire, soFar, next Range) Range {
	if u.Ruling(&worstRange) == worstRangeLead {
		return soFar
	}
	rank := [...]int{NormalRange: 1, CloseRange: 0, LongRange: 2, OutOfRange: 3}
	if rank[soFar] > rank[next] {
		return soFar
	}
	return next
}

// hitNumber returns the number on which an attack die hits at a range (host.dice). Legality forbids
// an attack out of range.
func hitNumber(u *rule.Umpire, class Range) int {
	switch class {
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

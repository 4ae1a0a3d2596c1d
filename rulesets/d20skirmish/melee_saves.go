package d20skirmish

import "loophole/rule"

// playWithSaves plays a round between two sides, with helmet saves.
func (r *meleeRound) playWithSaves(u *rule.Umpire) roundResult {
	result := r.rollsBeforeSaves(u)
	for side := range result.lost {
		result.lost[side] = r.helmetSaves(u, side, result.lost[side])
	}
	r.noteOutcome(u, result)
	return result
}

// helmetSaves rolls the helmet saves of a side and returns the characters that it loses.
func (r *meleeRound) helmetSaves(u *rule.Umpire, side, casualties int) int {
	f := &r.sides[side]
	men := f.men()
	if casualties == 0 || f.helmet == 0 || u.Ruling(&helmets) == helmetsNotUsed {
		return min(casualties, men)
	}
	if casualties > men && u.Ruling(&overkill) == overkillCapFirst {
		casualties = men
	}
	return min(casualties-rollHelmetSaves(u, casualties, f.helmet, r.player(side), r.textOf(u, "helmet saves", side)), men)
}

// rollHelmetSaves rolls helmet saves (melee.helmet) for some casualties of a side and returns the number saved.
func rollHelmetSaves(u *rule.Umpire, casualties int, helmet uint8, by rule.Side, why string) int {
	target := rule.AtMost(int(helmet))
	if u.Ruling(&rolling) != rollUnder {
		target = rule.AtLeast(int(helmet))
	}
	return u.By(by).Count(casualties, rule.D20, target, "melee.helmet", why)
}

// rollsBeforeSaves plays the rolls of a round and compares them. They are a subroll if saves follow.
func (r *meleeRound) rollsBeforeSaves(u *rule.Umpire) roundResult {
	if r.sides[attacking].helmet == 0 && r.sides[defending].helmet == 0 {
		return r.compareSuccesses(u)
	}
	return beforeSaves.Roll(u, *r)
}

var beforeSaves = rule.NewResultSubroll("rolls of a round", func(u *rule.Umpire, r meleeRound) roundResult { return r.compareSuccesses(u) })

package d20skirmish

import "loophole/rule"

// outnumberingBonus is +4 for each character more than the enemy has (more.bonus). Each chart has a row for it, and
// "Additional combatants" gives it to the active side again. By the ruling "outnumbering" the rows
// count, or the paragraph, or both.
func (r *meleeRound) outnumberingBonus(u *rule.Umpire, side int) int {
	extra := r.strength(u, side) - r.strength(u, 1-side)
	if extra <= 0 {
		return 0
	}
	u.Note("more.sides", "one side outnumbers the other")
	bonus := 0
	reading := u.Ruling(&outnumbering)
	if reading != outnumberingActiveOnly {
		bonus += extra * u.Cell(charts[side], rowOutnumbering, 0)
	}
	if reading != outnumberingSymmetric && side == int(r.active) {
		bonus += extra * u.Fact(&contactBonus)
	}
	return u.Apply(bonus, "more.bonus", "bonus for outnumbering")
}

// strength returns the number of characters that counts for outnumbering (more.sides): those in contact, or all in
// the room by the ruling "outnumbering-count".
func (r *meleeRound) strength(u *rule.Umpire, side int) int {
	f := &r.sides[side]
	if n := f.men(); n == int(f.total) || u.Ruling(&outnumberingCount) == outnumberingCountContact {
		return n
	}
	return int(f.total)
}

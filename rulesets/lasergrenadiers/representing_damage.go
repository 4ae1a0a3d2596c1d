package lasergrenadiers

import "loophole/rule"

// represent notes how the damage is shown, and whether cover is to be judged by it.
func (a *DamageOutcome) represent(u *rule.Umpire) {
	u.Note("show.agree", "the players agree on how it is shown")
	if u.Ruling(&shown) == 1 {
		u.Note("show.mark", "the damage is marked on the model")
		a.Cover = a.Hole+a.Portion > 0 || a.Section
	} else {
		u.Note("destroy.undiminished", "the model gives cover as before")
	}
}

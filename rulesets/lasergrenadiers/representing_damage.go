package lasergrenadiers

import "loophole/rule"

// represent notes how the players show the damage. Cover is true if the damage changes cover and
// concealment (show.visualise).
func (o *DamageOutcome) represent(u *rule.Umpire) {
	u.Note("show.agree", "the players agree on how to show the damage")
	if u.Ruling(&shown) == shownMarked {
		u.Note("show.mark", "the players mark the damage on the model")
		o.Cover = o.Hole+o.Portion > 0 || o.Section
	} else {
		u.Note("destroy.undiminished", "the damaged structure gives the same cover as before")
	}
}

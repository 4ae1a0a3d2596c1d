package konflikt47

import "loophole/rule"

// The roles of an assault.
const (
	attacker rule.Side = "attacker"
	defender rule.Side = "defender"
)

// The roles in shooting and in hand-to-hand fighting.
const (
	shooter rule.Side = "shooter"
	firedAt rule.Side = "target"
)

// betweenSides runs shooting or hand-to-hand attacks of the side by at the side at. The side by rolls
// all dice except for the saves and morale checks of the side at.
func betweenSides(u *rule.Umpire, by, at rule.Side, part func()) {
	u.WithRoller([2]rule.Side{shooter, firedAt}, [2]rule.Side{by, at}, part)
}

// rollsFor returns the side that rolls for a unit under fire: for a friend it is the shooter's.
func rollsFor(friend bool) rule.Side {
	if friend {
		return shooter
	}
	return firedAt
}

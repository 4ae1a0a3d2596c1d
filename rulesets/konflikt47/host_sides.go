package konflikt47

import "loophole/rule"

// The roles of an assault.
const (
	attacker rule.Side = "attacker"
	defender rule.Side = "defender"
)

// The roles of fire and of blows.
const (
	shooter rule.Side = "shooter"
	firedAt rule.Side = "target"
)

// betweenSides runs the fire or the blows of one side at another. The first throws the
// dice, but for those by which the other saves itself and holds.
func betweenSides(u *rule.Umpire, by, at rule.Side, part func()) {
	u.Hand([2]rule.Side{shooter, firedAt}, [2]rule.Side{by, at}, part)
}

// rollsFor is who rolls for a unit that is fired at: its own side, which may be that
// of who fires.
func rollsFor(friend bool) rule.Side {
	if friend {
		return shooter
	}
	return firedAt
}

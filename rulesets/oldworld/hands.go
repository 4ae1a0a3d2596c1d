package oldworld

import "loophole/rule"

// hands are whose dice are thrown: those of whoever strikes, shoots or casts,
// and those of the struck, who save.
type hands [2]rule.Side

// The roles in rolls made of rolls.
const (
	striker rule.Side = "striker"
	struck  rule.Side = "struck"
)

// lend runs a roll made of rolls with the hands of both sides.
func (h hands) lend(u *rule.Umpire, roll func() int) (v int) {
	u.Cast([2]rule.Side{striker, struck}, h, func() { v = roll() })
	return v
}

// strike rolls blows.
func (h hands) strike(u *rule.Umpire, b blows) (v int) {
	u.Cast([2]rule.Side{striker, struck}, h, func() { v = strike.Roll(u, b) })
	return v
}

// test takes a Leadership test with the dice of the struck.
func (h hands) test(u *rule.Umpire, n nerve) bool {
	v := 0
	u.Cast([2]rule.Side{striker, struck}, h, func() { v = holdsNerve.Roll(u, n) })
	return v == 1
}

// alone are the hands of one side alone; of none named, that whose action it is.
func alone(side rule.Side) hands { return hands{side, side} }

// back are the hands of an answer: the struck strike.
func (h hands) back() hands { return hands{h[1], h[0]} }

package oldworld

import "loophole/rule"

// Exact odds keep the results of rolls as whole numbers, and a roll once for all equal arguments.
// This file packs the results and makes arguments equal. It holds no rule.

// attackRoll is attacks.resolve as a subroll. pack makes its value, and unpack reads it.
var attackRoll = rule.Subroll[attacks]{Name: "hits, wounds and saves", Play: func(u *rule.Umpire, attack attacks) int {
	dice := int(attack.dice)
	attack.dice = 0
	if attack.multiplyWounds() {
		return attack.pack(attack.resolve(u, dice))
	}
	attack.woundsPerModel, attack.alreadyLost = 0, 0 // They make no difference.
	return singleWoundRoll.Roll(u, dice, attack)
}}

// singleWoundRoll is attackRoll where no attack causes more than one wound, so each die is
// independent. The packed results of the dice are added up.
var singleWoundRoll = rule.IndependentSubroll[attacks]{Name: "hits, wounds and saves of equal attacks", Play: func(u *rule.Umpire, n int, attack attacks) int {
	return attack.pack(attack.resolve(u, n))
}}

// packedBits are the bits for each of several wounds in a number.
const (
	packedBits = 10
	packedMask = 1<<packedBits - 1
)

// pack packs the wounds that count for the combat result and those that the target loses. If it
// does not regenerate, the two are equal.
func (a *attacks) pack(counted, lost int) int {
	if a.regenerates() {
		return counted<<packedBits | lost
	}
	return lost
}

// unpack is the reverse of pack.
func (a *attacks) unpack(value int) (counted, lost int) {
	if a.regenerates() {
		return value >> packedBits, value & packedMask
	}
	return value, value
}

// Pack packs the wounds left and caused.
func (r roundResult) Pack() int {
	return r.left[0] | r.left[1]<<packedBits | r.caused[0]<<(2*packedBits) | r.caused[1]<<(3*packedBits)
}

// Unpack is the reverse of Pack.
func (roundResult) Unpack(n int) roundResult {
	return roundResult{
		woundsLeft{n & packedMask, n >> packedBits & packedMask},
		[2]int{n >> (2 * packedBits) & packedMask, n >> (3 * packedBits) & packedMask},
	}
}

// Pack returns the result, or for a spell that can be dispelled a number above every result.
func (r castingResult) Pack() int {
	if r.total > 0 {
		return int(Miscast) + r.total
	}
	return int(r.result)
}

// Unpack is the reverse of Pack.
func (castingResult) Unpack(n int) castingResult {
	if n > int(Miscast) {
		return castingResult{Worked, n - int(Miscast)}
	}
	return castingResult{result: CastResult(n)}
}

// Pack returns 1 for a test that is passed, and otherwise 0.
func (p passed) Pack() int {
	if p {
		return 1
	}
	return 0
}

// Unpack is the reverse of Pack.
func (passed) Unpack(n int) passed { return n == 1 }

// Pack returns the number of the result.
func (r breakResult) Pack() int { return int(r) }

// Unpack is the reverse of Pack.
func (breakResult) Unpack(n int) breakResult { return breakResult(n) }

// Pack returns the number of the result.
func (r landing) Pack() int { return int(r) }

// Unpack is the reverse of Pack.
func (landing) Unpack(n int) landing { return landing(n) }

// simplify returns a Break test with the same fate on every roll. By fate, an occupying unit holds
// whether the roll gives ground or falls back. If it is not overwhelmed, the margin changes nothing,
// and without a margin no roll falls back. Margins above the Leadership are equal too.
func (test breakTest) simplify() breakTest {
	if test.margin = min(test.margin, int(test.ld)); test.inside && !test.overwhelmed {
		test.margin = 0
	}
	return test
}

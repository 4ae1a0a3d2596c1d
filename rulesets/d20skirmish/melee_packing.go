package d20skirmish

// Exact odds keep the results of rolls as whole numbers. This file packs them. It holds no rule.

// Pack packs successes and rolls of 1 into a byte each.
func (s successes) Pack() int { return s.count | s.ones<<8 }

// Unpack returns packed successes.
func (successes) Unpack(n int) successes { return successes{n & 255, n >> 8} }

// Pack packs a result. Casualties may exceed the characters of a side, because helmets save against
// those too.
func (r roundResult) Pack() int { return int(r.result) | r.lost[attacking]<<3 | r.lost[defending]<<19 }

// Unpack returns a packed result.
func (roundResult) Unpack(n int) roundResult {
	return roundResult{Result(n & 7), [2]int{n >> 3 & (1<<16 - 1), n >> 19}}
}

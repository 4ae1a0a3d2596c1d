package ground

// HexSightRule says when a line of sight is blocked, which Tide of Iron's chapter on buildings
// does not state. The zero value is the usual reading.
type HexSightRule struct {
	// Either blocks a line along a hexside if one of the two hexes blocks it. Otherwise both have
	// to.
	Either bool
	// Slope compares the height of the straight line above the middle of each hex with the top of
	// that hex. Otherwise levels are compared.
	Slope bool
	// Shadow applies without Slope. A viewer above an obstacle does not see a target that is no
	// higher than the obstacle and within so many hexes behind it. 0 means one hex, so that a
	// target adjacent to the obstacle is hidden; a negative number hides nobody.
	Shadow int
}

// Sees reports whether a line of sight between two spots is clear, from centre dot to centre dot.
// The hexes at the ends never block, so neighbours always see each other. Both directions give
// the same answer.
func (m *HexMap) Sees(a, b HexSpot, fallen HexSet, rule HexSightRule) bool {
	_, blocked := m.blocker(a, b, fallen, rule)
	return !blocked
}

// blocker returns the first hex from a to b that blocks the line between them, if any.
func (m *HexMap) blocker(a, b HexSpot, fallen HexSet, rule HexSightRule) (Hex, bool) {
	if a.Hex.Distance(b.Hex) <= 1 {
		return Hex{}, false
	}
	var buf [3 * MaxHexes]HexStep
	l := dotLine(a.Hex, b.Hex)
	for _, s := range HexLine(a.Hex, b.Hex, buf[:0]) {
		if s.One == a.Hex || s.One == b.Hex {
			continue
		}
		one := m.blocks(&l, s.One, a, b, &fallen, &rule)
		if !s.Along() {
			if one {
				return s.One, true
			}
			continue
		}
		other := m.blocks(&l, s.Other, a, b, &fallen, &rule)
		switch {
		case one && (other || rule.Either):
			return s.One, true
		case other && rule.Either:
			return s.Other, true
		}
	}
	return Hex{}, false
}

// blocks reports whether one hex between the ends blocks the line.
func (m *HexMap) blocks(l *hexLine, h Hex, a, b HexSpot, fallen *HexSet, rule *HexSightRule) bool {
	top := m.Top(h, fallen)
	low, high := a, b
	if low.Level > high.Level {
		low, high = b, a
	}
	switch {
	case int(low.Level) > top:
		return false
	case int(high.Level) <= top:
		return true
	case rule.Slope:
		return m.overSlope(l, h, a, b, top)
	}
	shadow := rule.Shadow
	if shadow == 0 {
		shadow = 1
	}
	return h.Distance(low.Hex) <= shadow
}

// overSlope reports whether the line passes above the top of a hex. It compares in half levels:
// eyes are half a level above their floor, and tops are at the upper end of their level. The line
// is taken at the point nearest to the centre of the hex.
func (m *HexMap) overSlope(l *hexLine, h Hex, a, b HexSpot, top int) bool {
	whole, part := l.order(b.Hex), l.order(h)
	from, to := 2*int(a.Level)+1, 2*int(b.Level)+1
	return from*whole+(to-from)*part < 2*(top+1)*whole
}

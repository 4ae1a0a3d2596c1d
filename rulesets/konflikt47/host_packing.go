package konflikt47

// Exact odds keep the results of subrolls as whole numbers. This file packs results into numbers. It holds no rule.
//
// Exact odds go through results in the order of their numbers.

// The bits of a volley's result: casualties in the lowest six, then these. Those of a unit go on from bit 9.
const (
	bitPicked = 1 << (6 + iota)
	bitHit
	bitCollapse

	lostMask  = bitPicked - 1
	pinsShift = 9
	pinsMask  = 127
	fateShift = 16
)

// The bits of a step of a volley: losses apart from sixes in the lowest ten, sixes in the next
// ten, then these.
const (
	sixesShift = 10
	stepMask   = 1<<sixesShift - 1

	stepPicks    = 1 << (2 * sixesShift)
	stepHit      = stepPicks << 1
	stepCollapse = stepPicks << 2
	stepAllLost  = stepPicks << 3
)

func (s damageStep) Pack() int {
	return s.losses | s.sixes<<sixesShift | bit(s.picked, stepPicks) | bit(s.hit, stepHit) | bit(s.collapses, stepCollapse) | bit(s.allLost, stepAllLost)
}

func (damageStep) Unpack(n int) damageStep {
	return damageStep{
		losses: n & stepMask, sixes: n >> sixesShift & stepMask,
		hit: n&stepHit > 0, collapses: n&stepCollapse > 0, allLost: n&stepAllLost > 0, picked: n&stepPicks > 0,
	}
}

func (r volleyResult) Pack() int {
	return r.lost | bit(r.picked, bitPicked) | bit(r.hit, bitHit) | bit(r.collapses, bitCollapse)
}

func (volleyResult) Unpack(n int) volleyResult {
	return volleyResult{lost: n & lostMask, picked: n&bitPicked > 0, hit: n&bitHit > 0, collapses: n&bitCollapse > 0}
}

func (s struckUnit) Pack() int {
	return int(s.Lost) | bit(s.Picked, bitPicked) | int(s.Pins)<<pinsShift | int(s.Fate)<<fateShift
}

func (struckUnit) Unpack(n int) struckUnit {
	return struckUnit{Fate: Fate(n >> fateShift), Lost: uint8(n & lostMask), Picked: n&bitPicked > 0, Pins: uint8(n >> pinsShift & pinsMask)}
}

func (r heavyHitResult) Pack() int {
	return r.unit.Pack() | bit(r.hit, bitHit) | bit(r.collapses, bitCollapse)
}

func (r heavyHitResult) Unpack(n int) heavyHitResult {
	return heavyHitResult{hit: n&bitHit > 0, collapses: n&bitCollapse > 0, unit: r.unit.Unpack(n)}
}

func (r moraleResult) Pack() int               { return int(r) }
func (moraleResult) Unpack(n int) moraleResult { return moraleResult(n) }

func (d VehicleDamage) Pack() int                { return int(d) }
func (VehicleDamage) Unpack(n int) VehicleDamage { return VehicleDamage(n) }

// bit returns a bit if it is set.
func bit(set bool, b int) int {
	if set {
		return b
	}
	return 0
}

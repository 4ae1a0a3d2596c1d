package konflikt47

import (
	"testing"

	"loophole/rule"
)

// TestPacking unpacks packed results and expects them unchanged.
func TestPacking(t *testing.T) {
	yesNo := []bool{false, true}
	for n := range 40 {
		for _, flag := range yesNo {
			for _, other := range yesNo {
				checkPacking(t, damageStep{losses: 2 * n, sixes: n, hit: flag, collapses: other, allLost: flag, picked: other})
				checkPacking(t, volleyResult{lost: n, hit: flag, picked: other, collapses: flag})
				unit := struckUnit{Lost: uint8(n), Picked: flag, Pins: uint8(3 * n)}
				checkPacking(t, unit)
				checkPacking(t, struckUnit{Fate: Destroyed, Lost: uint8(n)})
				checkPacking(t, heavyHitResult{hit: other, collapses: flag, unit: unit})
			}
		}
	}
	for n := range uint8(3) {
		checkPacking(t, moraleResult(n))
		checkPacking(t, VehicleDamage(n+1))
	}
}

func checkPacking[R interface {
	comparable
	rule.Packed[R]
}](t *testing.T, result R) {
	if again := result.Unpack(result.Pack()); again != result {
		t.Errorf("%+v becomes %+v", result, again)
	}
}

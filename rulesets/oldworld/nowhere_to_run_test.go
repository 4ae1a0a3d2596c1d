package oldworld

import "testing"

// TestSimplify: a simplified Break test has the same fate on every roll. An occupying unit holds
// unless it breaks.
func TestSimplify(t *testing.T) {
	for ld := range uint8(11) {
		for margin := 1; margin <= 40; margin++ {
			for _, how := range [][2]bool{{false, false}, {false, true}, {true, false}, {true, true}} {
				r := breakTest{ld: ld, margin: margin, inside: how[0], overwhelmed: how[1]}
				for roll := 2; roll <= 12; roll++ {
					got, want := r.simplify().result(roll), r.result(roll)
					if got == want || r.inside && got != breaks && want != breaks {
						continue
					}
					t.Errorf("%+v, a roll of %d: %d, simplified %d", r, roll, want, got)
				}
			}
		}
	}
}

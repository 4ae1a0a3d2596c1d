package odds_test

import (
	"math"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// TestAtLeast: 2D6 show 9 or more with 10/36. 3D6 show two or more 5+ with 3·(1/3)²·(2/3) + (1/3)³
// = 7/27.
func TestAtLeast(t *testing.T) {
	for _, c := range []struct {
		pool  rule.Pool
		value int
		want  float64
	}{
		{rule.SumPool(2, rule.D6), 9, 10.0 / 36},
		{rule.SumPool(2, rule.D6), 2, 1},
		{rule.SumPool(2, rule.D6), 13, 0},
		{rule.CountPool(3, rule.D6, rule.AtLeast(5)), 2, 7.0 / 27},
		{rule.CountPool(3, rule.D6, rule.AtLeast(5)), 0, 1},
		{rule.KeepPool(rule.Highest, 2, 1, rule.D6), 6, 11.0 / 36},
	} {
		got, err := odds.AtLeast(c.pool, c.value)
		if err != nil || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: the chance of %d or more is %v, %v; want %v", c.pool, c.value, got, err, c.want)
		}
	}
	if _, err := odds.AtLeast(rule.TallyPool(3, rule.D6, rule.Cuts(3, 5)), 1); err == nil {
		t.Error("AtLeast accepts bands, which have no order")
	}
}

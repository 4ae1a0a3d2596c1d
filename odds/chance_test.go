package odds_test

import (
	"fmt"
	"math/big"
	"testing"

	"loophole/odds"
)

// TestChanceFormat: the verb decides whether a chance is printed as a fraction or as a number.
func TestChanceFormat(t *testing.T) {
	third := odds.Chance{Exact: big.NewRat(1, 3), Float: 1. / 3}
	float := odds.Chance{Float: 0.25}
	for _, c := range []struct{ got, want string }{
		{fmt.Sprint(third), "1/3"},
		{fmt.Sprintf("%v|%s|%+v|%6v|%-6s|", third, third, third, third, third), "1/3|1/3|1/3|   1/3|1/3   |"},
		{fmt.Sprintf("%.4f|%7.2f|%g|%+.1e", third, third, third, third), "0.3333|   0.33|0.3333333333333333|+3.3e-01"},
		{fmt.Sprintf("%v %.1f", float, float), "0.25 0.2"},
		{fmt.Sprintf("%d", third), "%!d(float64=0.3333333333333333)"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

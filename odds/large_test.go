package odds_test

import (
	"math/big"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// TestLargePools: the tails of ten thousand dice are not lost, for every kind of roll.
func TestLargePools(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	const n = 10_000
	one := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(6), big.NewInt(n), nil))
	third := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(3), big.NewInt(n), nil))
	// Three dice are kept and add up to 4. One of them is a 2 or more, for the lowest of a pool
	// that shows at most two 1s.
	dice := big.NewInt(n)
	fives := new(big.Int).Exp(big.NewInt(5), new(big.Int).Sub(dice, big.NewInt(2)), nil)
	fours := new(big.Int).Exp(big.NewInt(4), new(big.Int).Sub(dice, big.NewInt(2)), nil)
	pairs := new(big.Int).Binomial(n, 2)
	lowest := new(big.Rat).SetFrac(pairs.Mul(pairs, fives.Sub(fives, fours)), new(big.Int).Exp(big.NewInt(6), dice, nil))
	for name, x := range map[string]struct {
		pool   rule.Pool
		values []int
		want   *big.Rat
	}{
		"count": {rule.CountPool(n, rule.D6, rule.AtLeast(6)), []int{n}, one},
		"sum":   {rule.SumPool(n, rule.D6), []int{n, 6 * n}, one},
		"bands": {rule.TallyPool(n, rule.D6, rule.Cuts(2)), []int{int(rule.Counts(0).Plus(0, n))}, third},
		"kept":  {rule.KeepPool(rule.Lowest, n, 3, rule.D6), []int{4}, lowest},
	} {
		play := func(u *rule.Umpire) int { return askPool(u, x.pool) }
		d := of(t, play, odds.Options{})
		for _, v := range x.values {
			if got := d.P(func(r int) bool { return r == v }).Exact; got.Cmp(x.want) != 0 {
				t.Errorf("%s: the chance of %d is lost", name, v)
			}
		}
	}
}

// TestLargeFloats compares the float weights of large pools with the exact ones. They are computed
// in other ways and differ in the last digits only, in the far tails too.
func TestLargeFloats(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, p := range []rule.Pool{
		rule.CountPool(400, rule.D10, rule.AtLeast(9)), rule.SumPool(120, rule.D6), rule.SumPool(150, rule.D3),
		rule.TallyPool(60, rule.D6, rule.Cuts(1, 3)), rule.TallyPool(30, rule.D20, rule.Cuts(2, 7, 19)),
		rule.KeepPool(rule.Highest, 90, 4, rule.D6), rule.KeepPool(rule.Lowest, 40, 9, rule.D10),
	} {
		play := func(u *rule.Umpire) int { return askPool(u, p) }
		exact, floats := of(t, play, odds.Options{}), of(t, play, odds.Options{Floats: true})
		for _, v := range exact.Outcomes {
			is := func(r int) bool { return r == v }
			want, _ := exact.P(is).Exact.Float64()
			if got := floats.P(is).Float; got < want*(1-1e-10) || got > want*(1+1e-10) {
				t.Fatalf("%v: the chance of %d is %g, exactly %g", p, v, got, want)
			}
		}
		if n := len(exact.Outcomes); n < 10 || n != len(floats.Outcomes) {
			t.Errorf("%v: %d readings, %d with floats", p, n, len(floats.Outcomes))
		}
	}
}

// TestNoSize: an error without a number of runs names none.
func TestNoSize(t *testing.T) {
	err := &odds.TooLargeError{Why: "the fractions of 9D6 have too many digits"}
	if got, want := err.Error(), "odds: too large for an exact answer (the fractions of 9D6 have too many digits); ask for trials"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

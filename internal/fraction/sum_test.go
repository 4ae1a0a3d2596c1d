package fraction

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestSum: a sum is that of [big.Rat], after each fraction.
func TestSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var s Sum
		want := new(big.Rat)
		for range rng.IntN(8) {
			r, times := big.NewRat(rng.Int64N(41)-20, 1+rng.Int64N(36)), rng.Int64N(9)-4
			s.Add(r, times)
			want.Add(want, new(big.Rat).Mul(r, new(big.Rat).SetInt64(times)))
			if got := s.Rat(); got.Cmp(want) != 0 {
				t.Fatalf("%v; want %v", got, want)
			}
		}
		other := big.NewRat(rng.Int64N(9)-4, 1+rng.Int64N(4))
		if got := s.Cmp(other); got != want.Cmp(other) {
			t.Fatalf("%v against %v: %d", want, other, got)
		}
	}
}

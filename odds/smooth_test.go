package odds

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestRatio: a fraction over a smooth denominator is reduced like any other.
func TestRatio(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int{0, 3, 45, 300}).Draw(t, "most")
		power := func(what string) int { return rapid.IntRange(0, most).Draw(t, what) }
		s := makeSmooth(power("twos below"), power("threes below"), power("fives below"))
		num := new(big.Int).SetUint64(rapid.Uint64().Draw(t, "rest"))
		num.Mul(num, makeSmooth(power("twos above"), power("threes above"), power("fives above")).int())
		before := new(big.Int).Set(num)
		whole := s.int()
		got, want := s.ratio(num, whole), new(big.Rat).SetFrac(before, s.int())
		if got.Cmp(want) != 0 || got.Num().Cmp(want.Num()) != 0 || got.Denom().Cmp(want.Denom()) != 0 {
			t.Errorf("%v/%v is %v, want %v", before, whole, got, want)
		}
		if num.Cmp(before) != 0 || whole.Cmp(s.int()) != 0 {
			t.Error("an operand has changed")
		}
		// Arithmetic does not change its operands.
		if sum := new(big.Rat).Add(got, got); sum.Cmp(new(big.Rat).Add(want, want)) != 0 {
			t.Errorf("twice %v is %v", want, sum)
		}
	})
}

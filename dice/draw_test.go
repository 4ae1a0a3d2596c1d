package dice

import (
	"math"
	"testing"

	"loophole/rule"
)

// TestRaggedWordsAreThrownAway: words beyond the largest multiple are skipped. 2^64 mod 6 is 4, so
// these are the last four words.
func TestRaggedWordsAreThrownAway(t *testing.T) {
	for _, c := range []struct {
		die   rule.Die
		words []uint64
		want  uint8
		used  int
	}{
		{rule.D6, []uint64{math.MaxUint64, math.MaxUint64 - 3, 7}, 2, 3},
		{rule.D6, []uint64{math.MaxUint64 - 4}, 6, 1},
		{rule.D8, []uint64{math.MaxUint64}, 8, 1},
		{rule.D20, []uint64{math.MaxUint64 - 15, 19}, 20, 2},
		{rule.D20, []uint64{math.MaxUint64 - 16}, 20, 1},
		{rule.D6, []uint64{0}, 1, 1},
	} {
		used := 0
		got := uint8(below(func() uint64 { used++; return c.words[used-1] }, uint64(c.die))) + 1
		if got != c.want || used != c.used {
			t.Errorf("%v from %v: %d with %d words; want %d with %d", c.die, c.words, got, used, c.want, c.used)
		}
	}
}

// TestPossibleValues: exactly the values that dice can show are possible, compared with all faces
// of small pools.
func TestPossibleValues(t *testing.T) {
	pools := []rule.Pool{
		rule.CountPool(3, rule.D6, rule.AtLeast(5)), rule.CountPool(3, rule.D6, rule.AtLeast(1)),
		rule.CountPool(3, rule.D6, rule.AtLeast(9)), rule.TestPool(rule.D20, rule.AtMost(7)),
		rule.SumPool(3, rule.D4), rule.SumPool(1, rule.D100),
		rule.KeepPool(rule.Highest, 3, 2, rule.D4), rule.KeepPool(rule.Lowest, 3, 1, rule.D4),
		rule.TallyPool(3, rule.D6, rule.Cuts(1, 5)), rule.TallyPool(2, rule.D6, rule.Cuts(0, 6)),
		rule.TallyPool(2, rule.D3, rule.Bands{}),
	}
	for _, p := range pools {
		shown := map[int]bool{}
		eachFaces(p, func(faces []uint8) { shown[p.Evaluate(faces)] = true })
		for v := range shown {
			if err := possible(p, v); err != nil {
				t.Errorf("%s can be %d, but: %v", p, v, err)
			}
		}
		for v := -2; v < 130; v++ {
			try := []int{v, v << 16, v<<16 + 1, v << 32}
			for _, x := range try {
				if !shown[x] && possible(p, x) == nil {
					t.Errorf("%s cannot be %d, but it passed", p, x)
				}
			}
		}
	}
}

func eachFaces(p rule.Pool, f func([]uint8)) {
	faces := make([]uint8, p.N())
	var turn func(i int)
	turn = func(i int) {
		if i == len(faces) {
			f(faces)
			return
		}
		for x := 1; x <= int(p.Die()); x++ {
			faces[i] = uint8(x)
			turn(i + 1)
		}
	}
	turn(0)
}

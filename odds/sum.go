package odds

import (
	"fmt"
	"math/big"

	"loophole/rule"
)

// sumReads counts the ways of each sum. Above the lowest sum, n dice of f faces
// have ((1−x^f)/(1−x))^n ways; Q' of that, times (1−x)(1−x^f), is a short
// multiple of Q, which gives each coefficient from three before it. Where only
// floats are wanted no more than the last f+1 are held.
func sumReads(p rule.Pool, exact bool, pay *purse) (*reads, error) {
	n, f := p.N(), int(p.Die())
	den, ok := smoothOf(f).power(n)
	top := n * (f - 1)
	if !ok {
		return nil, &TooLarge{Runs: float64(top), Why: fmt.Sprintf("the fractions of %v", p)}
	}
	held := f + 1
	if exact {
		held = top/2 + 1
	}
	w, err := pay.wide(p, held, den, 4)
	if err != nil {
		return nil, err
	}
	r := &reads{values: upTo(n, n*f), p: make([]float64, top+1)}
	nums, chance := make([]*big.Int, held), newQuotient(den.int())
	s := sumOf{n: n, f: f, nums: nums}
	for k := 0; k <= top/2; k++ {
		if err := w.weighed(4); err != nil {
			return nil, err
		}
		r.p[k] = chance.of(s.next(k))
		r.p[top-k] = r.p[k]
	}
	if exact {
		for k := held; k <= top; k++ {
			nums = append(nums, nums[top-k])
		}
		r.weigh(nums, den)
	}
	return r, nil
}

// A sumOf goes through the ways of n dice of f faces to reach each sum, counted
// from the lowest. It holds the last of them in a ring.
type sumOf struct {
	n, f int
	nums []*big.Int
	t    big.Int
}

func (s *sumOf) next(k int) *big.Int {
	at := k % len(s.nums)
	if s.nums[at] == nil {
		s.nums[at] = new(big.Int)
	}
	x := s.nums[at]
	if k == 0 {
		return x.SetInt64(1)
	}
	// The ring holds f+1 ways, so the one that falls out, of k−f−1, is added
	// first, into its own place.
	s.add(x, k-s.f-1, s.n*s.f-s.n-(k-1-s.f), true)
	s.add(x, k-1, s.n+k-1, false)
	s.add(x, k-s.f, k-s.f-s.n*s.f, false)
	return x.Quo(x, s.t.SetInt64(int64(k)))
}

// add adds a multiple of the ways to reach sum k, if there are any, to x, or
// puts it in x's place.
func (s *sumOf) add(x *big.Int, k, times int, instead bool) {
	switch {
	case k < 0:
		if instead {
			x.SetInt64(0)
		}
	case instead:
		x.Mul(s.nums[k%len(s.nums)], s.t.SetInt64(int64(times)))
	default:
		var y big.Int
		x.Add(x, y.Mul(s.nums[k%len(s.nums)], s.t.SetInt64(int64(times))))
	}
}

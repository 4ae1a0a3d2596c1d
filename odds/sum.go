package odds

import (
	"fmt"
	"math/big"
	"slices"

	"loophole/rule"
)

// sumDist counts the ways to reach each sum. The sums of n dice of f faces, less the lowest, have
// the generating function Q = ((1−x^f)/(1−x))^n. Q', times (1−x)(1−x^f), is a short multiple of Q,
// which gives each coefficient from three previous ones. The upper half mirrors the lower one.
func sumDist(p rule.Pool, exact bool, pay *runBudget) (*poolDist, error) {
	n, f := p.N(), int(p.Die())
	den, ok := smoothOf(f).power(n)
	top := n * (f - 1)
	if !ok {
		return nil, &TooLargeError{Why: fmt.Sprintf("the fractions of %v have too many digits", p)}
	}
	r := &poolDist{values: upTo(n, n*f)}
	if !exact {
		var what any = p
		var err error
		r.p, err = sumFloats(n, f, func(words int) error { return pay.spend(float64(words), what) })
		return r, err
	}
	half := top/2 + 1
	w, err := pay.wide(p, half, den, 4)
	if err != nil {
		return nil, err
	}
	s := sumOf{n: n, f: f, nums: make([]*big.Int, 0, top+1)}
	for range half {
		if err := w.payMultiplications(4); err != nil {
			return nil, err
		}
		s.next()
	}
	for k := half; k <= top; k++ {
		s.nums = append(s.nums, s.nums[top-k])
	}
	r.weigh(s.nums, den)
	return r, r.floats(pay, p)
}

// sumFloats returns the chances of the sums of n dice of f faces. The number of ways exceeds any
// float on the way to the middle, so earlier values are scaled down regularly. What they lose is
// below the smallest float in the end. Errors stay relative, about n units of the last binary
// digit. They are largest in the middle, and the division by the total reduces them. pay accounts
// for the work.
func sumFloats(n, f int, pay func(words int) error) ([]float64, error) {
	const large = 1 << 200
	top := n * (f - 1)
	p := make([]float64, top+1)
	p[0] = 1
	for k := 1; k <= top/2; k++ {
		x := float64(n+k-1) * p[k-1]
		if k >= f {
			x -= float64(n*f+f-k) * p[k-f]
		}
		if k > f {
			x += float64(n*f+f-n+1-k) * p[k-1-f]
		}
		p[k] = x / float64(k)
		words := 4
		if p[k] > large {
			for i := k; i >= 0 && p[i] > 0; i-- {
				p[i] /= large
				words++
			}
		}
		if err := pay(words); err != nil {
			return nil, err
		}
	}
	for k := range p[:top/2+1] {
		p[top-k] = p[k]
	}
	whole := total(p)
	for part := range slices.Chunk(p, 1<<14) {
		if err := pay(4 * len(part)); err != nil {
			return nil, err
		}
		for i := range part {
			part[i] /= whole
		}
	}
	return p, nil
}

// A sumOf iterates over the numbers of ways in which n dice of f faces reach each sum, from the
// lowest.
type sumOf struct {
	n, f int
	nums []*big.Int
	x, y big.Int
}

func (s *sumOf) next() {
	k := len(s.nums)
	if k == 0 {
		s.nums = append(s.nums, big.NewInt(1))
		return
	}
	s.x.Mul(s.nums[k-1], s.y.SetInt64(int64(s.n+k-1)))
	s.add(k-s.f, k-s.f-s.n*s.f)
	s.add(k-1-s.f, s.n*s.f+s.f-s.n+1-k)
	s.nums = append(s.nums, new(big.Int).Quo(&s.x, s.y.SetInt64(int64(k))))
}

// add adds a multiple of the number of ways to reach sum k, if there are any.
func (s *sumOf) add(k, times int) {
	if k >= 0 {
		s.x.Add(&s.x, s.y.Mul(s.nums[k], s.y.SetInt64(int64(times))))
	}
}

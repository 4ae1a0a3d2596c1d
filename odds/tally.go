package odds

import (
	"fmt"
	"math/big"

	"loophole/rule"
)

func bandSizes(p rule.Pool) [4]int {
	var size [4]int
	b := p.Bands()
	for face := 1; face <= int(p.Die()); face++ {
		size[b.Band(face)]++
	}
	return size
}

func tallyDist(p rule.Pool, exact bool, pay *runBudget) (*poolDist, error) {
	t := &tally{size: bandSizes(p)}
	for band, size := range t.size {
		if size > 0 {
			t.used = append(t.used, band)
		}
	}
	if !exact {
		if err := pay.require(8*valuesOf(p), p); err != nil {
			return nil, err
		}
		t.poll = cancelPoll{ctx: pay.ctx}
		n := int(valuesOf(p))
		t.values, t.p = make([]int, 0, n), make([]float64, 0, n)
		t.chances(0, p.N(), 0, 1)
		return &t.poolDist, pay.ctx.Err()
	}
	den, ok := smoothOf(int(p.Die())).power(p.N())
	if !ok {
		return nil, &TooLargeError{Why: fmt.Sprintf("the fractions of %v have too many digits", p)}
	}
	var err error
	if t.width, err = pay.wide(p, int(valuesOf(p)), den, 3); err != nil {
		return nil, err
	}
	last := big.NewInt(int64(t.size[t.used[len(t.used)-1]]))
	if err := t.ways(0, p.N(), 0, last.Exp(last, big.NewInt(int64(p.N())), nil)); err != nil {
		return nil, err
	}
	t.weigh(t.nums, den)
	return &t.poolDist, t.floats(pay, p)
}

// A tally distributes dice to the bands that have faces, in order. The last band takes the rest.
type tally struct {
	poolDist
	size  [4]int
	used  []int
	nums  []*big.Int
	width *width
	poll  cancelPoll
}

// chances distributes to the bands from the i-th on. Each takes a binomial share of the rest, so
// that only chances below the smallest float underflow.
func (t *tally) chances(i, left int, c rule.Counts, p float64) {
	if t.poll.cancelled(numberWords) {
		return
	}
	band := t.used[i]
	if i == len(t.used)-1 {
		t.values = append(t.values, int(c.Plus(band, left)))
		t.p = append(t.p, p)
		return
	}
	open := 0
	for _, b := range t.used[i:] {
		open += t.size[b]
	}
	for k, share := range binomial(left, float64(t.size[band])/float64(open)) {
		t.chances(i+1, left-k, c.Plus(band, k), p*share)
	}
}

// ways distributes likewise with counts. x is the number of ways in which all remaining dice fall
// into the last band. The other bands take dice from it one by one.
func (t *tally) ways(i, left int, c rule.Counts, x *big.Int) error {
	band, last := t.used[i], t.used[len(t.used)-1]
	if band == last {
		t.values = append(t.values, int(c.Plus(band, left)))
		t.nums = append(t.nums, x)
		return nil
	}
	for k := 0; ; k++ {
		if err := t.width.payMultiplications(3); err != nil {
			return err
		}
		if err := t.ways(i+1, left-k, c.Plus(band, k), x); err != nil || k == left {
			return err
		}
		x = new(big.Int).Mul(x, big.NewInt(int64(left-k)*int64(t.size[band])))
		x.Quo(x, big.NewInt(int64(k+1)*int64(t.size[last])))
	}
}

package odds

import (
	"math/big"

	"loophole/rule"
)

// A draw enumerates the results of dice or of drawn pieces, by face from the highest, in the order
// in which package rule numbers them: results with fewer of the highest face come first.
type draw struct {
	poolDist
	count []int // by face from 0: weights of a die, or pieces in the bag
	below []int // pieces of all lower faces
	back  bool
	nums  []*big.Int
	width *width
}

func newDraw(p rule.Pool) *draw {
	b := p.Bag()
	x := &draw{back: b.WithReplacement()}
	g := 0
	for f := range b.NumFaces() {
		n := b.Count(f + 1)
		x.count = append(x.count, n)
		g = gcd(g, n)
	}
	sum := 0
	for f := range x.count {
		if x.back {
			x.count[f] /= g // weights 2 and 4 make the same die as 1 and 2
		}
		x.below = append(x.below, sum)
		sum += x.count[f]
	}
	return x
}

// results returns the number of results of a draw of n.
func (x *draw) results(n int) float64 {
	ways := make([]float64, n+1)
	ways[0] = 1
	for _, count := range x.count {
		most := n
		if !x.back || count == 0 {
			most = min(n, count)
		}
		// A running sum gives each sum of most+1 terms.
		next, sum := make([]float64, n+1), 0.0
		for k := range next {
			if sum += ways[k]; k > most {
				sum -= ways[k-most-1]
			}
			next[k] = sum
		}
		ways = next
	}
	return ways[n]
}

func drawDist(p rule.Pool, exact bool, pay *runBudget) (*poolDist, error) {
	x := newDraw(p)
	n, whole := p.N(), big.NewInt(int64(x.below[len(x.below)-1]+x.count[len(x.count)-1]))
	if x.back {
		whole.Exp(whole, big.NewInt(int64(n)), nil)
	} else {
		whole.Binomial(whole.Int64(), int64(n))
	}
	den := denominatorOf(whole)
	var err error
	if x.width, err = pay.wide(p, int(x.results(n)), den, 8); err != nil {
		return nil, err
	}
	if err := x.deal(p, make([]int, len(x.count)), len(x.count)-1, n, big.NewInt(1)); err != nil {
		return nil, err
	}
	x.weigh(x.nums, den)
	if err := x.floats(pay, p); err != nil {
		return nil, err
	}
	if !exact {
		x.w, x.exact = weights{}, false
	}
	return &x.poolDist, nil
}

// deal distributes the rest among a face and those below it. ways is the number of ways to get the
// higher faces.
func (x *draw) deal(p rule.Pool, have []int, face, left int, ways *big.Int) error {
	if left == 0 {
		clear(have[:face+1])
		x.values, x.nums = append(x.values, p.Result(have)), append(x.nums, ways)
		return x.width.payNumbers(1)
	}
	if face < 0 || !x.back && left > x.below[face]+x.count[face] || x.below[face]+x.count[face] == 0 {
		return nil
	}
	for k := 0; ; k++ {
		have[face] = k
		if err := x.width.payMultiplications(3); err != nil {
			return err
		}
		if err := x.deal(p, have, face-1, left-k, ways); err != nil || k == left {
			return err
		}
		more := int64(x.count[face]) // from k of this face to k+1
		if x.back {
			more *= int64(left - k)
		} else {
			more -= int64(k)
		}
		if more <= 0 {
			return nil
		}
		ways = new(big.Int).Mul(ways, big.NewInt(more))
		ways.Quo(ways, big.NewInt(int64(k+1)))
	}
}

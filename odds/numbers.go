package odds

import (
	"iter"
	"math"
	"math/big"
	"sort"

	"loophole/internal/fraction"
)

// IntDist is the distribution of a whole number, such as hits, rounds or casualties, the lowest
// value first.
type IntDist struct {
	Values  []int
	Chances []Chance
}

// numbers groups the outcomes by a number. It leaves out outcomes without weight.
func (r *result) numbers(of func(i int) int, poll *cancelPoll) *IntDist {
	by := map[int][]int{}
	n := &IntDist{}
	for i := range r.n {
		if poll.cancelled(numberWords) {
			return n
		}
		v := of(i)
		if by[v] == nil {
			n.Values = append(n.Values, v)
		}
		by[v] = append(by[v], i)
	}
	sort.Ints(n.Values)
	kept := n.Values[:0]
	for _, v := range n.Values {
		if poll.cancelled(r.words(len(by[v]))) {
			break
		}
		if c := r.total(by[v]); !c.never() {
			kept = append(kept, v)
			n.Chances = append(n.Chances, c)
		}
	}
	n.Values = kept
	return n
}

// words returns the cost of adding so many chances and reducing the fraction, in operations on
// words.
func (r *result) words(terms int) int {
	long := r.exact.wordLength()
	return numberWords + (terms+long)*long
}

// never reports whether a chance is 0.
func (c Chance) never() bool {
	if c.Exact != nil {
		return c.Exact.Sign() == 0
	}
	return c.Float == 0
}

// total adds up outcomes, given by their numbers.
func (r *result) total(some []int) Chance {
	if r.p == nil {
		return r.exact.total(some)
	}
	sum := 0.0
	for _, i := range some {
		sum += r.p[i]
	}
	return Chance{Float: sum}
}

// total adds up chances, given by their numbers.
func (f *fractions) total(some []int) Chance {
	if f.large == nil {
		var sum uint64
		for _, i := range some {
			sum += f.small[i]
		}
		return ratio(sum, f.word)
	}
	sum := new(big.Int)
	for _, i := range some {
		sum.Add(sum, f.large[i])
	}
	return exactly(new(big.Rat).SetFrac(sum, f.denominator()))
}

// All iterates over the values with their chances.
func (n *IntDist) All() iter.Seq2[int, Chance] {
	return func(yield func(int, Chance) bool) {
		for i, v := range n.Values {
			if !yield(v, n.Chances[i]) {
				return
			}
		}
	}
}

// P returns the chance of the values for which wanted is true.
func (n *IntDist) P(wanted func(v int) bool) Chance {
	sum, exact := 0.0, fraction.Sum{}
	for i, v := range n.Values {
		if wanted(v) {
			sum += n.Chances[i].Float
			if n.Chances[i].Exact != nil {
				exact.Add(n.Chances[i].Exact, 1)
			}
		}
	}
	if n.floats() {
		return Chance{Float: sum}
	}
	return exactly(exact.Rat())
}

func (n *IntDist) floats() bool { return len(n.Chances) > 0 && n.Chances[0].Exact == nil }

// Exactly returns the chance of k.
func (n *IntDist) Exactly(k int) Chance { return n.P(func(v int) bool { return v == k }) }

// AtLeast returns the chance of k or more.
func (n *IntDist) AtLeast(k int) Chance { return n.P(func(v int) bool { return v >= k }) }

// AtMost returns the chance of k or less.
func (n *IntDist) AtMost(k int) Chance { return n.P(func(v int) bool { return v <= k }) }

// Mean returns the expected value.
func (n *IntDist) Mean() Chance { return n.moment(func(v int) int64 { return int64(v) }) }

func (n *IntDist) moment(f func(v int) int64) Chance {
	if n.floats() {
		sum := 0.0
		for i, v := range n.Values {
			sum += float64(f(v)) * n.Chances[i].Float
		}
		return Chance{Float: sum}
	}
	var sum fraction.Sum
	for i, v := range n.Values {
		sum.Add(n.Chances[i].Exact, f(v))
	}
	return exactly(sum.Rat())
}

// Variance returns the mean square distance from the mean.
func (n *IntDist) Variance() Chance {
	mean := n.Mean()
	if n.floats() {
		sum := 0.0
		for i, v := range n.Values {
			d := float64(v) - mean.Float
			sum += d * d * n.Chances[i].Float
		}
		return Chance{Float: sum}
	}
	square := n.moment(func(v int) int64 { return int64(v) * int64(v) })
	return exactly(new(big.Rat).Sub(square.Exact, new(big.Rat).Mul(mean.Exact, mean.Exact)))
}

// SD returns the standard deviation, which is seldom a fraction.
func (n *IntDist) SD() float64 { return math.Sqrt(max(0, n.Variance().Float)) }

// Quantile returns the smallest value v for which the chance of v or less is at least num/den.
// Quantile(1, 2) is the median.
func (n *IntDist) Quantile(num, den int64) int {
	want := big.NewRat(num, den)
	bound, _ := want.Float64()
	sum, exact := 0.0, fraction.Sum{}
	for i, v := range n.Values {
		sum += n.Chances[i].Float
		if n.floats() {
			if sum >= bound-1e-12 {
				return v
			}
		} else if exact.Add(n.Chances[i].Exact, 1); exact.Cmp(want) >= 0 {
			return v
		}
	}
	return n.Values[len(n.Values)-1]
}

// Median returns the smallest value that half of the outcomes do not exceed.
func (n *IntDist) Median() int { return n.Quantile(1, 2) }

// Mode returns the most likely value, the lowest of equals.
func (n *IntDist) Mode() int {
	best := 0
	for i := range n.Values {
		c, b := n.Chances[i], n.Chances[best]
		if c.Exact != nil && c.Exact.Cmp(b.Exact) > 0 || c.Exact == nil && c.Float > b.Float {
			best = i
		}
	}
	return n.Values[best]
}

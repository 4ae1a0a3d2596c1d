package odds

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"loophole/rule"
)

// A poolDist is the distribution of the results of one pool or subroll: different values, each with its
// weight. Those of a tally and of a subroll are in no particular order, and all others are ascending.
type poolDist struct {
	values []int
	p      []float64
	w      weights // filled for fractions only
	exact  bool    // w is filled
	used   int64   // the last question that asked for it, if budgets are separate
}

// weights are integers over a common denominator: words if the denominator fits in one, big
// integers otherwise.
type weights struct {
	small []uint64
	large []*big.Int
	den   denominator
	bits  float64 // log2 of den
}

func (w *weights) at(i int) *big.Int {
	if w.large != nil {
		return w.large[i]
	}
	return new(big.Int).SetUint64(w.small[i])
}

// into returns the i-th weight. It stores a weight that is kept as a word in x.
func (w *weights) into(x *big.Int, i int) *big.Int {
	if w.large != nil {
		return w.large[i]
	}
	return x.SetUint64(w.small[i])
}

// maxValues is the largest number of results of one pool.
const maxValues = 1 << 20

// poolDistOf computes the distribution of a pool.
func poolDistOf(p rule.Pool, exact bool, pay *runBudget) (*poolDist, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if n := valuesOf(p); n > maxValues {
		return nil, &TooLargeError{Runs: n, Why: fmt.Sprintf("%v alone has %.3g results", p, n)}
	}
	switch p.Kind() {
	case rule.Count, rule.Test:
		return countDist(p, exact, pay)
	case rule.Sum:
		return sumDist(p, exact, pay)
	case rule.Tally:
		return tallyDist(p, exact, pay)
	case rule.Draw:
		return drawDist(p, exact, pay)
	}
	return keepDist(p, exact, pay)
}

// poolBudget is the budget for the distribution of one pool outside a question, in operations.
const poolBudget = 1 << 24

// AtLeast returns the chance that the result of a pool is at least a value: the number of successes
// of a count, or the total of a sum. It fails for a pool that is invalid or too large, and for a
// tally or a draw, whose results have no order.
func AtLeast(p rule.Pool, value int) (float64, error) {
	if p.Kind() == rule.Tally || p.Kind() == rule.Draw {
		return 0, fmt.Errorf("odds: the results of %v are not single numbers, so none is at least another", p)
	}
	r, err := cachedPoolDist(p, false, &runBudget{ctx: context.Background(), budget: poolBudget})
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for i, v := range r.values {
		if v >= value {
			sum += r.p[i]
		}
	}
	return min(1, sum), nil
}

// PoolChances returns the results of a pool, each with its exact chance. They ascend, except those of a tally,
// which have another fixed order. It fails for a pool that is invalid or too large.
func PoolChances(p rule.Pool) (values []int, chances []*big.Rat, err error) {
	r, err := cachedPoolDist(p, true, &runBudget{ctx: context.Background(), budget: poolBudget})
	if err != nil {
		return nil, nil, err
	}
	whole := r.w.den.int()
	chances = make([]*big.Rat, len(r.values))
	for i := range chances {
		chances[i] = new(big.Rat).SetFrac(r.w.at(i), whole)
	}
	return slices.Clone(r.values), chances, nil
}

// valuesOf returns the number of results of a pool without computing them.
func valuesOf(p rule.Pool) float64 {
	n, f := float64(p.N()), float64(p.Die())
	switch p.Kind() {
	case rule.Sum:
		return n*(f-1) + 1
	case rule.Tally:
		bands := bandSizes(p)
		v, k := 1.0, 0.0
		for _, s := range bands {
			if s > 0 {
				k++
			}
		}
		for i := 1.0; i < k; i++ {
			v *= (n + i) / i
		}
		return v
	case rule.Draw:
		return newDraw(p).results(p.N())
	case rule.Highest, rule.Lowest:
		k := float64(p.Keep())
		// A kept sum is counted by faces, kept dice and sums. The work is their product.
		return k * k * (k*(f-1) + 1) * f / 64
	}
	return n + 1
}

// A width is the cost of the exact weights of a pool.
type width struct {
	of    any
	words float64 // of one weight
	pay   *runBudget
}

func (w *width) String() string {
	return fmt.Sprintf("the fractions of %v have %.0f bits each", w.of, 64*w.words)
}

// wide fails if the exact weights of a pool cost too much. Each of them takes some multiplications.
func (pay *runBudget) wide(of any, values int, den denominator, each int) (*width, error) {
	w := &width{of, math.Floor(den.bits()/64) + 1, pay}
	if float64(values)*w.words > maxMemory {
		return nil, &TooLargeError{Runs: float64(values) * w.words / wordsPerRun, Why: w.String()}
	}
	return w, pay.require(float64(values)*w.words*float64(each), w)
}

// payMultiplications pays for multiplications.
func (w *width) payMultiplications(times int) error { return w.pay.spend(w.words*float64(times)+8, w) }

// payNumbers pays for numbers that are multiplied and kept. Short numbers have a cost too.
func (w *width) payNumbers(numbers int) error {
	return w.pay.spend((w.words+numberWords)*float64(numbers), w)
}

// numberWords is the cost of making a number, in operations on words.
const numberWords = 32

func countDist(p rule.Pool, exact bool, pay *runBudget) (*poolDist, error) {
	n, f := p.N(), int(p.Die())
	s := p.Target().Faces(p.Die())
	if s == 0 || s == f {
		r := &poolDist{values: []int{n * s / f}, p: []float64{1}}
		r.certain()
		return r, nil
	}
	g := gcd(s, f)
	a, b := s/g, f/g
	r := &poolDist{values: upTo(0, n)}
	r.p = binomial(n, float64(a)/float64(b))
	if !exact {
		return r, nil
	}
	den, ok := smoothOf(b).power(n)
	if !ok {
		return nil, &TooLargeError{Why: fmt.Sprintf("the fractions of %v have too many digits", p)}
	}
	w, err := pay.wide(p, n+1, den, 2)
	if err != nil {
		return nil, err
	}
	// C(n,k)·a^k·(b−a)^(n−k), each from the previous one.
	nums := make([]*big.Int, n+1)
	x := new(big.Int).Exp(big.NewInt(int64(b-a)), big.NewInt(int64(n)), nil)
	for k := 0; k <= n; k++ {
		if err := w.payMultiplications(2); err != nil {
			return nil, err
		}
		nums[k] = new(big.Int).Set(x)
		x.Mul(x, big.NewInt(int64(n-k)*int64(a)))
		x.Quo(x, big.NewInt(int64(k+1)*int64(b-a)))
	}
	r.weigh(nums, den)
	return r, nil
}

// binomial returns the chances of 0 to n successes. It starts at the most likely number and
// multiplies outwards, so that no chance that matters underflows and errors stay relative.
func binomial(n int, p float64) []float64 {
	w := make([]float64, n+1)
	mode := min(n, int(float64(n+1)*p))
	odds := p / (1 - p)
	w[mode] = 1
	total := 1.0
	for k := mode + 1; k <= n; k++ {
		w[k] = w[k-1] * odds * float64(n-k+1) / float64(k)
		total += w[k]
	}
	for k := mode - 1; k >= 0; k-- {
		w[k] = w[k+1] / odds * float64(k+1) / float64(n-k)
		total += w[k]
	}
	for k := range w {
		w[k] /= total
	}
	return w
}

// weigh sets the exact weights.
func (r *poolDist) weigh(nums []*big.Int, den denominator) {
	r.w = pack(nums, den)
	r.exact = true
}

// pack keeps weights as words if the denominator allows it.
func pack(nums []*big.Int, den denominator) weights {
	w := weights{den: den, bits: den.bits()}
	if _, ok := den.word(); !ok {
		w.large = nums
		return w
	}
	w.small = make([]uint64, len(nums))
	for i, x := range nums {
		w.small[i] = x.Uint64()
	}
	return w
}

func (r *poolDist) certain() {
	r.w = weights{small: []uint64{1}}
	r.exact = true
}

// quotientWords is the cost of computing one float, in operations on words.
const quotientWords = 128

// floats computes the float weights from the exact ones.
func (r *poolDist) floats(pay *runBudget, what any) error {
	q := newQuotient(r.w.den.int())
	r.p = make([]float64, len(r.values))
	for i := range r.p {
		if err := pay.spend(quotientWords, what); err != nil {
			return err
		}
		r.p[i] = q.of(r.w.at(i))
	}
	return nil
}

// A quotient divides by one long number. Twice the digits of a float give a well-rounded result,
// however long the numbers are.
type quotient struct{ den, num big.Float }

func newQuotient(den *big.Int) *quotient {
	q := &quotient{}
	q.den.SetPrec(128).SetInt(den)
	q.num.SetPrec(128)
	return q
}

func (q *quotient) of(x *big.Int) float64 {
	q.num.SetInt(x)
	f, _ := q.num.Quo(&q.num, &q.den).Float64()
	return f
}

func upTo(lo, hi int) []int {
	v := make([]int, hi-lo+1)
	for i := range v {
		v[i] = lo + i
	}
	return v
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// whole checks that weights add up to their denominator.
func (w *weights) whole(ctx context.Context) error {
	if den, ok := w.den.word(); ok && w.large == nil {
		for _, n := range w.small {
			den -= n
		}
		if den == 0 {
			return nil
		}
	}
	sum, x := new(big.Int), new(big.Int)
	poll := cancelPoll{ctx: ctx}
	for i := range max(len(w.small), len(w.large)) {
		if poll.cancelled(int(w.bits/64) + numberWords) {
			return ctx.Err()
		}
		sum.Add(sum, w.into(x, i))
	}
	if err := ctx.Err(); err != nil {
		return err // cancelled work may be incomplete
	}
	if den := w.den.int(); sum.Cmp(den) != 0 {
		return fmt.Errorf("odds: the chances of what follows a state add up to %v, not to 1", new(big.Rat).SetFrac(sum, den))
	}
	return nil
}

func nearlyOne(p float64) bool { return math.Abs(p-1) < 1e-9 }

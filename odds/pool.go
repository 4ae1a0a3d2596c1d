package odds

import (
	"fmt"
	"math"
	"math/big"
	"sort"

	"loophole/rule"
)

// A reads is the distribution of the readings of one pool or sub-roll: values
// in ascending order, each with its weight.
type reads struct {
	values []int
	p      []float64
	w      weights // filled when fractions are asked for
	exact  bool    // w is filled
}

// weights are integers over a common smooth denominator: words where the
// denominator fits in one, big integers where it does not.
type weights struct {
	small []uint64
	large []*big.Int
	den   smooth
	bits  float64 // log2 of den
}

func (w *weights) at(i int) *big.Int {
	if w.large != nil {
		return w.large[i]
	}
	return new(big.Int).SetUint64(w.small[i])
}

// into is at, with a place for what is kept as a word.
func (w *weights) into(x *big.Int, i int) *big.Int {
	if w.large != nil {
		return w.large[i]
	}
	return x.SetUint64(w.small[i])
}

// maxValues bounds the readings of one pool.
const maxValues = 1 << 20

// poolReads finds the distribution of a pool.
func poolReads(p rule.Pool, exact bool, pay *purse) (*reads, error) {
	if err := p.Lawful(); err != nil {
		return nil, err
	}
	if n := valuesOf(p); n > maxValues {
		return nil, &TooLarge{Runs: n, Why: fmt.Sprintf("%v alone has %.3g readings", p, n)}
	}
	switch p.Verb() {
	case rule.Count, rule.Test:
		return countReads(p, exact, pay)
	case rule.Sum:
		return sumReads(p, exact, pay)
	case rule.Tally:
		return tallyReads(p, exact, pay)
	}
	return keepReads(p, pay)
}

// valuesOf counts the readings of a pool without building them.
func valuesOf(p rule.Pool) float64 {
	n, f := float64(p.N()), float64(p.Die())
	switch p.Verb() {
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
	case rule.Highest, rule.Lowest:
		k := float64(p.Keep())
		// Keeping is counted by faces, dice and sums; the work is their product.
		return n * k * (k*(f-1) + 1) * f / 64
	}
	return n + 1
}

// A width is what the exact weights of a pool take.
type width struct {
	of    any
	words float64 // of one weight
	pay   *purse
}

func (w *width) String() string {
	return fmt.Sprintf("the fractions of %v have %.0f bits each", w.of, 64*w.words)
}

// wide refuses a pool whose weights are too dear, each of them costing some
// multiplications.
func (pay *purse) wide(of any, values int, den smooth, each int) (*width, error) {
	w := &width{of, math.Floor(den.bits()/64) + 1, pay}
	if float64(values)*w.words > maxMemory {
		return nil, &TooLarge{Runs: float64(values) * w.words / wordsPerRun, Why: w.String()}
	}
	return w, pay.afford(float64(values)*w.words*float64(each), w)
}

// weighed pays for some multiplications.
func (w *width) weighed(times int) error { return w.pay.pay(w.words*float64(times)+8, w) }

func countReads(p rule.Pool, exact bool, pay *purse) (*reads, error) {
	n, f := p.N(), int(p.Die())
	s := p.Reading().On(p.Die())
	if s == 0 || s == f {
		r := &reads{values: []int{n * s / f}, p: []float64{1}}
		r.certain()
		return r, nil
	}
	g := gcd(s, f)
	a, b := s/g, f/g
	r := &reads{values: upTo(0, n)}
	r.p = binomial(n, float64(a)/float64(b))
	if !exact {
		return r, nil
	}
	den, ok := smoothOf(b).power(n)
	if !ok {
		return nil, &TooLarge{Runs: float64(n), Why: fmt.Sprintf("the fractions of %v", p)}
	}
	w, err := pay.wide(p, n+1, den, 2)
	if err != nil {
		return nil, err
	}
	// C(n,k)·a^k·(b−a)^(n−k), each from the one before.
	nums := make([]*big.Int, n+1)
	x := new(big.Int).Exp(big.NewInt(int64(b-a)), big.NewInt(int64(n)), nil)
	for k := 0; k <= n; k++ {
		if err := w.weighed(2); err != nil {
			return nil, err
		}
		nums[k] = new(big.Int).Set(x)
		x.Mul(x, big.NewInt(int64(n-k)*int64(a)))
		x.Quo(x, big.NewInt(int64(k+1)*int64(b-a)))
	}
	r.weigh(nums, den)
	return r, nil
}

// binomial returns the chances of 0 to n successes. It starts at the most
// likely number and multiplies outward, so that nothing underflows that
// matters and the errors stay relative.
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

// sumReads uses the recurrence for the powers of a polynomial: with P the sum
// of x^0 … x^(f−1) and Q = P^n, Q'·P = n·P'·Q gives each coefficient of Q from
// the f−1 before it.
func sumReads(p rule.Pool, exact bool, pay *purse) (*reads, error) {
	n, f := p.N(), int(p.Die())
	den, ok := smoothOf(f).power(n)
	top := n * (f - 1)
	if !ok {
		return nil, &TooLarge{Runs: float64(top), Why: fmt.Sprintf("the fractions of %v", p)}
	}
	w, err := pay.wide(p, top+1, den, f)
	if err != nil {
		return nil, err
	}
	nums := make([]*big.Int, top+1)
	nums[0] = big.NewInt(1)
	t := new(big.Int)
	for k := 1; k <= top; k++ {
		if k > top-k {
			nums[k] = nums[top-k]
			continue
		}
		if err := w.weighed(f); err != nil {
			return nil, err
		}
		x := new(big.Int)
		for i := 1; i < f && i <= k; i++ {
			x.Add(x, t.Mul(nums[k-i], big.NewInt(int64(n*i-(k-i)))))
		}
		nums[k] = x.Quo(x, big.NewInt(int64(k)))
	}
	r := &reads{values: upTo(n, n*f)}
	r.weigh(nums, den)
	r.floats()
	return r, nil
}

func bandSizes(p rule.Pool) [4]int {
	var size [4]int
	b := p.Bands()
	for face := 1; face <= int(p.Die()); face++ {
		size[b.Band(face)]++
	}
	return size
}

func tallyReads(p rule.Pool, exact bool, pay *purse) (*reads, error) {
	n, size := p.N(), bandSizes(p)
	den, ok := smoothOf(int(p.Die())).power(n)
	if !ok {
		return nil, &TooLarge{Runs: float64(n), Why: fmt.Sprintf("the fractions of %v", p)}
	}
	width, err := pay.wide(p, int(valuesOf(p)), den, 4)
	if err != nil {
		return nil, err
	}
	r := &reads{}
	var nums []*big.Int
	var deal func(band, left int, c rule.Counts, w *big.Int)
	deal = func(band, left int, c rule.Counts, w *big.Int) {
		if err == nil {
			err = width.weighed(2)
		}
		if err != nil {
			return
		}
		if band == 3 {
			if size[3] == 0 && left > 0 {
				return
			}
			power := new(big.Int).Exp(big.NewInt(int64(size[3])), big.NewInt(int64(left)), nil)
			r.values = append(r.values, int(c.Plus(3, left)))
			nums = append(nums, power.Mul(power, w))
			return
		}
		x := new(big.Int).Set(w)
		for k := 0; k <= left; k++ {
			deal(band+1, left-k, c.Plus(band, k), x)
			if size[band] == 0 {
				return
			}
			x = new(big.Int).Mul(x, big.NewInt(int64(left-k)*int64(size[band])))
			x.Quo(x, big.NewInt(int64(k+1)))
		}
	}
	if deal(0, n, 0, big.NewInt(1)); err != nil {
		return nil, err
	}
	r.weigh(nums, den)
	r.floats()
	return r, nil
}

// keepReads counts the ways of the kept sum face by face, from the face that
// is kept first.
func keepReads(p rule.Pool, pay *purse) (*reads, error) {
	n, f, keep := p.N(), int(p.Die()), p.Keep()
	den, ok := smoothOf(f).power(n)
	if !ok {
		return nil, &TooLarge{Runs: float64(n), Why: fmt.Sprintf("the fractions of %v", p)}
	}
	w := &width{p, math.Floor(den.bits()/64) + 1, pay}
	type state struct{ left, sum int }
	ways := map[state]*big.Int{{n, 0}: big.NewInt(1)}
	for i := range f {
		face := i + 1
		if p.Verb() == rule.Highest {
			face = f - i
		}
		next := map[state]*big.Int{}
		for s, ways := range ways {
			for k := 0; k <= s.left; k++ {
				if err := w.weighed(2); err != nil {
					return nil, err
				}
				if i == f-1 && k < s.left {
					continue
				}
				free := max(0, keep-(n-s.left))
				to := state{s.left - k, s.sum + face*min(k, free)}
				c := new(big.Int).Binomial(int64(s.left), int64(k))
				c.Mul(c, ways)
				if next[to] == nil {
					next[to] = c
				} else {
					next[to].Add(next[to], c)
				}
			}
		}
		ways = next
	}
	r := &reads{}
	for s := range ways {
		r.values = append(r.values, s.sum)
	}
	sort.Ints(r.values)
	nums := make([]*big.Int, len(r.values))
	for i, v := range r.values {
		nums[i] = ways[state{0, v}]
	}
	r.weigh(nums, den)
	r.floats()
	return r, nil
}

// weigh fills the exact weights.
func (r *reads) weigh(nums []*big.Int, den smooth) {
	r.w = pack(nums, den)
	r.exact = true
}

// pack keeps weights as words where the denominator allows it.
func pack(nums []*big.Int, den smooth) weights {
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

func (r *reads) certain() {
	r.w = weights{small: []uint64{1}}
	r.exact = true
}

// floats derives the float weights from the exact ones.
func (r *reads) floats() {
	den := new(big.Float).SetInt(r.w.den.int())
	r.p = make([]float64, len(r.values))
	for i := range r.p {
		x := new(big.Float).SetInt(r.w.at(i))
		r.p[i], _ = x.Quo(x, den).Float64()
	}
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

// sum checks the invariant that weights add up to their denominator.
func (w *weights) mass() *big.Rat {
	num := new(big.Int)
	for _, x := range w.small {
		num.Add(num, new(big.Int).SetUint64(x))
	}
	for _, x := range w.large {
		num.Add(num, x)
	}
	return new(big.Rat).SetFrac(num, w.den.int())
}

func nearlyOne(p float64) bool { return math.Abs(p-1) < 1e-9 }

package odds

import (
	"fmt"
	"math/big"
	"slices"

	"loophole/internal/replay"
)

// FillSum implements replay.SubrollCache. A [rule.IndependentSubroll] is played for one die only. The
// distribution for n dice is its n-th power: a binomial if one die can only fail or succeed, a power
// of a polynomial otherwise.
func (d *odometer) FillSum(s *replay.Slot, arg, one, n int) error {
	x := s.Known.([]*poolDist)[one]
	r, err := x.times(n, d.exact, d.budgetFor())
	if err != nil {
		return err
	}
	return d.remember(s, arg, r)
}

// times returns the distribution of the sum of n values.
func (r *poolDist) times(n int, exact bool, pay *runBudget) (*poolDist, error) {
	lo, step := slices.Min(r.values), 0
	for _, v := range r.values {
		step = gcd(step, v-lo)
	}
	if step < 2 && lo == 0 {
		return r.raised(n, exact, pay)
	}
	// Values with gaps are counted in steps from the lowest.
	x := &poolDist{values: make([]int, len(r.values)), p: r.p, w: r.w, exact: r.exact}
	for i, v := range r.values {
		x.values[i] = (v - lo) / max(1, step)
	}
	out, err := x.raised(n, exact, pay)
	if err != nil {
		return nil, err
	}
	out.values = slices.Clone(out.values)
	for i, v := range out.values {
		out.values[i] = n*lo + v*max(1, step)
	}
	return out, nil
}

// raised is times for values from 0 on.
func (r *poolDist) raised(n int, exact bool, pay *runBudget) (*poolDist, error) {
	hi := slices.Max(r.values)
	if work := float64(hi) * float64(n); work >= maxValues {
		return nil, &TooLargeError{Runs: work, Why: fmt.Sprintf("the sum of %d values has that many", n)}
	}
	if exact {
		return r.timesExact(n, hi, pay)
	}
	if hi == 1 {
		p := 0.0
		for i, v := range r.values {
			if v == hi {
				p += r.p[i]
			}
		}
		return &poolDist{values: upTo(0, n*hi), p: binomial(n, p)}, nil
	}
	one := polynomial{at: make([]int, len(r.values)), p: r.p}
	copy(one.at, r.values)
	all, err := one.power(n, pay)
	if err != nil {
		return nil, err
	}
	return &poolDist{values: all.at, p: all.p}, nil
}

// A polynomial has the chances of values from 0 on as its coefficients.
type polynomial struct {
	at []int
	p  []float64
}

// tiny is the smallest normal float. Smaller chances are left out: they lack digits, and processors
// are slow with them.
const tiny = 0x1p-1022

// power returns the n-th power of a polynomial.
func (x polynomial) power(n int, pay *runBudget) (all polynomial, err error) {
	all = polynomial{[]int{0}, []float64{1}}
	for ; n > 0 && err == nil; n >>= 1 {
		if n&1 == 1 {
			all, err = all.times(x, pay)
		}
		if n > 1 && err == nil {
			x, err = x.times(x, pay)
		}
	}
	return all, err
}

func (x polynomial) times(y polynomial, pay *runBudget) (polynomial, error) {
	top := slices.Max(x.at) + slices.Max(y.at)
	if err := pay.spend(float64(top)+float64(len(x.at))*float64(len(y.at)), "a sum of like rolls"); err != nil {
		return polynomial{}, err
	}
	dense := make([]float64, top+1)
	poll := cancelPoll{ctx: pay.ctx}
	for i, v := range x.at {
		if poll.cancelled(len(y.at)) {
			return polynomial{}, pay.ctx.Err()
		}
		row, p := dense[v:], x.p[i]
		for j, w := range y.at {
			row[w] += p * y.p[j]
		}
	}
	var out polynomial
	for v, p := range dense {
		if p > tiny {
			out.at, out.p = append(out.at, v), append(out.p, p)
		}
	}
	return out, nil
}

// timesExact uses the recurrence for powers of a polynomial: with P the weights of one and Q = P^n,
// Q'·P = n·P'·Q gives each coefficient of Q from the previous ones.
func (r *poolDist) timesExact(n, hi int, pay *runBudget) (*poolDist, error) {
	one, den := r.reduced(hi)
	all, ok := den.power(n)
	if !ok {
		return nil, &TooLargeError{Why: fmt.Sprintf("the fractions of %d like rolls have too many digits", n)}
	}
	w, err := pay.wide(fmt.Sprintf("%d like rolls", n), n*hi+1, all, len(one))
	if err != nil {
		return nil, err
	}
	nums := make([]*big.Int, n*hi+1)
	nums[0] = new(big.Int).Exp(one[0], big.NewInt(int64(n)), nil)
	var later []int // the values of one above 0 that can occur: often few of many
	for i := 1; i < len(one); i++ {
		if one[i].Sign() != 0 {
			later = append(later, i)
		}
	}
	t, div := new(big.Int), new(big.Int)
	for k := 1; k < len(nums); k++ {
		if err := w.payMultiplications(len(one)); err != nil {
			return nil, err
		}
		x := new(big.Int)
		for _, i := range later {
			if i > k {
				break
			}
			if nums[k-i].Sign() != 0 {
				t.Mul(one[i], nums[k-i])
				x.Add(x, t.Mul(t, big.NewInt(int64(n*i-(k-i)))))
			}
		}
		nums[k] = x.Quo(x, div.Mul(one[0], big.NewInt(int64(k))))
	}
	out := &poolDist{}
	kept := nums[:0]
	for k, x := range nums {
		if x.Sign() != 0 {
			out.values, kept = append(out.values, k), append(kept, x)
		}
	}
	out.weigh(kept, all)
	return out, out.floats(pay, fmt.Sprintf("%d like rolls", n))
}

// reduced returns the weights of the values from 0 to hi over their smallest common denominator.
func (r *poolDist) reduced(hi int) (one []*big.Int, den denominator) {
	one = make([]*big.Int, hi+1)
	g := r.w.den.int()
	for i := range one {
		one[i] = new(big.Int)
	}
	for i, v := range r.values {
		one[v].Add(one[v], r.w.at(i))
		g.GCD(nil, nil, g, r.w.at(i))
	}
	for _, x := range one {
		x.Quo(x, g)
	}
	return one, denominatorOf(new(big.Int).Quo(r.w.den.int(), g))
}

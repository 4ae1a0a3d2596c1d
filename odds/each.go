package odds

import (
	"fmt"
	"math/big"

	"loophole/rule"
)

// A roll that is made for each of n dice by itself ([rule.Each]) is played for
// one, and the distribution for n is the n-th power of that: a binomial where
// one can only fail or succeed, a product of polynomials otherwise.

// Repeat implements rule.Memo.
func (d *odometer) Repeat(s *rule.Slot, arg, one, n int) error {
	x := s.Known.([]*reads)[one]
	r, err := x.times(n, d.exact, &d.purse)
	if err != nil {
		return err
	}
	return d.remember(s, arg, r)
}

// times returns the distribution of the sum of n values.
func (r *reads) times(n int, exact bool, pay *purse) (*reads, error) {
	lo, hi := r.values[0], r.values[0]
	for _, v := range r.values {
		lo, hi = min(lo, v), max(hi, v)
	}
	if work := float64(hi-lo) * float64(n); work >= maxValues {
		return nil, &TooLarge{Runs: work, Why: fmt.Sprintf("the sum of %d values has that many", n)}
	}
	if exact {
		return r.timesExact(n, lo, hi, pay)
	}
	one := make([]float64, hi-lo+1)
	for i, v := range r.values {
		one[v-lo] += r.p[i]
	}
	if len(one) == 2 {
		return &reads{values: upTo(n*lo, n*hi), p: binomial(n, one[1])}, nil
	}
	if err := pay.afford(float64(n)*float64(n)*float64(len(one))*float64(len(one)), fmt.Sprintf("the sum of %d values", n)); err != nil {
		return nil, err
	}
	return sparse(n*lo, power(one, n)), nil
}

// sparse drops the values that have no chance.
func sparse(lo int, dense []float64) *reads {
	r := &reads{}
	for i, p := range dense {
		if p > 0 {
			r.values, r.p = append(r.values, lo+i), append(r.p, p)
		}
	}
	return r
}

// power multiplies a polynomial with itself, n times in all.
func power(one []float64, n int) []float64 {
	all := []float64{1}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			all = product(all, one)
		}
		if n > 1 {
			one = product(one, one)
		}
	}
	return all
}

func product(a, b []float64) []float64 {
	out := make([]float64, len(a)+len(b)-1)
	for i, x := range a {
		if x == 0 {
			continue
		}
		row := out[i : i+len(b)]
		for j, y := range b {
			row[j] += x * y
		}
	}
	return out
}

// timesExact uses the recurrence for the powers of a polynomial: with P the
// weights of one and Q = P^n, Q'·P = n·P'·Q gives each coefficient of Q from
// those before it.
func (r *reads) timesExact(n, lo, hi int, pay *purse) (*reads, error) {
	one, den := r.reduced(lo, hi)
	all, ok := den.power(n)
	if !ok {
		return nil, &TooLarge{Runs: float64(n), Why: fmt.Sprintf("the fractions of %d like rolls", n)}
	}
	w, err := pay.wide(fmt.Sprintf("%d like rolls", n), n*(hi-lo)+1, all, len(one))
	if err != nil {
		return nil, err
	}
	nums := make([]*big.Int, n*(hi-lo)+1)
	nums[0] = new(big.Int).Exp(one[0], big.NewInt(int64(n)), nil)
	t, div := new(big.Int), new(big.Int)
	for k := 1; k < len(nums); k++ {
		if err := w.weighed(len(one)); err != nil {
			return nil, err
		}
		x := new(big.Int)
		for i := 1; i < len(one) && i <= k; i++ {
			if one[i].Sign() != 0 && nums[k-i].Sign() != 0 {
				t.Mul(one[i], nums[k-i])
				x.Add(x, t.Mul(t, big.NewInt(int64(n*i-(k-i)))))
			}
		}
		nums[k] = x.Quo(x, div.Mul(one[0], big.NewInt(int64(k))))
	}
	out := &reads{}
	kept := nums[:0]
	for k, x := range nums {
		if x.Sign() != 0 {
			out.values, kept = append(out.values, n*lo+k), append(kept, x)
		}
	}
	out.weigh(kept, all)
	out.floats()
	return out, nil
}

// reduced returns the weights of the values from lo to hi over the smallest
// common denominator.
func (r *reads) reduced(lo, hi int) (one []*big.Int, den smooth) {
	one = make([]*big.Int, hi-lo+1)
	g := r.w.den.int()
	for i := range one {
		one[i] = new(big.Int)
	}
	for i, v := range r.values {
		one[v-lo].Add(one[v-lo], r.w.at(i))
		g.GCD(nil, nil, g, r.w.at(i))
	}
	for _, x := range one {
		x.Quo(x, g)
	}
	return one, smoothOfInt(new(big.Int).Quo(r.w.den.int(), g))
}

// smoothOfInt factors a smooth number.
func smoothOfInt(n *big.Int) smooth {
	var e [3]int
	q, rest := new(big.Int), new(big.Int)
	for i, p := range [...]int64{2, 3, 5} {
		for {
			if q.QuoRem(n, big.NewInt(p), rest); rest.Sign() != 0 {
				break
			}
			n, e[i] = new(big.Int).Set(q), e[i]+1
		}
	}
	return makeSmooth(e[0], e[1], e[2])
}

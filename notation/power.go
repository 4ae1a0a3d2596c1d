package notation

import "math/big"

// A recurrence gives the weights of the sum of n independent copies of a number, one from those
// before it. The generating function f of one copy has polynomials h and q with f'·h = f·q, so that
// c = f^n has c'·h = n·c·q. Comparing the coefficients of both sides gives, for k > 0,
//
//	k·h₀·c[k] = Σ (n·q[i-1] - (k-i)·h[i])·c[k-i] over i from 1 to k.
type recurrence struct {
	first *big.Int // h₀
	terms []term   // those that are not 0
}

type term struct {
	i    int
	h, q *big.Int // h[i], q[i-1]
}

// recurrenceOf returns the recurrence with fewer terms of two. With h = f and q = f' it has a term for each
// value. With h = g·(1-x) and q = g'·(1-x) + g, where g = f·(1-x), a run of equal weights has three
// terms however long it is.
func recurrenceOf(f []*big.Int) recurrence {
	plain := newRecurrence(f, derivative(f))
	g := differences(f)
	q := differences(derivative(g))
	for i, x := range g {
		q[i] = new(big.Int).Add(q[i], x)
	}
	if short := newRecurrence(differences(g), q); len(short.terms) < len(plain.terms) {
		return short
	}
	return plain
}

func newRecurrence(h, q []*big.Int) recurrence {
	r := recurrence{first: h[0]}
	for i := 1; i < len(h); i++ {
		if h[i].Sign() != 0 || q[i-1].Sign() != 0 {
			r.terms = append(r.terms, term{i, h[i], q[i-1]})
		}
	}
	return r
}

// derivative returns f', with as many coefficients as f.
func derivative(f []*big.Int) []*big.Int {
	d := make([]*big.Int, len(f))
	for i := range f[1:] {
		d[i] = new(big.Int).Mul(f[i+1], big.NewInt(int64(i+1)))
	}
	d[len(d)-1] = new(big.Int)
	return d
}

// differences returns f·(1-x).
func differences(f []*big.Int) []*big.Int {
	d := make([]*big.Int, len(f)+1)
	d[0], d[len(f)] = f[0], new(big.Int).Neg(f[len(f)-1])
	for i := range f[1:] {
		d[i+1] = new(big.Int).Sub(f[i+1], f[i])
	}
	return d
}

// weights returns the first weights of the sum of n copies. The first weight of one copy is first.
func (r recurrence) weights(first *big.Int, n, many int) []*big.Int {
	c := make([]*big.Int, many)
	c[0] = new(big.Int).Exp(first, big.NewInt(int64(n)), nil)
	var factor, product big.Int
	times := big.NewInt(int64(n))
	for k := 1; k < many; k++ {
		sum := new(big.Int)
		for _, t := range r.terms {
			if t.i > k {
				break
			}
			factor.Mul(times, t.q)
			product.SetInt64(int64(k - t.i))
			factor.Sub(&factor, product.Mul(&product, t.h))
			sum.Add(sum, product.Mul(&factor, c[k-t.i]))
		}
		product.SetInt64(int64(k))
		c[k] = sum.Quo(sum, product.Mul(&product, r.first))
	}
	return c
}

// times returns the distribution of the sum of n independent copies.
func (w *worker) times(a *Dist, n int) *Dist {
	if n == 0 {
		return always(0)
	}
	values := a.Values()
	low, span := values[0], values[len(values)-1]-values[0]+1
	if (span-1)*n >= MostValues {
		return w.squared(a, n)
	}
	f := make([]*big.Int, span)
	for i := range f {
		f[i] = new(big.Int)
	}
	for v, weight := range a.weights {
		f[v-low] = weight
	}
	r := recurrenceOf(f)
	many := (span-1)*n + 1
	w.worksOn(many*(1+len(r.terms)), a.total.BitLen()*n)
	sum := &Dist{total: new(big.Int).Exp(a.total, big.NewInt(int64(n)), nil)}
	for i, p := range r.weights(f[0], n, many) {
		if p.Sign() != 0 {
			sum.add(low*n+i, p)
		}
	}
	return sum
}

// squared computes the sum by sums of two, four, eight and so on. It suits values with wide gaps.
func (w *worker) squared(a *Dist, n int) *Dist {
	sum := always(0)
	plus := func(x, y int) int { return x + y }
	for square := a; ; square = w.pair(square, square, plus) {
		if n&1 != 0 {
			sum = w.pair(sum, square, plus)
		}
		if n >>= 1; n == 0 {
			return sum
		}
	}
}

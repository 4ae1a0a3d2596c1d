package odds

import (
	"math/big"
	"math/bits"
	"sync"
)

// A prime is a modulus below 2^63 with the constants of Montgomery multiplication.
type prime struct {
	p   uint64
	neg uint64 // -1/p modulo 2^64
	one uint64 // 2^64 modulo p
	two uint64 // 2^128 modulo p
}

// redc returns a·b/2^64 modulo p; the product a·b must be below p·2^64.
func (q *prime) redc(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	h, l := bits.Mul64(lo*q.neg, q.p)
	_, carry := bits.Add64(lo, l, 0)
	// hi and h are below p, which is below 2^63, so that nothing overflows.
	r := hi + h + carry
	if r >= q.p {
		r -= q.p
	}
	return r
}

func (q *prime) add(a, b uint64) uint64 {
	a += b
	if a >= q.p {
		a -= q.p
	}
	return a
}

func (q *prime) sub(a, b uint64) uint64 {
	if a < b {
		a += q.p
	}
	return a - b
}

// of reduces a natural number.
func (q *prime) of(x *big.Int) uint64 {
	words, r := x.Bits(), uint64(0)
	for i := len(words) - 1; i >= 0; i-- {
		r = q.add(q.redc(r, q.two), uint64(words[i])%q.p)
	}
	return r
}

// power returns x^n. x and the result are in Montgomery form.
func (q *prime) power(x, n uint64) uint64 {
	y := q.one
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			y = q.redc(y, x)
		}
		x = q.redc(x, x)
	}
	return y
}

// inverse returns 2^128/x. The inverse of a number in Montgomery form is in that form.
func (q *prime) inverse(x uint64) uint64 { return q.power(x, q.p-2) }

func newPrime(p uint64) prime {
	inv := p // correct to 3 bits; each step doubles the number
	for range 5 {
		inv *= 2 - p*inv
	}
	_, one := bits.Div64(1, 0, p)
	_, two := bits.Div64(one, 0, p)
	return prime{p: p, neg: -inv, one: one, two: two}
}

// isPrime is the Miller-Rabin test with bases that decide every word.
func (q *prime) isPrime() bool {
	s := bits.TrailingZeros64(q.p - 1)
	minus := q.p - q.one
next:
	for _, base := range [...]uint64{2, 325, 9375, 28178, 450775, 9780504, 1795265022} {
		x := q.power(q.redc(base, q.two), (q.p-1)>>s)
		if x == q.one || x == minus {
			continue
		}
		for range s - 1 {
			if x = q.redc(x, x); x == minus {
				continue next
			}
		}
		return false
	}
	return true
}

// primes are the largest primes below 2^63 in descending order, computed when needed.
var primes struct {
	sync.Mutex
	list []prime
}

// primeAt returns the n-th prime.
func primeAt(n int) prime {
	primes.Lock()
	defer primes.Unlock()
	p := uint64(1)<<63 + 1
	if k := len(primes.list); k > 0 {
		p = primes.list[k-1].p
	}
	for len(primes.list) <= n {
		p -= 2
		if p%3 == 0 || p%5 == 0 || p%7 == 0 || p%11 == 0 || p%13 == 0 {
			continue
		}
		if q := newPrime(p); q.isPrime() {
			primes.list = append(primes.list, q)
		}
	}
	return primes.list[n]
}

// primeBits is a lower bound of log2 of each prime.
const primeBits = 62.99

package odds

import (
	"fmt"
	"math"
	"math/big"
)

// A denominator is a smooth number 2^a·3^b·5^c, held as its three exponents of 21 bits each, with a
// in the lowest bits. Denominators of dice and their products are smooth, so a product is one
// addition and a common denominator is three maxima. Denominators of draws have other factors too:
// wide.go keeps those.
type denominator uint64

const (
	laneBits = 21
	laneMask = 1<<laneBits - 1
	// wordBits is the largest log2 of a denominator whose numerators are kept in words. It leaves
	// room for the rounding of logarithms.
	wordBits = 63.9
	// maxExponent keeps the sum of two exponents within 21 bits.
	maxExponent = 1<<(laneBits-1) - 1
)

func (s denominator) lane(i int) int { return int(s >> (laneBits * i) & laneMask) }

func makeSmooth(e2, e3, e5 int) denominator {
	return denominator(e2) | denominator(e3)<<laneBits | denominator(e5)<<(2*laneBits)
}

// smoothOf factors the number of faces of a die.
func smoothOf(n int) denominator {
	var e [3]int
	for i, p := range [...]int{2, 3, 5} {
		for n%p == 0 {
			n /= p
			e[i]++
		}
	}
	if n != 1 {
		panic(fmt.Sprintf("odds: %d is not a product of 2, 3 and 5", n))
	}
	return makeSmooth(e[0], e[1], e[2])
}

// power returns s^n, or false if an exponent is too large.
func (s denominator) power(n int) (denominator, bool) {
	if s.wide() {
		return s.widePower(n)
	}
	for i := range 3 {
		if s.lane(i)*n > maxExponent {
			return 0, false
		}
	}
	return s * denominator(n), true
}

// times returns s·t, or false if an exponent is too large.
func (s denominator) times(t denominator) (denominator, bool) {
	if (s | t).wide() {
		return s.wideTimes(t)
	}
	for i := range 3 {
		if s.lane(i)+t.lane(i) > maxExponent {
			return 0, false
		}
	}
	return s + t, true
}

// lcm returns the least common multiple.
func (s denominator) lcm(t denominator) denominator {
	if (s | t).wide() {
		return s.wideLCM(t)
	}
	return makeSmooth(max(s.lane(0), t.lane(0)), max(s.lane(1), t.lane(1)), max(s.lane(2), t.lane(2)))
}

// over returns s/t, which t must divide.
func (s denominator) over(t denominator) denominator {
	if (s | t).wide() {
		return s.wideOver(t)
	}
	return s - t
}

// bits returns log2(s).
func (s denominator) bits() float64 {
	if s.wide() {
		return s.parts().bits
	}
	const log3, log5 = 1.584962500721156, 2.321928094887362 // log2 of 3 and 5
	return float64(s.lane(0)) + log3*float64(s.lane(1)) + log5*float64(s.lane(2))
}

// word returns s if it fits in 64 bits.
func (s denominator) word() (uint64, bool) {
	if s.wide() {
		return s.wideWord()
	}
	if s.bits() >= wordBits {
		return 0, false
	}
	n := uint64(1) << s.lane(0)
	for range s.lane(1) {
		n *= 3
	}
	for range s.lane(2) {
		n *= 5
	}
	return n, true
}

// int returns s as a big integer.
func (s denominator) int() *big.Int {
	if w, ok := s.word(); ok {
		return new(big.Int).SetUint64(w)
	}
	if s.wide() {
		return s.wideInt()
	}
	n := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(s.lane(1))), nil)
	n.Mul(n, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(s.lane(2))), nil))
	return n.Lsh(n, uint(s.lane(0)))
}

// ratio returns num over s in lowest terms. whole is s as an integer. Only factors 2, 3 and 5 can
// be common. If there are few of them, the time grows with the length of the number, and otherwise
// with the time of a few divisions. The time of a general greatest common divisor grows with the
// square of the length.
func (s denominator) ratio(num, whole *big.Int) *big.Rat {
	if num.Sign() == 0 {
		return new(big.Rat)
	}
	if s.wide() {
		return new(big.Rat).SetFrac(num, whole)
	}
	twos := min(s.lane(0), int(num.TrailingZeroBits()))
	num = new(big.Int).Rsh(num, uint(twos))
	num, threes := divided(num, 3, s.lane(1))
	num, fives := divided(num, 5, s.lane(2))
	common := makeSmooth(twos, threes, fives)
	if common == s {
		return new(big.Rat).SetInt(num)
	}
	// Setting a fraction as a whole would reduce it once more, so its parts are set separately.
	r := big.NewRat(1, 2)
	r.Num().Set(num)
	if common == 0 {
		r.Denom().Set(whole)
	} else {
		r.Denom().Quo(whole, common.int())
	}
	return r
}

// divided divides a number by a prime as often as possible, up to a limit, and returns the number of
// divisions. It divides by a power of the prime that it squares each time, until one does not divide,
// and then by each smaller power once more in descending order.
func divided(num *big.Int, p uint64, most int) (rest *big.Int, times int) {
	word, k := uint64(1), 0
	for ; k < most && word <= math.MaxUint64/p; k++ {
		word *= p
	}
	if k == 0 {
		return num, 0
	}
	powers := []*big.Int{new(big.Int).SetUint64(word)}
	take := func(i int) bool {
		if times+k<<i > most || powers[i].BitLen() > num.BitLen() {
			return false
		}
		quotient, rest := new(big.Int).QuoRem(num, powers[i], new(big.Int))
		if rest.Sign() != 0 {
			return false
		}
		num, times = quotient, times+k<<i
		return true
	}
	for i := 0; take(i); i++ {
		powers = append(powers, new(big.Int).Mul(powers[i], powers[i]))
	}
	for i := len(powers) - 2; i >= 0; i-- { // the last power does not divide
		take(i)
	}
	left := uint64(1)
	for r := new(big.Int).Rem(num, powers[0]).Uint64(); times < most && r%p == 0; r /= p {
		left *= p
		times++
	}
	if left > 1 {
		num = new(big.Int).Quo(num, new(big.Int).SetUint64(left))
	}
	return num, times
}

// Package fraction adds many fractions. Most have the same denominator or a divisor of it, so that a sum need not be
// reduced after each of them, as [big.Rat] does.
package fraction

import "math/big"

// A Sum is a sum of fractions. The zero value is 0.
type Sum struct {
	num, den  big.Int // den is 0 before the first fraction
	part, rem big.Int // scratch space of Add
}

// Add adds a fraction a number of times.
func (s *Sum) Add(r *big.Rat, times int64) {
	if s.den.Sign() == 0 {
		s.den.SetInt64(1)
	}
	s.part.QuoRem(&s.den, r.Denom(), &s.rem)
	if s.rem.Sign() != 0 { // The new denominator is the least common multiple.
		s.part.GCD(nil, nil, &s.den, r.Denom())
		s.part.Quo(r.Denom(), &s.part)
		s.num.Mul(&s.num, &s.part)
		s.den.Mul(&s.den, &s.part)
		s.part.Quo(&s.den, r.Denom())
	}
	s.part.Mul(&s.part, r.Num())
	s.num.Add(&s.num, s.part.Mul(&s.part, s.rem.SetInt64(times)))
}

// Cmp compares the sum with a fraction: -1 if it is less, 0 if it is equal, 1 if it is more.
func (s *Sum) Cmp(r *big.Rat) int {
	if s.den.Sign() == 0 {
		return -r.Sign()
	}
	return new(big.Int).Mul(&s.num, r.Denom()).Cmp(new(big.Int).Mul(r.Num(), &s.den))
}

// Rat returns the sum in lowest terms.
func (s *Sum) Rat() *big.Rat {
	if s.den.Sign() == 0 {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(&s.num, &s.den)
}

package odds

import (
	"fmt"
	"math/big"
)

// solveFractions is solveFloats in fractions. Without repeated states every
// denominator is smooth, so masses are integers that are brought together
// without a single division; with them, rational arithmetic.
func (c *chain) solveFractions(outcomes int) (visits, out []*big.Rat, err error) {
	if c.repeats() {
		return c.solveRational(outcomes)
	}
	mass := make([]sum, len(c.rows))
	last := make([]sum, outcomes)
	mass[0].add(big.NewInt(1), 0)
	x := new(big.Int)
	for _, group := range c.order {
		n := group[0]
		r := &c.rows[n]
		den, ok := mass[n].den.times(r.w.den)
		if !ok {
			return nil, nil, &TooLarge{Runs: float64(len(c.rows)), Why: "the fractions outgrow what is kept; with floats it may go"}
		}
		for i, to := range r.to {
			target := &last
			if to >= 0 {
				target = &mass
			} else {
				to = ^to
			}
			if r.w.large != nil {
				x.Mul(&mass[n].num, r.w.large[i])
			} else {
				x.Mul(&mass[n].num, new(big.Int).SetUint64(r.w.small[i]))
			}
			(*target)[to].add(x, den)
		}
	}
	return rats(mass), rats(last), nil
}

// A sum is a fraction over a smooth denominator that terms are added to.
type sum struct {
	num  big.Int
	den  smooth
	some bool
}

func (s *sum) add(num *big.Int, den smooth) {
	switch {
	case !s.some:
		s.num.Set(num)
		s.den, s.some = den, true
	case s.den == den:
		s.num.Add(&s.num, num)
	default:
		both := s.den.lcm(den)
		s.num.Mul(&s.num, both.over(s.den).int())
		s.num.Add(&s.num, new(big.Int).Mul(num, both.over(den).int()))
		s.den = both
	}
}

func rats(sums []sum) []*big.Rat {
	out := make([]*big.Rat, len(sums))
	for i := range sums {
		out[i] = new(big.Rat).SetFrac(&sums[i].num, sums[i].den.int())
	}
	return out
}

func (c *chain) solveRational(outcomes int) (visits, out []*big.Rat, err error) {
	visits, out = zeros(len(c.rows)), zeros(outcomes)
	visits[0].SetInt64(1)
	for _, group := range c.order {
		if err := c.settleFractions(group, visits); err != nil {
			return nil, nil, err
		}
		in := map[int]bool{}
		for _, n := range group {
			in[n] = true
		}
		for _, n := range group {
			r := &c.rows[n]
			x := new(big.Rat)
			for i, to := range r.to {
				switch {
				case to < 0:
					out[^to].Add(out[^to], x.Mul(visits[n], r.fraction(i)))
				case !in[to]:
					visits[to].Add(visits[to], x.Mul(visits[n], r.fraction(i)))
				}
			}
		}
	}
	return visits, out, nil
}

func zeros(n int) []*big.Rat {
	z := make([]*big.Rat, n)
	for i := range z {
		z[i] = new(big.Rat)
	}
	return z
}

func (r *row) fraction(i int) *big.Rat {
	return new(big.Rat).SetFrac(r.w.at(i), r.w.den.int())
}

func (c *chain) settleFractions(group []int, visits []*big.Rat) error {
	one := big.NewRat(1, 1)
	if len(group) == 1 {
		r := &c.rows[group[0]]
		for i, to := range r.to {
			if to == group[0] {
				if len(r.to) == 1 {
					return errEndless
				}
				leave := new(big.Rat).Sub(one, r.fraction(i))
				visits[to].Quo(visits[to], leave)
			}
		}
		return nil
	}
	if len(group) > maxCircleFractions {
		return &TooLarge{Runs: cube(len(group)), Why: fmt.Sprintf("%d states lead to each other; with floats it may go", len(group))}
	}
	place := map[int]int{}
	for i, n := range group {
		place[n] = i
	}
	m := make([][]*big.Rat, len(group))
	for i := range m {
		m[i] = zeros(len(group) + 1)
		m[i][i].Set(one)
		m[i][len(group)].Set(visits[group[i]])
	}
	for j, n := range group {
		for k, to := range c.rows[n].to {
			if i, ok := place[to]; ok {
				m[i][j].Sub(m[i][j], c.rows[n].fraction(k))
			}
		}
	}
	if !eliminateFractions(m) {
		return errEndless
	}
	for i, n := range group {
		visits[n] = m[i][len(group)]
	}
	return nil
}

func eliminateFractions(m [][]*big.Rat) bool {
	x := new(big.Rat)
	for i := range m {
		p := i
		for p < len(m) && m[p][i].Sign() == 0 {
			p++
		}
		if p == len(m) {
			return false
		}
		m[i], m[p] = m[p], m[i]
		inverse := new(big.Rat).Inv(m[i][i])
		for k := i; k <= len(m); k++ {
			m[i][k].Mul(m[i][k], inverse)
		}
		for r := range m {
			if r == i || m[r][i].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Set(m[r][i])
			for k := i; k <= len(m); k++ {
				m[r][k].Sub(m[r][k], x.Mul(f, m[i][k]))
			}
		}
	}
	return true
}

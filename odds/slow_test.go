package odds

import (
	"math/big"
)

// These are the slow twins of the solution modulo primes. One keeps all masses over one growing
// denominator. The other uses rational arithmetic.

// solveLoops solves a chain whose states lead back at most to themselves. Leaving a state divides
// by one minus the chance to stay. solveLoops multiplies every other mass instead, so that all
// numbers stay integers.
func (c *chain) solveLoops(outcomes int, checkpointOf func(n int) int, checkpoints int) (visits []*big.Rat, out fractions) {
	den := big.NewInt(1)
	mass, last, total := make([]*big.Int, c.rows.Len()), make([]*big.Int, outcomes), make([]*big.Int, checkpoints)
	all := [][]*big.Int{mass, last, total}
	mass[0] = big.NewInt(1)
	x := new(big.Int)
	add := func(to **big.Int, v *big.Int) {
		if *to == nil {
			*to = new(big.Int)
		}
		(*to).Add(*to, v)
	}
	for _, state := range c.groups().states {
		n := int(state)
		r := c.row(n)
		here := mass[n]
		mass[n] = nil
		leave, whole := r.leaving(n)
		for _, list := range all {
			for _, v := range list {
				if v != nil {
					v.Mul(v, leave)
				}
			}
		}
		den.Mul(den, leave)
		if m := checkpointOf(n); m >= 0 {
			add(&total[m], x.Mul(here, whole))
		}
		for i, to := range r.to {
			if int(to) != n {
				x.Mul(here, r.w.at(i))
				if to >= 0 {
					add(&mass[to], x)
				} else {
					add(&last[^to], x)
				}
			}
		}
	}
	for i := range last {
		add(&last[i], new(big.Int))
	}
	for _, t := range total {
		if t == nil {
			t = new(big.Int)
		}
		visits = append(visits, new(big.Rat).SetFrac(t, den))
	}
	return visits, fractions{large: last, den: den}
}

// leaving returns the weight of leaving a state and the total weight.
func (r *row) leaving(n int) (leave, whole *big.Int) {
	whole = r.w.den.int()
	leave = new(big.Int).Set(whole)
	for i, to := range r.to {
		if int(to) == n {
			leave.Sub(leave, r.w.at(i))
		}
	}
	return leave, whole
}

// solveRational solves the general case, with states that lead to each other in circles.
func (c *chain) solveRational(outcomes int) (visits, out []*big.Rat, err error) {
	visits, out = zeros(c.rows.Len()), zeros(outcomes)
	visits[0].SetInt64(1)
	for g := range c.groups().len() {
		group := c.order.at(g)
		if err := c.settleFractions(group, visits); err != nil {
			return nil, nil, err
		}
		in := map[int32]bool{}
		for _, n := range group {
			in[n] = true
		}
		for _, n := range group {
			r := c.row(int(n))
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

func (c *chain) settleFractions(group []int32, visits []*big.Rat) error {
	one := big.NewRat(1, 1)
	if len(group) == 1 {
		r := c.row(int(group[0]))
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
	place := map[int32]int{}
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
		r := c.row(int(n))
		for k, to := range r.to {
			if i, ok := place[to]; ok {
				m[i][j].Sub(m[i][j], r.fraction(k))
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

package odds

import (
	"fmt"
	"math/big"
)

// A fractions holds chances as integers over one denominator: words where it
// fits in a word, big integers where it does not.
type fractions struct {
	small []uint64
	word  uint64
	large []*big.Int
	den   *big.Int
}

// of returns the sum of the chances that are wanted, each times a whole number.
func (f *fractions) of(n int, times func(i int) int64) *big.Rat {
	if f.large == nil {
		if sum, ok := f.words(n, times); ok {
			return new(big.Rat).SetFrac(new(big.Int).SetUint64(sum), new(big.Int).SetUint64(f.word))
		}
	}
	sum, x := new(big.Int), new(big.Int)
	for i := range n {
		switch t := times(i); {
		case t == 0:
		case f.large != nil:
			sum.Add(sum, x.Mul(f.large[i], big.NewInt(t)))
		default:
			sum.Add(sum, x.Mul(x.SetUint64(f.small[i]), big.NewInt(t)))
		}
	}
	return new(big.Rat).SetFrac(sum, f.denominator())
}

// words is the case that needs no big integers: every chance once or not.
func (f *fractions) words(n int, times func(i int) int64) (sum uint64, ok bool) {
	for i := range n {
		switch times(i) {
		case 0:
		case 1:
			sum += f.small[i]
		default:
			return 0, false
		}
	}
	return sum, true
}

func (f *fractions) denominator() *big.Int {
	if f.den == nil {
		return new(big.Int).SetUint64(f.word)
	}
	return f.den
}

// certain reports whether the chances add up to one.
func (f *fractions) certain(n int) error {
	if m := f.of(n, func(int) int64 { return 1 }); m.Cmp(big.NewRat(1, 1)) != 0 {
		return fmt.Errorf("odds: the mass is %v, not 1", m)
	}
	return nil
}

// alone takes the chances of a question that is a single row.
func (r *row) alone(outcomes int) fractions {
	var f fractions
	if r.w.large != nil {
		f.large, f.den = make([]*big.Int, outcomes), r.w.den.int()
		for i := range f.large {
			f.large[i] = new(big.Int)
		}
	} else {
		f.small = make([]uint64, outcomes)
		f.word, _ = r.w.den.word()
	}
	for i, to := range r.to {
		if r.w.large != nil {
			f.large[^to] = r.w.large[i]
		} else {
			f.small[^to] = r.w.small[i]
		}
	}
	return f
}

// solveFractions is solveFloats in fractions; visits are summed by mark.
// Without repeated states every denominator is smooth, so masses are integers
// that are brought together without a single division. Where states repeat
// themselves only, all masses are kept over one growing denominator. Only
// circles need rational arithmetic.
func (c *chain) solveFractions(outcomes int, mark func(n int) int, marks int) (visits []*big.Rat, out fractions, err error) {
	switch {
	case !c.repeats():
		return c.solveSmooth(outcomes, mark, marks)
	case !c.circles():
		visits, out = c.solveLoops(outcomes, mark, marks)
		return visits, out, nil
	}
	each, rats, err := c.solveRational(outcomes)
	if err != nil {
		return nil, out, err
	}
	visits = zeros(marks)
	for n, v := range each {
		if m := mark(n); m >= 0 {
			visits[m].Add(visits[m], v)
		}
	}
	return visits, overOne(rats), nil
}

// overOne brings fractions to one denominator.
func overOne(rats []*big.Rat) fractions {
	f := fractions{den: big.NewInt(1), large: make([]*big.Int, len(rats))}
	g := new(big.Int)
	for _, r := range rats {
		g.GCD(nil, nil, f.den, r.Denom())
		f.den.Mul(f.den, new(big.Int).Quo(r.Denom(), g))
	}
	for i, r := range rats {
		f.large[i] = new(big.Int).Mul(r.Num(), new(big.Int).Quo(f.den, r.Denom()))
	}
	return f
}

func (c *chain) solveSmooth(outcomes int, mark func(n int) int, marks int) (visits []*big.Rat, out fractions, err error) {
	mass, last, total := make([]sum, len(c.rows)), make([]sum, outcomes), make([]sum, marks)
	mass[0].add(big.NewInt(1), 0)
	x := new(big.Int)
	for _, group := range c.order {
		n := group[0]
		r := &c.rows[n]
		if m := mark(n); m >= 0 {
			total[m].add(&mass[n].num, mass[n].den)
		}
		den, ok := mass[n].den.times(r.w.den)
		if !ok {
			return nil, out, &TooLarge{Runs: float64(len(c.rows)), Why: "the fractions outgrow what is kept; with floats it may go"}
		}
		for i, to := range r.to {
			x.Mul(&mass[n].num, r.w.at(i))
			if to >= 0 {
				mass[to].add(x, den)
			} else {
				last[^to].add(x, den)
			}
		}
	}
	for i := range total {
		visits = append(visits, new(big.Rat).SetFrac(&total[i].num, total[i].den.int()))
	}
	return visits, together(last), nil
}

// together brings sums to their least common denominator.
func together(sums []sum) fractions {
	den := smooth(0)
	for i := range sums {
		den = den.lcm(sums[i].den)
	}
	f := fractions{den: den.int(), large: make([]*big.Int, len(sums))}
	for i := range sums {
		f.large[i] = new(big.Int).Mul(&sums[i].num, den.over(sums[i].den).int())
	}
	return f
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

// solveLoops solves a chain whose states repeat at most themselves. Leaving a
// state divides by one minus the chance to stay; instead of dividing, every
// other mass is multiplied, so that integers stay integers.
func (c *chain) solveLoops(outcomes int, mark func(n int) int, marks int) (visits []*big.Rat, out fractions) {
	den := big.NewInt(1)
	mass, last, total := make([]*big.Int, len(c.rows)), make([]*big.Int, outcomes), make([]*big.Int, marks)
	all := [][]*big.Int{mass, last, total}
	mass[0] = big.NewInt(1)
	x := new(big.Int)
	add := func(to **big.Int, v *big.Int) {
		if *to == nil {
			*to = new(big.Int)
		}
		(*to).Add(*to, v)
	}
	for _, group := range c.order {
		n := group[0]
		r := &c.rows[n]
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
		if m := mark(n); m >= 0 {
			add(&total[m], x.Mul(here, whole))
		}
		for i, to := range r.to {
			if to != n {
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

// leaving returns the weight of leaving a state and the weight of everything.
func (r *row) leaving(n int) (leave, whole *big.Int) {
	whole = r.w.den.int()
	leave = new(big.Int).Set(whole)
	for i, to := range r.to {
		if to == n {
			leave.Sub(leave, r.w.at(i))
		}
	}
	return leave, whole
}

// solveRational is the general case: states that lead round in circles.
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

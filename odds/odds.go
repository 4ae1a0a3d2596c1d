package odds

import (
	"context"
	"fmt"
	"math/big"

	"loophole/rule"
)

// Options say how a question is to be answered. The zero Options answer in
// fractions within the default budget.
type Options struct {
	Floats bool                  // float64 weights instead of fractions
	Budget int64                 // most runs of the procedure; 0 is DefaultBudget
	Policy func(rule.Choice) int // answers choices; nil takes the first option
}

// A Chance is a probability or an expected value: an exact fraction, and the
// nearest float64. With float weights Exact is nil.
type Chance struct {
	Exact *big.Rat
	Float float64
}

func exactly(r *big.Rat) Chance {
	f, _ := r.Float64()
	return Chance{r, f}
}

// String returns the fraction, or the float where there is none.
func (c Chance) String() string {
	if c.Exact != nil {
		return c.Exact.RatString()
	}
	return fmt.Sprint(c.Float)
}

// A result is what a question's paths add up to, by the number of the outcome.
type result struct {
	p      []float64 // with floats
	single *row      // with fractions and no marks: the only row
	rats   []*big.Rat
	visits map[string]Chance
	runs   int64
	states int
}

// solve plays a procedure out. The procedure returns the number of its
// outcome; outcomes tells, at the end, how many there are.
func solve(ctx context.Context, play func(*rule.Umpire) int, outcomes func() int, o Options) (*result, error) {
	d := newOdometer(ctx, play, o)
	c, err := d.compile()
	if err != nil {
		return nil, err
	}
	defer d.rest()
	r := &result{runs: d.runs, states: len(c.rows)}
	n := outcomes()
	if len(c.rows) == 1 {
		r.alone(&c.rows[0], n, o.Floats)
		return r, nil
	}
	r.visits = map[string]Chance{}
	if o.Floats {
		var visits []float64
		if visits, r.p, err = c.solveFloats(n); err != nil {
			return nil, err
		}
		for i, v := range visits[1:] {
			name := d.marks[d.nodes[i+1].mark].name
			x := r.visits[name]
			x.Float += v
			r.visits[name] = x
		}
		return r, r.wholeFloats()
	}
	visits, out, err := c.solveFractions(n)
	if err != nil {
		return nil, err
	}
	r.rats = out
	totals := map[string]*big.Rat{}
	for i, v := range visits[1:] {
		name := d.marks[d.nodes[i+1].mark].name
		if totals[name] == nil {
			totals[name] = new(big.Rat)
		}
		totals[name].Add(totals[name], v)
	}
	for name, v := range totals {
		r.visits[name] = exactly(v)
	}
	return r, r.wholeFractions()
}

// alone takes over the weights of a question without marks.
func (r *result) alone(only *row, outcomes int, floats bool) {
	if floats {
		r.p = make([]float64, outcomes)
		for i, to := range only.to {
			r.p[^to] = only.p[i]
		}
		return
	}
	sorted := &row{w: weights{den: only.w.den}}
	if only.w.large != nil {
		sorted.w.large = make([]*big.Int, outcomes)
		for i := range sorted.w.large {
			sorted.w.large[i] = new(big.Int)
		}
	} else {
		sorted.w.small = make([]uint64, outcomes)
	}
	for i, to := range only.to {
		if only.w.large != nil {
			sorted.w.large[^to] = only.w.large[i]
		} else {
			sorted.w.small[^to] = only.w.small[i]
		}
	}
	r.single = sorted
}

func (r *result) wholeFloats() error {
	sum := 0.0
	for _, p := range r.p {
		sum += p
	}
	if !nearlyOne(sum) {
		return fmt.Errorf("odds: the mass is %v, not 1", sum)
	}
	return nil
}

func (r *result) wholeFractions() error {
	if sum := addRats(r.rats); sum.Cmp(big.NewRat(1, 1)) != 0 {
		return fmt.Errorf("odds: the mass is %v, not 1", sum)
	}
	return nil
}

// addRats adds fractions pairwise, which keeps the denominators of the parts
// short.
func addRats(r []*big.Rat) *big.Rat {
	switch len(r) {
	case 0:
		return new(big.Rat)
	case 1:
		return r[0]
	}
	return new(big.Rat).Add(addRats(r[:len(r)/2]), addRats(r[len(r)/2:]))
}

// chance adds up the outcomes that are wanted, each times a whole number.
func (r *result) chance(times func(i int) int) Chance {
	if r.p != nil {
		sum := 0.0
		for i, p := range r.p {
			sum += p * float64(times(i))
		}
		return Chance{Float: sum}
	}
	if r.single != nil {
		return exactly(r.single.w.weighted(times))
	}
	var some []*big.Rat
	for i, p := range r.rats {
		switch t := times(i); t {
		case 0:
		case 1:
			some = append(some, p)
		default:
			some = append(some, new(big.Rat).Mul(p, big.NewRat(int64(t), 1)))
		}
	}
	return exactly(addRats(some))
}

// weighted returns the sum of weights times whole numbers, as a fraction.
func (w *weights) weighted(times func(i int) int) *big.Rat {
	if w.large == nil {
		var sum uint64
		fits := true
		for i, n := range w.small {
			switch times(i) {
			case 0:
			case 1:
				sum += n
			default:
				fits = false
			}
		}
		if fits {
			den, _ := w.den.word()
			return new(big.Rat).SetFrac(new(big.Int).SetUint64(sum), new(big.Int).SetUint64(den))
		}
	}
	sum, x := new(big.Int), new(big.Int)
	for i := range max(len(w.small), len(w.large)) {
		if t := times(i); t != 0 {
			sum.Add(sum, x.Mul(w.at(i), big.NewInt(int64(t))))
		}
	}
	return new(big.Rat).SetFrac(sum, w.den.int())
}

// one returns the chance of the outcome with number i.
func (r *result) one(i int) Chance {
	switch {
	case r.p != nil:
		return Chance{Float: r.p[i]}
	case r.single != nil:
		return exactly(new(big.Rat).SetFrac(r.single.w.at(i), r.single.w.den.int()))
	}
	return exactly(r.rats[i])
}

// A Dist is the exact distribution of a procedure's outcomes.
type Dist[R comparable] struct {
	Outcomes []R
	Runs     int64 // how often the procedure was played
	States   int   // how many different states it was played from
	result   *result
}

// Of answers a procedure exactly. It returns a *[TooLarge] error for a
// question beyond the budget, the context's error when cancelled, and an error
// for a procedure that never ends or is not pure.
func Of[R comparable](ctx context.Context, p func(*rule.Umpire) R, o Options) (*Dist[R], error) {
	index := map[R]int{}
	d := &Dist[R]{}
	play := func(u *rule.Umpire) int {
		x := p(u)
		i, ok := index[x]
		if !ok {
			i = len(d.Outcomes)
			index[x] = i
			d.Outcomes = append(d.Outcomes, x)
		}
		return i
	}
	r, err := solve(ctx, play, func() int { return len(d.Outcomes) }, o)
	if err != nil {
		return nil, err
	}
	d.result, d.Runs, d.States = r, r.runs, r.states
	return d, nil
}

// P returns the chance that an outcome is one of those wanted.
func (d *Dist[R]) P(wanted func(R) bool) Chance {
	return d.result.chance(func(i int) int {
		if wanted(d.Outcomes[i]) {
			return 1
		}
		return 0
	})
}

// Numbers returns the distribution of a number read off the outcomes.
func (d *Dist[R]) Numbers(of func(R) int) *Numbers {
	return d.result.numbers(len(d.Outcomes), func(i int) int { return of(d.Outcomes[i]) })
}

// Visits returns the expected number of times that a stage mark is passed:
// with a mark at the head of each round, the expected number of rounds.
func (d *Dist[R]) Visits(mark string) Chance { return d.result.visits[mark] }

package odds

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"strings"

	"loophole/internal/intern"
	"loophole/rule"
)

// Options configure an answer. The zero Options answer in fractions within the default budget.
type Options struct {
	Floats bool                  // float64 weights instead of fractions
	Budget int64                 // largest number of runs of the procedure; 0 is DefaultBudget
	Policy func(rule.Choice) int // answers choices; nil takes the first option
	// SubrollBudget gives each pool and each named subroll a budget of its own, of the size of
	// Budget, and charges nothing for it to the question. Whether a question is too large then does
	// not depend on what earlier questions left in the caches.
	SubrollBudget bool
	// Unsized rejects a question that is too large without estimating its size. It saves time for a
	// caller that does not need the estimate.
	Unsized bool
	// AllowIllegal lets [Solve] and [NewSolver] answer a situation that the rules do not allow.
	AllowIllegal bool
	// Unexplained lets [Solve] and [NewSolver] leave out the explanation, which takes about as long as
	// the odds, for a caller that does not need it.
	Unexplained bool
}

// A Chance is a probability or an expected value: an exact fraction, and the nearest float64. With
// float weights Exact is nil.
type Chance struct {
	Exact *big.Rat
	Float float64
}

func exactly(r *big.Rat) Chance {
	f, _ := r.Float64()
	return Chance{r, f}
}

// Format writes a chance as a fraction for the verbs %v and %s, and as a number for the verbs of a
// float64, such as %.4f and %g.
func (c Chance) Format(w fmt.State, verb rune) {
	if verb == 'v' || verb == 's' {
		fmt.Fprintf(w, strings.ReplaceAll(fmt.FormatString(w, 's'), "+", ""), c.String())
		return
	}
	fmt.Fprintf(w, fmt.FormatString(w, verb), c.Float)
}

// String returns the fraction, or the float if there is no fraction.
func (c Chance) String() string {
	if c.Exact != nil {
		return c.Exact.RatString()
	}
	return fmt.Sprint(c.Float)
}

// A result has the weights of a question's outcomes, by the number of the outcome, as floats or
// fractions.
type result struct {
	n      int
	p      []float64
	exact  *fractions // nil with floats
	visits []visits
	runs   int64
	states int
}

// visits is the expected number of visits of a checkpoint.
type visits struct {
	checkpoint string
	Chance
}

// solve plays and solves a procedure, which returns the number of its outcome. outcomes returns the
// number of different outcomes at the end.
func solve(ctx context.Context, play func(*rule.Umpire) int, outcomes func() int, o Options) (*result, error) {
	d := newOdometer(ctx, o)
	d.play, d.outcomes = play, outcomes
	r := &result{}
	err := r.solve(d)
	if err == nil {
		d.release()
	}
	return r, err
}

// solve plays and solves a question.
func (r *result) solve(d *odometer) error {
	c, err := d.compile()
	if err != nil {
		return err
	}
	r.n, r.runs, r.states = d.outcomeCount(), d.runs, c.rows.Len()
	return r.solveFrom(d, c, 0)
}

// solveFrom solves a chain from one of its nodes.
func (r *result) solveFrom(d *odometer, c *chain, start int) (err error) {
	switch {
	case c.rows.Len() > 1 && c.closed():
		return errEndless
	case c.rows.Len() == 1 && !d.exact:
		r.p = d.singleRowFloats(r.n)
	case c.rows.Len() == 1:
		r.exact = c.row(0).singleRow(r.n)
	case !d.exact:
		err = r.chainFloats(d, c, start)
	default:
		err = r.chainFractions(d, c, start)
	}
	if err != nil {
		return err
	}
	return r.certain(d.ctx)
}

// singleRowFloats returns the chances of a question that is a single row.
func (d *odometer) singleRowFloats(outcomes int) []float64 {
	chances := d.chances.take(outcomes)[:outcomes]
	to, p := d.store.floats(d.chain.rows.At(0))
	for i, to := range to {
		chances[^to] = p[i]
	}
	return chances
}

func (r *result) chainFloats(d *odometer, c *chain, start int) error {
	passed, out, err := c.solveFloats(&d.runBudget, start, r.n)
	if err != nil {
		return err
	}
	r.p = out
	checkpoints := d.plan.Checkpoints()
	r.visits = make([]visits, len(checkpoints))
	for m := range checkpoints {
		r.visits[m].checkpoint = checkpoints[m].Name
	}
	for n, v := range passed {
		if m := d.nodes.At(n).checkpoint; m >= 0 {
			r.visits[m].Float += v
		}
	}
	return nil
}

func (r *result) chainFractions(d *odometer, c *chain, start int) (err error) {
	var passed []*big.Rat
	var exact fractions
	passed, exact, err = c.solveFractions(&d.runBudget, start, r.n, func(n int) int { return int(d.nodes.At(n).checkpoint) }, len(d.plan.Checkpoints()))
	r.exact = &exact
	for m, v := range passed {
		r.visits = append(r.visits, visits{d.plan.Checkpoints()[m].Name, exactly(v)})
	}
	return err
}

// certain returns an error unless the chances add up to one.
func (r *result) certain(ctx context.Context) error {
	if r.p == nil {
		return r.exact.certain(ctx, r.n)
	}
	sum := 0.0
	for _, p := range r.p {
		sum += p
	}
	if !nearlyOne(sum) {
		return fmt.Errorf("odds: the mass is %v, not 1", sum)
	}
	return nil
}

// chance returns the sum of outcomes, each times the whole number that times returns.
func (r *result) chance(times func(i int) int64) Chance {
	if r.p == nil {
		return r.exact.of(r.n, times)
	}
	sum := 0.0
	for i, p := range r.p {
		sum += p * float64(times(i))
	}
	return Chance{Float: sum}
}

// indicator returns 1 for a wanted outcome and 0 otherwise.
func indicator(wanted bool) int64 {
	if wanted {
		return 1
	}
	return 0
}

// A Dist is the exact distribution of a procedure's outcomes.
type Dist[R comparable] struct {
	Outcomes []R
	Runs     int64 // number of runs of the procedure
	States   int   // number of different states that it was played from
	result   result
}

// DistOf answers a procedure exactly. It returns a *[TooLargeError] for a question that exceeds the
// budget, the context's error if it is cancelled, and an error for a procedure that never ends or
// is not pure.
func DistOf[R comparable](ctx context.Context, p func(*rule.Umpire) R, o Options) (*Dist[R], error) {
	d := newOdometer(ctx, o)
	index := interned(d, p)
	x := &Dist[R]{}
	if err := x.result.solve(d); err != nil {
		return nil, err
	}
	x.Outcomes = intern.AppendTo(index.Index, index.outcomes.take(index.Len()))
	x.Runs, x.States = x.result.runs, x.result.states
	d.release()
	return x, nil
}

// interned sets up an odometer for a procedure and numbers its outcomes.
func interned[R comparable](d *odometer, p func(*rule.Umpire) R) *typed[R] {
	t, ok := d.index.(*typed[R])
	if !ok {
		t = &typed[R]{Index: intern.New[R]()}
		t.play = func(u *rule.Umpire) int {
			r := t.procedure(u)
			if d.plan.StoppedAt != nil {
				return 0
			}
			return intern.Intern(t.Index, &r)
		}
		d.index = t
	}
	t.procedure, d.play, d.table = p, t.play, t
	return t
}

// outcomes is a numbered set of outcomes of some type.
type outcomes interface {
	Len() int
	Reset()
}

// typed is what an odometer keeps for questions with outcomes of one type.
type typed[R comparable] struct {
	*intern.Index
	procedure func(*rule.Umpire) R
	play      func(*rule.Umpire) int
	outcomes  sliceAllocator[R]
}

// Reset removes the outcomes of the last question.
func (t *typed[R]) Reset() {
	t.Index.Reset()
	t.procedure = nil
}

// All iterates over the outcomes with their chances.
func (d *Dist[R]) All() iter.Seq2[R, Chance] {
	return func(yield func(R, Chance) bool) {
		for i, r := range d.Outcomes {
			if !yield(r, d.Chance(i)) {
				return
			}
		}
	}
}

// Int answers a procedure that returns a whole number. The lowest value comes first. Its errors are
// those of [DistOf].
func Int(ctx context.Context, p func(*rule.Umpire) int, o Options) (*IntDist, error) {
	d, err := DistOf(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return d.Numbers(func(n int) int { return n }), nil
}

// Chance returns the chance of an outcome by its index in Outcomes.
func (d *Dist[R]) Chance(i int) Chance { return d.result.total([]int{i}) }

// P returns the chance of the outcomes for which wanted is true.
func (d *Dist[R]) P(wanted func(R) bool) Chance {
	return d.result.chance(func(i int) int64 { return indicator(wanted(d.Outcomes[i])) })
}

// Numbers returns the distribution of a number that is computed from the outcome.
func (d *Dist[R]) Numbers(of func(R) int) *IntDist {
	return d.result.numbers(func(i int) int { return of(d.Outcomes[i]) }, nil)
}

// Visits returns the expected number of visits of a checkpoint. If each round begins with the
// checkpoint, that is the expected number of rounds.
func (d *Dist[R]) Visits(checkpoint string) Chance {
	for _, v := range d.result.visits {
		if v.checkpoint == checkpoint {
			return v.Chance
		}
	}
	return Chance{}
}

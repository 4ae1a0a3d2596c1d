package odds

import (
	"context"
	"errors"

	"loophole/rule"
)

// A SubrollSolver computes distributions for a source that draws from them: of pools, and of
// subrolls. The source's own umpire plays a subroll while the SubrollSolver answers its
// questions. It is not safe for concurrent use.
type SubrollSolver struct{ d *odometer }

// PoolDist is a distribution that a SubrollSolver computed.
type PoolDist poolDist

// All returns the values with their chances. The caller must not change them.
func (r *PoolDist) All() (values []int, chances []float64) { return r.values, r.p }

// ErrTooExpensive is the error for a distribution that exceeds the budget of a SubrollSolver.
var ErrTooExpensive = errors.New("odds: too expensive to compute")

// subrollRuns is the budget of one distribution, in runs. They take some milliseconds.
const subrollRuns = 1 << 16

// NewSubrollSolver returns a solver without results.
func NewSubrollSolver() *SubrollSolver {
	return &SubrollSolver{newOdometer(context.Background(), Options{Floats: true, Budget: subrollRuns})}
}

// Pool returns the distribution of the results of a pool.
func (t *SubrollSolver) Pool(p rule.Pool) (*PoolDist, error) {
	pay := runBudget{ctx: t.d.ctx, budget: subrollRuns}
	r, err := cachedPoolDist(p, false, &pay)
	return (*PoolDist)(r), tooExpensive(err)
}

func tooExpensive(err error) error {
	var large *TooLargeError
	if errors.As(err, &large) {
		return ErrTooExpensive
	}
	return err
}

// Roll answers a question of the subroll that is being played.
func (t *SubrollSolver) Roll(r rule.Roll) (int, []uint8, error) { return t.d.Roll(r) }

// Replayed repeats the answer of a subroll within a subroll on the current path.
func (t *SubrollSolver) Replayed() (value int, ok bool) { return t.d.Replayed() }

// Answer answers a subroll within a subroll.
func (t *SubrollSolver) Answer(r *PoolDist) (int, error) {
	v, _, err := t.d.push((*poolDist)(r), subrollQuestion)
	return v, err
}

// Subroll plays a subroll. After an error the current path is unchanged.
func (t *SubrollSolver) Subroll(name string, play func() int) (*PoolDist, error) {
	d := t.d
	base, depth, inside, subrolling := d.base, d.depth, d.plan.Ignoring, d.subrolling
	// Each distribution has a budget of its own, so that the limit does not depend on distributions
	// before it or around it.
	runs, steps, start, paid, held, check, next := d.runs, d.steps, d.rowStart, d.runBudget, d.held, d.checkAt, d.estimateNext
	defer func() {
		d.runs, d.steps, d.rowStart, d.runBudget, d.held, d.checkAt, d.estimateNext = runs, steps, start, paid, held, check, next
	}()
	t.allow()
	var r *poolDist
	var err error
	if stopped := rule.Catch(func() { r, err = d.distribution(name, play) }); stopped != nil {
		err = stopped
	}
	if err != nil {
		d.base, d.depth, d.plan.Ignoring, d.subrolling = base, depth, inside, subrolling
		d.frames, d.plan.Values, d.plan.At = d.frames[:depth], d.plan.Values[:depth], depth
	}
	return (*PoolDist)(r), tooExpensive(err)
}

// allow begins a new budget.
func (t *SubrollSolver) allow() {
	d := t.d
	d.runs, d.steps, d.rowStart, d.spent, d.polledAt, d.held = 0, 0, 0, 0, 0, 0
	d.checkAt, d.estimateNext = checkEvery, subrollRuns
}

// Sum returns the distribution of the sum of n values.
func (t *SubrollSolver) Sum(one *PoolDist, n int) (*PoolDist, error) {
	pay := runBudget{ctx: t.d.ctx, budget: subrollRuns}
	r, err := (*poolDist)(one).times(n, false, &pay)
	return (*PoolDist)(r), tooExpensive(err)
}

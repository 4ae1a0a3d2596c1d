package odds

import (
	"context"
	"errors"
	"time"

	"loophole/rule"
)

// A Cost is what the exact answer to a question takes, as far as it is known
// before it is paid.
type Cost struct {
	Runs   float64 // of the procedure
	States float64 // that it is played from
	// Solution is what solving the chain of states takes besides, in runs of the
	// same cost.
	Solution float64
	// Known says that the runs were counted to the last. Otherwise they are an
	// estimate, of what the states seen so far lead to: it may take more.
	Known bool
	Each  time.Duration // that a run took here, on average
}

// Total is what the budget is held against.
func (c Cost) Total() float64 { return c.Runs + c.Solution }

// Time is how long it takes here.
func (c Cost) Time() time.Duration { return time.Duration(c.Total() * float64(c.Each)) }

// costRuns is how many runs an estimate plays at most: some milliseconds.
const costRuns = 1 << 15

// EstimateCost tells what a question takes by playing a part of it: all of a small
// question, whose cost it then knows, and of a large one as many paths and
// states as a few milliseconds allow. Errors are those of [DistOf], except that no
// question is too large for it.
func EstimateCost(ctx context.Context, q *rule.Question, o Options) (Cost, error) {
	w := q.EventRunner()
	d := newOdometer(ctx, o)
	d.play, d.budget = w.Play, costRuns
	began := time.Now()
	chain, err := d.compile()
	var large *TooLargeError
	switch {
	case err == nil:
		c := Cost{Runs: float64(d.runs), States: float64(d.nodes.Len()), Known: true, Each: each(began, d.runs)}
		c.Solution = d.solution(chain, w.Len()) / wordsPerRun
		d.release()
		return c, ctx.Err()
	case errors.As(err, &large):
		return Cost{Runs: large.Runs, States: float64(d.nodes.Len()), Each: each(began, d.runs)}, ctx.Err()
	}
	return Cost{}, err
}

// solution is how many operations on words solving a chain takes, where that
// matters.
func (d *odometer) solution(c *chain, outcomes int) float64 {
	marks := len(d.course.Stages())
	if d.exact && c.rows.Len() > 1 && (c.repeats() || c.rows.Len() > fewStates) {
		s := c.system(d.ctx, func(n int) int { return int(d.nodes.At(n).mark) })
		return s.cost(s.primes(), outcomes+marks)
	}
	words := 0.0
	for g := range c.order.len() {
		if n := len(c.order.at(g)); n > 1 {
			words += cube(n)
		}
	}
	return words
}

func each(began time.Time, runs int64) time.Duration {
	return max(1, time.Since(began)/time.Duration(max(1, runs)))
}

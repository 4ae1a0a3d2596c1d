package odds

import (
	"context"
	"errors"
	"time"

	"loophole/rule"
)

// A Cost is the cost of an exact answer, as far as it is known in advance.
type Cost struct {
	Runs   float64 // runs of the procedure
	States float64 // states that it is played from
	// Solution is the cost of solving the chain of states, in runs.
	Solution float64
	// Known reports that all runs were counted. Otherwise they are an estimate from the states seen
	// so far, and the true cost may be higher.
	Known bool
	Each  time.Duration // mean time of a run on this machine
}

// Total returns the number that the budget limits, in runs.
func (c Cost) Total() float64 { return c.Runs + c.Solution }

// Time returns the expected time on this machine.
func (c Cost) Time() time.Duration { return time.Duration(c.Total() * float64(c.Each)) }

// costRuns is the largest number of runs of an estimate. They take some milliseconds.
const costRuns = 1 << 15

// EstimateCost estimates the cost of a question by playing a part of it. It plays a small question
// completely and so knows its cost. Of a large one it plays as many paths and states as a few
// milliseconds allow. Errors are those of [DistOf], except that no question is too large.
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
		return Cost{Runs: max(large.Runs, float64(d.runs)), States: float64(d.nodes.Len()), Each: each(began, d.runs)}, ctx.Err()
	}
	return Cost{}, err
}

// solution returns the cost of solving a chain in operations on words, if it matters.
func (d *odometer) solution(c *chain, outcomes int) float64 {
	checkpoints := len(d.plan.Checkpoints())
	if d.exact && c.rows.Len() > 1 && (c.repeats() || c.rows.Len() > fewStates) {
		s := c.system(d.ctx, func(n int) int { return int(d.nodes.At(n).checkpoint) })
		return s.cost(s.primes(), outcomes+checkpoints)
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

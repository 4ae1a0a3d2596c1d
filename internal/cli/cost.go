package cli

import (
	"context"
	"fmt"
	"math"
	"time"

	"loophole/internal/format"
	"loophole/internal/wire"
	"loophole/odds"
)

// cost prints how much work an exact answer takes, without computing it.
func (c *console) cost(ctx context.Context, q *checkedQuestion, f *oddsFlags) error {
	x, err := odds.EstimateCost(ctx, q.Question, odds.Options{Floats: f.floats, Budget: f.budget})
	if err != nil {
		return solverError(err)
	}
	allowed := x.Total() <= float64(f.budget)
	if f.json {
		return c.json(wire.CostOf(q.Question, x, f.budget))
	}
	p := c.page()
	p.Line("%s", q.String())
	size := fmt.Sprintf("%s of the procedure from %s", many(x.Runs, "runs"), many(x.States, "states"))
	if x.Known {
		p.Text(2, fmt.Sprintf("an exact answer takes %s: about %s here", size, about(x.Time())))
	} else {
		p.Text(2, fmt.Sprintf("an exact answer takes at least %s (an estimate): about %s here", size, about(x.Time())))
	}
	if x.Solution >= 1 {
		p.Text(2, fmt.Sprintf("solving the chain of states takes as much as %s more", many(math.Round(x.Solution), "runs")))
	}
	verdict := "this question is within it"
	if !allowed {
		verdict = "this question exceeds it: raise it with --budget, or use " + program + " sim"
	}
	p.Text(2, fmt.Sprintf("the budget is %s; %s", many(float64(f.budget), "runs"), verdict))
	return p.Flush()
}

// many returns a number with its noun: "1 000 runs". Numbers above 1e18 are shown as 1e18.
func many(n float64, what string) string {
	whole := int64(min(n, 1e18))
	return format.Count(whole) + " " + format.Noun(whole, what)
}

// about rounds a time to one digit, because estimates are no better than that.
func about(d time.Duration) string {
	unit := time.Duration(1)
	for unit*10 <= d {
		unit *= 10
	}
	return d.Round(unit).String()
}

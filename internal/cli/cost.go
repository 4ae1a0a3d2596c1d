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

// cost says what an exact answer would take, and does not answer.
func (c *console) cost(ctx context.Context, q *checkedQuestion, f *oddsFlags) error {
	x, err := odds.EstimateCost(ctx, q.Question, odds.Options{Floats: f.floats, Budget: f.budget})
	if err != nil {
		return engine(err)
	}
	allowed := x.Total() <= float64(f.budget)
	if f.json {
		return c.json(wire.CostOf(q.Question, x, f.budget))
	}
	p := c.page()
	p.Line("%s", q.String())
	size := fmt.Sprintf("%s of the procedure from %s", many(x.Runs, "runs"), many(x.States, "states"))
	if x.Known {
		p.Line("  an exact answer takes %s: %s here", size, about(x.Time()))
	} else {
		p.Line("  an exact answer takes %s or more, by an estimate: %s here", size, about(x.Time()))
	}
	if x.Solution >= 1 {
		p.Line("  solving the chain of states takes as much as %s more", many(math.Round(x.Solution), "runs"))
	}
	verdict := "that is allowed"
	switch {
	case !allowed:
		verdict = "that is refused: ask for trials, or raise the budget"
	case !x.Known:
		verdict = "so much is allowed"
	}
	p.Line("  the budget is %s; %s", many(float64(f.budget), "runs"), verdict)
	return p.Flush()
}

// many is a count of what may be many.
func many(n float64, what string) string {
	whole := int64(min(n, 1e18))
	return format.Count(whole) + " " + format.Noun(whole, what)
}

// about rounds a time to one digit, which is as well as it is known.
func about(d time.Duration) string {
	unit := time.Duration(1)
	for unit*10 <= d {
		unit *= 10
	}
	return "some " + d.Round(unit).String()
}

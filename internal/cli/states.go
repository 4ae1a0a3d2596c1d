package cli

import (
	"context"
	"strings"

	"loophole/internal/format"
	"loophole/odds"
)

// mostStates is how many states of a round --states lists.
const mostStates = 5000

// states lists the states at which an answer can begin.
func (c *console) states(ctx context.Context, q *checkedQuestion, f *oddsFlags) error {
	k, err := odds.NewSolver(ctx, q.Question, odds.Options{Floats: true, Budget: f.budget, Unexplained: true})
	if err != nil {
		return tooLarge(err, q)
	}
	defer k.Close()
	p := c.page()
	p.Line("%s", q.String())
	if len(k.Answer.Rounds) == 0 {
		p.Line("  this %s has no rounds", q.Procedure.Name)
	}
	for _, checkpoint := range k.Answer.Rounds {
		all, err := k.States(ctx, checkpoint)
		if err != nil {
			return tooLarge(err, q)
		}
		listStates(p, all, len(k.Answer.Rounds) > 1)
	}
	return p.Flush()
}

// listStates prints the keys of the states of a round, then each state as --from takes it.
func listStates(p *format.Page, all *odds.StateTable, several bool) {
	p.Gap()
	p.Head("At the beginning of a %s: %s", all.Checkpoint, many(float64(len(all.Values)), "states"))
	keys := format.Columns{Paint: map[int]string{1: "faint"}}
	for _, k := range all.Keys {
		keys.Add(k.Path, k.Doc)
	}
	p.Columns(&keys)
	for i, values := range all.Values {
		if i == mostStates {
			p.Line("  … and %d more", len(all.Values)-i)
			break
		}
		var words []string
		if several {
			words = append(words, all.Checkpoint)
		}
		for k, v := range values {
			words = append(words, all.Keys[k].Path+"="+v)
		}
		p.Line("  %s", strings.Join(words, " "))
	}
}

package cli

import (
	"context"
	"strings"

	"loophole/internal/format"
	"loophole/odds"
)

// mostStates bounds the states of a round that are listed.
const mostStates = 5000

// states lists where a question can be taken up.
func (c *console) states(ctx context.Context, q *checkedQuestion, f *oddsFlags) error {
	k, err := odds.NewSolver(ctx, q.Question, odds.Options{Floats: true, Budget: f.budget})
	if err != nil {
		return tooLarge(err, q)
	}
	defer k.Close()
	p := c.page()
	p.Line("%s", q.String())
	if len(k.Answer.Rounds) == 0 {
		p.Line("  this %s is not played in rounds", q.Procedure.Name)
	}
	for _, mark := range k.Answer.Rounds {
		all, err := k.States(ctx, mark)
		if err != nil {
			return tooLarge(err, q)
		}
		standings(p, all, len(k.Answer.Rounds) > 1)
	}
	return p.Flush()
}

// standings writes the states of a round: what tells them apart, and then each in
// the words that --from takes.
func standings(p *format.Page, all *odds.StateTable, several bool) {
	p.Gap()
	p.Head("At the beginning of a %s: %s", all.Mark, many(float64(len(all.Values)), "states"))
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
			words = append(words, all.Mark)
		}
		for k, v := range values {
			words = append(words, all.Keys[k].Path+"="+v)
		}
		p.Line("  %s", strings.Join(words, " "))
	}
}

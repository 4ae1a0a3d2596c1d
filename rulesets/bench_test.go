package rulesets_test

import (
	"context"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/sim"
)

// BenchmarkQuestion asks the largest example of every procedure of every
// rulebook, exactly and by trials, from units by name to the chances of all
// events. The exact answers report how often the procedure was played, and from
// how many states.
func BenchmarkQuestion(b *testing.B) {
	for _, r := range rulesets.All {
		for _, p := range r.Procedures {
			q, runs, states := largest(b, p)
			if runs <= 1 {
				continue // no dice
			}
			b.Run(r.ID+"/"+p.Name+"/exact", func(b *testing.B) {
				for b.Loop() {
					if _, err := odds.Chances(context.Background(), q, odds.Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(runs), "runs")
				b.ReportMetric(float64(states), "states")
			})
			b.Run(r.ID+"/"+p.Name+"/trial", func(b *testing.B) {
				player := q.Player()
				u := rule.NewUmpire(sim.NewSampler(1, 0, nil), nil)
				for b.Loop() {
					player.Play(u)
				}
			})
		}
	}
}

// largest is the example of a procedure that takes the most runs.
func largest(b *testing.B, p *rule.Procedure) (q *rule.Question, runs int64, states int) {
	for _, e := range p.Examples {
		settings, err := rule.ParseWords(strings.Fields(e.Words))
		if err != nil {
			b.Fatal(err)
		}
		x, err := p.Ask(nil, settings)
		if err != nil {
			b.Fatal(err)
		}
		if x.Legal(nil) != nil {
			continue
		}
		odds.Forget()
		a, err := odds.Ask(context.Background(), x, odds.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if a.Runs > runs {
			q, runs, states = x, a.Runs, a.States
		}
	}
	return q, runs, states
}

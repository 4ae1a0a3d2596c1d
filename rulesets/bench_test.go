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

// BenchmarkQuestion solves the largest example of every procedure of every ruleset, and some
// larger questions, exactly and by trials, from units by name to the chances of all events: with
// empty caches, and after a question of the same kind. The exact answers report the numbers of
// runs and states.
func BenchmarkQuestion(b *testing.B) {
	for _, r := range rulesets.All {
		for _, p := range r.Procedures {
			benchmark(b, r.ID+"/"+p.Name, largest(b, p))
		}
	}
	for _, l := range larger {
		benchmark(b, l.title(), l.question(b))
	}
}

// A named question is a question with a name of its own.
type named struct{ rulebook, procedure, name, words string }

func (n named) title() string { return n.rulebook + "/" + n.procedure + ", " + n.name }

func (n named) question(b *testing.B) *rule.Question {
	r, err := rulesets.Find(n.rulebook)
	if err != nil {
		b.Fatal(err)
	}
	p, err := r.Procedure(n.procedure)
	if err != nil {
		b.Fatal(err)
	}
	return question(b, p, n.words)
}

// larger questions take longer than any example.
var larger = []named{
	{"d20skirmish", "assault", "six rooms", "rooms=2,2,2,2,2,2 rooms.1.defenders=2 rooms.2.defenders=2 rooms.3.defenders=2 rooms.4.defenders=2 rooms.5.defenders=2 rooms.6.defenders=2"},
	{"d20skirmish", "melee", "ten against ten", "attackers=10 defenders=10"},
	{"d20skirmish", "melee", "ten against ten with helmets", "attackers=10 defenders=10 attackers-helmet=8 defenders-helmet=8"},
	{"oldworld", "siege", "twenty against twenty", "attackers.models=20 garrison.models=20 turns=8"},
	{"oldworld", "siege", "twenty against twenty to the end", "attackers.models=20 garrison.models=20 turns=0"},
	{"oldworld", "siege", "twenty archers", "attackers.models=20 garrison=elven-archers garrison.models=20 turns=8 with=longbow fire=yes stand-and-shoot=yes"},
}

// benchmark solves one question in each way.
func benchmark(b *testing.B, name string, q *rule.Question) {
	odds.ClearCaches()
	a, err := odds.Solve(context.Background(), q, odds.Options{Floats: true})
	if err != nil {
		b.Fatal(err)
	}
	if a.Runs <= 1 {
		return // no dice
	}
	exact := func(b *testing.B) {
		if _, err := odds.Chances(context.Background(), q, odds.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.Run(name+"/first", func(b *testing.B) {
		for b.Loop() {
			odds.ClearCaches()
			exact(b)
		}
		b.ReportMetric(float64(a.Runs), "runs")
		b.ReportMetric(float64(a.States), "states")
	})
	b.Run(name+"/again", func(b *testing.B) {
		exact(b)
		for b.Loop() {
			exact(b)
		}
	})
	b.Run(name+"/trial", func(b *testing.B) {
		player := q.OutcomeRunner()
		u := rule.NewUmpire(sim.NewSampler(1, 0, nil), nil)
		for b.Loop() {
			player.Play(u)
		}
	})
}

// question makes a question from words.
func question(b *testing.B, p *rule.Procedure, words string) *rule.Question {
	settings, err := rule.ParseWords(strings.Fields(words))
	if err != nil {
		b.Fatal(err)
	}
	q, err := p.NewQuestion(nil, settings)
	if err != nil {
		b.Fatal(err)
	}
	return q
}

// largest returns the example of a procedure that takes the most runs.
func largest(b *testing.B, p *rule.Procedure) (q *rule.Question) {
	most := int64(-1)
	for _, e := range p.Examples {
		x := question(b, p, e.Settings)
		if x.Legal(nil) != nil {
			continue
		}
		odds.ClearCaches()
		a, err := odds.Solve(context.Background(), x, odds.Options{Floats: true})
		if err != nil {
			b.Fatal(err)
		}
		if a.Runs > most {
			q, most = x, a.Runs
		}
	}
	return q
}

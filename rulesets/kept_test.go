package rulesets_test

import (
	"context"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// reusedQuestions are the questions by which reuse of a solver is measured.
var reusedQuestions = []named{
	{"lasergrenadiers", "breach", "twelve turns", "turns=12"},
	{"konflikt47", "assault", "ten a side", ""},
	{"d20skirmish", "melee", "two against two", "attackers=2 defenders=2"},
	{"d20skirmish", "melee", "ten against ten", "attackers=10 defenders=10"},
	{"d20skirmish", "melee", "ten against ten with helmets", "attackers=10 defenders=10 attackers-helmet=8 defenders-helmet=8"},
	{"oldworld", "siege", "twenty against twenty to the end", "attackers.models=20 garrison.models=20 turns=0"},
}

// followedRounds is the number of rounds to follow.
const followedRounds = 8

// BenchmarkKept asks a solver for more: the odds from another state, for eight rounds, and for
// another event and fewer rounds than before. Kept solves the whole question, for comparison.
func BenchmarkKept(b *testing.B) {
	for _, x := range reusedQuestions {
		q := x.question(b)
		b.Run(x.title()+"/floats", func(b *testing.B) { again(b, q, odds.Options{Floats: true}) })
		b.Run(x.title()+"/fractions", func(b *testing.B) { again(b, q, odds.Options{}) })
	}
}

func again(b *testing.B, q *rule.Question, o odds.Options) {
	ctx := context.Background()
	k, err := odds.NewSolver(ctx, q, o)
	if err != nil {
		b.Fatal(err)
	}
	defer k.Close()
	mark := k.Answer.Rounds[0]
	all, err := k.States(ctx, mark)
	if err != nil {
		b.Fatal(err)
	}
	var events []int
	for e := range k.Answer.Events {
		events = append(events, e)
	}
	n := 0
	from := func(b *testing.B) *odds.Solver {
		n++
		here, err := k.FromStateNumber(ctx, mark, n%len(all.Values))
		if err != nil {
			b.Fatal(err)
		}
		return here
	}
	within := func(b *testing.B, here *odds.Solver, rounds int, events []int) {
		if _, err := here.ByRound(ctx, rounds, events); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			other, err := odds.NewSolver(ctx, q, o)
			if err != nil {
				b.Fatal(err)
			}
			other.Close()
		}
		if x := k.Answer.Events[0].Exact; x != nil {
			b.ReportMetric(float64(len(x.Denom().String())), "digits")
		}
	})
	b.Run("state", func(b *testing.B) {
		for b.Loop() {
			from(b)
		}
	})
	b.Run("rounds", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			here := from(b)
			b.StartTimer()
			within(b, here, followedRounds, events)
		}
	})
	b.Run("found", func(b *testing.B) {
		here := from(b)
		within(b, here, followedRounds, events)
		for b.Loop() {
			within(b, here, followedRounds-1, events[:1])
		}
	})
}

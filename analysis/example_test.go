package analysis_test

import (
	"context"
	"fmt"
	"log"

	"loophole/analysis"
	"loophole/dice"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/rulesets"
	"loophole/scenario"
)

// A game of two policies: its result is what both sides gave up, and luck.
func ExampleAnalyse() {
	g, err := rulesets.Game("tideofiron")
	if err != nil {
		log.Fatal(err)
	}
	f, err := scenario.Open(g, "stairs", nil)
	if err != nil {
		log.Fatal(err)
	}
	h, err := match.NewHeader(f, "example", [2]string{"one", "two"}, record.ProgramDice(1))
	if err != nil {
		log.Fatal(err)
	}
	m, err := match.New(f, h, nil)
	if err != nil {
		log.Fatal(err)
	}
	random, rng := dice.NewRandom(1), policy.NewRand(1, 0, 0)
	for !m.Status().Over {
		a, err := policy.NextAction(policy.Cautious(), f, m.Position(), rng)
		if err == nil {
			err = m.Play(a, random)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	r, err := analysis.Analyse(context.Background(), m, analysis.Options{Models: &policy.Models})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.Verdict(r.Status))
	fmt.Println("actions:", len(r.Steps))
	fmt.Println("the luck of one side is the bad luck of the other:", r.Sides[0].Luck == -r.Sides[1].Luck)
	// Output:
	// the German side wins: the last round is over, and the objective is not clear
	// actions: 17
	// the luck of one side is the bad luck of the other: true
}

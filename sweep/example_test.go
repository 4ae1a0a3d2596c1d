package sweep_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"loophole/scenario"
	"loophole/sweep"
)

// Two machines compute a half each, and the halves are merged.
func ExampleMerge() {
	const file = `
format: 1
games: 30
shard: 5
policies: [[random, random]]
scenarios: [{scenario: arnhem, ruleset: d20skirmish, vary: ["setup.rounds=3..4"]}]
questions: [{ruleset: d20skirmish, procedure: morale, set: [lost=1]}]
`
	p, err := sweep.Read("example.yaml", strings.NewReader(file), scenario.Find, "example")
	if err != nil {
		log.Fatal(err)
	}
	all := p.Result()
	for part := 1; part <= 2; part++ {
		r, err := p.Run(context.Background(), p.Result(), sweep.Options{Part: part, Parts: 2})
		if err != nil {
			log.Fatal(err)
		}
		if all, err = sweep.Merge(all, r); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("complete:", all.Complete)
	for i := range all.Cells[:2] {
		fmt.Println(all.Cells[i].Label(), all.Cells[i].Total.Games, "games")
	}
	fmt.Println(all.Cells[2].Label(), all.Cells[2].Answer.Events[0])
	// Output:
	// complete: true
	// d20skirmish arnhem, random v random setup.rounds=3 30 games
	// d20skirmish arnhem, random v random setup.rounds=4 30 games
	// d20skirmish morale {firm 9/20}
}

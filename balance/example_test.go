package balance_test

import (
	"context"
	"fmt"
	"log"

	"loophole/balance"
	"loophole/rulesets"
	"loophole/scenario"
)

// The score of the first side for two lengths of a scenario: the side that must hold out does better
// in a shorter game.
func ExampleVary() {
	g, err := rulesets.Game("d20skirmish")
	if err != nil {
		log.Fatal(err)
	}
	s, err := scenario.Find("d20skirmish", "arnhem")
	if err != nil {
		log.Fatal(err)
	}
	axis, err := balance.ParseAxis("setup.rounds=3..4")
	if err != nil {
		log.Fatal(err)
	}
	players := [2]string{"cautious", "cautious"}
	t, err := balance.Vary(context.Background(), &balance.Base{Game: g, Scenario: s}, []balance.Axis{axis},
		players, balance.Options{Games: 40, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range t.Cells {
		fmt.Printf("%s rounds: %s %.0f %%\n", c.Values[0], t.Sides[0], 100*c.Score.Best().Mean)
	}
	// Output:
	// 3 rounds: British 83 %
	// 4 rounds: British 56 %
}

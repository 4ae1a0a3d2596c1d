package rulesets_test

import (
	"context"
	"fmt"

	"loophole/odds"
	"loophole/rulesets"
)

// The effect of an sIG 33b and a Panzer III on a house, as an exact fraction.
func ExampleFind() {
	rules, err := rulesets.Find("tideofiron")
	if err != nil {
		fmt.Println(err)
		return
	}
	question, err := rules.Ask("attack", "lead=sig-33b", "lead.distance=3", "support=panzer-iii", "level=1", "hexes=2", "squads=4")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := odds.Solve(context.Background(), question, odds.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"weakened", "destroyed"} {
		chance, _ := answer.Event(name)
		fmt.Printf("%s: %v, or %.4f\n", name, chance, chance)
	}
	_, err = rulesets.Find("tide-of-iron")
	fmt.Println(err)
	// Output:
	// weakened: 169455104/387420489, or 0.4374
	// destroyed: 8840009/387420489, or 0.0228
	// unknown rulebook "tide-of-iron"; did you mean tideofiron?
}

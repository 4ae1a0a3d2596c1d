package policy_test

import (
	"context"
	"fmt"

	"loophole/odds"
	"loophole/policy"
	"loophole/rulesets"
	"loophole/scenario"
)

// The exact chances of the events of an action.
func ExampleOdds() {
	g, err := rulesets.Game("tideofiron")
	if err != nil {
		fmt.Println(err)
		return
	}
	instance, err := scenario.Open(g, "worked", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	legal, err := instance.Legal(instance.Start)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range legal {
		if _, _, fires := instance.FireLine(instance.Start, a); !fires {
			continue
		}
		x, err := policy.Odds(context.Background(), instance, instance.Start, a, odds.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(instance.FormatAction(a))
		for _, e := range x.Events {
			if e.Chance.Float > 0 {
				fmt.Printf("  %s: %v, or %.3f\n", instance.Game.Events[e.Event].Name, e.Chance, e.Chance)
			}
		}
		break
	}
	// Output:
	// fire sig-33b at squad-a normal
	//   casualty: 13185643/14348907, or 0.919
	//   casualties-2: 11375467/14348907, or 0.793
	//   target-lost: 1844089/4782969, or 0.386
}

// Two opponents play a hundred games; the same seed gives the same games anywhere.
func ExamplePlaySeries() {
	g, err := rulesets.Game("tideofiron")
	if err != nil {
		fmt.Println(err)
		return
	}
	instance, err := scenario.Open(g, "worked", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	random := func() policy.Policy { return &policy.Random{} }
	careful := func() policy.Policy { return policy.Cautious() }
	x, err := policy.PlaySeries(context.Background(), instance, [2]func() policy.Policy{careful, random},
		policy.Options{Games: 100, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	share, stdErr := x.WinRate(0)
	fmt.Printf("%s: %.2f ± %.2f of %d games\n", instance.Sides[0], share, stdErr, x.Games)
	// Output:
	// German: 0.67 ± 0.05 of 100 games
}

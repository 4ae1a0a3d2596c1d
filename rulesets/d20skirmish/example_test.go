package d20skirmish_test

import (
	"context"
	"fmt"

	"loophole/odds"
	"loophole/rulesets/d20skirmish"
)

// A grenade among two defenders takes each out of action with a chance of 2/5.
func Example() {
	question, err := d20skirmish.Rules.Ask("grenade", "defenders=2")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := odds.Solve(context.Background(), question, odds.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"room-empty", "casualty"} {
		chance, _ := answer.Event(name)
		fmt.Printf("%s: %v\n", name, chance)
	}
	// Output:
	// room-empty: 4/25
	// casualty: 16/25
}

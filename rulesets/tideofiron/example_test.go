package tideofiron_test

import (
	"context"
	"fmt"

	"loophole/odds"
	"loophole/rulesets/tideofiron"
)

// A StuG fires at an empty ground floor: 7 dice hit on 5+, 3 dice block on 5+. Six net hits
// destroy the hex, and three weaken it.
func Example() {
	question, err := tideofiron.Rules.Ask("attack", "lead=stug-iii", "lead.distance=6", "level=0")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := odds.Solve(context.Background(), question, odds.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"destroyed", "weakened"} {
		chance, _ := answer.Event(name)
		fmt.Printf("%s: %v\n", name, chance)
	}
	// Output:
	// destroyed: 44/19683
	// weakened: 1393/6561
}

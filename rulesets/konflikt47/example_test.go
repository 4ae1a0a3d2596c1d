package konflikt47_test

import (
	"context"
	"fmt"

	"loophole/odds"
	"loophole/rulesets/konflikt47"
)

// A heavy machine gun fires down at a truck: each of 3 dice hits on 3+ and penetrates on 5+, that is with
// 2/9. One at least does with 1-(7/9)^3.
func Example() {
	question, err := konflikt47.Rules.Ask("shoot-from", "unit=hmg-team", "floor=1", "weapons=hmg", "weapons.1.opening=window",
		"targets=0", "targets.1.unit=truck", "targets.1.distance=12")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := odds.Solve(context.Background(), question, odds.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"first-destroyed"} {
		chance, _ := answer.Event(name)
		fmt.Printf("%s: %v\n", name, chance)
	}
	// Output:
	// first-destroyed: 386/729
}

package lasergrenadiers_test

import (
	"context"
	"fmt"

	"loophole/odds"
	"loophole/rulesets/lasergrenadiers"
)

// A howitzer fires at brick: 9 of 10 faces hit, and then 7 of 10 penetrate.
func Example() {
	question, err := lasergrenadiers.Rules.Ask("fire", "weapon=howitzer", "wall=brick")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := odds.Solve(context.Background(), question, odds.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"penetrated"} {
		chance, _ := answer.Event(name)
		fmt.Printf("%s: %v\n", name, chance)
	}
	// Output:
	// penetrated: 63/100
}

package oldworld_test

import (
	"context"
	"fmt"

	"loophole/odds"
	"loophole/rulesets/oldworld"
)

// A mortar lands over four men. Each is lost with 1/3 · 1/3 = 1/9: hit on 5+, wounded on 5+, no save.
// At least one falls with 1-(8/9)^4.
func Example() {
	question, err := oldworld.Rules.Ask("template", "engine=mortar", "garrison=state-troops", "garrison.models=4")
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := odds.Solve(context.Background(), question, odds.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"casualty", "fleeing"} {
		chance, _ := answer.Event(name)
		fmt.Printf("%s: %v\n", name, chance)
	}
	// Output:
	// casualty: 2465/6561
	// fleeing: 520/19683
}

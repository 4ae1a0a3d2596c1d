package solve_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"loophole/rulesets"
	"loophole/scenario"
	"loophole/solve"
)

// A fight of one round: the chance of the attackers if both sides play their best, and their
// first action.
func ExampleSolve() {
	file, err := os.Open("testdata/room.yaml")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	b, err := scenario.Read("room.yaml", file)
	if err != nil {
		log.Fatal(err)
	}
	g, err := rulesets.Game(b.Ruleset)
	if err != nil {
		log.Fatal(err)
	}
	instance, err := scenario.NewInstance(g, b, nil)
	if err != nil {
		log.Fatal(err)
	}
	s, err := solve.Solve(context.Background(), instance, instance.Start, solve.Options{})
	if err != nil {
		log.Fatal(err)
	}
	actions, err := s.Actions(instance.Start)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %.4f\n", instance.Sides[0], s.Start().Low)
	fmt.Println(instance.FormatAction(actions[0].Action))
	// Output:
	// British: 0.0773
	// fire alpha at gustav
}

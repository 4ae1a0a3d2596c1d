package scenario_test

import (
	"fmt"
	"strings"

	"loophole/scenario"
)

// Every bundled scenario of a rulebook can be listed and opened by its name.
func ExampleForRuleset() {
	for _, s := range scenario.ForRuleset("tideofiron") {
		fmt.Printf("%s: %s, %d minutes\n", s.Name, s.Title, s.Minutes)
	}
	_, err := scenario.Find("tideofiron", "blok")
	fmt.Println(err)
	// Output:
	// ambush: The ambush, 30 minutes
	// barrage: The barrage, 25 minutes
	// block: The block, 60 minutes
	// crossroads: The crossroads, 35 minutes
	// row: The weakened row, 20 minutes
	// stairs: The stairs, 30 minutes
	// strongpoint: The strongpoint, 25 minutes
	// worked: The worked example, 20 minutes
	// scenario: tideofiron: unknown scenario "blok"; did you mean block?
}

// A faulty file is rejected with the line and the remedy.
func ExampleRead() {
	_, err := scenario.Read("farm.yaml", strings.NewReader("format: 1\nruleset: konflikt47\nnmae: farm\n"))
	fmt.Println(err)
	// Output:
	// farm.yaml:3:1: unknown key "nmae"; did you mean name?
}

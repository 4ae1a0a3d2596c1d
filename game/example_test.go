package game_test

import (
	"fmt"

	"loophole/dice"
	"loophole/game"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// An action is a typed line. A misspelt or illegal action is an error with its reason. A legal
// action leads to another position.
func ExampleInstance_Play() {
	g, err := rulesets.Game("tideofiron")
	if err != nil {
		fmt.Println(err)
		return
	}
	instance, err := scenario.Open(g, "worked", nil) // nil: the published rules
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range []string{
		"fier sig-33b at squad-a normal",
		"fire squad-a at sig-33b normal",
		"fire sig-33b at squad-a normal with panzer-iii",
	} {
		action, err := instance.ParseAction(line)
		if err != nil {
			fmt.Println(err)
			continue
		}
		var rec rule.Record
		after, err := instance.Play(instance.Start, action, dice.NewRandom(1), &rec)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(instance.Did(action, instance.Start, after))
		for _, e := range rec.Entries {
			if e.Kind == rule.Rolled {
				fmt.Println(" ", e)
			}
		}
	}
	// Output:
	// game: no action begins with "fier"; did you mean fire?
	// the rules do not allow this:
	//   squad-a is on the Soviet side, but it is the action turn of the German side [host.turns]
	// The sIG 33b fired at Squad A, with the Panzer III in support
	//   attack dice: the German side rolls 17D6 count 5+ → 5 4 2 1 3 2 4 2 6 5 4 4 4 5 3 5 4 = 5 successes [target.squad]
	//   cover dice of the squad: the Soviet side rolls 3D6 count 5+ → 3 4 2 = 0 successes [host.cover]
}

// Init places each squad of a scenario. A squad whose square does not exist is a fault with its place,
// and the others are placed all the same.
func ExampleSetUp() {
	squares := []string{"farm", "hedge"}
	squads := []struct{ name, at string }{{"first", "farm"}, {"second", "hegde"}, {"third", "hedge"}}
	err := game.SetUp("squads", "squad", len(squads), func(i int) string { return squads[i].name }, func(i int) error {
		at, err := game.Find("square", squares, squads[i].at)
		if err == nil {
			fmt.Println(squads[i].name, "stands at", at)
		}
		return game.ErrorAt("", err, "at")
	}, nil)
	for _, f := range game.Faults(err) {
		fmt.Printf("%s: %s\n", f.Path, f.Text)
	}
	// Output:
	// first stands at 0
	// third stands at 1
	// squads.2.at: squad second: there is no square "hegde"; did you mean hedge?
}

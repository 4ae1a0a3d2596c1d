package puzzle

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"loophole/scenario"
)

// small holds scenarios of a few units, in a folder for each ruleset whose bundled scenarios seldom
// reach positions that the solver can solve.
//
//go:embed scenarios
var small embed.FS

var smallScenarios = sync.OnceValue(func() (list []*scenario.Scenario) {
	names, err := fs.Glob(small, "scenarios/*/*.yaml")
	if err != nil {
		panic(fmt.Sprintf("puzzle: %v", err)) // the pattern is valid
	}
	slices.Sort(names)
	for _, name := range names {
		b, err := readScenario(name)
		if err != nil {
			panic(fmt.Sprintf("puzzle: %v", err)) // they are part of the program
		}
		list = append(list, b)
	}
	return list
})

func readScenario(name string) (*scenario.Scenario, error) {
	file, err := small.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return scenario.Read(path.Base(name), file)
}

// Scenarios lists the scenarios of a ruleset that its puzzles come from: the small ones of this
// package, and the bundled ones. The caller must not change them.
func Scenarios(ruleset string) []*scenario.Scenario {
	var list []*scenario.Scenario
	for _, b := range smallScenarios() {
		if b.Ruleset == ruleset {
			list = append(list, b)
		}
	}
	return append(list, scenario.ForRuleset(ruleset)...)
}

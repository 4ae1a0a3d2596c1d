package rulestest_test

import (
	"fmt"

	"loophole/rulesets/tideofiron"
	"loophole/rulestest"
)

// A report stands for the *testing.T of a test.
type report struct{}

func (report) Helper()                           {}
func (report) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
func (report) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// Tests of a ruleset compare exact chances with the arithmetic of the book, and check laws: fewer
// dice are never better. The second law here is wrong, so that it fails.
func ExampleChecker() {
	t, kit := report{}, rulestest.Checker{Rules: tideofiron.Rules}
	answer := rulestest.Answer(t, kit.Ask(t, "attack dice=19 level=1 hexes=2 squads=4"))
	fmt.Println(rulestest.Event(t, answer, "weakened"))
	few, many := kit.Chances(t, "attack dice=%d level=1", 9), kit.Chances(t, "attack dice=%d level=1", 12)
	rulestest.NotRisen(t, "fewer dice", "harmed", many, few)
	rulestest.NotRisen(t, "more dice", "harmed", few, many)
	// Output:
	// 1962516992/3486784401
	// more dice: harmed rose from 11275/177147 to 973945/4782969
}

package casebook_test

import (
	"fmt"

	"loophole/casebook"
	"loophole/rulesets"
)

// The cases of a casebook, played against the rules.
func ExampleBook_Play() {
	g, err := rulesets.Game("tideofiron")
	if err != nil {
		fmt.Println(err)
		return
	}
	book, err := casebook.Read(g.Rules, rulesets.Cases("tideofiron"))
	if err != nil {
		fmt.Println(err)
		return
	}
	report := book.Run(g)
	fmt.Printf("%d cases, of which %d fail\n", len(report.Results), report.Failed())
	// Output:
	// 290 cases, of which 0 fail
}

package puzzle_test

import (
	"fmt"
	"log"

	"loophole/puzzle"
)

// What an action of a puzzle gives up.
func Example() {
	p, err := puzzle.Find("tideofiron-1")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Level, len(p.Actions) >= 4)
	worst := p.Actions[len(p.Actions)-1]
	fmt.Println(p.Best()-worst.Chance >= p.Gap())
	// Output:
	// easy true
	// true
}

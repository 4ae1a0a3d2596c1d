package winprob_test

import (
	"context"
	"fmt"
	"log"

	"loophole/rulesets"
	"loophole/scenario"
	"loophole/winprob"
)

// The chance to win a bundled scenario at its start, and who is to act.
func ExampleLibrary_Model() {
	g, err := rulesets.Game("tideofiron")
	if err != nil {
		log.Fatal(err)
	}
	f, err := scenario.Open(g, "stairs", nil)
	if err != nil {
		log.Fatal(err)
	}
	var models winprob.Library
	m, err := models.Model(context.Background(), f)
	if err != nil {
		log.Fatal(err)
	}
	chance := m.Evaluator().At(f.Runner(), winprob.Everybody)
	fmt.Println(f.Sides[0], chance > 0.3 && chance < 0.7)
	fmt.Println("better than a constant:", m.Quality.Brier < m.Quality.Constant)
	// Output:
	// Soviet true
	// better than a constant: true
}

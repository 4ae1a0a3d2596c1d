package sim_test

import (
	"context"
	"fmt"

	"loophole/rule"
	"loophole/sim"
)

func ExampleSample() {
	volley := func(u *rule.Umpire) int {
		hits := u.Count(19, rule.D6, rule.AtLeast(5), "volley.hit", "to hit")
		saved := u.Count(3, rule.D6, rule.AtLeast(5), "volley.cover", "saved by cover")
		return max(0, hits-saved)
	}
	s, err := sim.Sample(context.Background(), volley, sim.Options{Trials: 100_000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	nine := s.Event(func(net int) bool { return net >= 9 })
	net := s.Measure(func(net int) int { return net })
	fmt.Printf("nine or more: %.4f ± %.4f of %d trials\n", nine.P, nine.StdErr, nine.N)
	fmt.Printf("on average:   %.3f ± %.3f\n", net.Mean, net.StdErr)
	// Output:
	// nine or more: 0.0775 ± 0.0008 of 100000 trials
	// on average:   5.331 ± 0.007
}

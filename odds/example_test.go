package odds_test

import (
	"context"
	"fmt"

	"loophole/odds"
	"loophole/rule"
)

func ExampleDistOf() {
	order := func(u *rule.Umpire) string {
		cup := rule.BagOf(5, 4).Named("axis", "allies")
		return cup.Name(u.Draw(1, cup, "cup", "an order die").Face())
	}
	d, err := odds.DistOf(context.Background(), order, odds.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for side, chance := range d.All() {
		fmt.Println(side, chance)
	}
	// Output:
	// axis 5/9
	// allies 4/9
}

func ExampleInt() {
	volley := func(u *rule.Umpire) int {
		hits := u.Count(19, rule.D6, rule.AtLeast(5), "volley.hit", "to hit")
		return max(0, hits-u.Count(3, rule.D6, rule.AtLeast(5), "volley.cover", "saved by cover"))
	}
	net, err := odds.Int(context.Background(), volley, odds.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("nine or more: %.4f, on average %.3f\n", net.AtLeast(9).Float, net.Mean().Float)
	// Output: nine or more: 0.0777, on average 5.336
}

func ExampleCheck() {
	type state struct{ Mine, Yours int }
	fight := func(u *rule.Umpire) bool {
		s := state{Mine: 2, Yours: 2}
		for rule.Checkpoint(u, "round", &s.Mine) && s.Mine > 0 && s.Yours > 0 { // The checkpoint leaves Yours out.
			s.Mine -= u.Count(s.Yours, rule.D6, rule.AtLeast(4), "fight.hit", "theirs")
			s.Yours -= u.Count(max(0, s.Mine), rule.D6, rule.AtLeast(4), "fight.hit", "mine")
		}
		return s.Mine > 0
	}
	_, err := odds.Check(context.Background(), fight, odds.Options{})
	fmt.Println(err != nil)
	// Output: true
}

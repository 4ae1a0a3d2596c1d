package dice_test

import (
	"fmt"

	"loophole/dice"
	"loophole/rule"
)

func ExampleParseTray() {
	shot := func(u *rule.Umpire) int {
		hits := u.Count(5, rule.D6, rule.AtLeast(4), "shot.hit", "to hit")
		return hits - u.Count(hits, rule.D6, rule.AtLeast(5), "shot.save", "to save")
	}
	tray, err := dice.ParseTray("5 6 1 1 4 | 5 3 2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rule.Play(shot, tray, nil))
	fmt.Println(tray.CheckAllUsed())
	// Output:
	// 2 <nil>
	// <nil>
}

func ExampleRandom() {
	order := func(u *rule.Umpire) int {
		return u.Draw(1, rule.BagOf(5, 4).Named("axis", "allies"), "cup", "an order die").Face()
	}
	rec := &rule.Record{}
	if _, err := rule.Play(order, dice.NewRandom(1), rec); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rec.Entries[0])
	// Output: an order die: D2 draw axis:5/allies:4 → allies = 1 allies [cup]
}

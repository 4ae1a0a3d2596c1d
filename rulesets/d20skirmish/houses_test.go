package d20skirmish_test

import (
	"strconv"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/rule"
	"loophole/rulesets/d20skirmish"
	"loophole/scenario"
)

// TestHouses plays games under every other reading of every ruling, and with every fact at either
// end of its range. The games end, and the number of characters stays right.
func TestHouses(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	houses := []rule.Setting{}
	for _, r := range d20skirmish.Rules.Rulings {
		for _, x := range r.Readings[1:] {
			houses = append(houses, rule.Setting{Path: "rulings." + r.Name, Value: x.Name})
		}
	}
	for _, f := range d20skirmish.Rules.Facts {
		for _, v := range []int{f.Min, f.Max} {
			houses = append(houses, rule.Setting{Path: "facts." + f.Name, Value: strconv.Itoa(v)})
		}
	}
	for n, x := range houses {
		h, err := d20skirmish.Rules.House([]rule.Setting{x})
		if err != nil {
			t.Fatal(err)
		}
		for k, s := range scenario.ForRuleset("d20skirmish") {
			f, err := scenario.Open(d20skirmish.Game, s.Name, h)
			if err != nil {
				t.Fatalf("%v: %s: %v", x, s.Name, err)
			}
			for g := range 3 {
				randomGame(t, f, uint64(n*100+k*10+g))
			}
		}
	}
}

// randomGame plays one game of random legal actions.
func randomGame(t testing.TB, f *game.Instance, seed uint64) {
	t.Helper()
	src := dice.NewRandom(seed)
	src.Policy = func(c rule.Choice) int { return int(seed % uint64(len(c.Options))) }
	u, r := rule.NewUmpire(src, nil).WithHouseRules(f.House), f.Runner()
	here, _ := r.CountModels()
	var list []game.Action
	for n := 0; !r.Status().Over; n++ {
		list = r.Legal(list[:0])
		if len(list) == 0 || n > 5000 {
			t.Fatalf("%s under %v: %d actions are legal after %d", f.Scenario, f.House.Overrides(), len(list), n)
		}
		seed = seed*6364136223846793005 + 1442695040888963407
		r.Apply(u, list[int(seed>>33)%len(list)])
		left, lost := r.CountModels()
		if err := f.Validate(r.Position()); err != nil || left[0]+lost[0] != here[0] || left[1]+lost[1] != here[1] {
			t.Fatalf("%s under %v, after %d actions: %v left, %v lost: %v", f.Scenario, f.House.Overrides(), n, left, lost, err)
		}
	}
}

// TestStrict: strict house rules name a fact that the book does not state, and do not use a guess.
func TestStrict(t *testing.T) {
	h, err := d20skirmish.Rules.House(nil)
	if err != nil {
		t.Fatal(err)
	}
	h.Strict = true
	f, err := scenario.Open(d20skirmish.Game, "la-fiere", h)
	if err != nil {
		t.Fatal(err)
	}
	if list, err := f.Legal(f.Start); err == nil {
		t.Errorf("%d actions are legal under strict house rules, although moves are a guess", len(list))
	}
}

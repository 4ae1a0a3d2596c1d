package oldworld_test

import (
	"strings"
	"testing"

	"loophole/dice"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets/oldworld"
	"loophole/scenario"
)

// TestChase: if pursuers may catch the enemy, the distance that the enemy flees is rolled once. It
// decides the pursuit and the enemy's new place.
func TestChase(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	house, err := oldworld.Rules.House([]rule.Setting{{Path: "rulings.pursuit", Value: "chase"}})
	if err != nil {
		t.Fatal(err)
	}
	chased := 0
	for _, s := range scenario.ForRuleset("oldworld") {
		f, err := scenario.NewInstance(oldworld.Game, s, house)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(60) {
			random, rng, d := &policy.Random{}, policy.NewRand(seed, 0, 0), dice.NewRandom(seed)
			d.Policy = func(c rule.Choice) int { return rng.Below(len(c.Options)) }
			for p := f.Start; !f.Status(p).Over; {
				a, err := random.ChooseAction(f.Runner().SetPosition(p), rng)
				if err != nil {
					t.Fatal(err)
				}
				rec := &rule.Record{}
				if p, err = f.Play(p, a, d, rec); err != nil {
					t.Fatal(err)
				}
				chased += retreats(t, s.Name, rec.Entries)
			}
		}
	}
	if chased < 5 {
		t.Errorf("only %d enemies were chased in all games", chased)
	}
}

// retreats returns the number of pursuits among the entries of an action. The roll after a pursuit
// must not be the distance of a flight.
func retreats(t *testing.T, name string, entries []rule.Entry) (n int) {
	var rolled []rule.Entry
	for _, e := range entries {
		if e.Kind == rule.Chosen && e.Cite == "host.fighters" {
			return 0 // Of two units one is chased, and the other goes its own way.
		}
		if e.Kind == rule.Rolled {
			rolled = append(rolled, e)
		}
	}
	for i, e := range rolled {
		if !strings.Contains(e.Text, ": inches of the pursuit") {
			continue
		}
		n++
		if i+1 < len(rolled) && (strings.Contains(rolled[i+1].Text, ": inches that the unit flees") || strings.Contains(rolled[i+1].Text, ": inches that the unit falls back")) {
			t.Errorf("%s: after %q, %d, and the pursuit, %q is rolled again", name, rolled[i-1].Text, rolled[i-1].Value, rolled[i+1].Text)
		}
	}
	return n
}

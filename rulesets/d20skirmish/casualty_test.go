package d20skirmish_test

import (
	"strings"
	"testing"

	"loophole/dice"
	"loophole/policy"
	"loophole/rule"
	"loophole/scenario"
)

// TestCasualties: a player who chooses a casualty reads the names of their teams, with the weapon
// of each character. This holds for fire, grenades and melee.
func TestCasualties(t *testing.T) {
	asked := map[string]int{}
	for _, s := range scenario.ForRuleset("d20skirmish") {
		f := begin(t, s.Name)
		for seed := range uint64(30) {
			random, rng, d := &policy.Random{}, policy.NewRand(seed, 0, 0), dice.NewRandom(seed)
			playing := ""
			d.Policy = func(c rule.Choice) int {
				if c.Cite == "host.casualty" {
					asked[playing]++
					for _, o := range c.Options {
						team, carries, _ := strings.Cut(o, ", ")
						if _, err := f.ParseAction("rest " + team); err != nil || carries != "SMG" && carries != "no SMG" {
							t.Errorf("%s: the options of %s are %q: %v", s.Name, c.By, o, err)
						}
					}
				}
				return rng.Below(len(c.Options))
			}
			for p := f.Start; !f.Status(p).Over; {
				a, err := random.ChooseAction(f.Runner().SetPosition(p), rng)
				if err != nil {
					t.Fatal(err)
				}
				playing = f.Game.ActionTypes[a.Type].Name
				if p, err = f.Play(p, a, d, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, name := range []string{"fire", "assault", "fight"} {
		if asked[name] == 0 {
			t.Errorf("nobody was asked in %q: %v", name, asked)
		}
	}
}

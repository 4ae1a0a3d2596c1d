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

// TestWhoIsAsked plays random games. A seat makes every decision within an action, and the side
// that is charged makes reactions.
func TestWhoIsAsked(t *testing.T) {
	asked := map[rule.Clause]int{}
	for _, s := range scenario.ForRuleset("oldworld") {
		f, err := scenario.Open(oldworld.Game, s.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for g := range uint64(60) {
			rng := policy.NewRand(5, g, 0)
			r, d, turn := f.Runner(), dice.NewRandom(g), 0
			d.Policy = func(c rule.Choice) int {
				asked[c.Cite]++
				if c.By != f.Sides[0] && c.By != f.Sides[1] {
					t.Errorf("%s is asked of %q, who is not at the table", c.Why, c.By)
				}
				if (c.Cite == "host.reaction" || c.Cite == "host.dispel") && c.By == f.Sides[turn] {
					t.Errorf("%s is asked of the side whose turn it is", c.Why)
				}
				return rng.Below(len(c.Options))
			}
			u := rule.NewUmpire(d, nil).WithHouseRules(f.House)
			for !r.Status().Over {
				turn = r.Status().Side
				a, err := (&policy.Random{}).ChooseAction(r, rng)
				if err != nil {
					t.Fatal(err)
				}
				if err := rule.Catch(func() { r.Apply(u, a) }); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for _, c := range []rule.Clause{"host.reaction", "host.restrain", "broken.take", "leave.place", "host.dispel"} {
		if asked[c] == 0 {
			t.Errorf("nobody is asked about %s in %v", c, asked)
		}
	}
}

// TestStubbornChargers: the chargers decide whether they fall back instead of testing, and not the
// garrison.
func TestStubbornChargers(t *testing.T) {
	s := ford(t)
	s.Units[0].Unit, s.Units[0].Models, s.Units[0].At = ref(t, "units", "greatswords"), 6, "track"
	s.Units[0].Weapon = ref(t, "weapons", "hand-weapon")
	s.Units[3].Models = 20
	f := begin(t, s)
	asked := 0
	for seed := range uint64(40) {
		d, before := dice.NewRandom(seed), asked
		d.Policy = func(c rule.Choice) int {
			if c.Cite == "host.stubborn" {
				asked++
				if c.By != "Goblins" {
					t.Errorf("%s is asked of %q", c.Why, c.By)
				}
			}
			return 0
		}
		p := f.Start
		for _, line := range []string{"charge mob house", "done", "done", "done", "fight for house"} {
			a, err := f.ParseAction(line)
			if err != nil {
				t.Fatal(err)
			}
			if f.WhyIllegal(p, a) != nil {
				continue // the charge fell short, or nobody can shoot
			}
			if p, err = f.Play(p, a, d, nil); err != nil {
				t.Fatal(err)
			}
		}
		for _, line := range strings.Split(f.Text(p), "\n") {
			if now := asked > before; now && strings.HasPrefix(line, "  mob ") && strings.Contains(line, "fleeing") {
				t.Errorf("seed %d: a stubborn unit broke in its first test: %s", seed, line)
			}
		}
	}
	if asked == 0 {
		t.Error("stubborn chargers never lost")
	}
}

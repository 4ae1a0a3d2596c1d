package server

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"loophole/game"
	"loophole/match"
	"loophole/rulesets"
	"loophole/scenario"
)

// TestSharedFights: matches with equal set-ups share one instance at the same time without
// influencing each other. A separate ruleset gives the same results.
func TestSharedFights(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, g := range rulesets.Games {
		b := scenario.ForRuleset(g.Rules.ID)[0]
		s := briefly(served(t, Options{}))
		fights := make([]*game.Instance, 3)
		t.Run(b.Ruleset, func(t *testing.T) {
			for i := range fights {
				p := began(t, s, NewMatch{Ruleset: b.Ruleset, Scenario: b.Name})
				fights[i] = liveMatchOf(t, s, p).instance
				t.Run("", func(t *testing.T) {
					t.Parallel()
					p.look.t, p.seats[0].t, p.seats[1].t = t, t, t
					dice := rand.New(rand.NewPCG(uint64(i), 3))
					for n := 0; n < 40 && p.move(t, dice); n++ {
						if n%9 == 0 {
							agree(t, s, p, dice, fights[i].HasHiddenInfo(), true)
						}
					}
					x, err := s.store.Load(t.Context(), p.ID)
					if err != nil {
						t.Fatal(err)
					}
					f, err := match.Read(bytes.NewReader(bytes.Join(x.Lines, nil)))
					if err != nil {
						t.Fatal(err)
					}
					if r, err := match.Verify(f, rulesets.Game); err != nil || r.Actions < 3 {
						t.Errorf("%v, %+v", err, r)
					}
				})
			}
		})
		if fights[0] != fights[1] || fights[1] != fights[2] {
			t.Errorf("%s: a scenario is laid out anew for each match", b.Ruleset)
		}
	}
}

package server

import (
	"strings"
	"testing"

	"loophole/dice"
	"loophole/internal/testgame"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// An askedSource answers at random and stores the questions of decisions.
type askedSource struct {
	*dice.Random
	rng    *policy.Rand
	choice func(rule.Choice)
}

func (h *askedSource) Choose(c rule.Choice) (int, error) {
	h.choice(c)
	return h.rng.Below(len(c.Options)), nil
}

// TestDecisionsAreQuestions: every decision in the games of a rulebook is worded as a question,
// with distinct answers.
func TestDecisionsAreQuestions(t *testing.T) {
	for _, g := range rulesets.Games {
		t.Run(g.Rules.ID, func(t *testing.T) {
			t.Parallel()
			asked := map[rule.Clause]bool{}
			for _, b := range scenario.ForRuleset(g.Rules.ID) {
				f := testgame.New(t, b)
				p, rng := f.Start, policy.NewRand(7, 0, 0)
				src := &askedSource{dice.NewRandom(7), rng, func(c rule.Choice) {
					asked[c.Cite] = true
					said, options := f.DecisionQuestion(c.Why), f.SpokenAll(c.Options)
					if !strings.Contains(said, "?") || strings.Contains(said, "{") || c.By == "" {
						t.Errorf("%s: %q is asked of %q", b.Name, said, c.By)
					}
					seen := map[string]bool{}
					for _, o := range options {
						if seen[o] || o == "" {
							t.Errorf("%s: %q is answered by %q", b.Name, said, options)
						}
						seen[o] = true
					}
				}}
				for n := 0; n < 300; n++ {
					legal, err := f.Legal(p)
					if err != nil {
						t.Fatal(err)
					}
					if len(legal) == 0 {
						break
					}
					if p, err = f.Play(p, legal[rng.Below(len(legal))], src, nil); err != nil {
						t.Fatal(err)
					}
				}
			}
			if len(asked) < 2 {
				t.Errorf("only %v were asked", asked)
			}
		})
	}
}

package match_test

import (
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/internal/testgame"
	"loophole/match"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// counted returns the number of a roll's faces that count.
func counted(f *game.Instance, e *rule.Entry) (n int) {
	low, high := f.Span(e.Pool, e.Cite)
	for _, face := range e.Faces {
		switch e.Pool.Kind() {
		case rule.Tally:
			if int(face) >= low && int(face) <= high {
				n++
			}
		case rule.Count, rule.Test:
			if e.Pool.Target().Hits(int(face)) {
				n++
			}
		}
	}
	return n
}

// TestDiceThatCountAreWhatWasRead: the number of dice that count equals the result of the rules.
// This includes counts, tests, and the rolls of a melee, whose successes the rulebook adds up for
// each role.
func TestDiceThatCountAreWhatWasRead(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, g := range rulesets.Games {
		houses := [][]rule.Setting{nil}
		if g.Rules.ID == "d20skirmish" {
			houses = nil
			for _, rolling := range []string{"under", "over", "over-ones"} {
				for _, automatic := range []string{"no", "ends"} {
					houses = append(houses, []rule.Setting{{Path: "rulings.rolling", Value: rolling}, {Path: "rulings.automatic", Value: automatic}})
				}
			}
		}
		for _, given := range houses {
			rolls := 0
			for _, b := range scenario.ForRuleset(g.Rules.ID) {
				f := testgame.New(t, b, given...)
				for seed := range uint64(4) {
					rolls += countGame(t, f, seed)
				}
			}
			if rolls < 100 {
				t.Errorf("%s %v: only %d rolls were looked at", g.Rules.ID, given, rolls)
			}
		}
	}
}

// countGame plays at random, and returns the number of checked rolls.
func countGame(t *testing.T, f *game.Instance, seed uint64) (rolls int) {
	t.Helper()
	m, err := match.New(f, match.Header{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	src, rng := dice.NewRandom(seed), policy.NewRand(seed, 0, 0)
	for range 150 {
		legal, err := f.Legal(m.Position())
		if err != nil || len(legal) == 0 {
			return rolls
		}
		from := len(m.Entries)
		if err := m.Play(legal[rng.Below(len(legal))], src); err != nil {
			t.Fatal(err)
		}
		successes := map[string]int{}
		for i := range m.Entries[from:] {
			e := &m.Entries[from+i].Rule
			switch {
			case e.Kind == rule.Rolled && (e.Pool.Kind() == rule.Count || e.Pool.Kind() == rule.Test):
				if rolls++; counted(f, e) != e.Value {
					t.Errorf("%s: %v has %d dice that count", f.Scenario, e, counted(f, e))
				}
			case e.Kind == rule.Rolled && e.Cite == "melee.rolls":
				_, role, _ := strings.Cut(e.Text, "rolls")
				rolls++
				successes[role] += counted(f, e)
			case e.Kind == rule.Applied && strings.HasPrefix(e.Text, "successes of"):
				role := strings.TrimPrefix(e.Text, "successes")
				if successes[role] != e.Value {
					t.Errorf("%s %v: %d dice count, and the rules read %d successes%s", f.Scenario, f.House.Overrides(), successes[role], e.Value, role)
				}
				delete(successes, role)
			}
		}
	}
	return rolls
}

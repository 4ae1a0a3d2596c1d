package policy_test

import (
	"fmt"
	"loophole/game"
	"loophole/policy"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/winprob"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestStrengthX(t *testing.T) {
	games, _ := strconv.Atoi(os.Getenv("GAMES"))
	budget, _ := strconv.Atoi(os.Getenv("BUDGET"))
	fit, _ := strconv.Atoi(os.Getenv("FIT"))
	depth := 3
	if budget == 0 {
		depth = 1
	}
	for _, g := range rulesets.Games {
		for _, b := range scenario.ForRuleset(g.Rules.ID) {
			if w := os.Getenv("ONLY"); w != "" && !strings.Contains(w, g.Rules.ID+"/"+b.Name) {
				continue
			}
			f, err := scenario.NewInstance(g, b, nil)
			if err != nil {
				t.Fatal(err)
			}
			t0 := time.Now()
			if os.Getenv("DEPTH") != "" { depth, _ = strconv.Atoi(os.Getenv("DEPTH")) }
			m, err := winprob.Fit(t.Context(), f, winprob.Options{Games: fit})
			if err != nil {
				t.Fatal(err)
			}
			d0 := time.Since(t0)
			t0 = time.Now()
			strong := func() policy.Policy {
				return &policy.Lookahead{Model: func(*game.Instance) (*winprob.Model, error) { return m, nil }, Depth: depth, Budget: budget}
			}
			ca := policy.Cautious()
			_ = ca
			tab := policy.NewTranspositionTable(0)
			opp := func() policy.Policy { p, _ := tab.New(os.Getenv("OPP")); return p }
			a, err := policy.PlaySeries(t.Context(), f, [2]func() policy.Policy{strong, opp}, policy.Options{Games: games, Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			c, err := policy.PlaySeries(t.Context(), f, [2]func() policy.Policy{opp, strong}, policy.Options{Games: games, Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			r := func(s *policy.Series, i int) float64 {
				return (float64(s.Won[i]) + 0.5*float64(s.Won[2])) / float64(s.Games)
			}
			fmt.Printf("%-16s %-14s fit %.0fs brier %.3f/%.3f  as0 %.2f as1 %.2f  mean %.3f  %.1f ms/action\n", g.Rules.ID, b.Name, d0.Seconds(), m.Quality.Brier, m.Quality.Constant, r(a, 0), r(c, 1), (r(a, 0)+r(c, 1))/2, time.Since(t0).Seconds()*1000*2/(float64(a.Actions.Sum+c.Actions.Sum)/2))
		}
	}
}

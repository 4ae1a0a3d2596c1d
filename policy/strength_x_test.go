package policy_test

import (
	"fmt"
	"loophole/policy"
	"loophole/rulesets"
	"loophole/scenario"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestStrengthX(t *testing.T) {
	games, _ := strconv.Atoi(os.Getenv("GAMES"))
	var total, n float64
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
			tab := policy.NewTranspositionTable(0)
			mk := func(n string) func() policy.Policy {
				return func() policy.Policy {
					p, err := tab.New(os.Getenv(n))
					if err != nil {
						t.Fatal(err)
					}
					return p
				}
			}
			a, err := policy.PlaySeries(t.Context(), f, [2]func() policy.Policy{mk("ME"), mk("OPP")}, policy.Options{Games: games, Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			c, err := policy.PlaySeries(t.Context(), f, [2]func() policy.Policy{mk("OPP"), mk("ME")}, policy.Options{Games: games, Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			r := func(s *policy.Series, i int) float64 {
				return (float64(s.Won[i]) + 0.5*float64(s.Won[2])) / float64(s.Games)
			}
			fmt.Printf("%-16s %-14s as0 %.2f as1 %.2f  mean %.3f  %.1f ms/action\n", g.Rules.ID, b.Name, r(a, 0), r(c, 1), (r(a, 0)+r(c, 1))/2, time.Since(t0).Seconds()*1000*2/(float64(a.Actions.Sum+c.Actions.Sum)/2))
			total += (r(a, 0) + r(c, 1)) / 2
			n++
		}
	}
	fmt.Printf("mean of all %.3f\n", total/n)
}

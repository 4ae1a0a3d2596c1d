//go:build draft

package konflikt47_test

import (
	"context"
	"loophole/odds"
	"loophole/rulesets/konflikt47"
	"testing"
	"time"
)

func TestTimes(t *testing.T) {
	for _, p := range konflikt47.Rules.Procedures {
		for _, e := range p.Examples {
			q := ask(t, p.Name+" "+e.Words)
			s := time.Now()
			a, err := odds.Ask(context.Background(), q, odds.Options{})
			if err != nil {
				t.Log(p.Name, e.Name, err, time.Since(s))
				continue
			}
			d := time.Since(s)
			s = time.Now()
			q = ask(t, p.Name+" "+e.Words)
			odds.Chances(context.Background(), q, odds.Options{})
			d2 := time.Since(s)
			ev := ""
			for i, x := range p.Events {
				ev += " " + x.Name + "="
				f := a.Events[i].Float
				ev += fmtf(f)
			}
			t.Log(p.Name, e.Name, d, "cold chances", d2, "runs", a.Runs, len(a.Outcomes), ev)
		}
	}
}
func fmtf(f float64) string { return time.Duration(f * 1e9).String() }

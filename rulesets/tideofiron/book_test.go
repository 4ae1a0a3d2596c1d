package tideofiron_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets/tideofiron"
)

func ask(t testing.TB, procedure, words string, house ...rule.Setting) *rule.Question {
	t.Helper()
	p, err := tideofiron.Rules.Procedure(procedure)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rule.ParseWords(strings.Fields(words))
	if err != nil {
		t.Fatal(err)
	}
	h, err := tideofiron.Rules.House(house)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Ask(h, s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func chance(t testing.TB, q *rule.Question, event string) *big.Rat {
	t.Helper()
	if err := q.Legal(nil); err != nil {
		t.Fatal(err)
	}
	a, err := odds.Ask(context.Background(), q, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range q.Procedure.Events {
		if e.Name == event {
			return a.Events[i].Exact
		}
	}
	t.Fatalf("no event %q", event)
	return nil
}

const worked = "lead=sig-33b lead.distance=3 support=panzer-iii card=yes level=1 hexes=2 squads=4"

// TestWorkedExample is the chapter's own: from the units to 19 dice against 3.
func TestWorkedExample(t *testing.T) {
	q := ask(t, "attack", worked)
	if p := chance(t, q, "destroyed"); p.RatString() != "90324443/1162261467" {
		t.Error(p)
	}
}

//go:build draft

package konflikt47_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets/konflikt47"
)

func ask(t testing.TB, words string, house ...rule.Setting) *rule.Question {
	t.Helper()
	f := strings.Fields(words)
	p, err := konflikt47.Rules.Procedure(f[0])
	if err != nil {
		t.Fatal(err)
	}
	s, err := rule.ParseWords(f[1:])
	if err != nil {
		t.Fatal(err)
	}
	h, err := konflikt47.Rules.House(house)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Ask(h, s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func answer(t testing.TB, q *rule.Question) *odds.Answer {
	t.Helper()
	if err := q.Legal(nil); err != nil {
		t.Fatal(err)
	}
	a, err := odds.Ask(context.Background(), q, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func chance(t testing.TB, q *rule.Question, event string) *big.Rat {
	t.Helper()
	a := answer(t, q)
	for i, e := range q.Procedure.Events {
		if e.Name == event {
			return a.Events[i].Exact
		}
	}
	t.Fatalf("no event %q", event)
	return nil
}

//go:build draft

package oldworld_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"loophole/odds"
	"loophole/rule"
	"loophole/rulesets/oldworld"
)

func ask(t testing.TB, words string, house ...string) *rule.Question {
	t.Helper()
	name, rest, _ := strings.Cut(words, " ")
	p, err := oldworld.Rules.Procedure(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rule.ParseWords(strings.Fields(rest))
	if err != nil {
		t.Fatal(err)
	}
	set, err := rule.ParseWords(house)
	if err != nil {
		t.Fatal(err)
	}
	h, err := oldworld.Rules.House(set)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Ask(h, s)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func answer(t testing.TB, words string, house ...string) *odds.Answer {
	t.Helper()
	q := ask(t, words, house...)
	if err := q.Legal(nil); err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	a, err := odds.Ask(context.Background(), q, odds.Options{})
	if err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	return a
}

func event(t testing.TB, a *odds.Answer, name string) *big.Rat {
	t.Helper()
	for i, e := range a.Question.Procedure.Events {
		if e.Name == name {
			return a.Events[i].Exact
		}
	}
	t.Fatalf("no event %q", name)
	return nil
}

func measure(t testing.TB, a *odds.Answer, name string) *odds.Numbers {
	t.Helper()
	for i, m := range a.Question.Procedure.Measures {
		if m.Name == name {
			return a.Measures[i]
		}
	}
	t.Fatalf("no measure %q", name)
	return nil
}

// TestExamples plays every example of every procedure.
func TestExamples(t *testing.T) {
	for _, p := range oldworld.Rules.Procedures {
		for _, e := range append([]rule.Example{{Name: "default"}}, p.Examples...) {
			a := answer(t, p.Name+" "+e.Words)
			t.Logf("%s %s: runs %d states %d", p.Name, e.Name, a.Runs, a.States)
			for i, ev := range p.Events {
				t.Logf("    %-24s %.6f", ev.Name, a.Events[i].Float)
			}
			for i, m := range p.Measures {
				t.Logf("    mean %-19s %.4f", m.Name, a.Measures[i].Mean().Float)
			}
			if v, ok := a.Visits["round"]; ok {
				t.Logf("    rounds %.4f", v.Float)
			}
		}
	}
}

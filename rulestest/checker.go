package rulestest

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"loophole/odds"
	"loophole/rule"
)

// A Checker makes questions to a ruleset from words, for its tests. In "attack dice=9 |
// rulings.halving=after" the procedure comes first, then its situation and, after a bar, the
// house rules.
type Checker struct{ Rules *rule.Ruleset }

// A Failer is the part of [testing.T] that these functions use. The T of package rapid has it too.
type Failer interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Ask makes a question. The situation may be illegal.
func (c Checker) Ask(t Failer, words string, house ...rule.Setting) *rule.Question {
	t.Helper()
	k := &kit{rules: c.Rules}
	s, err := k.situation("asked", words)
	if err != nil {
		t.Fatalf("%v", err)
	}
	q, err := k.ask(s, house...)
	if err != nil {
		t.Fatalf("%s: %v", words, err)
	}
	return q
}

// Answer computes the exact answer to a question, which the rules must allow.
func Answer(t Failer, q *rule.Question) *odds.Answer {
	t.Helper()
	return solve(t, q, odds.Options{})
}

func solve(t Failer, q *rule.Question, o odds.Options) *odds.Answer {
	t.Helper()
	if err := q.Legal(nil); err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	a, err := odds.Solve(context.Background(), q, o)
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	return a
}

// Event returns the chance of an event by its name. The test fails if there is none.
func Event(t Failer, a *odds.Answer, name string) *big.Rat {
	t.Helper()
	return a.Events[labelIndex(t, a.Question.Procedure.Events, name)].Exact
}

// Measure returns the distribution of a measure by its name. The test fails if there is none.
func Measure(t Failer, a *odds.Answer, name string) *odds.IntDist {
	t.Helper()
	return a.Measures[labelIndex(t, a.Question.Procedure.Measures, name)]
}

// Mean returns the mean of a measure by its name.
func Mean(t Failer, a *odds.Answer, name string) *big.Rat {
	t.Helper()
	return Measure(t, a, name).Mean().Exact
}

func labelIndex(t Failer, labels []rule.Label, name string) int {
	t.Helper()
	i := slices.IndexFunc(labels, func(x rule.Label) bool { return x.Name == name })
	if i < 0 {
		t.Fatalf("unknown name %q", name)
	}
	return i
}

// Same fails if two fractions differ.
func Same(t Failer, what string, got, want *big.Rat) {
	t.Helper()
	if got.Cmp(want) != 0 {
		t.Errorf("%s: %s, want %s", what, got.RatString(), want.RatString())
	}
}

// Chances answers a question whose words are formatted, for property tests. It returns the exact
// chance of each event and, as "mean NAME", the exact mean of each measure.
func (c Checker) Chances(t Failer, format string, args ...any) map[string]*big.Rat {
	t.Helper()
	q := c.Ask(t, fmt.Sprintf(format, args...))
	a := solve(t, q, odds.Options{Unexplained: true})
	all := map[string]*big.Rat{}
	for i, e := range q.Procedure.Events {
		all[e.Name] = a.Events[i].Exact
	}
	for i, m := range q.Procedure.Measures {
		all["mean "+m.Name] = a.Measures[i].Mean().Exact
	}
	return all
}

// NotRisen fails if the chance or mean called name is higher in after than in before.
func NotRisen(t Failer, law, name string, before, after map[string]*big.Rat) {
	t.Helper()
	if before[name] == nil || after[name] == nil {
		t.Fatalf("unknown name %q", name)
	}
	if after[name].Cmp(before[name]) > 0 {
		t.Errorf("%s: %s rose from %v to %v", law, name, before[name].RatString(), after[name].RatString())
	}
}

// Benchmark computes the chances of a question, which the rules must allow, again and again.
// Cached pools and subrolls are computed before it starts.
func Benchmark(b *testing.B, q *rule.Question, o odds.Options) {
	if err := q.Legal(nil); err != nil {
		b.Fatal(err)
	}
	ask := func() {
		if _, err := odds.Chances(context.Background(), q, o); err != nil {
			b.Fatal(err)
		}
	}
	ask()
	b.ReportAllocs()
	for b.Loop() {
		ask()
	}
}

package rulestest

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"loophole/odds"
	"loophole/rule"
)

// Chances answers a question in words, "attack dice=9 | rulings.halving=after",
// for tests of laws: the exact chance of each event and the exact mean of each
// measure, by name. The error is a [rule.Refused] where the rules forbid the
// situation.
func Chances(rules *rule.Ruleset, text string) (map[string]*big.Rat, error) {
	k := &kit{rules: rules}
	s, err := k.situation("law", text)
	if err != nil {
		return nil, err
	}
	q, err := k.ask(s)
	if err != nil {
		return nil, err
	}
	if err := q.Legal(nil); err != nil {
		return nil, err
	}
	a, err := odds.Ask(context.Background(), q, odds.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.TrimSpace(text), err)
	}
	all := map[string]*big.Rat{}
	for i, e := range q.Procedure.Events {
		all[e.Name] = a.Events[i].Exact
	}
	for i, m := range q.Procedure.Measures {
		all["mean "+m.Name] = a.Measures[i].Mean().Exact
	}
	return all, nil
}

// Measure writes how games of the bundled scenarios go in which the program plays
// both sides, for the cards of the lobby: who wins how often, and how long it takes.
// Only what has changed since is played anew.
//
//	go run ./tools/measure scenario/measured.tsv
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"loophole/game"
	"loophole/policy"
	"loophole/rulesets"
	"loophole/scenario"
)

// Each scenario is played so often, as loophole selfplay does it with this seed. A
// share is then known to within five points.
const (
	games = 100
	seed  = 1
	by    = "cautious"
	first = 3 // games by which a test finds out that the rules have changed
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: measure FILE")
		os.Exit(2)
	}
	text, err := all()
	if err == nil {
		err = os.WriteFile(os.Args[1], []byte(text), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func all() (string, error) {
	var out strings.Builder
	out.WriteString(scenario.MeasuredHead)
	for _, b := range scenario.Bundled() {
		m, err := current(b)
		if err != nil {
			return "", fmt.Errorf("%v: %w", b, err)
		}
		out.WriteString(m.Line(b))
	}
	return out.String(), nil
}

// current is what is measured of a scenario: what is known, if it still holds.
func current(b *scenario.Scenario) (*scenario.Measured, error) {
	now, err := opening(b)
	if err != nil {
		return nil, err
	}
	if m := b.Measured(); m != nil && m.First == now && m.Games == games && m.Seed == seed && m.Policy == by {
		return m, nil
	}
	fmt.Fprintln(os.Stderr, b)
	m, err := measure(b, games)
	if err == nil {
		m.First = now
	}
	return m, err
}

// opening says how the first few games of a scenario end.
func opening(b *scenario.Scenario) (string, error) {
	m, err := measure(b, first)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d/%d/%d in %d rounds and %d actions", m.Won[0], m.Won[1], m.Won[2], m.Rounds, m.Actions), nil
}

// measure plays a scenario.
func measure(b *scenario.Scenario, n int) (*scenario.Measured, error) {
	g, err := rulesets.Game(b.Ruleset)
	if err != nil {
		return nil, err
	}
	f, err := scenario.NewInstance(g, b, nil)
	if err != nil {
		return nil, err
	}
	memory := policy.NewTranspositionTable(0)
	make := func() policy.Policy {
		p, err := memory.New(by)
		if err != nil {
			panic(err) // It is one of those that there are.
		}
		return p
	}
	x, err := policy.PlaySeries(context.Background(), f, [2]func() policy.Policy{make, make}, policy.Options{Games: n, Seed: seed})
	if err != nil {
		return nil, err
	}
	end, often := x.CommonestEnding()
	ending := scenario.MeasuredEnding{Games: often, Winner: end.Winner, Why: game.Reason(end.Why)}
	return &scenario.Measured{Ending: ending, Policy: by, Seed: seed, Games: x.Games, Won: x.Won, Rounds: x.Rounds.Sum, Actions: x.Actions.Sum}, nil
}

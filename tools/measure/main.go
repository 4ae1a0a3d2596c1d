// Measure plays games of the bundled scenarios in which the program plays both sides, and writes
// the results for the cards of the lobby: who wins how often, and how long games take. It plays
// only scenarios that have changed since.
//
//	go run ./tools/measure scenario/measured.tsv scenario/strong.tsv
//
// The second file has the results of a strong policy, less luck. Playing all of them takes an hour
// or two on two cores. An interrupted run continues where it stopped: games that do not make a result yet are in
// strong.tsv.part. A third argument is the policy
// of the results that are lacking, and of those to be played again because they are of a weaker one.
// Further arguments restrict the strong policy to some scenarios:
//
//	go run ./tools/measure scenario/measured.tsv scenario/strong.tsv colonel tideofiron/row
package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"loophole/game"
	"loophole/policy"
	"loophole/rulesets"
	"loophole/scenario"
)

// The games of each scenario, as loophole selfplay plays them with this seed. They are enough to
// know a share to within five points.
const (
	games = 100
	seed  = 1
	by    = "cautious"
	first = 3 // games that tell a test whether the rules have changed
)

// A strong policy plays fewer games, from whose results luck is subtracted.
const (
	strongFirst = 2
)

// strongPolicies are the policies whose results may stand in the file, the weaker first.
var strongPolicies = []string{"captain", "colonel"}

// strongGames are the numbers of games that the strong policy plays: the next one where one does not tell whether the
// scenario is even.
var strongGames = []int{20, 50, 100, 200, 400}

func main() {
	args := os.Args[1:]
	if len(args) == 2 {
		args = append(args, strongPolicies[0])
	}
	if len(args) < 3 || !slices.Contains(strongPolicies, args[2]) {
		fmt.Fprintf(os.Stderr, "usage: measure FILE STRONG [%s [RULESET/SCENARIO ...]]\n", strings.Join(strongPolicies, "|"))
		os.Exit(2)
	}
	only, err := named(args[3:])
	if err == nil {
		err = all(args[0])
	}
	if err == nil {
		err = strong(args[1], args[2], only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// named returns the scenarios with the names, or all of them without a name.
func named(names []string) ([]*scenario.Scenario, error) {
	if len(names) == 0 {
		return scenario.Bundled(), nil
	}
	var list []*scenario.Scenario
	for _, name := range names {
		i := slices.IndexFunc(scenario.Bundled(), func(b *scenario.Scenario) bool { return b.Ruleset+"/"+b.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no bundled scenario %s: name one as lasergrenadiers/bastion", name)
		}
		list = append(list, scenario.Bundled()[i])
	}
	return list, nil
}

// all writes the file of measurements. It plays the scenarios whose text or rules have changed, and
// rewrites the file after each.
func all(file string) error {
	list := scenario.Bundled()
	lines := make([]string, len(list))
	for i, b := range list {
		if m := b.Measured(); m != nil {
			lines[i] = m.Line(b)
		}
	}
	for i, b := range list {
		m, err := current(b)
		if err != nil {
			return fmt.Errorf("%v: %w", b, err)
		}
		lines[i] = m.Line(b)
		if err := os.WriteFile(file, []byte(scenario.MeasuredHead+strings.Join(lines, "")), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// strong writes the file of strong results. Of some scenarios, a policy plays those whose text or rules have
// changed, those that the file lacks, and those in which only a weaker policy has played. It plays few games of
// each first, then more of those where they do not tell, and rewrites the file after each result.
func strong(file, by string, only []*scenario.Scenario) error {
	list := scenario.Bundled()
	lines, known := make([]string, len(list)), make([]*scenario.Strong, len(list))
	write := func() error {
		return os.WriteFile(file, []byte(scenario.StrongHead+strings.Join(lines, "")), 0o666)
	}
	var open []int
	for i, b := range list {
		m := b.Measured()
		now, err := opening(b)
		if err != nil {
			return fmt.Errorf("%v: %w", b, err)
		}
		if m != nil && m.First == now && isCurrent(m.Strong) {
			known[i], lines[i] = m.Strong, m.Strong.Line(b)
		}
		if !slices.Contains(only, b) {
			continue
		}
		if known[i] != nil && isWeaker(known[i].Policy, by) {
			known[i] = nil
		}
		// A weaker policy does not go on where a stronger one has begun.
		if known[i] == nil || !isEnough(known[i]) && !isWeaker(by, known[i].Policy) {
			open = append(open, i)
		}
	}
	part, err := readPart(file + ".part")
	if err != nil {
		return err
	}
	for _, n := range strongGames {
		for _, i := range open {
			b, s, name := list[i], known[i], by
			if s != nil {
				name = s.Policy
				if s.Games >= n || isEnough(s) {
					continue
				}
			}
			if part.games(b, name) > n {
				continue // They did not tell, or an earlier run would not have played more.
			}
			fmt.Fprintln(os.Stderr, b, name, n)
			played, err := part.play(b, name, n)
			if err != nil {
				return fmt.Errorf("%v: %w", b, err)
			}
			s = strongResult(name, &played.Series)
			s.First = played.Opening
			known[i], lines[i] = s, s.Line(b)
			if err := write(); err != nil {
				return err
			}
		}
	}
	return write()
}

// isWeaker reports whether one strong policy is weaker than another.
func isWeaker(one, other string) bool {
	return slices.Index(strongPolicies, one) < slices.Index(strongPolicies, other)
}

// isCurrent reports whether a result comes from the games that this program plays.
func isCurrent(s *scenario.Strong) bool {
	return s != nil && slices.Contains(strongPolicies, s.Policy) && s.Seed == seed && slices.Contains(strongGames, s.Games)
}

// isEnough reports whether a result needs no more games.
func isEnough(s *scenario.Strong) bool {
	return s.Games == strongGames[len(strongGames)-1] || s.IsClear()
}

// isSlow reports whether a result has many games of the slowest policy, which need not all be played: docs/balance.md
// lists the scenarios in which more would tell more.
func isSlow(s *scenario.Strong) bool {
	return s.Policy == strongPolicies[len(strongPolicies)-1] && s.Games >= 100
}

// strongResult returns the result of games of a strong policy, to the precision of the file.
func strongResult(name string, x *policy.Series) *scenario.Strong {
	score, stdErr := x.Luck.LessLuck()
	round := func(v float64) float64 { return math.Round(1000*v) / 1000 }
	return &scenario.Strong{Policy: name, Seed: seed, Games: x.Games, Score: round(score), Error: round(stdErr), Won: x.Won, Ending: ending(x)}
}

// strongOpening describes how the first games of a strong policy end.
func strongOpening(b *scenario.Scenario, name string) (string, error) {
	x, err := series(b, name, 0, strongFirst, false)
	if err != nil {
		return "", err
	}
	return ends(x), nil
}

// ends describes how games ended.
func ends(x *policy.Series) string {
	return fmt.Sprintf("%d/%d/%d in %d rounds and %d actions", x.Won[0], x.Won[1], x.Won[2], x.Rounds.Sum, x.Actions.Sum)
}

// current returns the measurement of a scenario. It plays nothing if the known measurement is still
// valid.
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

// opening describes how the first few games of a scenario end.
func opening(b *scenario.Scenario) (string, error) {
	x, err := series(b, by, 0, first, false)
	if err != nil {
		return "", err
	}
	return ends(x), nil
}

// measure plays a scenario.
func measure(b *scenario.Scenario, n int) (*scenario.Measured, error) {
	x, err := series(b, by, 0, n, false)
	if err != nil {
		return nil, err
	}
	return &scenario.Measured{Ending: ending(x), Policy: by, Seed: seed, Games: x.Games, Won: x.Won, Rounds: x.Rounds.Sum, Actions: x.Actions.Sum}, nil
}

// ending returns the most common ending of games.
func ending(x *policy.Series) scenario.MeasuredEnding {
	end, often := x.CommonestEnding()
	return scenario.MeasuredEnding{Games: often, Winner: end.Winner, Why: game.Reason(end.Why, end.Winner == game.Draw)}
}

// series plays the games from one number to another between two policies of one name.
func series(b *scenario.Scenario, name string, from, to int, luck bool) (*policy.Series, error) {
	g, err := rulesets.Game(b.Ruleset)
	if err != nil {
		return nil, err
	}
	f, err := scenario.NewInstance(g, b, nil)
	if err != nil {
		return nil, err
	}
	o := policy.Options{First: uint64(from), Games: to - from, Seed: seed}
	if luck {
		if o.Luck, err = policy.Models.Near(context.Background(), f); err != nil {
			return nil, err
		}
	}
	memory := policy.NewTranspositionTable(0)
	make := func() policy.Policy {
		p, err := memory.New(name)
		if err != nil {
			panic(err) // The name is that of a known policy.
		}
		return p
	}
	return policy.PlaySeries(context.Background(), f, [2]func() policy.Policy{make, make}, o)
}

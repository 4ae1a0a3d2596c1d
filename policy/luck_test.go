package policy_test

import (
	"context"
	"math"
	"os"
	"testing"

	"loophole/game"
	"loophole/internal/testgame"
	"loophole/policy"
	"loophole/rulesets"
	"loophole/winprob"
)

// cheap names a scenario of each rulebook in which luck is quickly measured.
var cheap = map[string]string{
	"d20skirmish": "wxyz", "konflikt47": "bunkers", "lasergrenadiers": "bastion", "oldworld": "last-stand",
	"tideofiron": "worked",
}

// randomPlayers make two players of equal strength.
var randomPlayers = [2]func() policy.Policy{
	func() policy.Policy { return &policy.Random{} },
	func() policy.Policy { return &policy.Random{} },
}

func openCheap(t *testing.T, ruleset string) (*game.Instance, *winprob.Model) {
	t.Helper()
	f := testgame.Bundled(t, ruleset, cheap[ruleset])
	m, err := new(winprob.Library).Near(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return f, m
}

// wrong returns a model that is wrong everywhere: it takes every advantage for a drawback, and
// exaggerates it.
func wrong(m *winprob.Model) *winprob.Model {
	x := *m
	x.Weights = nil
	for _, w := range m.Weights {
		x.Weights = append(x.Weights, [2]float32{-2 * w[0], -1.5 * w[1]})
	}
	return &x
}

// TestLuckUnbiased checks that the mean luck of random games is zero within four standard
// errors, by a fitted model and by a wrong one. With LOOPHOLE_LONG there are 10,000 games.
func TestLuckUnbiased(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	games := 300
	if os.Getenv("LOOPHOLE_LONG") != "" {
		games = 10_000
	}
	for _, g := range rulesets.Games {
		t.Run(g.Rules.ID, func(t *testing.T) {
			t.Parallel()
			f, fitted := openCheap(t, g.Rules.ID)
			for name, m := range map[string]*winprob.Model{"fitted": fitted, "wrong": wrong(fitted)} {
				o := policy.Options{Games: games, Seed: 20, Luck: m}
				b, err := policy.PlaySeries(t.Context(), f, randomPlayers, o)
				if err != nil {
					t.Fatal(err)
				}
				mean, stdErr := b.Luck.Luck()
				score, plain := b.Luck.Score()
				less, lessErr := b.Luck.LessLuck()
				t.Logf("%s, %s: %d games, luck %.5f ± %.5f, score %.4f ± %.4f, less luck %.4f ± %.4f", f.Scenario,
					name, games, mean, stdErr, score, plain, less, lessErr)
				if !(stdErr > 0) || math.Abs(mean) > 4*stdErr {
					t.Errorf("%s: the mean luck is %.5f ± %.5f", name, mean, stdErr)
				}
				if math.Abs(less-score) > 4*plain {
					t.Errorf("%s: the score is %.4f ± %.4f, less luck it is %.4f", name, score, plain, less)
				}
			}
		})
	}
}

// TestLuckChangesNoGame checks that games are the same with and without luck measured, watched
// or not, and that luck does not depend on the number of goroutines.
func TestLuckChangesNoGame(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, g := range rulesets.Games {
		t.Run(g.Rules.ID, func(t *testing.T) {
			t.Parallel()
			f, m := openCheap(t, g.Rules.ID)
			play := func(o policy.Options) *policy.Series {
				o.Games, o.Seed = 12, 3
				b, err := policy.PlaySeries(t.Context(), f, randomPlayers, o)
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			plain, one := play(policy.Options{}), play(policy.Options{Luck: m, Workers: 1})
			many := play(policy.Options{Luck: m, Workers: 3, Watch: func(*policy.PlayedGame) {}})
			if one.Won != plain.Won || one.Actions != plain.Actions || one.Lost != plain.Lost {
				t.Errorf("with luck measured the games differ: %+v, %+v", one, plain)
			}
			if one.Luck != many.Luck || one.Actions != many.Actions {
				t.Errorf("watched by three goroutines, luck differs: %+v, %+v", one.Luck, many.Luck)
			}
			if plain.Luck.Games() != 0 || one.Luck.Games() != 12 {
				t.Errorf("%d and %d games were measured", plain.Luck.Games(), one.Luck.Games())
			}
		})
	}
}

// TestWatch checks that what a watcher sees adds up: values are continuous, the last one is the
// result, the steps have all luck, and rolls cite clauses.
func TestWatch(t *testing.T) {
	f, m := openCheap(t, "tideofiron")
	seen, cited := 0, 0
	b, err := policy.PlaySeries(t.Context(), f, randomPlayers, policy.Options{Games: 10, Workers: 1, Luck: m,
		Watch: func(p *policy.PlayedGame) {
			now, luck := p.Start, 0.0
			for i, s := range p.Steps {
				if s.Before != now {
					t.Errorf("game %d, action %d: the value is %v, and was %v", p.Number, i+1, s.Before, now)
				}
				now, luck = s.After, luck+s.Luck
				if s.Luck != 0 && len(s.Clauses) > 0 {
					cited++
				}
			}
			if end := f.Status(p.Last); end != p.End || now != winprob.Result(&end) || math.Abs(luck-p.Luck) > 1e-9 {
				t.Errorf("game %d ends at %v with luck %v of %v: %+v", p.Number, now, luck, p.Luck, p.End)
			}
			seen += len(p.Steps)
		}})
	if err != nil {
		t.Fatal(err)
	}
	if seen != b.Actions.Sum || cited == 0 {
		t.Errorf("%d of %d actions were seen, %d with clauses", seen, b.Actions.Sum, cited)
	}
	if _, err := policy.PlaySeries(context.Background(), f, randomPlayers, policy.Options{Games: 1,
		Watch: func(*policy.PlayedGame) {}}); err == nil {
		t.Error("games are watched without a model")
	}
}

package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"os"
	"slices"
	"time"

	"loophole/game"
	"loophole/policy"
	"loophole/puzzle"
	"loophole/solve"
)

// What is searched and kept.
const (
	mostGames      = 2000  // of each scenario
	wanted         = 10    // puzzles of a ruleset
	mostOfScenario = 4     // puzzles of a scenario
	mostSame       = 2     // puzzles of a scenario with the same best action
	mostPlain      = 4     // puzzles of a ruleset whose best action the policy "cautious" takes
	mostBare       = 4     // puzzles of a ruleset in which every other action loses
	mostOfLevel    = 5     // puzzles of a ruleset on one level
	fewest         = 4     // legal actions
	mostLegal      = 80    // legal actions
	mostSolutions  = 3     // actions of a solution
	gap            = 0.10  // between the best action and the second best
	lowest         = 0.03  // the chance to win after the best action
	positions      = 3_000 // to expand
	plays          = 2_000 // of an action
	mostTries      = 10    // positions of a game that are tried
	mostFailed     = 1     // positions of a game that were not solved
)

// A candidate is a position that may become a puzzle.
type candidate struct {
	puzzle.Puzzle
	cautious  bool // the policy "cautious" takes the best action
	positions int  // that were expanded

	solution *solve.Solution
	at       game.Position
	actions  map[string]game.Action // by their lines
}

// errNone is the error of a game without a puzzle.
var errNone = errors.New("no puzzle")

// findPuzzle solves positions of a game, last ones first, and returns the best one that the
// selection takes.
func (s *source) findPuzzle(ctx context.Context, moments []game.Position, set *selection) (*candidate, error) {
	var best *candidate
	tries, failed := 0, 0
	for k, p := range slices.Backward(moments) {
		legal, err := s.fight.Legal(p)
		if err != nil {
			return nil, err
		}
		if !s.fight.IsOpen(p) && s.fight.HasHiddenInfo() {
			break
		}
		if len(legal) < fewest || len(legal) > mostLegal {
			continue
		}
		if tries++; tries > mostTries {
			break
		}
		t0 := time.Now()
		c, err := s.solve(ctx, p)
		if os.Getenv("DEBUGP") != "" {
			fmt.Fprintf(os.Stderr, "   %s -%d legal %d: %v in %.1fs", s.fight.Scenario, len(moments)-k, len(legal), err, time.Since(t0).Seconds())
			if c != nil {
				fmt.Fprintf(os.Stderr, " %d pos, best %.3f gap %.3f sols %d", c.positions, c.Best(), c.Gap(), len(c.Solution()))
			}
			fmt.Fprintln(os.Stderr)
		}
		if errors.Is(err, errNotSolved) || errors.Is(err, solve.ErrHidden) {
			if failed++; failed == mostFailed {
				break // earlier positions are larger
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if !worth(c) {
			continue
		}
		if c.cautious, err = s.takes(p, c); err != nil {
			return nil, err
		}
		if set.takes(c) && (best == nil || better(c, best)) {
			best = c
		}
	}
	if best == nil {
		return nil, errNone
	}
	return best, s.explain(ctx, best)
}

// better reports whether a candidate is more worth thinking about than another: one that the
// policy "cautious" misses, then one whose second best action wins at times, then one with more
// positions to look at.
func better(a, b *candidate) bool {
	switch {
	case a.cautious != b.cautious:
		return b.cautious
	case a.bare() != b.bare():
		return b.bare()
	}
	return a.positions > b.positions
}

// bare reports whether every action outside the solution loses.
func (c *candidate) bare() bool { return c.Best()-c.Gap() < 0.01 }

var errNotSolved = errors.New("not solved")

// solve computes the value of each action of a position.
func (s *source) solve(ctx context.Context, p game.Position) (*candidate, error) {
	f := s.fight
	x, err := solve.Solve(ctx, f, p, solve.Options{Positions: positions, Plays: plays, EachAction: true, Open: true})
	if err != nil {
		return nil, err
	}
	list, err := x.Actions(p)
	if err != nil {
		return nil, err
	}
	now := f.Status(p)
	c := &candidate{positions: x.Positions, solution: x, at: p, actions: map[string]game.Action{}}
	for _, a := range list {
		if !a.Value.Solved() {
			return nil, errNotSolved
		}
		chance := rounded(a.Value.For(now.Side).Low)
		c.actions[f.FormatAction(a.Action)] = a.Action
		c.Actions = append(c.Actions, puzzle.Action{Line: f.FormatAction(a.Action), Chance: chance})
	}
	slices.SortStableFunc(c.Actions, func(a, b puzzle.Action) int {
		return cmp.Or(cmp.Compare(b.Chance, a.Chance), cmp.Compare(a.Line, b.Line))
	})
	side := f.Sides[now.Side]
	c.Ruleset, c.Scenario, c.Key, c.Side = f.Game.Rules.ID, f.Scenario, s.key, string(side)
	c.Position = hex.EncodeToString(p.Bytes())
	c.Level = puzzle.LevelOf(c.Gap(), len(c.Actions))
	c.Task = fmt.Sprintf("%s, round %d: find the action that gives %s the best chance to win.", s.title, now.Round, side.Called())
	return c, nil
}

// worth reports whether one action of a position is clearly best.
func worth(c *candidate) bool {
	return len(c.Actions) >= fewest && c.Best() >= lowest && len(c.Solution()) <= mostSolutions && c.Gap() >= gap
}

// takes reports whether the policy "cautious" finds the solution.
func (s *source) takes(p game.Position, c *candidate) (bool, error) {
	a, err := policy.NextAction(policy.Cautious(), s.fight, p, policy.NewRand(1, 0, 0))
	if err != nil {
		return false, err
	}
	line := s.fight.FormatAction(a)
	return slices.ContainsFunc(c.Solution(), func(x puzzle.Action) bool { return x.Line == line }), nil
}

// A selection holds the puzzles of a ruleset that were found.
type selection struct{ list []*candidate }

func (s *selection) full() bool { return len(s.list) == wanted }

func (s *selection) add(c *candidate) { s.list = append(s.list, c) }

// takes reports whether a candidate differs enough from those that were found.
func (s *selection) takes(c *candidate) bool {
	same, plain, bare, level := 0, 0, 0, 0
	for _, x := range s.list {
		if x.Scenario == c.Scenario && x.Actions[0].Line == c.Actions[0].Line {
			same++
		}
		if x.cautious {
			plain++
		}
		if x.bare() {
			bare++
		}
		if x.Level == c.Level {
			level++
		}
	}
	return same < mostSame && (!c.cautious || plain < mostPlain) && (!c.bare() || bare < mostBare) && level < mostOfLevel
}

// puzzles lists the puzzles by level, and within a level by their gap, and numbers them.
func (s *selection) puzzles(ruleset string) []*puzzle.Puzzle {
	slices.SortStableFunc(s.list, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(slices.Index(puzzle.Levels, a.Level), slices.Index(puzzle.Levels, b.Level)),
			cmp.Compare(b.Gap(), a.Gap()))
	})
	list := []*puzzle.Puzzle{}
	for i, c := range s.list {
		c.ID = fmt.Sprintf("%s-%d", ruleset, i+1)
		list = append(list, &c.Puzzle)
	}
	return list
}

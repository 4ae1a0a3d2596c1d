package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/policy"
	"loophole/puzzle"
	"loophole/solve"
)

// The limits on what is searched and kept.
const (
	wanted         = 10   // puzzles of a ruleset
	mostOfScenario = 4    // puzzles of a scenario
	mostSame       = 1    // puzzle of a scenario, or of a pool, with the same best action
	mostBare       = 4    // puzzles of a ruleset in which every other action loses
	mostOfLevel    = 5    // puzzles of a ruleset on one level
	fewest         = 4    // legal actions
	mostLegal      = 80   // legal actions
	mostSolutions  = 3    // actions of a solution
	solutionShare  = 3    // legal actions for each action of a solution that has several
	gap            = 0.10 // between the best action and the second best
	lowest         = 0.03 // the chance to win after the best action
	mostTries      = 10   // positions of a game that are tried
)

// A budget limits the search in the games of a ruleset.
type budget struct {
	games          int // of each scenario
	branches       int // games that begin in positions of a game; see [source.play]
	branchMistakes int // percentage of random actions in a branch
	positions      int // to expand for a solution
	plays          int // of an action for a solution
	failed         int // unsolved positions of a game before the search goes to the next game
	plain          int // puzzles whose best action the policy "cautious" takes
	bare           int // puzzles in which every other action loses; 0 is mostBare
	level          int // puzzles on one level; 0 is mostOfLevel
	// quick lets the policy "cautious" play both sides of a branch, which takes less time.
	quick bool
	// pool plays all games before choosing puzzles, so that the best ones can be chosen.
	pool bool
	// doubted, once there are enough plain puzzles, solves a position only if the policies
	// "cautious" and "sergeant" take different actions.
	doubted bool
}

// The budgets of the rulesets; others have the first. Their games differ in how many positions the solver needs, and
// in how often the best action is a surprise.
var (
	wide   = budget{games: 2000, branches: 39, branchMistakes: 85, positions: 3_000, plays: 2_000, failed: 1, plain: 4}
	short  = budget{games: 40, branches: 13, branchMistakes: 85, positions: 4_000, plays: 2_000, failed: 1, plain: 10, bare: 5, level: 7, quick: true, pool: true}
	simple = budget{games: 130, branches: 39, branchMistakes: 85, positions: 3_000, plays: 1_500, failed: 1, plain: 10, bare: 9, level: 8, quick: true, pool: true}
	deep   = budget{games: 2000, branches: 5, branchMistakes: 30, positions: 8_000, plays: 5_000, failed: 2, plain: 5, doubted: true}

	budgets = map[string]budget{"konflikt47": simple, "oldworld": short, "lasergrenadiers": deep}
)

// budgetOf returns the budget of a ruleset.
func budgetOf(ruleset string) budget {
	if b, ok := budgets[ruleset]; ok {
		return b
	}
	return wide
}

// A candidate is a position that may become a puzzle.
type candidate struct {
	puzzle.Puzzle
	cautious  bool // the policy "cautious" takes the best action
	positions int  // that were expanded

	solution *solve.Solution
	at       game.Position
	actions  map[string]game.Action // by their lines
}

// candidates solves positions of a game, last ones first, and returns those that are worth a puzzle,
// the best ones first. With doubted it leaves out positions in which the policies "cautious" and
// "sergeant" agree.
func (s *source) candidates(ctx context.Context, positions []game.Position, b budget, doubted bool) ([]*candidate, error) {
	var list []*candidate
	tries, failed := 0, 0
	for _, p := range slices.Backward(positions) {
		legal, err := s.instance.Legal(p)
		if err != nil {
			return nil, err
		}
		if !s.instance.IsOpen(p) && s.instance.HasHiddenInfo() {
			break
		}
		if len(legal) < fewest || len(legal) > mostLegal {
			continue
		}
		if doubted {
			if agree, err := s.agree(p); err != nil {
				return nil, err
			} else if agree {
				continue
			}
		}
		if tries++; tries > mostTries {
			break
		}
		c, err := s.solve(ctx, p, b)
		if errors.Is(err, errNotSolved) || errors.Is(err, solve.ErrHidden) {
			if failed++; failed == b.failed {
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
		list = append(list, c)
	}
	slices.SortStableFunc(list, ranked)
	return list, nil
}

// ranked compares candidates: those that are more worth thinking about come first.
func ranked(a, b *candidate) int {
	switch {
	case better(a, b):
		return -1
	case better(b, a):
		return 1
	}
	return 0
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
func (s *source) solve(ctx context.Context, p game.Position, b budget) (*candidate, error) {
	f := s.instance
	x, err := solve.Solve(ctx, f, p, solve.Options{Positions: b.positions, Plays: b.plays, EachAction: true, KnownOnly: true, RollByRoll: true})
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
	c.Title, c.Turn = s.title, now.Side
	c.Position = hex.EncodeToString(p.Bytes())
	c.Level = puzzle.LevelOf(c.Gap(), len(c.Actions))
	c.Task = fmt.Sprintf("%s, round %d: find the action that gives %s the best chance to win.", s.title, now.Round, side.Called())
	return c, nil
}

// worth reports whether one action of a position is clearly best, or a few actions of one piece.
func worth(c *candidate) bool {
	return len(c.Actions) >= fewest && c.Best() >= lowest && isOneIdea(c) && c.Gap() >= gap
}

// isOneIdea reports whether the solution is one action, or few enough actions of the same piece, such as to go through
// one door or another.
func isOneIdea(c *candidate) bool {
	list := c.Solution()
	if len(list) > mostSolutions || len(list) > 1 && len(c.Actions) < solutionShare*len(list) {
		return false
	}
	piece := func(x puzzle.Action) int16 { return c.actions[x.Line].Args[0] }
	return !slices.ContainsFunc(list, func(x puzzle.Action) bool { return piece(x) != piece(list[0]) })
}

// takes reports whether the policy "cautious" finds the solution.
func (s *source) takes(p game.Position, c *candidate) (bool, error) {
	a, err := policy.NextAction(policy.Cautious(), s.instance, p, policy.NewRand(1, 0, 0))
	if err != nil {
		return false, err
	}
	line := s.instance.FormatAction(a)
	return slices.ContainsFunc(c.Solution(), func(x puzzle.Action) bool { return x.Line == line }), nil
}

// agree reports whether the policies "cautious" and "sergeant" take the same action.
func (s *source) agree(p game.Position) (bool, error) {
	var taken [2]game.Action
	for i, name := range []string{"cautious", "sergeant"} {
		x, err := table.New(name)
		if err != nil {
			return false, err
		}
		if taken[i], err = policy.NextAction(x, s.instance, p, policy.NewRand(1, 0, 0)); err != nil {
			return false, err
		}
	}
	return taken[0] == taken[1], nil
}

// A selection holds the puzzles of a ruleset that were found.
type selection struct {
	budget
	list []*candidate
}

// plain counts the puzzles whose best action the policy "cautious" takes.
func (s *selection) plain() (n int) {
	for _, x := range s.list {
		if x.cautious {
			n++
		}
	}
	return n
}

func (s *selection) full() bool { return len(s.list) == wanted }

// has reports whether the selection has a candidate, or one that looks the same to a player: the same actions are legal in
// a position of the same scenario, and the same one is best.
func (s *selection) has(c *candidate) bool {
	return slices.ContainsFunc(s.list, func(x *candidate) bool {
		return x.Scenario == c.Scenario && x.Actions[0].Line == c.Actions[0].Line && slices.Equal(x.legal(), c.legal())
	})
}

// legal returns the lines of the legal actions in the order of the alphabet.
func (c *candidate) legal() (lines []string) {
	for _, a := range c.Actions {
		lines = append(lines, a.Line)
	}
	slices.Sort(lines)
	return lines
}

func (s *selection) add(c *candidate) { s.list = append(s.list, c) }

// takes reports whether a candidate differs enough from those that were found.
func (s *selection) takes(c *candidate) bool {
	same, bare, level := 0, 0, 0
	for _, x := range s.list {
		if (s.pool || x.Scenario == c.Scenario) && x.Actions[0].Line == c.Actions[0].Line {
			same++
		}
		if x.bare() {
			bare++
		}
		if x.Level == c.Level {
			level++
		}
	}
	return same < mostSame && (!c.cautious || s.plain() < s.budget.plain) && (!c.bare() || bare < cmp.Or(s.budget.bare, mostBare)) && level < cmp.Or(s.budget.level, mostOfLevel)
}

// puzzles lists the puzzles by level, and within a level by their gap, and numbers them. It leaves
// out the last plain ones if they are more than half.
func (s *selection) puzzles(ruleset string) []*puzzle.Puzzle {
	for k := len(s.list) - 1; k >= 0 && s.budget.plain < wanted && 2*s.plain() > len(s.list); k-- {
		if s.list[k].cautious {
			s.list = slices.Delete(s.list, k, k+1)
		}
	}
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

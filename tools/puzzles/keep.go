package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"slices"

	"loophole/game"
	"loophole/puzzle"
	"loophole/solve"
)

// mostRounds is by how many rounds a position is moved at most.
const mostRounds = 4

// keep adds those of the old puzzles that are puzzles under the current rules, with the values that
// they have now. If the length of a game has changed, it looks for a puzzle in the same position
// some rounds sooner or later.
func (s *selection) keep(ctx context.Context, sources []*source, old []*puzzle.Puzzle) error {
	for _, p := range old {
		i := slices.IndexFunc(sources, func(x *source) bool { return x.instance.Scenario == p.Scenario })
		if i < 0 {
			continue
		}
		x := sources[i]
		c, err := x.again(ctx, p, s.budget)
		if err != nil {
			return err
		}
		if c == nil || s.has(c) {
			fmt.Fprintf(os.Stderr, "%s: %s is no puzzle any more\n", p.Scenario, p.ID)
			continue
		}
		if err := x.explain(ctx, c, s.plays); err != nil {
			return err
		}
		x.found++
		s.add(c)
	}
	return nil
}

// again solves the position of an old puzzle, and returns nil if it is not worth a puzzle. It
// prefers the round in which the actions have the values of the puzzle.
func (s *source) again(ctx context.Context, p *puzzle.Puzzle, b budget) (*candidate, error) {
	var best *candidate
	for by := range 2*mostRounds + 1 {
		by = (by + 1) / 2 * (1 - 2*(by%2)) // 0, -1, 1, -2, 2 ...
		at, ok := s.moved(p, by)
		if !ok {
			continue
		}
		c, err := s.solve(ctx, at, b)
		if errors.Is(err, errNotSolved) || errors.Is(err, solve.ErrHidden) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if !worth(c) {
			continue
		}
		if c.cautious, err = s.takes(at, c); err != nil {
			return nil, err
		}
		if slices.EqualFunc(c.Actions, p.Actions, func(a, b puzzle.Action) bool { return a.Line == b.Line && a.Chance == b.Chance }) {
			return c, nil
		}
		if best == nil {
			best = c
		}
	}
	return best, nil
}

// moved returns the position of a puzzle some rounds later. It reports false if the scenario has no
// such position.
func (s *source) moved(p *puzzle.Puzzle, by int) (game.Position, bool) {
	data, err := hex.DecodeString(p.Position)
	if err != nil || len(data) == 0 || int(data[0])+by < 1 {
		return game.Position{}, false
	}
	round := int(data[0]) + by // every ruleset keeps the round there
	data[0] = byte(round)
	at, err := s.instance.Decode(data)
	if err != nil {
		return game.Position{}, false
	}
	now := s.instance.Status(at)
	return at, !now.Over && now.Round == round && now.Side == p.Turn
}

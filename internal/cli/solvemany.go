package cli

import (
	"context"
	"errors"
	"fmt"

	"loophole/game"
	"loophole/match"
	"loophole/record"
	"loophole/solve"
)

// coordinateSolve has the positions of a game expanded by workers, and prints the solution.
func (c *console) coordinateSolve(ctx context.Context, instance *game.Instance, p game.Position, f *solveFlags, o solve.Options,
	show func(*solve.Solution) error) error {
	bundle, err := solveBundle(instance, p, o)
	if err != nil {
		return err
	}
	x := f.coordinate.CoordinateOptions
	x.Program, x.Say = version(), c.say
	x.Solve = SolveOptions{Name: instance.Game.Rules.ID + " " + instance.Scenario, Instance: instance, From: p, Options: o, Finish: show}
	x.Bundle = &SweepBundle{Name: x.Solve.Name, Solve: bundle}
	ctx, stop := terminated(ctx)
	defer stop()
	err = c.cluster.Solve(ctx, x)
	if errors.Is(err, context.Canceled) && x.URL == "" {
		fmt.Fprintf(c.err, "%s keeps what is finished; the same command continues\n", x.Folder)
	}
	return err
}

// solveBundle describes a game to be solved for workers.
func solveBundle(instance *game.Instance, p game.Position, o solve.Options) (*SolveBundle, error) {
	h, err := match.NewHeader(instance, version(), [2]string{"solve", "solve"}, record.TypedDice())
	if err != nil {
		return nil, err
	}
	line, err := h.Line1()
	return &SolveBundle{Match: string(line), From: p.Bytes(), Positions: o.Positions, Bytes: o.Bytes}, err
}

// bundledFight sets up the game of a bundle.
func bundledFight(b *SolveBundle) (*game.Instance, error) {
	m, err := match.Open([]byte(b.Match), findGame, nil)
	if err != nil {
		return nil, err
	}
	_, err = m.Instance.Decode(b.From)
	return m.Instance, err
}

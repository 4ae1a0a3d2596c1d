package exam

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"loophole/game"
	"loophole/rulesets"
	"loophole/scenario"
	"loophole/solve"
)

//go:embed fights
var bundled embed.FS

// Bundled returns the fights of the exam, sorted by rulebook and name.
func Bundled() (list []*scenario.Scenario, err error) {
	err = fs.WalkDir(bundled, "fights", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		r, err := bundled.Open(name)
		if err != nil {
			return err
		}
		defer r.Close()
		b, err := scenario.Read(path.Base(name), r)
		if err == nil {
			list = append(list, b)
		}
		return err
	})
	return list, err
}

// A Fight is a small fight with its solution. It serves one goroutine.
type Fight struct {
	*game.Instance
	Name     string // rulebook and scenario, as "tideofiron/stairs"
	Solution *solve.Solution

	actions map[actionKey]*cachedOutcomes
	pure    map[any]*pureChoices
}

// ErrLarge is the error of a fight that is too large for an exact solution. [New] adds the limit, and how to
// make the fight smaller.
var ErrLarge = errors.New("exam: the fight is too large to be solved completely")

// New sets up and solves a fight. The errors are ErrLarge, solve.ErrHidden, that of a faulty
// scenario, and the context's when it is cancelled.
func New(ctx context.Context, b *scenario.Scenario) (*Fight, error) {
	g, err := rulesets.Game(b.Ruleset)
	if err != nil {
		return nil, err
	}
	f, err := scenario.NewInstance(g, b, nil)
	if err != nil {
		return nil, err
	}
	x := &Fight{
		Instance: f, Name: b.Ruleset + "/" + b.Name,
		actions: map[actionKey]*cachedOutcomes{}, pure: map[any]*pureChoices{},
	}
	x.Solution, err = solve.Solve(ctx, f, f.Start, solve.Options{Certain: true, Whole: true, Positions: mostPositions})
	if err != nil {
		return nil, fmt.Errorf("exam: %s: %w", x.Name, err)
	}
	if x.Solution.Unknown > 0 {
		return nil, fmt.Errorf("%w: %s has an action with more outcomes than are listed: give it fewer units, or smaller ones", ErrLarge, x.Name)
	}
	if s := x.Solution; s.Unexpanded > 0 || !s.Start().Solved() {
		return nil, fmt.Errorf("%w: %s has more than the %d positions of a fight of an exam. Give it fewer rounds or units; the command solve prints how many positions a scenario has", ErrLarge, x.Name, mostPositions)
	}
	return x, nil
}

// mostPositions bounds the positions of a fight.
const mostPositions = 30_000

// valueOf returns the value of a position to the first side.
func (f *Fight) valueOf(p game.Position) (float64, error) {
	v, ok := f.Solution.Value(p)
	if !ok || !v.Solved() {
		return 0, fmt.Errorf("exam: %s: a position is not solved", f.Name)
	}
	return (v.Low + v.High) / 2, nil
}

package policy

import (
	"context"
	"errors"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/rule"
	"loophole/winprob"
)

// ChooseOption takes the first option, which is the ordinary one. A caller that knows the place of
// the decision in its action should call [Lookahead.Decide] instead.
func (x *Lookahead) ChooseOption(rule.Choice, *Rand) int { return 0 }

// Decide takes the option with the best chance to win for its side. It takes the first option if
// the model is not fitted yet (see [Lookahead.Prepare]), or if there is too much to enumerate and
// it has no rollouts. If pieces are hidden, it uses only what its side knows.
func (x *Lookahead) Decide(f *game.Instance, d Decision, rng *Rand) (int, error) {
	if x.Mistakes > 0 && rng.Below(100) < x.Mistakes {
		return rng.Below(len(d.Options)), nil
	}
	if x.search == nil || x.search.instance != f {
		m, ok := x.models().Ready(f)
		if !ok {
			return 0, nil
		}
		x.begin(f, m)
	}
	side := 0
	if d.By == f.Sides[1] {
		side = 1
	}
	found, err := x.optionChances(context.Background(), d, side, rng)
	return indexOfBest(found.values), err
}

// optionValues are the chances to win, of the side that decides, by the options of a decision. There are none if the
// options cannot be told apart.
type optionValues struct {
	values []float64
	errors []float64 // standard errors, by rollouts
	games  int       // rollouts from the best option
	exact  bool      // the rest of the game is solved
}

// rolledOut returns the chances by rollouts.
func rolledOut(arms []*arm, best int) (c optionValues) {
	c.values, c.games = standings(arms, best), len(arms[best].results)
	for _, a := range arms {
		c.errors = append(c.errors, a.stdErr())
	}
	return c
}

// optionChances finds the chances to win by each option of a decision.
func (x *Lookahead) optionChances(ctx context.Context, d Decision, side int, rng *Rand) (optionValues, error) {
	s := x.search
	if s.instance.HasHiddenInfo() {
		return x.hiddenChances(d, side, rng)
	}
	s.viewer = winprob.Everybody
	limits, began := outcomes.Limits{Paths: optionPaths}, s.finder.Plays
	if x.Rollouts > 0 {
		limits.Paths = min(limits.Paths, x.Budget)
	}
	values, took, err := x.solvedOptions(d)
	if err != nil || values != nil {
		return optionValues{values: values, exact: true}, err
	}
	if values, err = s.options(ctx, d, limits, s.static); err != nil || x.Rollouts == 0 {
		return optionValues{values: values}, err
	}
	if values == nil {
		values = make([]float64, len(d.Options))
	}
	y, at, plays := x.roller, s.runner.SetPosition(d.Position), x.rolloutsAfter(took, s.finder.Plays-began)/2
	y.plays = 0
	arms := y.options(d, values)
	best, err := y.compare(func(uint64) { y.run.Copy(at) }, side, arms, plays, rng.next())
	return rolledOut(arms, best), err
}

// indexOfBest returns the index of the largest value, or 0 if there are none.
func indexOfBest(values []float64) (best int) {
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	return best
}

// options returns the chance to win, of the side that decides, by each option of a decision. of
// returns the function that values the positions that may follow, for the first side. The result is
// nil if there is too much to enumerate, or if the answers do not lead to the decision.
func (s *search) options(ctx context.Context, d Decision, limits outcomes.Limits, of func(*outcomes.Outcomes) func(int) float64) ([]float64, error) {
	o, err := s.finder.After(ctx, d.Position, d.Action, d.Answers, limits)
	if errors.Is(err, outcomes.ErrTooMany) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer o.Release()
	if len(o.Root.Parts) != len(d.Options) || o.Root.Kind == outcomes.Chance {
		return nil, nil
	}
	values, value := make([]float64, len(d.Options)), of(o)
	for i, part := range o.Root.Parts {
		if values[i] = part.Value(value); d.By == s.instance.Sides[1] {
			values[i] = 1 - values[i]
		}
	}
	return values, nil
}

// optionPaths bounds the work for what may follow a decision within an action.
const optionPaths = 4000

package policy

import (
	"context"
	"errors"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/rule"
	"loophole/winprob"
)

// ChooseOption takes the first option, which is the ordinary one. Who knows where in an action
// the decision falls asks [Lookahead.Decide].
func (x *Lookahead) ChooseOption(rule.Choice, *Rand) int { return 0 }

// Decide takes the option that is best for the chance of its side to win. It takes the first one
// where pieces are hidden, where what follows is too much to enumerate, and where the model is
// not fitted yet: see [Lookahead.Prepare].
func (x *Lookahead) Decide(f *game.Instance, d Decision, chance *Rand) (int, error) {
	if f.HasHiddenInfo() {
		return 0, nil
	}
	if x.Mistakes > 0 && chance.Below(100) < x.Mistakes {
		return chance.Below(len(d.Options)), nil
	}
	if x.search == nil || x.search.fight != f {
		m, ok := x.models().Ready(f)
		if !ok {
			return 0, nil
		}
		x.begin(f, m)
	}
	s := x.search
	s.viewer = winprob.Everybody
	values, err := x.solvedOptions(d)
	if err != nil || values != nil {
		return top(values), err
	}
	if values, err = s.options(context.Background(), d, decisionLimits, s.static); err != nil || x.Rollouts == 0 {
		return top(values), err
	}
	if values == nil {
		values = make([]float64, len(d.Options))
	}
	return x.rollOutOptions(d, values, chance)
}

// top returns the number of the greatest value, and 0 if there are none.
func top(values []float64) (best int) {
	for i, v := range values {
		if v > values[best] {
			best = i
		}
	}
	return best
}

// options returns the chance to win, of the side that decides, by each option of a decision. A
// function values the positions that may follow, for the first side. It returns nothing where what
// follows is too much to enumerate.
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
		if values[i] = part.Value(value); d.By == s.fight.Sides[1] {
			values[i] = 1 - values[i]
		}
	}
	return values, nil
}

// decisionLimits bound the work for what follows a decision within an action.
var decisionLimits = outcomes.Limits{Paths: 4000}

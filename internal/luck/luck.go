// Package luck measures the luck of actions while a game is played: how much the rolls of an action
// changed the value of the position, compared with their exact mean.
//
// Each roll, or run of rolls without a decision between them, changes a value whose mean
// before the roll is known. The change less that mean is luck. Its expectation is zero,
// whatever the values are and whoever decides, so a result less all luck is unbiased.
package luck

import (
	"context"
	"errors"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/rule"
	"loophole/sim"
	"loophole/winprob"
)

// An Answer is the answer to a question within an action: the value of a roll, or the number
// of an option.
type Answer struct {
	Value  int
	Chosen bool
}

// limits bound the work for the outcomes of one action.
var limits = outcomes.Limits{Runs: 2_000, Paths: 400}

// trials is the number of trials of an action with more outcomes.
const trials = 100

// A Meter measures luck in the games of one fight. It serves one goroutine.
type Meter struct {
	instance *game.Instance
	finder   *outcomes.Finder
	value    func(game.Position) float64 // nil to use the model
	model    *winprob.Evaluator          // nil if value is set
	runner   *game.Runner
	view     *game.Runner // nil if nothing is hidden
	script   script
	umpire   *rule.Umpire
	values   []float64
	known    []bool
}

// NewMeter returns a meter that values positions by a model.
func NewMeter(f *game.Instance, m *winprob.Model) *Meter {
	x := NewMeterBy(f, nil)
	x.model = m.Evaluator()
	if f.HasHiddenInfo() {
		x.view = f.Runner()
	}
	return x
}

// NewMeterBy returns a meter that values positions by a function.
func NewMeterBy(f *game.Instance, value func(game.Position) float64) *Meter {
	x := &Meter{instance: f, finder: outcomes.NewFinder(f), value: value, runner: f.Runner()}
	x.script.dice = sim.NewSampler(0, 0, nil)
	x.umpire = rule.NewUmpire(&x.script, nil)
	return x
}

// Start begins a game. Trials of actions with too many outcomes draw from the block of the
// seed, which must not be that of the game's dice.
func (x *Meter) Start(seed, block uint64) { x.script.dice.Start(seed, block) }

// Value returns the chance of the first side to win from a position. If pieces are hidden, it is
// the mean of the two sides' estimates.
func (x *Meter) Value(p game.Position) float64 {
	if x.value != nil {
		return x.value(p)
	}
	return x.ValueAt(x.runner.SetPosition(p))
}

// ValueAt returns [Meter.Value] for a runner's position.
func (x *Meter) ValueAt(r *game.Runner) float64 {
	if x.value != nil {
		return x.value(r.Position())
	}
	return x.model.ForBoth(r, x.view)
}

// Action returns the luck of the first side in an action that was played: the sum over its rolls.
// The answers are those to the questions of the action, in order, and after is the value of the
// position that resulted. The error is a [rule.MissingFactError] of strict house rules.
func (x *Meter) Action(before game.Position, a game.Action, answers []Answer, after float64) (luck float64, err error) {
	for i := 0; i < len(answers); {
		if answers[i].Chosen {
			i++
			continue
		}
		k := i
		for k < len(answers) && !answers[k].Chosen {
			k++
		}
		// No more paths follow an answer than there are in all, so the method that values the beginning
		// of a run of rolls can also value its end.
		of := x.mean
		mean, err := of(before, a, answers[:i])
		if errors.Is(err, outcomes.ErrTooMany) {
			of = x.trialMean
			mean, err = of(before, a, answers[:i])
		}
		came := after
		if err == nil && k < len(answers) {
			came, err = of(before, a, answers[:k])
		}
		if err != nil {
			return 0, err
		}
		luck += came - mean
		i = k
	}
	return luck, nil
}

// mean returns the value of an action after its first answers: dice are averaged, and each side
// takes its best option.
func (x *Meter) mean(p game.Position, a game.Action, answers []Answer) (float64, error) {
	var o *outcomes.Outcomes
	var err error
	if len(answers) == 0 {
		o, err = x.finder.Find(context.Background(), p, a, limits)
	} else {
		given := make([]int, len(answers))
		for i, y := range answers {
			given[i] = y.Value
		}
		o, err = x.finder.After(context.Background(), p, a, given, limits)
	}
	if err != nil {
		return 0, err
	}
	defer o.Release()
	return o.Value(x.valuesOf(o.ActionRunner)), nil
}

// trialMean returns the mean value of an action after its first answers over some trials, in which each
// side takes the first option.
func (x *Meter) trialMean(p game.Position, a game.Action, answers []Answer) (mean float64, err error) {
	r := x.instance.ActionRunner(p, a)
	defer r.Release()
	of := x.valuesOf(r)
	x.script.given = answers
	err = rule.Catch(func() {
		for range trials {
			x.script.asked = 0
			mean += of(r.Play(x.umpire)) / trials
		}
	})
	return mean, err
}

// A script repeats the given answers to the first questions, and answers the others by dice and
// first options.
type script struct {
	dice  *sim.Sampler
	given []Answer
	asked int
}

// Roll answers a roll.
func (s *script) Roll(r rule.Roll) (value int, faces []uint8, err error) {
	if s.asked < len(s.given) {
		s.asked++
		return s.given[s.asked-1].Value, nil, nil
	}
	return s.dice.Roll(r)
}

// Choose answers a choice.
func (s *script) Choose(rule.Choice) (option int, err error) {
	if s.asked < len(s.given) {
		s.asked++
		return s.given[s.asked-1].Value, nil
	}
	return 0, nil
}

// valuesOf returns a function that values the positions of an action. It computes each value once.
func (x *Meter) valuesOf(r *game.ActionRunner) func(int) float64 {
	x.values, x.known = x.values[:0], x.known[:0]
	return func(i int) float64 {
		for len(x.known) <= i {
			x.known, x.values = append(x.known, false), append(x.values, 0)
		}
		if !x.known[i] {
			x.known[i] = true
			if x.value == nil && x.view == nil {
				x.values[i] = x.model.After(r, i, winprob.Everybody)
			} else {
				x.values[i] = x.Value(r.At(i))
			}
		}
		return x.values[i]
	}
}

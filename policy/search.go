package policy

import (
	"loophole/game"
	"loophole/rule"
)

// Search looks some actions ahead (expectimax): each side takes its best action, and dice are
// chance nodes. It follows the actions that are best after one step. After an action that leads
// to many positions it follows a sample of them.
type Search struct {
	Depth   int // actions to look ahead, at least 1
	Width   int // actions to follow in each position
	Samples int // positions to follow after each action
	// Memory keeps the best actions after one step of each position that was evaluated; nil keeps
	// nothing. The sample is drawn anew each time, and each position ahead is looked up. After a
	// position that the search foresaw, only the positions further ahead are new.
	Memory *TranspositionTable

	budget int64 // of evaluating an action, in runs; 0 is exactBudget
}

// evaluator returns the policy that evaluates positions. Its weights are even: a gain of one side
// is a loss of the other.
func (x *Search) evaluator() *Greedy {
	return &Greedy{Own: 1, Enemy: 1, Ground: 2, Memory: x.Memory, budget: x.budget}
}

// ChooseAction takes the action with the best expected value.
func (x *Search) ChooseAction(r *game.Runner, rng *Rand) (game.Action, error) {
	list, err := x.evaluator().best(r, rng, x.Width)
	if err != nil {
		return game.Action{}, err
	}
	defer releaseAll(list)
	if len(list) == 1 {
		return list[0].action, nil
	}
	p, side := r.Position(), r.Status().Side
	best, value := list[0].action, 0.0
	for i, w := range list {
		v, err := x.after(r.Instance, p, w, side, x.Depth-1, rng)
		if err != nil {
			return best, err
		}
		if i == 0 || v > value {
			best, value = w.action, v
		}
	}
	return best, nil
}

// after returns the expected value, for a side, of an action in a position and of the depth
// actions that follow.
func (x *Search) after(f *game.Instance, p game.Position, w scoredAction, side, depth int, rng *Rand) (float64, error) {
	if depth <= 0 {
		return w.value[side], nil
	}
	o := w.dist
	if o == nil {
		var err error
		if o, err = outcomeDistOf(f, p, w.action, x.budget, rng); err != nil {
			return 0, err
		}
		defer o.release()
	}
	sum, mass := 0.0, 0.0
	for _, i := range x.sample(o.p, rng) {
		v, err := x.best(f, o.At(i.at), side, depth, rng)
		if err != nil {
			return 0, err
		}
		sum, mass = sum+i.p*v, mass+i.p
	}
	return sum / mass, nil
}

// best returns the value, for a side, of a position in which the side to decide takes its best
// action.
func (x *Search) best(f *game.Instance, p game.Position, side, depth int, rng *Rand) (float64, error) {
	r := f.Runner().SetPosition(p)
	s := r.Status()
	if s.Over {
		return x.evaluator().value(r.Evaluate(side)), nil
	}
	list, err := x.evaluator().best(r, rng, x.Width)
	if err != nil {
		return 0, err
	}
	defer releaseAll(list)
	best := 0.0
	for i, w := range list {
		v, err := x.after(f, p, w, side, depth-1, rng)
		if err != nil {
			return 0, err
		}
		if i == 0 || s.Side == side && v > best || s.Side != side && v < best {
			best = v
		}
	}
	return best, nil
}

// releaseAll makes the memory of the outcomes available to other actions.
func releaseAll(list []scoredAction) {
	for i := range list {
		list[i].dist.release()
	}
}

// A sampledOutcome is the number of a position, and its weight in the sample.
type sampledOutcome struct {
	at int
	p  float64
}

// sample returns every position with its probability if x.Samples are enough. Else it draws
// x.Samples positions by their probabilities.
func (x *Search) sample(p []float64, rng *Rand) []sampledOutcome {
	var all []sampledOutcome
	for i, v := range p {
		if v > 0 {
			all = append(all, sampledOutcome{i, v})
		}
	}
	if len(all) <= x.Samples {
		return all
	}
	var some []sampledOutcome
	for range x.Samples {
		left := float64(rng.Below(1<<30)) / (1 << 30)
		k := 0
		for k < len(all)-1 && left >= all[k].p {
			left -= all[k].p
			k++
		}
		some = append(some, sampledOutcome{all[k].at, 1 / float64(x.Samples)})
	}
	return some
}

// ChooseOption takes the first option, which is the ordinary choice.
func (x *Search) ChooseOption(rule.Choice, *Rand) int { return 0 }

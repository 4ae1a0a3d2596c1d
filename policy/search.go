package policy

import (
	"loophole/game"
	"loophole/rule"
)

// Search looks some actions ahead: each side takes what is best for it, and
// dice are chance nodes. It looks at the few actions that weigh best by one
// step, and of an action that leads to many positions at a sample of them.
type Search struct {
	Depth   int // actions, at least 1
	Width   int // actions that are looked at in each position
	Samples int // positions that are looked at after each action
	// Memory is where it keeps the best actions of each position that it looked
	// at, weighed by one step; nil to keep nothing. Its sample is drawn anew each
	// time, and what lies ahead is looked up position by position. So a position
	// that it foresaw and that is then played costs it what lies further ahead.
	Memory *TranspositionTable

	budget int64 // of weighing an action, in runs; 0 is weighBudget
}

// balance weighs a position evenly, so that what is good for one side is bad
// for the other.
func (x *Search) balance() *Greedy {
	return &Greedy{Own: 1, Enemy: 1, Ground: 2, Memory: x.Memory, budget: x.budget}
}

// ChooseAction takes the action with the best expected value.
func (x *Search) ChooseAction(r *game.Runner, chance *Rand) (game.Action, error) {
	list, err := x.balance().best(r, chance, x.Width)
	if err != nil {
		return game.Action{}, err
	}
	defer released(list)
	if len(list) == 1 {
		return list[0].action, nil
	}
	p, side := r.Position(), r.Status().Side
	best, value := list[0].action, 0.0
	for i, w := range list {
		v, err := x.after(r.Fight, p, w, side, x.Depth-1, chance)
		if err != nil {
			return best, err
		}
		if i == 0 || v > value {
			best, value = w.action, v
		}
	}
	return best, nil
}

// after is the expected value, for a side, of what may come of an action in a
// position and what follows.
func (x *Search) after(f *game.Instance, p game.Position, w scoredAction, side, depth int, chance *Rand) (float64, error) {
	if depth <= 0 {
		return w.value[side], nil
	}
	o := w.outlook
	if o == nil {
		var err error
		if o, err = look(f, p, w.action, x.budget, chance); err != nil {
			return 0, err
		}
		defer o.release()
	}
	sum, mass := 0.0, 0.0
	for _, i := range x.sample(o.p, chance) {
		v, err := x.best(f, o.At(i.at), side, depth, chance)
		if err != nil {
			return 0, err
		}
		sum, mass = sum+i.p*v, mass+i.p
	}
	return sum / mass, nil
}

// best is the value, for a side, of a position in which whoever is to act does
// what is best for itself.
func (x *Search) best(f *game.Instance, p game.Position, side, depth int, chance *Rand) (float64, error) {
	r := f.Runner().SetPosition(p)
	s := r.Status()
	if s.Over {
		return x.balance().value(r.Worth(side)), nil
	}
	list, err := x.balance().best(r, chance, x.Width)
	if err != nil {
		return 0, err
	}
	defer released(list)
	best := 0.0
	for i, w := range list {
		v, err := x.after(f, p, w, side, depth-1, chance)
		if err != nil {
			return 0, err
		}
		if i == 0 || s.Side == side && v > best || s.Side != side && v < best {
			best = v
		}
	}
	return best, nil
}

// released gives back the room of what was weighed.
func released(list []scoredAction) {
	for i := range list {
		list[i].outlook.release()
	}
}

// drawn is a position of an outlook, and its share of the sample.
type drawn struct {
	at int
	p  float64
}

// sample returns every position if they are few enough, or positions drawn by
// their chances.
func (x *Search) sample(p []float64, chance *Rand) []drawn {
	var all []drawn
	for i, v := range p {
		if v > 0 {
			all = append(all, drawn{i, v})
		}
	}
	if len(all) <= x.Samples {
		return all
	}
	var some []drawn
	for range x.Samples {
		left := float64(chance.Below(1<<30)) / (1 << 30)
		k := 0
		for k < len(all)-1 && left >= all[k].p {
			left -= all[k].p
			k++
		}
		some = append(some, drawn{all[k].at, 1 / float64(x.Samples)})
	}
	return some
}

// ChooseOption takes the first option, which is the ordinary one.
func (x *Search) ChooseOption(rule.Choice, *Rand) int { return 0 }

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
}

// balance weighs a position evenly, so that what is good for one side is bad
// for the other.
var balance = Weigher{Own: 1, Enemy: 1, Ground: 2}

// Act takes the action with the best expected value.
func (x *Search) Act(r *game.Runner, chance *Rand) (game.Action, error) {
	list, err := balance.best(r, chance, x.Width)
	if err != nil || len(list) == 1 {
		return list[0].action, err
	}
	side := r.Status().Side
	best, value := list[0].action, 0.0
	for i, w := range list {
		v, err := x.after(r.Fight, w.outlook, side, x.Depth-1, chance)
		if err != nil {
			return best, err
		}
		if i == 0 || v > value {
			best, value = w.action, v
		}
	}
	return best, nil
}

// after is the expected value, for a side, of what may come of an action and what
// follows.
func (x *Search) after(f *game.Fight, o *outlook, side, depth int, chance *Rand) (float64, error) {
	if depth <= 0 {
		return o.mean(func(i int) float64 { return balance.value(o.Worth(i, side)) }), nil
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
func (x *Search) best(f *game.Fight, p game.Position, side, depth int, chance *Rand) (float64, error) {
	r := f.Runner().At(p)
	s := r.Status()
	if s.Over {
		return balance.value(r.Worth(side)), nil
	}
	list, err := balance.best(r, chance, x.Width)
	if err != nil {
		return 0, err
	}
	best := 0.0
	for i, w := range list {
		v, err := x.after(f, w.outlook, side, depth-1, chance)
		if err != nil {
			return 0, err
		}
		if i == 0 || s.Side == side && v > best || s.Side != side && v < best {
			best = v
		}
	}
	return best, nil
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

// Choose takes the first option, which is the ordinary one.
func (x *Search) Choose(rule.Choice, *Rand) int { return 0 }

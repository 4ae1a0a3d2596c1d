package policy

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// Greedy takes the action with the best expected evaluation of the next position. It looks up a
// decision that it has made in an equal position before, unless that one used trials.
type Greedy struct {
	// The weights of a point of its own side, of the enemy, and of the objectives.
	Own, Enemy, Ground float64
	// Memory keeps its evaluations; nil keeps nothing.
	Memory *TranspositionTable

	budget int64 // of evaluating an action, in runs; 0 is exactBudget
}

// Cautious returns a policy that weighs its own losses most, with a table of its own.
func Cautious() *Greedy { return cautious(NewTranspositionTable(0)) }

func cautious(m *TranspositionTable) *Greedy { return &Greedy{Own: 3, Enemy: 2, Ground: 2, Memory: m} }

func aggressive(m *TranspositionTable) *Greedy {
	return &Greedy{Own: 1, Enemy: 3, Ground: 4, Memory: m}
}

// value returns the weighted evaluation of a position.
func (x *Greedy) value(w game.Evaluation) float64 {
	return x.Own*float64(w.Own) - x.Enemy*float64(w.Enemy) + x.Ground*float64(w.Objectives)
}

// A scoredAction is an action with its value and its outcomes, for policies that look further
// ahead.
type scoredAction struct {
	action game.Action
	value  [2]float64   // for each side; only for the side that acts, if just the best action was wanted
	dist   *outcomeDist // nil if the action was found in a table
}

// ChooseAction evaluates every action with at most one member in a set. It then adds members to
// the best one as long as that improves it.
func (x *Greedy) ChooseAction(r *game.Runner, rng *Rand) (game.Action, error) {
	best, err := x.best(r, rng, 1)
	if err != nil {
		return game.Action{}, err
	}
	best[0].dist.release()
	return best[0].action, nil
}

// best returns the best width actions, best first. Of equal actions the earlier one in the list
// of legal actions comes first. The caller must not change the result.
func (x *Greedy) best(r *game.Runner, rng *Rand, width int) ([]scoredAction, error) {
	key := x.key(r.Instance, width)
	if list := x.Memory.find(key, r); list != nil {
		return list, nil
	}
	before := rng.state()
	list, err := x.evaluateAll(r, rng, width)
	if err == nil && rng.state() == before {
		x.Memory.store(key, r, list)
	}
	return list, err
}

// evaluateAll is best without a table.
func (x *Greedy) evaluateAll(r *game.Runner, rng *Rand, width int) ([]scoredAction, error) {
	p, side := r.Position(), r.Status().Side
	var list []scoredAction
	legal := r.Legal(nil)
	for _, a := range legal {
		if members(r.Instance, a) > 1 {
			continue
		}
		w, err := x.evaluate(r.Instance, p, a, side, rng)
		if err != nil {
			return nil, err
		}
		list = insert(list, w, width, side)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("policy: no action is legal, but the game is not over")
	}
	for better := true; better; {
		better = false
		for _, a := range extensions(r.Instance, legal, list[0].action) {
			w, err := x.evaluate(r.Instance, p, a, side, rng)
			if err != nil {
				return nil, err
			}
			if w.value[side] > list[0].value[side] {
				list, better = insert(list, w, width, side), true
			} else {
				w.dist.release()
			}
		}
	}
	if width > 1 {
		for i := range list {
			list[i].value[1-side] = x.mean(list[i].dist, 1-side)
		}
	}
	return list, nil
}

// evaluate computes the outcomes of an action and its value for the side that acts.
func (x *Greedy) evaluate(f *game.Instance, p game.Position, a game.Action, side int, rng *Rand) (scoredAction, error) {
	o, err := outcomeDistOf(f, p, a, x.budget, rng)
	if err != nil {
		return scoredAction{}, err
	}
	w := scoredAction{action: a, dist: o}
	w.value[side] = x.mean(o, side)
	return w, nil
}

// mean returns the expected value of the outcomes for a side.
func (x *Greedy) mean(o *outcomeDist, side int) float64 {
	return o.mean(func(i int) float64 { return x.value(o.Evaluate(i, side)) })
}

// insert adds an action to a list sorted by the value for a side, and keeps the best width of
// them.
func insert(list []scoredAction, w scoredAction, width, side int) []scoredAction {
	i := len(list)
	for i > 0 && list[i-1].value[side] < w.value[side] {
		i--
	}
	list = append(list, scoredAction{})
	copy(list[i+1:], list[i:])
	list[i] = w
	for _, out := range list[min(len(list), width):] {
		out.dist.release()
	}
	return list[:min(len(list), width)]
}

// members counts the members of all sets that an action names.
func members(f *game.Instance, a game.Action) int {
	n := 0
	for i, s := range f.Game.ActionTypes[a.Type].Params {
		if s.Set {
			n += len(game.SetMembers(a.Args[i]))
		}
	}
	return n
}

// extensions lists the legal actions that name one more member in a set and are otherwise the
// same.
func extensions(f *game.Instance, legal []game.Action, a game.Action) (list []game.Action) {
	for _, b := range legal {
		if b.Type == a.Type && members(f, b) == members(f, a)+1 && extends(f, a, b) {
			list = append(list, b)
		}
	}
	return list
}

// extends reports whether b names every member of a's sets and is otherwise equal to a.
func extends(f *game.Instance, a, b game.Action) bool {
	for i, s := range f.Game.ActionTypes[a.Type].Params {
		if s.Set && a.Args[i]&^b.Args[i] != 0 || !s.Set && a.Args[i] != b.Args[i] {
			return false
		}
	}
	return true
}

// ChooseOption takes the first option, which is the ordinary choice.
func (x *Greedy) ChooseOption(rule.Choice, *Rand) int { return 0 }
